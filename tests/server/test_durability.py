"""What was acknowledged stays, whatever happens to the process or the disk."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import apsw
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.house import House, Person, Sitting, play_on
from tests.support.waiting import PATIENCE, until
from tsuro.server.settings import UNLIMITED, Settings
from tsuro.server.storage.database import open_to_read
from tsuro.server.storage.sqlite import SqliteStore
from tsuro.server.storage.store import Append, Create, StoredTable
from tsuro.server.storage.trouble import StorageTrouble
from tsuro.server.thinking.bots import Question
from tsuro.telling.match import Line
from tsuro.telling.refusals import Refusal

GAMES = 50
KILLS = int(os.environ.get("TSURO_KILLS", "4"))
"""More of them prove more; `TSURO_KILLS=50` takes some minutes."""


class Server:
    """A server in its own process, so that it can be killed."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-m", "tsuro", "serve", "--no-open", "--no-limits"]
        self._log = folder.with_suffix(".log")
        with self._log.open("a") as log:
            self._process = subprocess.Popen(
                [*command, "--port", "0", "--data", str(folder)],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self._process.stdout is not None
        self.origin = self._process.stdout.readline().strip().rstrip("/")
        assert self.origin, self.said()

    def said(self) -> str:
        """All that it has complained about."""
        return self._log.read_text("utf-8")

    def kill(self) -> None:
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()


class Witness:
    """Plays one game over several lives of the server and remembers what it was promised."""

    def __init__(self, table: str, number: int) -> None:
        self.table = table
        self.rng = Random(number)
        self.acked: dict[int, str] = {}
        """Own actions by the version they were acknowledged with."""
        self.seen: dict[int, str | None] = {}
        """Every action told, by sequence number."""
        self.over = False
        self.cut: Exception | None = None
        """How the connection broke the last time."""

    def play(self, person: Person) -> None:
        """Play until the connection breaks or the game ends."""
        try:
            sitting = person.sit(self.table)
            self._note(sitting, 0)
            while sitting.until_asked():
                action = self.rng.choice(sitting.options())
                told = len(sitting.frames)
                played = sitting.act(action)
                first = played["version"] - len(played["moves"]) + 1
                self.acked[first] = action
                self._note(sitting, told)
            self.over = True
        except (ConnectionClosed, OSError, TimeoutError, EOFError) as error:
            self.cut = error

    def _note(self, sitting: Sitting, start: int) -> None:
        for message in map(json.loads, sitting.frames[start:]):
            if message["type"] == "played":
                first = message["version"] - len(message["moves"]) + 1
                for n, move in enumerate(message["moves"], first):
                    self.seen[n] = move.get("action")

    def check(self, rows: dict[tuple[str, int], tuple[int | None, str]]) -> None:
        """Everything promised is on disk."""
        for version, action in self.acked.items():
            assert rows[self.table, version] == (0, action)
        for seq, told in self.seen.items():
            assert told in (rows[self.table, seq][1], None)


def rows_on_disk(folder: Path) -> dict[tuple[str, int], tuple[int | None, str]]:
    connection = open_to_read(folder / "tsuro.db")
    rows = list(connection.execute("SELECT game, seq, seat, body FROM log"))
    assert connection.execute("PRAGMA integrity_check").get == "ok"
    connection.close()
    return {(game, seq): (seat, body) for game, seq, seat, body in rows}


def test_killed_in_the_middle_of_fifty_games_nothing_is_lost(tmp_path: Path) -> None:
    cookies: dict[str, str] = {}
    witnesses: list[Witness] = []
    rng = Random(9)
    for life in range(KILLS + 1):
        server = Server(tmp_path)
        with ExitStack() as stack, ThreadPoolExecutor(GAMES) as pool:
            person = Person(server.origin, stack)
            person.http.cookies.update(cookies)
            if not cookies:
                person.post("/api/session")
                cookies = dict(person.http.cookies)
            while sum(not witness.over for witness in witnesses) < GAMES:
                edition = ("classic", "kosmos", "pocket", "seas", "phoenix")[len(witnesses) % 5]
                table = person.create(edition, "you random random")
                witnesses.append(Witness(table, len(witnesses)))
            if life < KILLS:
                running = [
                    pool.submit(witness.play, person) for witness in witnesses if not witness.over
                ]
                moves = promised(witnesses) + rng.randrange(20, 120)
                play_until(witnesses, running, moves)
                server.kill()
                for future in running:
                    future.result()
                assert promised(witnesses) >= moves or all(witness.over for witness in witnesses), (
                    f"{[witness.cut for witness in witnesses]}; the server said {server.said()!r}"
                )
                rows = rows_on_disk(tmp_path)
                for witness in witnesses:
                    witness.check(rows)
            else:
                check_replays(person, rows)
                server.kill()
    assert promised(witnesses) > 100


def check_replays(person: Person, rows: dict[tuple[str, int], tuple[int | None, str]]) -> None:
    """A server that comes back tells every game as it is on disk, and plays on."""
    for table in sorted({game for game, _ in rows})[:10]:
        steps = person.get(f"/api/tables/{table}/steps")["steps"]
        for step in steps[1:]:
            if (table, step["n"]) in rows:
                assert step.get("action") in (rows[table, step["n"]][1], None)
        assert len(steps) > max(seq for game, seq in rows if game == table)


def promised(witnesses: list[Witness]) -> int:
    return sum(len(witness.acked) for witness in witnesses)


def play_until(witnesses: list[Witness], running: list[Future[None]], moves: int) -> None:
    """Wait until so many moves have been acknowledged, or nobody plays any more."""
    until(
        lambda: promised(witnesses) >= moves or all(future.done() for future in running),
        "the games go on",
    )


def test_a_stopped_server_closes_connections_properly(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "games.db"), limits=UNLIMITED)
    house = House(settings)
    with house:
        ada = house.person()
        sitting = ada.sit(ada.create("classic", "you random"))
        assert sitting.until_asked()
        house._server.should_exit = True
        assert sitting.close_code() == 1012


