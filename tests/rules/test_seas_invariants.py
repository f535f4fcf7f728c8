"""Tsuro of the Seas: what holds after every step of random games, with every switch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations, pairwise, product
from random import Random

import pytest

from tests.support.rules import rule
from tsuro.core.asks import Chance, Decide
from tsuro.core.events import Event
from tsuro.core.ids import Seat
from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.editions.registry import build_edition, edition_info
from tsuro.editions.seas.switches import SWITCHES
from tsuro.engine.chance import SeededChance
from tsuro.engine.play import Step, advance, begin
from tsuro.formats.position import format_position, parse_position
from tsuro.rules.placing import PlacePhase, placements
from tsuro.rules.seas.daikaiju import Sea
from tsuro.rules.seas.placing import AvoidPeril

SETTINGS = [
    dict(values) for values in product(*([(o.name, v) for v in o.values] for o in SWITCHES))
]


def played(edition: Edition, seed: int, *, first: int = 0) -> list[Step]:
    """Every step of a random game."""
    rng, luck = Random(seed), SeededChance(seed)
    steps = [begin(edition, first=first)]
    while (ask := steps[-1].ask) is not None:
        action = luck.pick(ask) if isinstance(ask, Chance) else rng.choice(ask.options)
        steps.append(advance(edition, steps[-1], action))
    return steps


def check_tiles(state: GameState) -> None:
    """INV-1 and INV-4."""
    found = Counter(laid.tile for _, laid in state.board.occupied())
    found.update(tile for hand in state.hands for tile in hand)
    found.update(state.pile.bag)
    found.update(buried.tile for buried in (*state.pile.bottom, *state.box))
    assert found.total() == 56
    assert max(map(len, state.hands)) <= 3


def check_daikaiju(state: GameState) -> None:
    """INV-1 and INV-9."""
    part = state.part(Sea)
    drawn = () if part.drawn is None else (part.drawn,)
    on_board = [each.name for each in part.on_board]
    assert len({*on_board, *part.bag, *part.bottom, *part.gone, *drawn}) == 10
    assert len([*on_board, *part.bag, *part.bottom, *part.gone, *drawn]) == 10
    held = part.cells()
    assert len(held) == len(on_board)
    assert all(state.board[cell] is None for cell in held)
    if state.cursor.phase == "roll":
        assert len(held) >= 3 or not part.draws()
    for ship in state.pawns:
        if ship.stop is None:
            continue
        assert state.board[ship.stop.cell] is None
        on_turn = ship.seat == state.turn.seat and state.cursor.phase == "place"
        assert not on_turn or ship.stop.cell not in held
    for pawn in part.offers:
        assert state.pawns[pawn].stop is not None
        assert state.pawns[pawn].behind is None


def check_open_fronts(state: GameState) -> None:
    """INV-10."""
    stops = [ship.stop for ship in state.pawns if ship.stop is not None]
    assert len(set(stops)) == len(stops)
    assert all(state.board[stop.cell] is None for stop in stops)


def check_shared_fronts(edition: Edition, before: Step, after: Step) -> None:
    """INV-9: ships come to share a front only if every placement would have done so (SE-29)."""
    if pairs_on_one_front(after.state) <= pairs_on_one_front(before.state):
        return
    (phase,) = (each for each in edition.turn if isinstance(each, PlacePhase))
    assert isinstance(phase.legality, AvoidPeril)
    for action in placements(before.state, edition.tiles):
        assert phase.legality.peril(before.state, action).sharing


def pairs_on_one_front(state: GameState) -> set[tuple[int, int]]:
    ships = [(number, ship.stop) for number, ship in enumerate(state.pawns) if ship.stop]
    return {(one[0], other[0]) for one, other in combinations(ships, 2) if one[1] == other[1]}


def check_ask(step: Step) -> None:
    """INV-15, and nobody is asked who has no choice or is out."""
    if not isinstance(step.ask, Decide):
        return
    assert step.state.is_in(step.ask.seat)
    assert len(set(step.ask.options)) == len(step.ask.options)
    always_asked = step.state.cursor.phase in ("place", "start")
    assert len(step.ask.options) >= (1 if always_asked else 2)


@rule("INV-1", "INV-4", "INV-9", "INV-10", "INV-15", "SE-12", "SE-37")
@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_every_switch_and_number_of_seats(number: int) -> None:
    switches: Mapping[str, str] = SETTINGS[number]
    for seats in (2 + number % 7, 2 + (number + 3) % 7):
        edition = build_edition("seas", seats=seats, switches=switches)
        steps = played(edition, number, first=number % seats)
        for step in steps:
            check_tiles(step.state)
            check_ask(step)
            if switches["daikaiju"] == "on":
                check_daikaiju(step.state)
            else:
                check_open_fronts(step.state)
        if switches["same_direction"] == "strict":
            for before, after in pairwise(steps):
                check_shared_fronts(edition, before, after)
        check_fold(edition, steps, first=number % seats)
        assert steps[-1].state.result is not None


def check_fold(edition: Edition, steps: list[Step], *, first: int) -> None:
    """The events alone rebuild the last state, and every position survives its notation."""
    events: list[Event] = [event for step in steps for event in step.events]
    state = edition.opening(Seat(first))
    for event in events:
        state = event.fold(state)
    last = steps[-1].state
    assert replace(state, cursor=last.cursor) == last
    for step in steps[::25]:
        line = format_position(edition, step.state)
        assert parse_position(line).state == step.state


@rule("INV-14")
def test_the_same_seed_gives_the_same_game() -> None:
    edition = build_edition("seas", seats=5)
    assert played(edition, 3) == played(edition, 3)


def test_the_switches_have_the_defaults_of_the_rules() -> None:
    defaults = {option.name: option.default for option in edition_info("seas").switches}
    assert defaults == {
        "daikaiju": "on",
        "die": "shared",
        "removed": "recycle",
        "eliminated": "rest",
        "same_direction": "strict",
        "spawn_tile": "bottom",
    }
