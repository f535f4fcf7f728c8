"""Whole games end, and what must hold holds (INV-1, INV-4, INV-11, INV-12, PR-42, PR-50)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from tests.support.phoenix import BOX, phoenix
from tests.support.rules import rule
from tsuro.core.actions import Decision, PlaceTile, Rise
from tsuro.core.asks import Decide
from tsuro.core.events import TurnBegan
from tsuro.core.ids import PawnId, Seat
from tsuro.core.state import GameState, Pawn, Status
from tsuro.editions.edition import Edition
from tsuro.editions.phoenix.switches import SWITCHES
from tsuro.editions.registry import build_edition
from tsuro.engine.chance import SeededChance
from tsuro.engine.invariants import violations
from tsuro.engine.play import Step, advance, begin
from tsuro.formats.notation import parse_cell, parse_laid, parse_stop
from tsuro.rules.phoenix.edge_stack import PhoenixTile, is_short
from tsuro.rules.phoenix.flight import Flight, pawn_of
from tsuro.rules.phoenix.lanterns import Lanterns
from tsuro.rules.phoenix.soaring import PawnLeft

ALWAYS_ASKED = ("PR-20", "PR-22", "PR-7", "PR-19")
"""Rules whose decisions are asked even if there is one option only."""


def careful(edition: Edition, step: Step, rng: Random) -> Decision:
    """Any option, but rarely one that takes the own pawn off: longer games show more rules."""
    assert isinstance(step.ask, Decide)
    option = rng.choice(step.ask.options)
    for _ in range(3):
        ahead = advance(edition, step, option)
        lost = [each.pawn for each in ahead.events if isinstance(each, PawnLeft)]
        if pawn_of(step.ask.seat) not in lost:
            break
        option = rng.choice(step.ask.options)
    return option


def check_between_turns(edition: Edition, state: GameState) -> None:
    """No memory of a travel is left; who is short waits for the Phoenix tile's holder (PR-40)."""
    assert state.part(Flight) == Flight()
    assert state.part(Lanterns).stars == ()
    short = [seat for seat in map(Seat, range(state.seats)) if is_short(state, seat)]
    holder = state.part(PhoenixTile).holder
    assert (holder in short) if short else (holder is None)
    for seat, hand in enumerate(state.hands):
        on_way = state.pawns[seat].status in (Status.ON, Status.WAITING)
        assert on_way or not hand


def check_round_one(step: Step) -> None:
    """PR-50: in round one everybody's first move is the own entry."""
    state = step.state
    assert isinstance(step.ask, Decide)
    if any(pawn.status is Status.WAITING for pawn in state.pawns if pawn.seat != step.ask.seat):
        assert not isinstance(step.ask.options[0], Rise)
    if 1 <= state.turn.number <= state.seats and isinstance(step.ask.options[0], PlaceTile):
        beside = state.pawns[step.ask.seat].beside
        assert beside is not None
        assert state.board[beside.cell] is None


def play_out(edition: Edition, seed: int) -> Step:
    rng, chance = Random(seed), SeededChance(seed)
    first = seed % edition.seats
    folded = edition.opening(Seat(first))
    step = begin(edition, first=first)
    while True:
        for event in step.events:
            folded = event.fold(folded)
            if isinstance(event, TurnBegan) and event.number > 1:
                check_between_turns(edition, folded)
        assert replace(folded, cursor=step.state.cursor) == step.state
        assert list(violations(edition, step.state)) == []
        if step.ask is None:
            return step
        if isinstance(step.ask, Decide):
            assert len(step.ask.options) > (0 if step.ask.rule in ALWAYS_ASKED else 1)
            check_round_one(step)
            step = advance(edition, step, careful(edition, step, rng))
        else:
            step = advance(edition, step, chance.pick(step.ask))


@rule("INV-1", "INV-4", "INV-11", "INV-12", "PR-42", "PR-50", "PR-40")
@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("winds", ["off", "on"])
def test_games_end_and_keep_the_rules(seats: int, winds: str) -> None:
    edition = build_edition("phoenix", seats=seats, switches={"winds_of_change": winds})
    for seed in range(2):
        step = play_out(edition, seed)
        assert step.state.result is not None
        assert len(step.state.board.squares) == 36


