"""What a viewer is shown of a decision: where pawns would end, and what could be played instead."""

from __future__ import annotations

import pytest

from tsuro.core.actions import Keep, PlaceTile
from tsuro.core.board import Crossing
from tsuro.core.events import PawnLost, PawnMoved
from tsuro.core.geometry import Cell, Stop
from tsuro.core.ids import PawnId
from tsuro.core.state import Fate
from tsuro.formats.notation import parse_action
from tsuro.telling import asking, foresight
from tsuro.telling.position import ends_after

HERE, THERE = Stop(Cell(1, 0), 6), Stop(Cell(2, 0), 6)
MOVED = PawnMoved(PawnId(0), (), HERE)


def test_a_pawn_that_is_struck_where_it_stands_is_shown_with_its_fate() -> None:
    lost = [PawnLost(PawnId(pawn), Fate.COLLISION) for pawn in (0, 2)]
    first, second = foresight._moves([MOVED, *lost])
    assert (first.pawn, first.stop, first.fate) == (0, HERE, "collision")
    assert (second.pawn, second.route, second.stop, second.fate) == (2, (), None, "collision")


def test_later_journeys_replace_earlier_ones_and_leave_the_others() -> None:
    ends = {PawnId(0): THERE, PawnId(1): THERE}
    assert ends_after(ends, [MOVED]) == {PawnId(0): HERE, PawnId(1): THERE}
    assert ends_after(ends, []) == ends


@pytest.mark.parametrize(
    ("barred", "legal", "nearest"),
    [
        ("T05/3", ("T05/1", "T05/0"), "T05/0"),
        ("T05/0", ("T05/2", "T05/3"), "T05/3"),
        ("T05/1", ("T05/3", "T05/2"), "T05/2"),
        ("T05/1", ("T06/1", "T05/3"), "T05/3"),
        ("E05a/0", ("E05b/0", "E05a/2"), "E05a/2"),
        ("a:T05/0", ("b:T05/0", "a:T05/2"), "a:T05/2"),
    ],
)
def test_the_nearest_placement_is_the_same_tile_turned_least(
    barred: str, legal: tuple[str, ...], nearest: str
) -> None:
    action = parse_action(barred)
    assert isinstance(action, PlaceTile)
    options = [each for text in legal if isinstance(each := parse_action(text), PlaceTile)]
    assert asking._nearest(action, options) == nearest
    assert asking._nearest(action, []) is None
    assert asking._nearest(Keep(), options) == legal[0]


def test_the_way_of_a_pawn_that_moves_twice_is_one() -> None:
    ways = tuple(Crossing(Cell(column, 0), 7, 3) for column in (1, 2))
    moves = [PawnMoved(PawnId(0), (way,), THERE) for way in ways]
    (ghost,) = foresight._moves(moves)
    assert (ghost.route, ghost.stop, ghost.fate) == (ways, THERE, None)
