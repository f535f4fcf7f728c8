"""The clock per decision. Time is moved by hand, so nothing here depends on the machine's speed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from tests.server.house import HandTime, House, Sitting
from tsuro.server.clock import MoveClock
from tsuro.server.settings import UNLIMITED, Settings


@pytest.fixture
def time() -> HandTime:
    return HandTime()


@pytest.fixture
def house(time: HandTime) -> Iterator[House]:
    with House(Settings(limits=UNLIMITED), time=time) as house:
        yield house


def test_a_clock_rings_once_for_the_decision_it_was_started_for(time: HandTime) -> None:
    async def story() -> list[str]:
        rung: list[str] = []
        clock = MoveClock(time, 60)
        clock.start(0, 1, lambda: rung.append("first"))
        time.advance(59)
        assert clock.left() == 1
        clock.start(0, 1, lambda: rung.append("not again"))
        clock.start(1, 2, lambda: rung.append("second"))
        assert clock.left() == 60
        time.advance(59)
        await asyncio.sleep(0)
        assert rung == []
        time.advance(1)
        await asyncio.sleep(0)
        assert rung == ["second"]
        clock.stop()
        assert clock.left() is None
        return rung

    asyncio.run(story())


def test_when_time_is_up_the_cautious_bot_moves(house: House, time: HandTime) -> None:
    ada = house.person()
    table = ada.create("classic", "you random", clock={"seconds": 30, "grace": 2})
    sitting = ada.sit(table)
    assert sitting.until_asked()
    version = sitting.version
    time.advance(29.5)
    again = ada.sit(table)
    assert again.shown["clock"] == {"seat": 0, "left": 0.5, "seconds": 30}
    assert again.version == version
    time.advance(0.5)
    sitting.catch_up(version + 1)
    assert sitting.over or sitting.version > version
    assert ada.get(f"/api/tables/{table}")["seats"][0]["kind"] == "person"


def run_out(sitting: Sitting, time: HandTime, seconds: float) -> None:
    """Let one decision of this sitting pass."""
    assert sitting.until_asked()
    version = sitting.version
    sitting.asks = None
    time.advance(seconds)
    sitting.catch_up(version + 1)


def test_after_too_many_timeouts_the_seat_becomes_a_bot_and_can_be_reclaimed(
    house: House, time: HandTime
) -> None:
    ada, bob = house.person(), house.person()
    table = ada.create("classic", "you open", clock={"seconds": 30, "grace": 2})
    bob.post(f"/api/tables/{table}/seats/1/claim", {})
    one, two = ada.sit(table), bob.sit(table)
    run_out(one, time, 30)
    assert two.until_asked()
    two.act(two.options()[0])
    run_out(one, time, 30)
    info = one.until("table_changed")["table"]
    assert info["seats"][0]["kind"] == "bot"
    assert info["seats"][0]["reclaimable"]
    assert bob.refused("POST", f"/api/tables/{table}/seats/0/reclaim") == (403, "not_your_seat")
    assert two.until_asked()
    assert ada.post(f"/api/tables/{table}/seats/0/reclaim") == {"ok": True}
    back = ada.sit(table)
    assert back.welcome["you"] == [0]
    assert two.act(two.options()[0])["type"] == "played"
    assert back.until_asked()
    assert back.act(back.options()[0])["type"] == "played"


def test_a_move_in_time_starts_the_count_anew(house: House, time: HandTime) -> None:
    ada, bob = house.person(), house.person()
    table = ada.create("kosmos", "you open", clock={"seconds": 30, "grace": 2})
    bob.post(f"/api/tables/{table}/seats/1/claim", {})
    one, two = ada.sit(table), bob.sit(table)
    # Both set two pawns in turn before the first tile, so nobody can be out by then (KO-19).
    run_out(one, time, 30)
    for sitting in (two, one, two):
        assert sitting.until_asked()
        assert sitting.act(sitting.options()[0])["type"] == "played"
    run_out(one, time, 30)
    assert ada.get(f"/api/tables/{table}")["seats"][0]["kind"] == "person"


def test_an_act_that_comes_too_late_is_stale(house: House, time: HandTime) -> None:
    ada = house.person()
    sitting = ada.sit(ada.create("classic", "you random", clock={"seconds": 30}))
    assert sitting.until_asked()
    action, version = sitting.options()[0], sitting.version
    run_out(sitting, time, 31)
    assert sitting.act(action, version=version, seat=0)["code"] in (
        "stale_version",
        "not_your_turn",
    )


def test_bots_have_no_clock(house: House, time: HandTime) -> None:
    ada = house.person()
    sitting = ada.sit(ada.create("classic", "random random you", clock={"seconds": 30}))
    assert sitting.until_asked()
    again = ada.sit(sitting.welcome["table"]["id"])
    assert again.shown["clock"]["seat"] == 2


@pytest.mark.parametrize("clock", [{"seconds": 1}, {"seconds": 10**9}, {"seconds": 30, "grace": 0}])
def test_impossible_clocks(house: House, clock: dict[str, int]) -> None:
    body = {"edition": "classic", "seats": [{"kind": "bot"}] * 2, "clock": clock}
    assert house.person().refused("POST", "/api/tables", body) == (400, "bad_request")
