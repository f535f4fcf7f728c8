"""Change what is stored behind the server's back, by somebody who knows all but the key.

    python -m tests.server.disk.tampering --tries 100000

Bits are flipped in every field of tables, logs and their ends; rows are deleted, exchanged, copied,
cut off and added; and whole games are written anew with seals as a database without a key has them.
After each, waking must refuse the game and `tsuro check` must complain. Without `--database`, games
are kept in memory by SQLite. Prints what was tried; ends with status 1 if anything was missed.
"""

from __future__ import annotations

import argparse
import asyncio
import struct
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from tests.server.disk.stored_games import fill
from tsuro.server.settings import IN_MEMORY
from tsuro.server.storage.moving import look_through
from tsuro.server.storage.opening import open_store
from tsuro.server.storage.sealing import (
    UNKEYED,
    chained,
    first_seal,
    head_seal,
    table_seal,
    use_key,
)
from tsuro.server.storage.store import Store, Whole
from tsuro.telling.match import Line
from tsuro.telling.refusals import Refusal

GAMES = 4
KEY = bytes(range(32))
Rows = list[list[Any]]
SEQ, KIND, SEAT, COMMAND, BODY, AT, SEAL = range(7)


def flipped(rng: Random, value: Any) -> Any:
    """A value with one bit the other way."""
    if value is None:
        return 1
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value ^ 1 << rng.randrange(16)
    if isinstance(value, float):
        data = bytearray(struct.pack("<d", value))
        data[rng.randrange(6)] ^= 1 << rng.randrange(8)
        return struct.unpack("<d", data)[0]
    if isinstance(value, str):
        at = rng.randrange(len(value))
        new = chr(ord(value[at]) ^ 1 << rng.randrange(6))
        return value[:at] + (new if new.isprintable() else "~") + value[at + 1 :]
    data = bytearray(value)
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(data)


def rows_of(whole: Whole) -> Rows:
    return [list(row) for row in whole.rows]


def with_rows(whole: Whole, rows: Rows) -> Whole:
    return replace(whole, rows=[tuple(row) for row in rows])


def flip_in_row(rng: Random, whole: Whole, other: Whole) -> Whole:
    rows, field = rows_of(whole), rng.randrange(7)
    row = rng.choice(rows)
    row[field] = row[field] + 1000 if field == SEQ else flipped(rng, row[field])
    return with_rows(whole, rows)


def flip_in_table(rng: Random, whole: Whole, other: Whole) -> Whole:
    table = whole.table
    match rng.choice(("document", "status", "public", "updated", "seal")):
        case "updated":
            return replace(whole, updated=flipped(rng, whole.updated))
        case "seal":
            return replace(whole, seal=flipped(rng, whole.seal))
        case name:
            changed = {name: flipped(rng, getattr(table, name))}
            return replace(whole, table=replace(table, **changed))


def flip_in_end(rng: Random, whole: Whole, other: Whole) -> Whole:
    assert whole.head is not None
    seq, seal = whole.head
    head = (flipped(rng, seq), seal) if rng.random() < 0.5 else (seq, flipped(rng, seal))
    return replace(whole, head=head)


def delete_a_row(rng: Random, whole: Whole, other: Whole) -> Whole:
    rows = rows_of(whole)
    del rows[rng.randrange(len(rows))]
    if rng.random() < 0.5:  # And close the gap.
        rows = [[seq, *row[1:]] for seq, row in enumerate(rows, 1)]
    return with_rows(whole, rows)


def delete_the_end(rng: Random, whole: Whole, other: Whole) -> Whole:
    return replace(whole, head=None)


def cut_off(rng: Random, whole: Whole, other: Whole) -> Whole:
    left = rng.randrange(len(whole.rows))
    assert whole.head is not None
    heads = (whole.head, (left, whole.head[1]), (left, whole.rows[left - 1][SEAL]), other.head)
    return replace(whole, rows=whole.rows[:left], head=rng.choice(heads))


