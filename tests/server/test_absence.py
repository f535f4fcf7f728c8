"""Nobody is stuck: own tables are found again, and a bot plays for those who have gone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.house import HandTime, House, Person, Sitting
from tsuro.server.play.absence import PATIENCE
from tsuro.server.settings import UNLIMITED, Settings


@pytest.fixture
def time() -> HandTime:
    return HandTime()


@pytest.fixture
def house(time: HandTime) -> Iterator[House]:
    with House(Settings(limits=UNLIMITED), time=time) as house:
        yield house


def two_at_a_table(house: House) -> tuple[Person, Person, str]:
    ada, bob = house.person(), house.person()
    table = ada.create("classic", "you open")
    bob.post(f"/api/tables/{table}/seats/1/claim", {"name": "Bob"})
    return ada, bob, table


def gone(sitting: Sitting) -> int | None:
    """The absence of seat 1 as the next message about the table tells it."""
    seconds: int | None = sitting.until("table_changed")["table"]["seats"][1].get("away")
    return seconds


def test_a_bot_plays_for_somebody_everybody_can_see_is_gone(house: House, time: HandTime) -> None:
    ada, bob, table = two_at_a_table(house)
    stand_in = f"/api/tables/{table}/seats/1/stand-in"
    here, there = ada.sit(table), bob.sit(table)
    assert gone(here) is None
    assert ada.refused("POST", stand_in) == (409, "not_absent")
    there.close()
    assert gone(here) == 0
    time.advance(PATIENCE - 1)
    assert ada.refused("POST", stand_in) == (409, "not_absent")
    time.advance(1)
    assert ada.get(f"/api/tables/{table}")["seats"][1]["away"] == PATIENCE
    assert house.person().refused("POST", stand_in) == (403, "not_your_seat")
    ada.post(stand_in)
    seat = ada.get(f"/api/tables/{table}")["seats"][1]
    assert (seat["kind"], seat["reclaimable"], seat.get("away")) == ("bot", True, None)
    bob.post(f"/api/tables/{table}/seats/1/reclaim")
    assert bob.get(f"/api/tables/{table}")["seats"][1]["yours"]


def test_who_comes_back_has_not_been_gone(house: House, time: HandTime) -> None:
    ada, bob, table = two_at_a_table(house)
    here = ada.sit(table)
    bob.sit(table).close()
    time.advance(PATIENCE)
    there = bob.sit(table)
    while gone(here) is not None:
        pass
    assert ada.refused("POST", f"/api/tables/{table}/seats/1/stand-in") == (409, "not_absent")
    there.close()
    while gone(here) is None:
        pass
    assert ada.refused("POST", f"/api/tables/{table}/seats/1/stand-in") == (409, "not_absent")


def test_before_a_game_and_at_bots_nobody_stands_in(house: House) -> None:
    ada = house.person()
    waiting = ada.create("classic", "you open")
    assert ada.refused("POST", f"/api/tables/{waiting}/seats/1/stand-in") == (409, "not_started")
    playing = ada.create("classic", "you bot")
    assert ada.refused("POST", f"/api/tables/{playing}/seats/1/stand-in") == (409, "not_absent")


def test_own_tables_are_found_by_the_session_alone(house: House) -> None:
    ada, bob, table = two_at_a_table(house)
    solo = ada.create("pocket", "you bot")
    mine = {each["id"]: each for each in ada.get("/api/my/tables")}
    assert mine.keys() == {table, solo}
    assert [each["id"] for each in bob.get("/api/my/tables")] == [table]
    assert mine[table]["to_act"] == 0
    assert mine[table]["seats"][0]["yours"]
    assert house.person().get("/api/my/tables") == []
    assert house.program().get("/api/my/tables") == []
    bob.post(f"/api/tables/{table}/seats/1/leave")
    assert bob.get("/api/my/tables") == []


def test_everybody_is_told_whose_time_was_up(house: House, time: HandTime) -> None:
    ada = house.person()
    table = ada.create("classic", "you random", clock={"seconds": 30, "grace": 2})
    sitting = ada.sit(table)
    for relieved in (False, True):
        assert sitting.until_asked()
        sitting.asks = None
        time.advance(30)
        told = sitting.until("time_up")
        assert (told["seat"], told["relieved"]) == (0, relieved)
