"""Crowds that talk, guess, look and fill tables: players notice nothing of it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.server.attacks.test_thinking import occupy
from tests.server.house import HandTime, House, Sitting, play_on
from tests.support.waiting import until
from tsuro.server.play.outbox import Outbox
from tsuro.server.settings import UNLIMITED, Rate, Settings
from tsuro.telling import match as telling_match
from tsuro.telling.messages import PROTOCOL
from tsuro.telling.teller import Teller


def test_a_waiting_message_about_the_table_is_replaced_by_the_next() -> None:
    outbox = Outbox(replace(UNLIMITED, outbox_messages=4))
    outbox.put(b"move 1")
    for number in range(1_000):
        outbox.put(b"table %d" % number, kind="table")
    outbox.put(b"move 2")
    assert (len(outbox), outbox.closing) == (3, None)
    assert list(outbox._waiting.values()) == [b"move 1", b"table 999", b"move 2"]
    outbox.put(b"table at last", kind="table")
    assert list(outbox._waiting.values()) == [b"move 1", b"move 2", b"table at last"]
    assert outbox._bytes == sum(map(len, outbox._waiting.values()))


def test_guesses_of_a_crowd_are_told_once() -> None:
    time = HandTime()
    with House(time=time) as house:
        ada = house.person()
        table = ada.create("classic", "you random")
        sitting = ada.sit(table)
        crowd = [house.program().sit(table) for _ in range(20)]
        time.advance(1)
        assert sitting.until("table_changed")["table"]["spectators"] == 20
        for number in range(200):
            crowd[number % 20].send(type="guess", seat=number % 2)
            crowd[number % 20].send(type="ping")
            crowd[number % 20].until("pong")
        sitting.send(type="ping")
        told = len(sitting.frames)
        sitting.until("pong")
        assert len(sitting.frames) == told + 1, "nothing but the pong has come"
        time.advance(1)
        assert sum(sitting.until("table_changed")["table"]["guesses"]) == 20


def test_looking_again_and_again_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    shown = Teller.shown

    def counted(self: Teller, *viewer: object, **more: object) -> object:
        made.append(viewer)
        return shown(self, *viewer, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Teller, "shown", counted)
    with House() as house:
        ada = house.person()
        sitting = ada.sit(ada.create("classic", "you random", clock={"seconds": 60, "grace": 3}))
        assert sitting.until_asked()
        made.clear()
        answers = []
        for _ in range(50):
            sitting.send(type="refresh")
            answers.append(sitting.until("shown"))
        assert len(made) <= 1
        assert all(answer["clock"]["seat"] == 0 for answer in answers)
        sitting.act(sitting.options()[0])
        assert sitting.until_asked()
        made.clear()
        sitting.send(type="refresh")
        assert sitting.until("shown")["version"] == sitting.version > answers[0]["version"]
        assert len(made) == 1


def test_an_address_that_talks_too_much_is_heard_later_and_others_at_once() -> None:
    time = HandTime()
    with House(Settings(limits=replace(UNLIMITED, talk=Rate(10, 1))), time=time) as house:
        ada = house.person()
        table = ada.create("classic", "you open")
        loud = ada.sit(table)  # That was five of ten.
        for _ in range(8):
            loud.send(type="ping")
        for _ in range(5):
            loud.until("pong")
        until(lambda: any(each.when <= time.now() + 1 for each in time._alarms), "it has to wait")
        other = Sitting(house.program().connect(table, source_address=("127.0.0.2", 0)))
        other.send(type="hello", protocol=PROTOCOL)
        assert other.until("welcome")
        for _ in range(3):
            until(lambda: any(each.when <= time.now() + 1 for each in time._alarms), "and again")
            time.advance(1)
            loud.until("pong")


def test_what_is_taken_back_does_not_fill_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telling_match, "MOST_UNDOS", 5)
    with House() as house:
        occupy(house)  # So that the bot never answers.
        ada = house.person()
        sitting = ada.sit(ada.create("pocket", "you mcts:iterations=9"))
        for number in range(6):
            assert sitting.until_asked()
            assert sitting.act(sitting.options()[number])["undo"] == (number < 5)
            sitting.send(type="undo", id=f"back-{number}", seat=0, version=sitting.version)
            answer = sitting.until("ack", "refused")
            if answer["type"] == "ack":
                sitting.until("shown")
        assert answer["code"] == "undo_refused"
        assert "5 decisions have been taken back" in answer["message"]


def test_a_game_does_not_go_on_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    with House() as house:
        ada = house.person()
        table = ada.create("pocket", "you random")
        sitting = ada.sit(table)
        play_on([sitting], Random(1), moves=2)
        assert sitting.until_asked()
        match = house.hall.tables._loaded[table].match
        monkeypatch.setattr(telling_match, "MOST_MOVES", len(match.moves) + 1)
        option = sitting.options()[0]
        sitting.act(option)
        version = match.version
        answer = sitting.act(option)
        assert (answer["code"], match.version) == ("game_too_long", version)
        assert "moves at most" in answer["message"]
        assert sitting.asks is None, "and nobody is asked"


CLOCK = {"seconds": 3_600, "grace": 1}


def test_a_table_with_a_long_clock_sleeps_until_the_clock_wakes_it() -> None:
    time = HandTime()
    with House(Settings(limits=replace(UNLIMITED, loaded_tables=2)), time=time) as house:
        ada, tables = house.person(), house.hall.tables
        table = ada.create("classic", "you random", clock=CLOCK)
        sitting = ada.sit(table)
        assert sitting.until_asked()
        version = sitting.version
        sitting.close()
        until(lambda: tables._loaded[table].idle, "nobody is there")
        time.advance(3_000)
        for _ in range(3):
            ada.create("classic", "you open")
        assert not tables.is_loaded(table)
        time.advance(599)
        assert not tables.is_loaded(table), "its time is not up yet"
        time.advance(1)
        until(lambda: tables.is_loaded(table) and not tables._loading, "the clock wakes it")
        until(lambda: tables._loaded[table].match.version > version, "the time is up")
        seats = ada.get(f"/api/tables/{table}")["seats"]
        assert seats[0]["reclaimable"], "after one lapse a bot keeps the seat, as agreed"


def test_whoever_comes_back_to_a_sleeping_table_has_the_time_that_was_left() -> None:
    time = HandTime()
    with House(Settings(limits=replace(UNLIMITED, loaded_tables=2)), time=time) as house:
        ada = house.person()
        table = ada.create("classic", "you random", clock=CLOCK)
        sitting = ada.sit(table)
        assert sitting.until_asked()
        sitting.close()
        until(lambda: house.hall.tables._loaded[table].idle, "nobody is there")
        time.advance(1_000)
        for _ in range(3):
            ada.create("classic", "you open")
        assert not house.hall.tables.is_loaded(table)
        again = ada.sit(table)
        assert again.shown["clock"]["left"] == 2_600
        assert house.hall.tables._asleep == {}


def test_games_that_nobody_watches_make_no_server_full() -> None:
    """Eighty-four addresses with bots that think; whoever plays goes on, and may play again."""
    with House(Settings(limits=replace(UNLIMITED, loaded_tables=10))) as house:
        turns = house.hall.bots._deep.turns
        house.call(lambda: setattr(turns, "_free", 0))
        eve = house.person()
        for _ in range(84):
            assert eve.create("classic", "mcts:iterations=9 mcts:iterations=9")
        assert len(house.hall.tables) <= 10
        assert house.hall.bots.waiting <= 10
        ada = house.person()
        sitting = ada.sit(ada.create("pocket", "you cautious"))
        play_on([sitting], Random(1))


def test_the_last_tables_are_for_people_with_a_seat() -> None:
    limits = replace(UNLIMITED, loaded_tables=5, reserved=0.4)
    with House(Settings(limits=limits)) as house:
        ada, eve = house.person(), house.person()
        table = ada.create("pocket", "you cautious")
        mine = ada.sit(table)
        play_on([mine], Random(1))
        crowd = [eve.sit(eve.create("classic", "you open")) for _ in range(2)]
        assert len(crowd) == 2
        assert (
            eve.http.post(
                "/api/tables", json={"edition": "classic", "seats": [{"kind": "open"}] * 2}
            ).json()["error"]["code"]
            == "too_many_tables"
        )
        again = ada.post(f"/api/tables/{table}/rematch")["table"]
        assert ada.sit(again).welcome["you"] == [0]