def exchange_rows(rng: Random, whole: Whole, other: Whole) -> Whole:
    rows = rows_of(whole)
    one, two = rng.sample(rows, 2)
    fields = rng.choice(([BODY], [SEQ], [KIND, SEAT, COMMAND, BODY], [BODY, AT, SEAL]))
    for field in fields:
        one[field], two[field] = two[field], one[field]
    return with_rows(whole, sorted(rows))


def exchange_games(rng: Random, whole: Whole, other: Whole) -> Whole:
    match rng.randrange(3):
        case 0:
            return replace(whole, rows=other.rows, head=other.head)
        case 1:
            table = replace(whole.table, document=other.table.document)
            return replace(whole, table=table, seal=other.seal, updated=other.updated)
        case _:
            return replace(whole, head=other.head)


def add_a_row(rng: Random, whole: Whole, other: Whole) -> Whole:
    rows = rows_of(whole)
    row = list(rng.choice(rng.choice((whole, other)).rows))
    row[SEQ], row[COMMAND] = len(rows) + 1, f"new {rng.random()}"
    return with_rows(whole, [*rows, row])


def write_anew(rng: Random, whole: Whole, other: Whole) -> Whole:
    """With new seals all over, but without the key."""
    rows, game = rows_of(whole), whole.table.id
    row = rng.choice(rows)
    row[BODY] = flipped(rng, row[BODY])
    del rows[rng.randrange(len(rows) - 1) + 1 :]
    last = first_seal(game, key=UNKEYED)
    for row in rows:
        line = Line(*row[KIND:AT])
        [last] = chained(last, game, row[SEQ] - 1, [line], row[AT], key=UNKEYED)
        row[SEAL] = last
    end = len(rows), head_seal(game, len(rows), last, key=UNKEYED)
    table = whole.table
    seal = table_seal(
        table.id, table.document, table.status, table.public, whole.updated, key=UNKEYED
    )
    return replace(with_rows(whole, rows), seal=rng.choice((seal, whole.seal)), head=end)


WAYS: Sequence[Callable[[Random, Whole, Whole], Whole]] = (
    flip_in_row,
    flip_in_table,
    flip_in_end,
    delete_a_row,
    delete_the_end,
    cut_off,
    exchange_rows,
    exchange_games,
    add_a_row,
    write_anew,
)


async def run(store: Store, tries: int, seed: int) -> Counter[str]:
    """How often each way was noticed, and what was missed by whom."""
    rng, counted = Random(seed), Counter[str]()
    await store.start()
    try:
        await fill(store, GAMES)
        games = [whole for n in range(GAMES) if (whole := await store.whole(f"game{n}"))]
        for number in range(tries):
            way = WAYS[number % len(WAYS)]
            whole, other = rng.sample(games, 2)
            changed = way(rng, whole, other)
            while changed == whole:
                changed = way(rng, whole, other)
            counted[await _noticed(store, way.__name__, whole, changed)] += 1
            if number % 5000 == 4999:
                print(f"{number + 1} of {tries}", file=sys.stderr, flush=True)
        if (await look_through(store, lambda more: None)).complaints:
            counted["MISSED: the games are not as before"] += 1
    finally:
        await store.stop()
    return counted


async def _noticed(store: Store, way: str, whole: Whole, changed: Whole) -> str:
    game = whole.table.id
    await store.delete_tables([game])
    await store.adopt([changed], [])
    try:
        await store.load(game)
        woken = True
    except Refusal as refusal:
        woken = refusal.code != "data_damaged"
    complaints = (await look_through(store, lambda more: None)).complaints
    await store.delete_tables([game])
    await store.adopt([whole], [])
    if woken or not any(game in complaint for complaint in complaints):
        return f"MISSED {way} {'on waking' if woken else 'by check'}: {changed}"
    return f"{way} noticed"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tries", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", default=IN_MEMORY, help="a new file, or empty PostgreSQL")
    options = parser.parse_args()
    use_key(KEY)
    store = open_store(options.database, shared=False)
    counted = asyncio.run(run(store, options.tries, options.seed))
    for what, times in sorted(counted.items()):
        print(f"{times:6} {what}")
    sys.exit(any("MISSED" in what for what in counted))


if __name__ == "__main__":
    main()