@rule("INV-1", "INV-11", "INV-12")
@pytest.mark.parametrize("values", list(product(*(option.values[1:] for option in SWITCHES[1:]))))
@pytest.mark.parametrize("winds", ["off", "on"])
def test_the_other_readings_of_the_rules_play_as_well(winds: str, values: tuple[str, ...]) -> None:
    names = [option.name for option in SWITCHES[1:]]
    switches = {"winds_of_change": winds, **dict(zip(names, values, strict=True))}
    for seats in (2, 5):
        edition = build_edition("phoenix", seats=seats, switches=switches)
        assert play_out(edition, seed=seats).state.result is not None


@rule("INV-1")
def test_the_sixteen_centre_tiles_stay_on_the_board() -> None:
    state = play_out(build_edition("phoenix", seats=4), seed=4).state
    laid = Counter(each.tile for _, each in state.board.occupied())
    assert all(laid[tile] == 1 for tile in BOX.centre)


FULL = {"b2": "C01a/0", "c2": "C02a/0", "d2": "C03a/0", "e2": "C04a/0", "b3": "C05a/0"}
LIT = "b2 c2 d2 e2 b3 c3 d3"


def broken(state: GameState, edition: Edition) -> set[str]:
    return {violation.rule for violation in violations(edition, state)}


def sound_table() -> tuple[GameState, Edition]:
    table = phoenix("c1.n", "f4.e", board=FULL, hands=["E01 E02", "E03 E04"], lanterns=LIT)
    return table.state, table.edition


@rule("INV-11", "PR-39", "PR-40", "PR-42")
def test_wrong_counts_are_found() -> None:
    sound, edition = sound_table()
    assert broken(sound, edition) == set()
    lanterns = sound.part(Lanterns)
    cells = [cell for cell, _ in lanterns.markers]
    doubled = ((cells[0], "orange"), *lanterns.markers[:3], (cells[0], "orange"))
    faults = {
        "PR-42": replace(sound, hands=(sound.hands[0][:1], sound.hands[1])),
        "PR-39": sound.with_part(PhoenixTile(Seat(0))),
        "PR-40": sound.with_part(PhoenixTile(Seat(1))),
        "INV-11": sound.with_part(replace(lanterns, markers=doubled)),
    }
    for rule_id, state in faults.items():
        assert rule_id in broken(state, edition), rule_id


@rule("INV-11")
def test_a_marker_without_its_icon_or_a_star_left_behind_is_found() -> None:
    sound, edition = sound_table()
    lanterns = sound.part(Lanterns)
    wandering = replace(lanterns, markers=(*lanterns.markers[1:], (parse_cell("e5"), "blue")))
    assert "INV-11" in broken(sound.with_part(wandering), edition)
    starred = replace(lanterns, stars=(parse_cell("b2"),))
    assert "INV-11" in broken(sound.with_part(starred), edition)


@rule("INV-1", "PR-6")
def test_a_tile_in_the_wrong_place_is_found() -> None:
    sound, edition = sound_table()
    board = sound.board.with_tile(parse_cell("b2"), parse_laid("E20a/0"))
    assert {"PR-6", "INV-1"} <= broken(replace(sound, board=board), edition)


@rule("INV-12", "PR-15", "PR-27")
def test_a_pawn_in_an_impossible_place_is_found() -> None:
    sound, edition = sound_table()
    before_open_path = Pawn(Seat(0), Status.ON, parse_stop("b3.6"), parse_cell("a3"))
    astray = replace(before_open_path, behind=parse_cell("c2"))
    meeting = Pawn(Seat(1), Status.ON, parse_stop("a3.3"), parse_cell("b3"))
    state = sound.with_pawn(PawnId(0), before_open_path)
    assert "INV-12" in broken(state, edition)
    assert "PR-27" in broken(state.with_pawn(PawnId(1), meeting), edition)
    assert "PR-15" in broken(sound.with_pawn(PawnId(0), astray), edition)
