"""Nobody is sent a tile they may not know: raw bytes of every viewer, in every edition."""

from __future__ import annotations

import json
import re
from random import Random

import msgspec
import pytest

from tests.server.house import House, Sitting, play_on
from tests.server.leak_pairs import EXACT, NAMES, bytes_of, run
from tsuro.core.ids import Seat
from tsuro.core.state import GameState
from tsuro.core.tiles import HIDDEN
from tsuro.editions.registry import EDITIONS, build_edition
from tsuro.engine.course import Move
from tsuro.engine.determinize import determinize
from tsuro.engine.play import Step, advance
from tsuro.engine.views import seen_events, seen_state, view
from tsuro.formats.wire.values import to_wire
from tsuro.telling.log import Chronicle
from tsuro.telling.match import Match, lines_of
from tsuro.telling.teller import Teller

TILE = re.compile(r"\b[TCE][0-9]{2}")


@pytest.mark.parametrize("edition", EDITIONS)
def test_raw_bytes_name_only_known_tiles(house: House, edition: str) -> None:
    people = [house.person() for _ in NAMES]
    table = people[0].create(edition, "you open open")
    for number in (1, 2):
        people[number].post(f"/api/tables/{table}/seats/{number}/claim", {})
    sittings = [person.sit(table) for person in people]
    watcher = house.program().sit(table)
    play_on(sittings, Random(edition))
    for sitting in (*sittings, watcher):
        sitting.until_over()
    match = house.hall.tables._loaded[table].match
    states = [match.opening.state, *(move.step.state for move in match.moves)]
    viewers = [*(Seat(n) for n in range(len(sittings))), None]
    for seat, sitting in zip(viewers, (*sittings, watcher), strict=True):
        known: set[str] = set()
        told = 0
        for frame in sitting.frames:
            message = json.loads(frame)
            version = message.get("shown", message).get("version", told - 1)
            for state in states[told : version + 1]:
                known |= tiles_in(seen_state(state, seat))
            told = version + 1
            message.pop("tiles", None)
            assert set(TILE.findall(json.dumps(message))) <= known


def tiles_in(state: GameState) -> set[str]:
    """Every tile of a (seen) state, by name."""
    found: set[str] = {laid.tile for _, laid in state.board.occupied()}
    found.update(*state.hands)
    found |= {buried.tile for buried in (*state.pile.bottom, *state.box)}
    found |= set(TILE.findall(repr(state.parts)))
    return found - {HIDDEN}


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_world_that_looks_the_same_gives_the_same_bytes(edition: str) -> None:
    """Non-interference: what a viewer cannot tell apart, its bytes do not tell apart either."""
    rng = Random(edition)
    compared = 0
    for seed in range(4):
        match = Match(build_edition(edition, seats=3), first=0, seed=str(seed), position=None)
        match.started = True
        match.take_over(moves := match.luck(), lines_of(moves, None))
        while not match.over:
            for viewer in (Seat(0), Seat(1), Seat(2), None):
                compared += same_bytes(match, viewer, rng)
            ask = match.decide
            assert ask is not None
            moves = match.decided(rng.choice(ask.options))
            match.take_over(moves, lines_of(moves, None))
    assert compared > 50


def same_bytes(match: Match, viewer: Seat | None, rng: Random) -> bool:
    """Compare the outputs of the real world and of one the viewer cannot tell from it."""
    step, edition = match.step, match.edition
    seen = view(edition, step.state, step.ask, viewer=viewer)
    other = determinize(seen, rng)
    if other == step.state:
        return False
    assert bytes_of(match, step, viewer) == bytes_of(
        match, Step(other, step.events, step.ask), viewer
    )
    return True


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_twin_game_is_told_the_same_way(edition: str) -> None:
    """The next decision in two worlds a viewer cannot tell apart is told in the same bytes."""
    rng = Random(edition)
    told = 0
    for seed in range(4):
        match = Match(build_edition(edition, seats=3), first=0, seed=str(seed), position=None)
        match.started = True
        match.take_over(moves := match.luck(), lines_of(moves, None))
        while not match.over:
            ask = match.decide
            assert ask is not None
            action = rng.choice(ask.options)
            # The seat that decides holds the same tiles in both worlds, onlookers do not know.
            world = determinize(
                view(match.edition, match.state, ask, viewer=ask.seat), Random(rng.random())
            )
            real = advance(match.edition, match.step, action)
            twin = advance(match.edition, Step(world, (), ask), action)
            told += same_story(match, Move(action, ask.seat, real), twin)
            moves = match.decided(action)
            match.take_over(moves, lines_of(moves, None))
    assert told > 20


