"""`tsuro check`: is everything on disk as it was written?"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from tsuro.cli.common import data_option, database_path, plural

EPILOG = """\b
Examples:
  tsuro check
  tsuro check --data /var/lib/tsuro
  tsuro check games-monday.db"""


@click.command(name="check", epilog=EPILOG)
@click.argument("copy", required=False, type=click.Path(path_type=Path))
@data_option
def command(copy: Path | None, data: str | None) -> None:
    """Look through all games of a server, or through the backup COPY; nothing is changed.

    Every page, every index and the seal of every row are checked, and whether the log has lost
    something. Exit status 1 if anything is wrong. A server may run meanwhile.
    """
    path = database_path(data) if copy is None else copy
    from tsuro.server.storage.checking import check

    found = check(path)
    for complaint in found.complaints:
        click.echo(complaint)
    if found.complaints:
        sys.exit(1)
    click.echo(
        f"{path}: {plural(found.tables, 'game')}, {plural(found.rows, 'move')} and "
        f"{plural(found.players, 'session')} on {plural(found.pages, 'page')}, all as written."
    )
