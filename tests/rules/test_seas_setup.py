"""Tsuro of the Seas: dealing, laying out daikaiju, choosing marks (SE-8 to SE-11)."""

from __future__ import annotations

import pytest

from tests.support.rules import rule
from tests.support.seas import places
from tsuro.core.asks import Chance, Decide
from tsuro.editions.registry import build_edition
from tsuro.engine.chance import SeededChance
from tsuro.engine.play import Step, advance, begin
from tsuro.errors import IllegalAction
from tsuro.formats.notation import parse_action
from tsuro.rules.seas.daikaiju import CellRolled, Sea


def opened(seats: int, *, first: int = 0) -> Step:
    """A game up to the first draw of a daikaiju."""
    edition = build_edition("seas", seats=seats)
    luck = SeededChance(7)
    step = begin(edition, first=first)
    while step.state.cursor.phase == "deal":
        assert isinstance(step.ask, Chance)
        step = advance(edition, step, luck.pick(step.ask))
    return step


def play(step: Step, *actions: str) -> Step:
    edition = build_edition("seas", seats=step.state.seats)
    for action in actions:
        step = advance(edition, step, parse_action(action))
    return step


def laid_out(seats: int, *, first: int = 0) -> Step:
    edition = build_edition("seas", seats=seats)
    luck = SeededChance(7)
    step = opened(seats, first=first)
    while isinstance(step.ask, Chance):
        step = advance(edition, step, luck.pick(step.ask))
    return step


@rule("SE-8")
def test_three_tiles_each_and_the_rest_is_the_pile() -> None:
    state = opened(5).state
    assert [len(hand) for hand in state.hands] == [3] * 5
    assert len(state.pile) == 56 - 15
    assert state.cursor.phase == "daikaiju"


@rule("SE-9")
@pytest.mark.parametrize(
    ("seats", "count"), [(2, 6), (3, 6), (4, 6), (5, 5), (6, 5), (7, 4), (8, 4)]
)
def test_how_many_daikaiju_are_laid_out(seats: int, count: int) -> None:
    step = laid_out(seats)
    part = step.state.part(Sea)
    assert len(part.on_board) == count
    assert len(part.bag) == 10 - count
    assert step.state.cursor.phase == "start"


@rule("SE-10", "SE-4")
def test_a_daikaiju_is_drawn_turned_at_random_and_put_where_the_dice_say() -> None:
    step = opened(2)
    assert isinstance(step.ask, Chance)
    weights = {str(outcome): weight for outcome, weight in step.ask.outcomes}
    assert len(weights) == 40
    assert set(weights.values()) == {1}

    step = play(step, "*G3/2")
    assert isinstance(step.ask, Chance)
    weights = {str(outcome): weight for outcome, weight in step.ask.outcomes}
    assert len(weights) == 36
    assert set(weights.values()) == {1}
    assert step.state.part(Sea).drawn == "G3"

    step = play(step, "*g2b5")
    assert places(step.state.part(Sea)) == {"G3": "b6/2"}
    assert "G3" not in step.state.part(Sea).bag


@rule("SE-10")
def test_a_cell_with_a_daikaiju_is_rolled_again() -> None:
    step = play(opened(2), "*G3/2", "*g2b5", "*B4/0", "*g2b5")
    assert step.events == (CellRolled(2, 5, step.state.part(Sea).on_board[0].cell, True),)
    assert places(step.state.part(Sea)) == {"G3": "b6/2"}
    assert places(play(step, "*g1b1").state.part(Sea)) == {"G3": "b6/2", "B4": "a1/0"}


@rule("SE-11")
def test_marks_are_taken_from_the_first_seat_clockwise_one_ship_each() -> None:
    step = laid_out(3, first=1)
    assert isinstance(step.ask, Decide)
    assert step.ask.seat == 1
    assert len(step.ask.options) == 56, "marks beside a daikaiju may be chosen too"
    step = play(step, "a1.0")
    assert isinstance(step.ask, Decide)
    assert step.ask.seat == 2
    with pytest.raises(IllegalAction):
        play(step, "a1.0")
    step = play(step, "a1.1")
    assert isinstance(step.ask, Decide)
    assert step.ask.seat == 0
    step = play(step, "a1.7")
    assert step.state.turn.seat == 1
    assert not list(step.state.board.occupied())