def same_story(match: Match, move: Move, twin: Step) -> bool:
    real, seat = move.step, move.seat

    def story(step: Step) -> bytes:
        copy = match.snapshot()
        last = len(copy.moves)
        copy.moves.append(Move(move.action, seat, step))
        copy.versions.append(copy.version)
        teller = Teller(copy, Chronicle(match.edition, NAMES))
        telling = teller.telling(last, last + 1)
        message = telling.message(seat, EXACT, answers=None, clock=None, undo=False)
        return msgspec.json.encode(to_wire((message.moves, message.log, message.change)))

    if seen_events(real.events, seat) != seen_events(twin.events, seat):
        return False  # The rules themselves tell the two worlds apart now.
    if seen_state(real.state, seat) != seen_state(twin.state, seat):
        return False
    assert story(real) == story(twin)
    return True


def test_errors_tell_nothing_about_hidden_tiles(house: House) -> None:
    ada, eve = house.person(), house.person()
    table = ada.create("classic", "you open", seed=None)
    eve.post(f"/api/tables/{table}/seats/1/claim", {})
    one, two = ada.sit(table), eve.sit(table)
    assert one.until_asked()
    two.catch_up(one.version)
    answers = {tell(two, f"T{number:02}/0") for number in range(1, 36)}
    assert len(answers) == 1


def tell(sitting: Sitting, action: str) -> str:
    answer = sitting.act(action, seat=1)
    return f"{answer['code']} {answer['message']}"


def test_the_record_of_a_running_game_is_closed_to_its_only_person_too(house: House) -> None:
    """It names every tile the bots have drawn."""
    ada = house.person()
    table = ada.create("classic", "you random")
    assert ada.sit(table).until_asked()
    assert ada.refused("GET", f"/api/tables/{table}/record") == (409, "still_running")


def test_running_games_are_not_open_to_others(house: House) -> None:
    ada, eve = house.person(), house.person()
    table = ada.create("classic", "you open random")
    eve.post(f"/api/tables/{table}/seats/1/claim", {})
    assert eve.refused("GET", f"/api/tables/{table}/record") == (409, "still_running")
    assert eve.refused("GET", f"/api/tables/{table}/gif")[1] in (
        "still_running",
        "pictures_missing",
    )
    own = ada.get(f"/api/tables/{table}/steps")
    hers = eve.get(f"/api/tables/{table}/steps")
    assert not own["complete"]
    for steps, seat in ((own, 0), (hers, 1)):
        hands = steps["steps"][-1]["view"]["hands"]
        assert [("?" in hand) for hand in hands] == [n != seat for n in range(3)]
    for step in house.program().get(f"/api/tables/{table}/steps")["steps"]:
        assert not TILE.search(json.dumps([step["view"]["hands"], step["events"]]))
        assert not TILE.search(step.get("action", ""))
    svg = eve.http.get(f"/api/tables/{table}/svg").text
    hidden = set(own["steps"][-1]["view"]["hands"][0])
    assert not hidden & set(TILE.findall(svg))


def test_no_surface_tells_worlds_apart() -> None:
    """A few pairs of the many that `tests/server/leak_pairs.py` compares."""
    counted = run(100, seed=2)
    assert sum(counted.values()) >= 100
    assert {what.partition(": ")[2] for what in counted} == {"the same"}
    assert len(counted) == len(EDITIONS)
