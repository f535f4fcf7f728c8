"""`tsuro serve`: the game in the browser, on this machine or in the local network."""

from __future__ import annotations

import threading
import webbrowser
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from tsuro.cli.common import print_json, say
from tsuro.cli.raster import gif_of
from tsuro.editions.edition import Edition
from tsuro.engine.play import Step

if TYPE_CHECKING:
    import socket

    from tsuro.server.settings import Settings

OPEN_AFTER = 0.6
"""Seconds the server gets to start before the browser asks for the page."""

EPILOG = """\b
Examples:
  tsuro serve                    open the page in the browser
  tsuro serve --host 0.0.0.0     for everybody in the local network"""


@click.command(name="serve", epilog=EPILOG)
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0 for the network.")
@click.option(
    "--port",
    default=8000,
    show_default=True,
    type=click.IntRange(0, 65_535),
    help="If it is taken, the next free one; 0 for any.",
)
@click.option(
    "--data",
    metavar="DIR",
    help="Where games are kept, or :memory: to forget them. Default: your data folder.",
)
@click.option("--open/--no-open", "opens", default=True, help="Open the browser.")
@click.option("--name", "names", multiple=True, help="A host name to answer to; may be repeated.")
@click.option("--no-limits", is_flag=True, help="No budgets per address: for measurements only.")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of the protocol and stop.")
def command(
    host: str,
    port: int,
    data: str | None,
    opens: bool,
    names: tuple[str, ...],
    no_limits: bool,
    schema: bool,
) -> None:
    """Play in the browser, with friends and bots."""
    try:
        from tsuro.server import run
        from tsuro.server.settings import UNLIMITED, Limits
    except ImportError as error:
        raise click.ClickException(
            f"{error.name} is missing; install the server with: pip install 'tsuro[server]'"
        ) from None
    if schema:
        from tsuro.server.protocol import protocol_schema

        print_json(protocol_schema())
        return
    folder = str(run.data_folder()) if data is None else data
    limits = UNLIMITED if no_limits else Limits()
    settings = run.settings_for(
        host, folder, limits=limits, hosts=frozenset(names), animate=animated
    )
    listener = run.bind(host, port, search=True)
    _announce(run.link_to(host, listener.getsockname()[1]), settings, opens=opens)
    _serve(listener, settings)


def animated(edition: Edition, steps: Sequence[Step], *, dark: bool) -> bytes:
    """A game as a GIF."""
    return gif_of(edition, steps, dark=dark)


def _announce(link: str, settings: Settings, *, opens: bool) -> None:
    click.echo(link)
    say(f"Games are kept in {settings.database}. Stop with Ctrl+C.")
    if opens:
        timer = threading.Timer(OPEN_AFTER, webbrowser.open, (link,))
        timer.daemon = True
        timer.start()


def _serve(listener: socket.socket, settings: Settings) -> None:
    from tsuro.server.run import serve

    serve(listener, settings)
