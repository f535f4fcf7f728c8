"""`tsuro restore`: a backup becomes the database of a server that does not run."""

from __future__ import annotations

from pathlib import Path

import click

from tsuro.cli.common import data_option, database_path, plural, say, seal_key_option

EPILOG = """\b
Examples:
  tsuro restore games-monday.db --data /var/lib/tsuro
  tsuro restore games-monday.db --replace"""


@click.command(name="restore", epilog=EPILOG)
@click.argument("copy", type=click.Path(path_type=Path))
@data_option
@seal_key_option
@click.option("--replace", is_flag=True, help="Set the games that are there aside.")
def command(copy: Path, data: str | None, replace: bool) -> None:
    """Check the backup COPY and put it where a server will look for its games.

    The server must not run. What is there already is replaced only with --replace, and kept
    beside it with a name that ends in .before.
    """
    path = database_path(data)
    from tsuro.server.run import make_private
    from tsuro.server.storage.copying import restore

    make_private(path.parent)
    found = restore(copy, path, replace=replace)
    say(f"{path}: {plural(found.tables, 'game')} with {plural(found.rows, 'move')}, all checked.")
