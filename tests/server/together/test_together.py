"""Several processes serve the same games, and nobody who plays can tell."""

from __future__ import annotations

from random import Random

import pytest

from tests.server.house import House, Person, play_on
from tests.server.together.conftest import Street
from tests.support.waiting import until


def visitor(person: Person, house: House) -> Person:
    """The same browser, at another process."""
    other = house.program()
    for name, value in person.http.cookies.items():
        other.http.cookies.set(name, value)
    return other


def knows(house: House, number: int) -> None:
    """Wait until a house knows so many others."""
    company = house.hall.company
    assert company is not None
    until(lambda: len(company.member.others) == number, f"{number} other processes are known")


@pytest.fixture(params=["here", "there"])
def machine(request: pytest.FixtureRequest) -> str:
    """Where the second process runs: on the same machine, or on another one."""
    return str(request.param)


def test_a_game_is_played_from_two_processes(street: Street, machine: str) -> None:
    one, two = street(), street(machine)
    knows(one, 1)
    ada, ben = one.person(), two.person()
    table = ada.create("classic", "you open")
    assert ben.get(f"/api/tables/{table}")["state"] == "waiting"
    assert ben.post(f"/api/tables/{table}/seats/1/claim", {"name": "Ben"})["seat"] == 1
    sittings = [ada.sit(table), ben.sit(table)]
    assert sittings[1].welcome["you"] == [1]
    play_on(sittings, Random(1))
    assert all(each.over for each in sittings)
    assert len(one.hall.tables) == 1
    assert len(two.hall.tables) == 0
    assert ben.get(f"/api/tables/{table}/steps")["table"]["state"] == "finished"


def test_lists_show_tables_of_all(street: Street, machine: str) -> None:
    one, two = street(), street(machine)
    knows(one, 1)
    ada = one.person()
    table = ada.create("pocket", "you open", public=True)
    listed = visitor(ada, two).get("/api/tables")
    assert [each["id"] for each in listed] == [table]
    assert ada.post(f"/api/tables/{table}/start", {"bot": "random"}) == {"ok": True}
    ada.sit(table).until_asked()
    (mine,) = visitor(ada, two).get("/api/my/tables")
    assert (mine["id"], mine["state"], mine["to_act"]) == (table, "playing", 0)


def test_whoever_leaves_drops_nobody(street: Street) -> None:
    one, two = street(), street()
    knows(one, 1)
    knows(two, 1)
    ada, ben = one.person(), one.person()
    table = ada.create("classic", "you open")
    ben.post(f"/api/tables/{table}/seats/1/claim", {"name": "Ben"})
    sittings = [ada.sit(table), ben.sit(table)]
    rng = Random(2)
    play_on(sittings, rng, moves=5)
    one._server.should_exit = True
    play_on(sittings, rng, moves=5)
    until(lambda: not one._thread.is_alive(), "the first process ends")
    play_on(sittings, rng)
    assert all(each.over for each in sittings)
    for sitting in sittings:
        kinds = [frame.partition(",")[0] for frame in sitting.frames]
        assert sum("welcome" in each for each in kinds) == 1, "the connection is the same one"


def test_a_relayed_connection_follows_its_table(street: Street) -> None:
    one, two, edge = street("a"), street("a"), street("b")
    for house in (one, two, edge):
        knows(house, 2)
    ada = one.person()
    table = ada.create("classic", "you random")
    sitting = visitor(ada, edge).sit(table)
    rng = Random(3)
    play_on([sitting], rng, moves=3)
    one._server.should_exit = True
    play_on([sitting], rng)
    assert sitting.over
    assert sum('"welcome"' in frame[:20] for frame in sitting.frames) == 1
