"""What every store promises, whatever database is behind it."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.stores.kinds import Kind, tell
from tsuro.server.storage.store import (
    DAY,
    AddPlayer,
    Append,
    Create,
    Lease,
    Process,
    Save,
    Store,
    StoredTable,
)
from tsuro.telling.match import Line
from tsuro.telling.refusals import Refusal


def line(body: str, seat: int | None = None, command: str | None = None) -> Line:
    return Line("luck" if seat is None else "seat", seat, command, body)


def table(name: str, status: str = "playing", *, public: bool = False) -> StoredTable:
    return StoredTable(name, f"document of {name}".encode(), status, public)


def process(name: str) -> Process:
    return Process(name, "here", f"/run/{name}", "")


def test_what_was_written_is_found_as_it_was(kind: Kind) -> None:
    rows = [line("*T01"), line("T02/1", 0, "x"), line("T02/1", 1, "x"), line("T03/1", 1, None)]

    async def write(store: Store) -> None:
        await store.write(Create(table("a"), rows[:1], at=1))
        await store.write(Append("a", 1, rows[1:3], at=2), Save(table("a", "finished"), at=2))
        await store.write(Append("a", 3, rows[3:], at=3))

    async def look(store: Store) -> None:
        assert await store.load("a") == (b"document of a", rows)
        assert await store.load("b") is None
        assert await store.document_of("a") == b"document of a"
        assert await store.document_of("b") is None

    tell(kind, write)
    tell(kind, look)


def test_a_second_row_of_a_number_or_command_and_a_second_table_are_refused(kind: Kind) -> None:
    async def story(store: Store) -> None:
        await store.write(Create(table("a"), [line("*T01")], at=0))
        for change in (
            Append("a", 0, [line("*T02")], at=0),
            Create(table("a"), [], at=0),
        ):
            with pytest.raises(Refusal, match="written already"):
                await store.write(change)
        await store.write(Append("a", 1, [line("T01/0", 0, "x")], at=0))
        with pytest.raises(Refusal, match="written already"):
            await store.write(Append("a", 2, [line("T01/0", 0, "x")], at=0))
        with pytest.raises(Refusal, match="has gone"):
            await store.write(Append("a", 7, [line("*T02")], at=0))
        found = await store.load("a")
        assert found is not None
        assert [each.body for each in found[1]] == ["*T01", "T01/0"]
        assert not store.failing, "the disk is well"

    tell(kind, story)


def test_what_is_refused_takes_nothing_else_with_it(kind: Kind) -> None:
    async def story(store: Store) -> None:
        await store.write(Create(table("a"), [], at=0))
        works = [
            store.write(Append("a", 0, [line("*T01")], at=0)),
            store.write(Append("a", 0, [line("*T02")], at=0)),
            store.write(Append("a", 1, [line("*T03")], at=0)),
            store.write(Create(table("b"), [line("*T04")], at=0)),
        ]
        results = await asyncio.gather(*works, return_exceptions=True)
        assert [isinstance(each, Refusal) for each in results] == [False, True, False, False]
        found = await store.load("a")
        assert found is not None
        assert [each.body for each in found[1]] == ["*T01", "*T03"]
        assert await store.load("b") is not None

    tell(kind, story)


def test_a_change_is_made_as_a_whole(kind: Kind) -> None:
    async def story(store: Store) -> None:
        await store.write(Create(table("a"), [line("*T01")], at=0))
        with pytest.raises(Refusal):
            await store.write(
                Save(table("a", "finished"), at=1), Append("a", 0, [line("*T02")], at=1)
            )
        assert await store.list_ids(status=("playing",), public_only=False, limit=9) == ["a"]

    tell(kind, story)


def test_many_moves_share_a_commit(kind: Kind) -> None:
    async def story(store: Store) -> None:
        names = [f"t{n:03}" for n in range(300)]
        await asyncio.gather(
            *(store.write(Create(table(name), [line("*T01")], at=0)) for name in names)
        )
        assert store.writes == 300
        assert store.commits < 30
        before = store.commits
        await asyncio.gather(
            *(store.write(Append(name, 1, [line("*T02")], at=0)) for name in names)
        )
        assert store.commits - before < 30
        for name in names:
            found = await store.load(name)
            assert found is not None
            assert len(found[1]) == 2

    tell(kind, story)


def test_lists_are_in_order_and_no_longer_than_asked_for(kind: Kind) -> None:
    async def story(store: Store) -> None:
        for n, (name, status, public) in enumerate(
            (("a", "waiting", True), ("b", "playing", False), ("c", "finished", True),
             ("d", "playing", True), ("e", "lesson", False)), 1
        ):  # fmt: skip
            await store.write(Create(table(name, status, public=public), [], at=n))
        both = ("waiting", "playing")
        assert await store.list_ids(status=both, public_only=True, limit=9) == ["d", "a"]
        assert await store.list_ids(status=both, public_only=False, limit=2) == ["d", "b"]
        assert await store.list_ids_of("document of", 9) == ["d", "c", "b", "a"]
        assert await store.list_ids_of("of b", 9) == ["b"]
        assert await store.list_ids_of("ö", 9) == []

    tell(kind, story)


def test_players_are_known_and_forgotten(kind: Kind) -> None:
    async def story(store: Store) -> None:
        await store.write(AddPlayer("somebody", at=0.5))
        assert await store.knows_player("somebody", at=5.0)
        assert not await store.knows_player("nobody", at=5.0)
        assert await store.knows_player("somebody", at=2.0 * DAY)
        assert await store.delete_players(2.0 * DAY) == 0, "who came back stays"
        assert await store.delete_players(2.5 * DAY) == 1
        assert not await store.knows_player("somebody", at=5.0)

    tell(kind, story)


def test_old_tables_go_with_their_moves(kind: Kind) -> None:
    async def story(store: Store) -> None:
        await store.write(Create(table("old"), [line("*T01")], at=1))
        await store.write(Create(table("moved"), [line("*T01")], at=1))
        await store.write(Append("moved", 1, [line("*T02")], at=50))
        assert await store.old_tables(10, "") == ["old"]
        assert await store.old_tables(10, "old") == []
        await store.delete_tables(["old"])
        assert await store.load("old") is None
        assert await store.old_tables(100, "") == ["moved"]

    tell(kind, story)


DAMAGE = {
    "UPDATE log SET body='T09/0' WHERE seq=2": "moves of this table are damaged",
    "DELETE FROM log WHERE seq=2": "moves of this table are damaged",
    "UPDATE log SET at=at+1 WHERE seq=1": "moves of this table are damaged",
    "UPDATE tables SET status='finished'": "This table is damaged",
}


@pytest.mark.parametrize("statement", DAMAGE)
def test_what_is_not_as_it_was_written_is_not_shown(kind: Kind, statement: str) -> None:
    async def write(store: Store) -> None:
        rows = [line("*T01"), line("T02/1", 0, "x"), line("T03/1", 1, "y")]
        await store.write(Create(table("a"), rows, at=1))

    async def look(store: Store) -> None:
        with pytest.raises(Refusal, match=DAMAGE[statement]):
            await store.load("a")

    tell(kind, write)
    kind.execute(statement)
    tell(kind, look)


def test_a_table_belongs_to_one_process(kind: Kind) -> None:
    async def story(one: Store, two: Store) -> None:
        await one.registry.enrol(process("one"))
        await two.registry.enrol(process("two"))
        await one.write(Create(table("a"), [line("*T01")], at=0, owner="one"))
        assert await two.registry.acquire("a", "two") == Lease("a", "one", 1)
        await one.write(Create(table("b"), [], at=0))
        assert await two.registry.acquire("b", "two") == Lease("b", "two", 1)
        assert await two.registry.acquire("b", "two") == Lease("b", "two", 1)
        assert await two.registry.acquire("nowhere", "two") is None
        await one.write(Append("a", 1, [line("*T02")], at=0), lease=Lease("a", "one", 1))
        for stranger in (Lease("a", "two", 1), Lease("a", "one", 2), Lease("a", "two", 2)):
            for change in (Append("a", 2, [line("*T03")], at=0), Save(table("a"), at=9)):
                with pytest.raises(Refusal) as refused:
                    await two.write(change, lease=stranger)
                assert refused.value.code == "table_moved"
        assert not two.failing
        assert await one.registry.secret() == await two.registry.secret() != ""

    tell(kind, story, processes=2)


def test_whoever_lost_a_table_writes_nothing_more(kind: Kind) -> None:
    async def story(one: Store, two: Store) -> None:
        await one.registry.enrol(process("one"))
        await two.registry.enrol(process("two"))
        await one.write(Create(table("a"), [], at=0, owner="one"))
        assert await two.registry.orphans(9) == []
        assert await two.registry.strike(process("one"))
        assert not await two.registry.strike(process("one")), "once"
        assert await one.registry.beat(process("one")) is None
        assert await two.registry.orphans(9) == ["a"]
        old = Lease("a", "one", 1)
        await one.write(Append("a", 0, [line("*T01")], at=0), lease=old)
        assert await two.registry.acquire("a", "two") == Lease("a", "two", 2)
        with pytest.raises(Refusal, match="has moved"):
            await one.write(Append("a", 1, [line("*T02")], at=0), lease=old)
        found = await two.load("a")
        assert found is not None
        assert [each.body for each in found[1]] == ["*T01"]
        await two.write(Append("a", 1, [line("*T03")], at=0), lease=Lease("a", "two", 2))

    tell(kind, story, processes=2)


def test_a_beat_that_came_is_not_overlooked(kind: Kind) -> None:
    async def story(one: Store, two: Store) -> None:
        seen = process("one")
        await one.registry.enrol(seen)
        await one.registry.beat(Process("one", "here", "/run/one", "", beat=1, tables=7))
        assert not await two.registry.strike(seen)
        await two.registry.enrol(process("two"))
        everybody = await two.registry.beat(process("two"))
        assert everybody is not None
        assert {each.id: each.tables for each in everybody} == {"one": 7, "two": 0}

    tell(kind, story, processes=2)


def test_what_is_given_up_goes_to_whoever_asks_next(kind: Kind) -> None:
    async def story(one: Store, two: Store) -> None:
        await one.registry.enrol(process("one"))
        await two.registry.enrol(process("two"))
        for name in ("a", "b", "c"):
            await one.write(Create(table(name), [], at=0, owner="one"))
        await one.registry.release("one", ["a"])
        assert await two.registry.acquire("a", "two") == Lease("a", "two", 2)
        assert await two.registry.acquire("b", "two") == Lease("b", "one", 1)
        await one.registry.release("one")
        assert await two.registry.acquire("b", "two") == Lease("b", "two", 2)
        assert await two.registry.orphans(9) == ["c"]
        await two.delete_tables(["b"])
        assert await one.registry.acquire("b", "one") is None

    tell(kind, story, processes=2)


def test_several_processes_write_one_store_at_once(kind: Kind) -> None:
    async def story(*stores: Store) -> None:
        for n, store in enumerate(stores):
            await store.registry.enrol(process(str(n)))
            await store.write(Create(table(f"t{n}"), [], at=0, owner=str(n)))

        async def play(n: int, store: Store) -> None:
            for seq in range(60):
                changes = Append(f"t{n}", seq, [line("*T01", n, str(seq))], at=0)
                await store.write(changes, lease=Lease(f"t{n}", str(n), 1))

        await asyncio.gather(*(play(n, store) for n, store in enumerate(stores)))
        for n in range(len(stores)):
            found = await stores[0].load(f"t{n}")
            assert found is not None
            assert len(found[1]) == 60

    tell(kind, story, processes=3)
