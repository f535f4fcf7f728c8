"""`tsuro migrate`: from SQLite to PostgreSQL, or back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tsuro.cli.common import counted, database_path, plural, say, seal_key_option

if TYPE_CHECKING:
    from tsuro.server.storage.moving import Moved
    from tsuro.server.storage.store import Store

EPILOG = """\b
Examples:
  tsuro migrate /var/lib/tsuro postgresql://tsuro@localhost/tsuro
  tsuro migrate postgresql://tsuro@localhost/tsuro /var/lib/tsuro"""


@click.command(name="migrate", epilog=EPILOG)
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@seal_key_option
def command(source: str, target: str) -> None:
    """Copy all games and sessions of FROM into TO, which must be empty, and check every game.

    Each is a folder as in `tsuro serve --data`, or an address as in `--database`. Every row is
    compared, and every game is played again from the copy. No server may run on either. If it is
    interrupted, start it again: FROM is never changed, and no server takes half of TO for all.
    """
    from tsuro.server.run import make_private
    from tsuro.server.storage.postgres.schema import is_address

    for each in (source, target):
        if not is_address(each) and each == target:
            make_private(Path(each))
    moved = asyncio.run(_migrate(source, target))
    say(
        f"{plural(moved.tables, 'game')} with {plural(moved.rows, 'move')} and "
        f"{plural(moved.players, 'session')} copied, all compared and played again."
    )
    if moved.kept:
        say(f"{plural(moved.kept, 'game')} of other rules or editions cannot be played again here.")


async def _migrate(source: str, target: str) -> Moved:
    from tsuro.server.storage import moving

    async with opened(source, must_exist=True) as one, opened(target) as two:
        total = await moving.count(one)
        with counted(total, "games") as tell:
            return await moving.move(one, two, tell)


@asynccontextmanager
async def opened(place: str, *, must_exist: bool = False) -> AsyncIterator[Store]:
    """A store that no server uses."""
    from tsuro.server.storage.opening import open_store
    from tsuro.server.storage.postgres.schema import is_address
    from tsuro.server.storage.trouble import UNUSABLE, StorageTrouble

    if not is_address(place):
        path = database_path(place)
        if must_exist and not path.is_file():
            raise StorageTrouble(UNUSABLE, f"There is no database {path}.")
        place = str(path)
    store = open_store(place, shared=False)
    await store.start()
    try:
        await store.require_unused()
        yield store
    finally:
        await store.stop()
