"""`tsuro serve`: the game in the browser, on this machine or in the local network."""

from __future__ import annotations

import logging
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tsuro.cli.common import model_option, print_json, say, use_key_of
from tsuro.editions.edition import Edition
from tsuro.engine.play import Step
from tsuro.errors import TsuroError
from tsuro.raster import gif_of

if TYPE_CHECKING:
    from tsuro.server.configuring import Wanted
    from tsuro.server.settings import Settings

log = logging.getLogger("tsuro.server")
OPEN_AFTER = 0.6
"""Seconds the server gets to start before the browser asks for the page."""

EPILOG = """\b
Examples:
  tsuro serve                    open the page in the browser
  tsuro serve --host 0.0.0.0     for everybody in the local network
  tsuro serve --workers 4        one process a core, for more moves than one carries
  tsuro serve --no-open --public-url https://tsuro.example.org --trusted-proxy 127.0.0.1
                                 on the internet, behind a proxy (docs/hosting.md)"""


@click.command(name="serve", epilog=EPILOG)
@click.option("--host", help="0.0.0.0 for the network.  [default: 127.0.0.1]")
@click.option(
    "--port",
    type=click.IntRange(0, 65_535),
    help="If it is taken, the next free one; 0 for any.  [default: 8000]",
)
@click.option(
    "--data",
    metavar="DIR",
    help="Where games are kept, or :memory: to forget them. Default: your data folder.",
)
@click.option(
    "--database",
    metavar="URL",
    help="Keep games in PostgreSQL instead: postgresql://user@host/name.",
)
@click.option(
    "--seal-key",
    metavar="FILE",
    help="Seal all games with the key in this file, which is made if it is not there.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    help="So many processes for everybody's moves; SIGHUP replaces them without dropping anybody.",
)
@click.option(
    "--relay",
    metavar="ADDRESS:PORT",
    help="Where servers of other machines come in, in a network that only they can reach.",
)
@click.option(
    "--think-elsewhere",
    is_flag=True,
    default=None,
    help="Leave bots and analyses to `tsuro think`, on this machine or another.",
)
@click.option("--as-worker", hidden=True, help="File descriptors of whoever starts workers.")
@click.option("--open/--no-open", "opens", default=True, help="Open the browser.")
@click.option("--name", "names", multiple=True, help="A host name to answer to; may be repeated.")
@click.option("--public-url", metavar="URL", help="How people reach it, such as https://a.example.")
@click.option(
    "--trusted-proxy",
    multiple=True,
    metavar="ADDRESS",
    help="A proxy whose forwarded headers are believed; may be repeated, and be a network.",
)
@click.option(
    "--metrics-from",
    multiple=True,
    metavar="ADDRESS",
    help="Who may read /metrics beside this machine; may be repeated.",
)
@click.option(
    "--keep",
    type=click.IntRange(1, 36_500),
    metavar="DAYS",
    help="Delete games and sessions that nobody touched for so long.",
)
@click.option(
    "--alone",
    metavar="DIR",
    help="What `make site` wrote: a page to play on when this server is gone.",
)
@model_option
@click.option(
    "--limit",
    "limit_texts",
    multiple=True,
    metavar="NAME=VALUE",
    help="A limit, such as loaded_tables=5000 or tables=60/0.5; may be repeated.",
)
@click.option("--log-format", type=click.Choice(["text", "json"]), help="Of the log lines.")
@click.option(
    "--log-level",
    type=click.Choice(["debug", "info", "warning", "error"]),
    help="Which lines are written.  [default: info]",
)
@click.option(
    "--config",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A TOML file with all of this; options on the command line come first.",
)
@click.option("--no-limits", is_flag=True, help="No budgets per address: for measurements only.")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of the protocol and stop.")
def command(
    opens: bool,
    config: Path | None,
    no_limits: bool,
    schema: bool,
    as_worker: str | None,
    **given: Any,
) -> None:
    """Play in the browser, with friends and bots."""
    from tsuro.server.reporting import report_to_stderr

    if schema:
        from tsuro.server.protocol import protocol_schema

        print_json(protocol_schema())
        return
    wanted = _wanted(config, given, no_limits=no_limits)
    report_to_stderr(wanted.log_format, wanted.log_level)
    use_key_of(None if wanted.seal_key is None else Path(wanted.seal_key), make=True)
    if wanted.models:
        from tsuro.bots.models import offer_models

        offer_models(wanted.models)
    if as_worker is not None:
        _work(wanted, as_worker)
    elif wanted.workers is not None:
        _supervise(wanted, opens=opens)
    else:
        _serve(wanted, opens=opens)