def line(body: str, seat: int | None = None, command: str | None = None) -> Line:
    return Line("luck" if seat is None else "seat", seat, command, body)


def stored(name: str) -> StoredTable:
    return StoredTable(name, b"document", "playing", False)


def with_store(path: Path, story: Callable[[SqliteStore], Any]) -> Any:
    store = SqliteStore(str(path / "games.db"))
    try:
        return asyncio.run(story(store))
    finally:
        store.close()


def test_the_log_refuses_a_second_row_of_the_same_number(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        await store.write(Create(stored("a"), [line("*T01")], at=0))
        await store.write(Append("a", 1, [line("*T02")], at=0))
        with pytest.raises(Refusal, match="written already"):
            await store.write(Append("a", 1, [line("*T03")], at=0))
        await store.write(Append("a", 2, [line("T01/0", 0, "x")], at=0))
        with pytest.raises(Refusal):
            await store.write(Append("a", 3, [line("T01/0", 0, "x")], at=0))
        found = await store.load("a")
        assert found == (b"document", [line("*T01"), line("*T02"), line("T01/0", 0, "x")])
        assert await store.load("b") is None

    with_store(tmp_path, story)


def test_one_failing_write_does_not_take_others_with_it(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        await store.write(Create(stored("a"), [], at=0))
        works = [
            Append("a", 0, [line("*T01")], at=0),
            Append("a", 0, [line("*T02")], at=0),
            Append("a", 1, [line("*T03")], at=0),
        ]
        results = await asyncio.gather(*map(store.write, works), return_exceptions=True)
        assert [isinstance(result, Refusal) for result in results] == [False, True, False]
        found = await store.load("a")
        assert found is not None
        assert [each.body for each in found[1]] == ["*T01", "*T03"]

    with_store(tmp_path, story)


def test_many_moves_share_one_sync(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        all_asked = threading.Event()
        works: list[Any] = [store.do(lambda connection: all_asked.wait(PATIENCE))]
        works += [store.write(Create(stored(str(n)), [line("*T01")], at=0)) for n in range(300)]
        asked = [asyncio.ensure_future(work) for work in works]
        await asyncio.sleep(0)
        all_asked.set()
        await asyncio.gather(*asked)
        assert store.writes == 301
        assert store.commits <= 2, "what is asked for during one sync shares the next"

    with_store(tmp_path, story)


def test_the_database_is_synced_fully_and_has_one_owner(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        found = await store.do(lambda connection: connection.execute("PRAGMA synchronous").get)
        assert found == 2
        mode = await store.do(lambda connection: connection.execute("PRAGMA journal_mode").get)
        assert mode == "wal"
        with pytest.raises(StorageTrouble, match="Another server keeps its games in"):
            SqliteStore(store.path, patience=0)

    with_store(tmp_path, story)


def test_a_database_of_another_format_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA user_version=99")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StorageTrouble, match="unknown format 99"):
        SqliteStore(str(path))
    assert path.read_bytes() == before


def test_a_disk_that_cannot_be_written_refuses_moves_and_changes_nothing(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "games.db"), limits=UNLIMITED)
    with House(settings) as house:
        ada = house.person()
        table = ada.create("classic", "you random")
        sitting = ada.sit(table)
        assert sitting.until_asked()
        version, view, asks = sitting.version, sitting.view, sitting.asks
        write_protect(house, True)
        assert sitting.act(sitting.options()[0])["code"] == "storage_failed"
        assert sitting.close_code() == 1013
        body = {"edition": "classic", "seats": [{"kind": "bot"}] * 2}
        assert ada.refused("POST", "/api/tables", body) == (503, "storage_failed")
        write_protect(house, False)
        back = ada.sit(table)
        assert (back.version, back.view, back.asks) == (version, view, asks)
        play_on([back], Random(0))


def write_protect(house: House, on: bool) -> None:
    """Make every write fail, as a full or broken disk would."""
    store = house.hall.store
    assert isinstance(store, SqliteStore)
    work = store.do(lambda connection: connection.execute(f"PRAGMA query_only={int(on)}").get)
    asyncio.run_coroutine_threadsafe(work, house.loop).result(PATIENCE)


def test_a_bot_that_dies_is_replaced() -> None:
    with House() as house:
        ada = house.person()
        sitting = ada.sit(ada.create("classic", "you random"))
        rng = Random(1)
        for _ in range(3):
            if not sitting.until_asked():
                return
            for pid in house.hall.bots._quick.pids:
                os.kill(pid, signal.SIGKILL)
            assert sitting.act(rng.choice(sitting.options()))["type"] == "played"
        play_on([sitting], rng)


def test_a_bot_that_fails_is_answered_for(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(question: object, asker: object) -> str:
        raise ValueError("no idea")

    monkeypatch.setattr(house.hall.bots, "choose", fail)
    ada = house.person()
    play_on([ada.sit(ada.create("pocket", "you random"))], Random(1))


def test_a_bot_that_fails_again_and_again_is_relieved(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose = house.hall.bots.choose

    async def fail(question: Question, asker: object) -> str:
        if question.bot == "random":
            raise ValueError("no idea")
        return await choose(question)

    monkeypatch.setattr(house.hall.bots, "choose", fail)
    ada = house.person()
    table = ada.create("phoenix", "random you", seed=1)
    sitting = ada.sit(table)
    play_on([sitting], Random(1))
    told = [seat["bot"] for seat in ada.get(f"/api/tables/{table}")["seats"] if "bot" in seat]
    assert told == ["cautious"]
    changed = [json.loads(frame) for frame in sitting.frames if '"table_changed"' in frame[:25]]
    assert any(each["table"]["seats"][0]["bot"] == "cautious" for each in changed)
    relieved = [json.loads(frame) for frame in sitting.frames if '"bot_relieved"' in frame[:25]]
    assert relieved == [{"type": "bot_relieved", "seat": 0}], "everybody is told, once"


def test_old_games_nobody_looks_at_leave_memory(tmp_path: Path) -> None:
    limits = replace(UNLIMITED, loaded_tables=5)
    with House(Settings(limits=limits)) as house:
        ada = house.person()
        tables = [ada.create("classic", "you random", seed=n) for n in range(12)]
        assert len(house.hall.tables) <= 5 + 1
        for table in tables:
            assert ada.get(f"/api/tables/{table}")["state"] == "playing"
