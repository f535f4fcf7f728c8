"""Before the first turn (PR-7 to PR-10, PR-12)."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.support.phoenix import BOX, SIZE
from tests.support.rules import rule
from tsuro.core.asks import Chance, Decide
from tsuro.core.geometry import Cell
from tsuro.core.ids import Seat
from tsuro.core.state import Status
from tsuro.editions.registry import build_edition
from tsuro.engine.play import Step, advance, begin
from tsuro.formats.notation import parse_action
from tsuro.rules.phoenix.centre import Centre
from tsuro.rules.phoenix.edge_stack import PhoenixTile
from tsuro.rules.phoenix.lanterns import Lanterns
from tsuro.rules.phoenix.rising import Ashes

EDITION = build_edition("phoenix", seats=3)
CENTRE = [Cell(col, row) for row in range(1, 5) for col in range(1, 5)]


def play(step: Step, *actions: str) -> Step:
    for action in actions:
        step = advance(EDITION, step, parse_action(action))
    return step


def started(first: int = 0) -> Step:
    return play(begin(EDITION, first=first), "a1.n", "c1.n", "f6.s")


def laid_out(first: int = 0) -> Step:
    """Centre tiles in order, C01 in the north-west, each turned once more than the one before."""
    lay = (f"*{tile}/{number % 4}" for number, tile in enumerate(BOX.centre))
    return play(started(first), *lay)


def options(step: Step) -> list[str]:
    assert isinstance(step.ask, Decide)
    return [str(option) for option in step.ask.options]


@rule("PR-7")
def test_a_pawn_starts_beside_any_ring_cell() -> None:
    places = options(begin(EDITION))
    assert len(places) == 24
    assert len({place[:2] for place in places}) == 20
    assert {"a1.n", "a1.w"} <= set(places)


@rule("PR-7")
def test_a_ring_cell_takes_one_pawn() -> None:
    step = play(begin(EDITION), "a1.n")
    assert not {"a1.n", "a1.w"} & set(options(step))
    assert len(options(step)) == 22


@rule("PR-7", "PR-13")
def test_the_first_player_chooses_first_then_clockwise() -> None:
    step = begin(EDITION, first=1)
    seats = []
    for place in ("a1.n", "c1.n", "f6.s"):
        assert isinstance(step.ask, Decide)
        seats.append(step.ask.seat)
        step = play(step, place)
    assert seats == [1, 2, 0]
    assert all(pawn.status is Status.WAITING for pawn in step.state.pawns)


@rule("PR-7")
def test_everybody_has_a_life_token() -> None:
    assert started().state.part(Ashes).lives == (True, True, True)


@rule("PR-8")
def test_start_places_are_chosen_before_the_centre_is_laid() -> None:
    step = begin(EDITION)
    assert isinstance(step.ask, Decide)
    assert all(square is None for square in step.state.board.squares)
    step = started()
    assert isinstance(step.ask, Chance)
    assert step.ask.rule == "PR-9"


@rule("PR-9")
def test_the_centre_is_laid_at_random_row_by_row() -> None:
    step = started()
    assert isinstance(step.ask, Chance)
    assert {str(outcome) for outcome, _ in step.ask.outcomes} == {
        f"*{tile}/{rotation}" for tile in BOX.centre for rotation in range(4)
    }
    assert {weight for _, weight in step.ask.outcomes} == {1}
    step = play(step, "*C07/3")
    assert step.state.board[Cell(1, 1)] == ("C07", 3, 0)
    assert isinstance(step.ask, Chance)
    assert not any("C07" in str(outcome) for outcome, _ in step.ask.outcomes)
    step = play(step, "*C02/0")
    assert step.state.board[Cell(2, 1)] == ("C02", 0, 0)


@rule("PR-6", "PR-9")
def test_only_the_centre_is_laid_cloud_side_up() -> None:
    state = laid_out().state
    assert [cell for cell, _ in state.board.occupied()] == CENTRE
    assert {laid.face for _, laid in state.board.occupied()} == {0}
    assert state.part(Centre).undrawn == ()


@rule("PR-5", "PR-10")
def test_glowing_cloud_sides_get_the_seven_markers() -> None:
    lanterns = laid_out().state.part(Lanterns)
    assert [cell for cell, _ in lanterns.markers] == CENTRE[:7]
    assert Counter(colour for _, colour in lanterns.markers) == {
        "orange": 3, "blue": 2, "yellow": 2,
    }  # fmt: skip
    assert all(
        BOX.tiles[BOX.centre[number]].lantern == colour
        for number, (_, colour) in enumerate(lanterns.markers)
    )


@rule("PR-9", "PR-12")
@pytest.mark.parametrize("first", [0, 2])
def test_everybody_gets_two_edge_tiles_and_the_first_player_begins(first: int) -> None:
    step = laid_out(first)
    step = play(step, "*E01", "*E02", "*E03", "*E04", "*E05", "*E06")
    assert step.state.hands[first] == ("E01", "E02")
    assert [len(hand) for hand in step.state.hands] == [2, 2, 2]
    assert len(step.state.pile) == 20 - 6
    assert step.state.part(PhoenixTile).holder is None
    assert isinstance(step.ask, Decide)
    assert step.ask.seat == Seat(first)
    assert step.state.turn.number == 1


@rule("PR-5")
def test_the_board_is_six_by_six() -> None:
    assert SIZE == EDITION.size == 6
    assert EDITION.bag == BOX.edge
