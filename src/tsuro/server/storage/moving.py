"""From one store into another: everything, and every game is played again before it counts.

While this goes on the target is marked, so that no server takes half of the games for all of them.
Whoever was interrupted begins again; a target that holds other games is left as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from tsuro.errors import TsuroError
from tsuro.formats.position import format_position
from tsuro.server.play.documents import match_of, read_document
from tsuro.server.storage.checking import Findings, chain_complaint
from tsuro.server.storage.sealing import player_seal, table_seal
from tsuro.server.storage.store import Store, Whole
from tsuro.server.storage.trouble import UNFINISHED, UNUSABLE, StorageTrouble, damaged, unfinished
from tsuro.telling.match import Line

PORTION: Final = 200
Tell = Callable[[int], None]
"""Is told how many more games are done."""


@dataclass(slots=True)
class Moved:
    tables: int = 0
    rows: int = 0
    players: int = 0
    kept: int = 0
    """Games that today's rules or editions cannot play again: they were copied all the same."""


async def count(store: Store) -> int:
    found, after = 0, ""
    while names := await store.names(after, 10_000):
        found, after = found + len(names), names[-1]
    return found


async def move(source: Store, target: Store, tell: Tell) -> Moved:
    await _require_whole(source)
    await _make_room(target)
    moved = Moved()
    await target.mark(UNFINISHED, "1")
    after = ""
    while sessions := await source.sessions(after, PORTION):
        await target.adopt([], sessions)
        moved.players, after = moved.players + len(sessions), sessions[-1][0]
    after = ""
    while names := await source.names(after, PORTION):
        tables = [_sound(await source.whole(name), source) for name in names]
        await target.adopt(tables, [])
        for each in tables:
            _compare(each, await target.whole(each.table.id), target, moved)
            tell(1)
        after = names[-1]
    await target.mark(UNFINISHED, None)
    return moved


async def _require_whole(store: Store) -> None:
    if await store.marked(UNFINISHED) is not None:
        raise unfinished(store.path)


async def _make_room(target: Store) -> None:
    """Begin with nothing; what a migration left that was interrupted is removed."""
    unfinished = await target.marked(UNFINISHED) is not None
    if not unfinished and await target.names("", 1):
        raise StorageTrouble(
            UNUSABLE, f"{target.path} holds games already; migrate into an empty one."
        )
    while names := await target.names("", PORTION):
        await target.delete_tables(names)
    await target.delete_players(float("inf"))


def _sound(whole: Whole | None, store: Store) -> Whole:
    """A table that is as it was written; another one is not carried on."""
    if whole is None:
        raise damaged(store.path, "a table went while it was read; is a server running?")
    if (complaint := _complaint(whole)) is not None:
        raise damaged(store.path, complaint.rstrip("."))
    return whole


def _complaint(whole: Whole) -> str | None:
    table = whole.table
    if whole.seal != table_seal(
        table.id, table.document, table.status, table.public, whole.updated
    ):
        return f"The table {table.id} is not as it was written."
    return chain_complaint(table.id, ((table.id, *row) for row in whole.rows), whole.head)


def _compare(source: Whole, copy: Whole | None, target: Store, moved: Moved) -> None:
    if copy is None or digest(copy) != digest(source):
        raise damaged(target.path, f"the copy of {source.table.id} is not like it")
    moved.tables += 1
    moved.rows += len(copy.rows)
    try:
        same = _played(source) == _played(copy)
    except TsuroError:
        moved.kept += 1
    else:
        if not same:
            raise damaged(target.path, f"the game {source.table.id} goes differently")


def digest(whole: Whole) -> bytes:
    """Of everything there is of a table."""
    table = whole.table
    facts = (table.id, table.status, table.public, whole.updated, whole.seal.hex(), whole.head)
    found = blake2b(repr(facts).encode() + table.document)
    for row in whole.rows:
        found.update(repr(tuple(row)).encode())
    return found.digest()


def _played(whole: Whole) -> str:
    """Where the game has come to, played again from its log."""
    document = read_document(whole.table.document)
    match = match_of(document, [Line(*row[1:5]) for row in whole.rows])
    return f"{match.version} {format_position(match.edition, match.state)}"


async def look_through(store: Store, tell: Tell) -> Findings:
    """Every row of a store whose pages look after themselves, as PostgreSQL's do."""
    findings, after = Findings(), ""
    while sessions := await store.sessions(after, PORTION):
        after = sessions[-1][0]
        for secret, created, _, seal in sessions:
            findings.players += 1
            if seal != player_seal(secret, created):
                findings.complaints.append("A session is not as it was written.")
    after = ""
    while names := await store.names(after, PORTION):
        after = names[-1]
        for name in names:
            whole = await store.whole(name)
            if whole is None:
                continue  # Deleted meanwhile.
            findings.tables += 1
            findings.rows += len(whole.rows)
            if (complaint := _complaint(whole)) is not None:
                findings.complaints.append(complaint)
            tell(1)
    return findings
