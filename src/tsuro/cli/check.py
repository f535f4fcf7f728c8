"""`tsuro check`: is everything on disk as it was written?"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tsuro.cli.common import counted, data_option, database_path, plural, seal_key_option

if TYPE_CHECKING:
    from tsuro.server.storage.checking import Findings

EPILOG = """\b
Examples:
  tsuro check
  tsuro check --data /var/lib/tsuro
  tsuro check games-monday.db
  tsuro check --database postgresql://tsuro@localhost/tsuro"""


@click.command(name="check", epilog=EPILOG)
@click.argument("copy", required=False, type=click.Path(path_type=Path))
@data_option
@seal_key_option
@click.option("--database", metavar="URL", help="Games in PostgreSQL, such as those of a server.")
def command(copy: Path | None, data: str | None, database: str | None) -> None:
    """Look through all games of a server, or through the backup COPY; nothing is changed.

    Every page, every index and the seal of every row are checked, and whether the log has lost
    something. Exit status 1 if anything is wrong. A server may run meanwhile.
    """
    if database is not None and (copy is not None or data is not None):
        raise click.UsageError("Give either --database, or a folder or a copy.")
    place, found = _found(copy, data, database)
    for complaint in found.complaints:
        click.echo(complaint)
    if found.complaints:
        sys.exit(1)
    pages = f" on {plural(found.pages, 'page')}" if found.pages else ""
    click.echo(
        f"{place}: {plural(found.tables, 'game')}, {plural(found.rows, 'move')} and "
        f"{plural(found.players, 'session')}{pages}, all as written."
    )


def _found(copy: Path | None, data: str | None, database: str | None) -> tuple[str, Findings]:
    from tsuro.server.storage.checking import check

    if database is None:
        path = database_path(data) if copy is None else copy
        return str(path), check(path)
    return asyncio.run(_in_postgres(database))


async def _in_postgres(address: str) -> tuple[str, Findings]:
    from tsuro.server.storage import moving
    from tsuro.server.storage.postgres.store import PostgresStore

    store = PostgresStore(address)
    await store.start()
    try:
        with counted(await moving.count(store), "games") as tell:
            return store.path, await moving.look_through(store, tell)
    finally:
        await store.stop()