def _settings(wanted: Wanted, listener: socket.socket) -> tuple[str, Settings]:
    """The link, and everything that was chosen."""
    from tsuro.server import run
    from tsuro.server.settings import Sharing

    data = str(run.data_folder()) if wanted.data is None else wanted.data
    shared = wanted.workers is not None or wanted.database is not None
    chosen = run.settings_for(
        wanted.host,
        run.games_in(data, wanted.database),
        sharing=Sharing(relay=wanted.relay) if shared else None,
        workers=wanted.workers,
        think_elsewhere=wanted.think_elsewhere,
        limits=wanted.limits,
        hosts=frozenset(wanted.names),
        public=wanted.public,
        trusted_proxies=wanted.trusted_proxy,
        metrics_from=wanted.metrics_from,
        keep_days=wanted.keep,
        alone=None if wanted.alone is None else Path(wanted.alone),
        animate=animated,
    )
    port = listener.getsockname()[1]
    link, reachable = run.link_to(wanted.host, port), run.reachable_at(wanted.host, port)
    if wanted.public is not None:
        link = reachable = wanted.public.url
    return link, replace(run.fitted(chosen), reachable=reachable)


def _serve(wanted: Wanted, *, opens: bool) -> None:
    """One process."""
    from tsuro.server import run
    from tsuro.server.storage.trouble import IN_USE, StorageTrouble

    listener = run.bind(wanted.host, wanted.port, search=wanted.public is None)
    opens = opens and wanted.public is None
    try:
        link, settings = _settings(wanted, listener)
        run.require_database(settings)
        app = run.prepared(settings, link)
    except StorageTrouble as trouble:
        listener.close()
        if not opens or trouble.code != IN_USE:
            raise
        _open_first(trouble, Path(run.games_in(wanted.data or str(run.data_folder()), None)))
        return
    _announce(link, settings, opens=opens, logs=wanted.log_format == "json")
    run.serve(listener, app, settings)


def _supervise(wanted: Wanted, *, opens: bool) -> None:
    """Several workers, and this process to look after them."""
    from tsuro.server import run
    from tsuro.server.together.supervisor import Supervisor

    assert wanted.workers is not None
    listener = run.bind(wanted.host, wanted.port, search=wanted.public is None)
    link, settings = _settings(wanted, listener)
    with run.owned(settings, link):
        opens = opens and wanted.public is None
        _announce(link, settings, opens=opens, logs=wanted.log_format == "json")
        command = (sys.executable, "-m", "tsuro", *sys.argv[1:], "--as-worker")
        sys.exit(Supervisor(listener, wanted.workers, command).run())


def _work(wanted: Wanted, descriptors: str) -> None:
    """One of several workers: what it needs was opened by whoever started it."""
    from tsuro.server import run

    listening, ready = map(int, descriptors.split(":"))
    listener = socket.socket(fileno=listening)
    _, settings = _settings(wanted, listener)
    run.serve(listener, run.prepared(settings, ""), settings, ready=ready)


def _open_first(trouble: TsuroError, database: Path) -> None:
    """Whoever starts the game twice wants to play, not to read why it cannot run twice."""
    from tsuro.server.storage.lock import holder_of

    address = holder_of(database)
    if not address:
        raise trouble
    click.echo(address)
    say("The game is running already; this is where.")
    webbrowser.open(address)


def _wanted(config: Path | None, given: dict[str, Any], *, no_limits: bool) -> Wanted:
    """Options first, then the file, then what is usual."""
    from tsuro.server.configuring import wanted
    from tsuro.server.settings import UNLIMITED, Limits

    return wanted(config, given, UNLIMITED if no_limits else Limits())


def animated(edition: Edition, steps: Sequence[Step], *, dark: bool) -> bytes:
    """A game as a GIF."""
    return gif_of(edition, steps, dark=dark)


def _announce(link: str, settings: Settings, *, opens: bool, logs: bool) -> None:
    """The link as a result; the rest for people, or in the form that a program reads."""
    from tsuro.server.storage.postgres.schema import without_password

    shown = without_password(settings.database)
    click.echo(link)
    if logs:
        log.info("serving %s; games are kept in %s", link, shown)
    else:
        if settings.reachable is not None and settings.reachable != link:
            say(f"For others in your network: {settings.reachable}")
        say(f"Games are kept in {shown}. Stop with Ctrl+C.")
    if opens:
        timer = threading.Timer(OPEN_AFTER, webbrowser.open, (link,))
        timer.daemon = True
        timer.start()
