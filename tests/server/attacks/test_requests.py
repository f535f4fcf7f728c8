"""Requests that cost much: counted from the first moment, done once, and refused in time."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.server.house import House, Person, play_on
from tests.support.waiting import PATIENCE, until
from tsuro.editions.edition import Edition
from tsuro.engine.play import Step
from tsuro.formats.record import format_record, record_of
from tsuro.server.http.reading import Reader
from tsuro.server.settings import UNLIMITED, Rate, Settings
from tsuro.telling.match import Match


def finished(person: Person) -> str:
    table = person.create("pocket", "you cautious")
    play_on([person.sit(table)], Random(1))
    return table


def draw_nothing(edition: Edition, steps: Sequence[Step], *, dark: bool) -> bytes:
    """Stands in for drawing; in a module, for a worker must find it."""
    return b"GIF89a" + bytes([dark]) * 100


def test_analyses_are_counted_from_when_they_are_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    with House(Settings(limits=replace(UNLIMITED, studies_at_once=1))) as house:
        ada = house.person()
        record = ada.http.get(f"/api/tables/{finished(ada)}/record").text
        goes_on, read = threading.Event(), Reader.game

        async def slow(self: Reader, text: str, *, address: str) -> Any:
            await asyncio.to_thread(goes_on.wait, PATIENCE)
            return await read(self, text, address=address)

        monkeypatch.setattr(Reader, "game", slow)
        with ThreadPoolExecutor(1) as pool:
            first = pool.submit(ada.http.post, "/api/study", json={"record": record, "at": 9_999})
            until(lambda: house.hall.studies.going == 1, "the first one is counted")
            refused = house.person().refused("POST", "/api/study", {"record": record})
            assert refused == (429, "too_many_requests")
            goes_on.set()
            assert first.result(PATIENCE).json()["error"]["code"] == "no_such_step"
        until(lambda: house.hall.studies.going == 0, "what was refused is not counted")


def test_animations_are_drawn_once_and_only_some_wait() -> None:
    limits = replace(UNLIMITED, pictures_waiting=1, picture_bytes=250)
    with House(Settings(limits=limits, animate=draw_nothing)) as house:
        ada = house.person()
        tables = [finished(ada) for _ in range(3)]
        first = ada.http.get(f"/api/tables/{tables[0]}/gif").content
        assert first == draw_nothing(None, (), dark=False)  # type: ignore[arg-type]
        animations = house.hall.animations
        turns = animations._workers.turns
        house.call(lambda: setattr(turns, "_free", 0))
        assert ada.http.get(f"/api/tables/{tables[0]}/gif").content == first, "it was kept"
        with ThreadPoolExecutor(4) as pool:
            paths = [f"/api/tables/{table}/gif" for table in (tables[1], tables[1], tables[2])]
            waiting = [pool.submit(ada.http.get, path) for path in paths]
            until(lambda: len(animations._going) == 2, "two drawings are waited for")
            refused = ada.refused("GET", f"/api/tables/{tables[0]}/gif?dark=1")
            assert refused == (429, "too_many_requests")
            house.call(turns.give_back)
            assert {each.result(PATIENCE).status_code for each in waiting} == {200}
        assert animations._bytes <= 250
        assert len(animations._kept) == 2, "the oldest had to go"


def test_long_records_are_refused_and_read_elsewhere() -> None:
    with House(Settings(limits=replace(UNLIMITED, record_actions=10))) as house:
        ada = house.person()
        record = ada.http.get(f"/api/tables/{finished(ada)}/record").text
        answer = ada.http.post("/api/records", content=record.encode())
        assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")
        assert ada.refused("POST", "/api/study", {"record": record}) == (413, "too_large")
        spoiled = record.replace("setup:", "setup: " + "T01/0 " * 30_000, 1)
        answer = ada.http.post("/api/records", content=spoiled.encode())
        assert answer.status_code in (400, 413)
        assert len(house.hall.reader._workers.pids) == 1


def record_of_running(house: House, table: str, moves: int) -> str:
    """What somebody writes down who has seen everything."""
    match: Match = house.hall.tables._loaded[table].match.snapshot()
    actions = [move.action for move in match.moves[:moves]]
    return format_record(record_of(match.edition, actions, match.before(moves).state))


def test_a_game_that_people_are_playing_is_not_analysed_as_a_record() -> None:
    with House(Settings(limits=UNLIMITED, study_bot="mcts:iterations=4")) as house:
        ada, bob = house.person(), house.person()
        table = ada.create("classic", "you open")
        bob.post(f"/api/tables/{table}/seats/1/claim", {})
        sittings = [ada.sit(table), bob.sit(table)]
        play_on(sittings, Random(3), moves=6)
        moves = len(house.hall.tables._loaded[table].match.moves)
        for number in (moves, moves - 1):
            record = record_of_running(house, table, number)
            assert ada.refused("POST", "/api/study", {"record": record})[1] == "study_refused"
            seats = [{"kind": "you"}, {"kind": "bot"}]
            branch = ada.post("/api/branches", {"record": record, "at": number, "seats": seats})
            refused = ada.refused("POST", "/api/study", {"table": branch["table"]})
            assert refused[1] == "study_refused"
        opening = record_of_running(house, table, 3)
        assert (
            ada.http.post("/api/study", json={"record": opening, "scan": True}).status_code == 200
        )
        record = record_of_running(house, table, moves)
        play_on(sittings, Random(4))
        assert ada.http.post("/api/study", json={"record": record, "scan": True}).status_code == 200


def test_tables_are_not_brought_back_from_disk_without_end() -> None:
    limits = replace(UNLIMITED, waking=Rate(3, 0.001), loaded_tables=1)
    with House(Settings(limits=limits)) as house:
        ada = house.person()
        tables = [ada.create("classic", "you open") for _ in range(6)]
        answers = [ada.http.get(f"/api/tables/{table}").status_code for table in tables]
        assert answers == [200, 200, 200, 429, 429, 429]
        assert ada.http.get(f"/api/tables/{tables[2]}").status_code == 200, "it is in memory"
