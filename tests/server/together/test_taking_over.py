"""A process stops, and another one goes on with its tables: no clock but those moved by hand."""

from __future__ import annotations

from random import Random

import pytest

from tests.server.house import HandTime, House, play_on
from tests.server.together.conftest import Street
from tests.support.waiting import until
from tsuro.server.storage.store import Process, not_written
from tsuro.server.together.member import BEAT, DEAD, LOST, Member


def member_of(house: House) -> Member:
    company = house.hall.company
    assert company is not None
    return company.member


def beat(house: House, time: HandTime, count: int) -> None:
    """Let so many beats of a process pass."""
    member = member_of(house)
    for _ in range(count):
        seen = member._looked
        time.advance(BEAT)
        until(lambda before=seen: member._looked > before, "a process has looked round")  # type: ignore[misc]


@pytest.fixture(params=["here", "there"])
def machine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_who_does_not_beat_any_more_loses_its_tables_and_nobody_is_dropped(
    street: Street, machine: str
) -> None:
    """The first process is frozen, not gone: it may even write, and is refused."""
    times = HandTime(), HandTime()
    one = street(time=times[0])
    two = street(machine, time=times[1])
    beat(one, times[0], 1)
    ada = one.person()
    table = ada.create("classic", "you random")
    sitting = ada.sit(table)
    rng = Random(1)
    play_on([sitting], rng, moves=3)
    former = member_of(one).me
    beat(two, times[1], DEAD + 1)
    until(lambda: len(two.hall.tables) == 1, "the table is taken over")
    assert two.hall.tables.is_loaded(table)
    play_on([sitting], rng)
    assert sitting.over
    assert sum('"welcome"' in frame[:20] for frame in sitting.frames) == 1
    assert len(one.hall.tables) == 0
    beat(one, times[0], 1)
    assert member_of(one).me != former, "who was taken for dead begins anew"
    assert ada.get(f"/api/tables/{table}")["state"] == "finished"


def test_who_beats_late_is_left_alone(street: Street) -> None:
    times = HandTime(), HandTime()
    one, two = (street(time=time) for time in times)
    beat(one, times[0], 1)
    table = one.person().create("classic", "you random")
    for _ in range(3):
        beat(two, times[1], DEAD - 1)
        beat(one, times[0], 1)
        beat(two, times[1], 1)
    assert member_of(two).others.keys() == {member_of(one).me}
    assert one.hall.tables.is_loaded(table)
    assert len(two.hall.tables) == 0


def test_what_an_address_spends_elsewhere_counts_here(street: Street) -> None:
    times = HandTime(), HandTime()
    one, two = (street(time=time) for time in times)
    beat(one, times[0], 1)
    one.call(lambda: one.hall.budgets.spend("203.0.113.7", "sessions", 40))
    beat(one, times[0], 1)
    beat(two, times[1], 1)
    spent = two.hall.budgets._budget("203.0.113.7", "sessions")
    full = one.hall.limits.sessions.burst
    assert spent._left == full - 40


def test_a_new_table_is_made_where_there_are_few(street: Street) -> None:
    times = HandTime(), HandTime()
    one, two = (street(time=time) for time in times)
    beat(one, times[0], 1)
    ada = one.person()
    for _ in range(12):
        ada.create("classic", "you open")
    assert (len(one.hall.tables), len(two.hall.tables)) == (9, 3)


def test_a_game_goes_on_that_nobody_looks_at(street: Street) -> None:
    """Bots play on with another process, without anybody who asks."""
    times = HandTime(), HandTime()
    one, two = (street(time=time) for time in times)
    beat(one, times[0], 1)
    ada, ben = one.person(), two.person()
    table = ada.create("pocket", "you random", clock={"seconds": 30, "grace": 1})
    beat(two, times[1], DEAD + 1)
    until(lambda: len(two.hall.tables) == 1, "the table is taken over")
    beat(two, times[1], 62)
    until(
        lambda: ben.get(f"/api/tables/{table}")["state"] == "finished",
        "bots finish the game for whoever is gone",
    )


def test_who_cannot_reach_the_games_tells_nothing_and_goes_on_later(street: Street) -> None:
    """Before others may take the tables over, nobody is shown a past as if it were the present."""
    time = HandTime()
    one = street(time=time)
    beat(one, time, 1)
    ada = one.person()
    table = ada.create("classic", "you random")
    sitting = ada.sit(table)
    assert sitting.until_asked()
    registry, usual = member_of(one)._registry, member_of(one)._registry.beat

    async def fail(process: Process) -> list[Process] | None:
        raise not_written()

    registry.beat = fail  # type: ignore[method-assign]
    time.advance(LOST)
    time.advance(BEAT)
    assert sitting.close_code() == 1013
    assert ada.refused("GET", f"/api/tables/{table}") == (503, "table_moved")
    registry.beat = usual  # type: ignore[method-assign]
    beat(one, time, 1)
    until(lambda: ada.get(f"/api/tables/{table}").get("state") == "playing", "the game goes on")
    play_on([ada.sit(table)], Random(4))
