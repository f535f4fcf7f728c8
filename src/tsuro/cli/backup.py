"""`tsuro backup`: a checked copy of all games, also while a server plays them."""

from __future__ import annotations

from pathlib import Path

import click

from tsuro.cli.common import data_option, database_path, plural, say, seal_key_option

EPILOG = """\b
Examples:
  tsuro backup games-monday.db
  tsuro backup --data /var/lib/tsuro /backups/tsuro.db"""


@click.command(name="backup", epilog=EPILOG)
@click.argument("target", type=click.Path(path_type=Path))
@data_option
@seal_key_option
def command(target: Path, data: str | None) -> None:
    """Copy all games and sessions of one moment into the new file TARGET, and check the copy.

    A server that runs meanwhile goes on. The copy holds what the database holds: hands, luck to
    come, and who owns which seat by the hash of a secret. Keep it as safe.
    """
    path = database_path(data)
    from tsuro.server.storage.copying import backup

    found = backup(path, target)
    say(f"{target}: {plural(found.tables, 'game')} with {plural(found.rows, 'move')}, all checked.")
