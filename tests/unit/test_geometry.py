"""Cells, sides, marks and places round the rim."""

from __future__ import annotations

import pytest

from tsuro.core.geometry import (
    Beside,
    Cell,
    Side,
    Stop,
    across,
    cells,
    is_ring,
    rim_marks,
    rim_places,
    rim_side,
    turn_point,
)


def test_names_of_cells_stops_and_places() -> None:
    assert str(Cell(0, 0)) == "a1"
    assert str(Cell(7, 7)) == "h8"
    assert str(Stop(Cell(9, 9), 0)) == "j10.0"
    assert str(Cell(25, 25)) == "z26"
    assert str(Stop(Cell(2, 3), 10)) == "c4.10"
    assert [str(Beside(Cell(2, 0), side)) for side in Side] == ["c1.n", "c1.e", "c1.s", "c1.w"]


@pytest.mark.parametrize("col", [-1, 26])
def test_a_cell_off_every_board_is_not_taken_for_another(col: int) -> None:
    assert str(Cell(col, 2)) == f"({col},2)"


def test_a_side_has_two_ports_and_two_corners() -> None:
    assert [(side.ports, side.corners) for side in Side] == [
        ((0, 1), (8, 9)),
        ((2, 3), (9, 10)),
        ((4, 5), (10, 11)),
        ((6, 7), (11, 8)),
    ]


@pytest.mark.parametrize(
    ("corner", "cell", "touching"),
    [(8, (1, 1), 10), (9, (3, 1), 11), (10, (3, 3), 8), (11, (1, 3), 9)],
)
def test_corners_touch_diagonal_cells(corner: int, cell: tuple[int, int], touching: int) -> None:
    assert across(Stop(Cell(2, 2), corner)) == Stop(Cell(*cell), touching)


def test_corners_turn_clockwise_with_the_tile() -> None:
    assert [turn_point(corner, 1) for corner in (8, 9, 10, 11)] == [9, 10, 11, 8]
    assert [turn_point(8, turns) for turns in range(5)] == [8, 9, 10, 11, 8]


@pytest.mark.parametrize("size", [6, 7])
def test_marks_go_round_the_rim_clockwise(size: int) -> None:
    """The table of start marks in docs/rules/components.md."""
    last, n = size - 1, size
    expected = [
        *(Stop(Cell(i // 2, 0), i % 2) for i in range(2 * n)),
        *(Stop(Cell(last, (i - 2 * n) // 2), 2 + i % 2) for i in range(2 * n, 4 * n)),
        *(Stop(Cell(last - (i - 4 * n) // 2, last), 4 + i % 2) for i in range(4 * n, 6 * n)),
        *(Stop(Cell(0, last - (i - 6 * n) // 2), 6 + i % 2) for i in range(6 * n, 8 * n)),
    ]
    assert rim_marks(size) == tuple(expected)


@pytest.mark.parametrize("size", [6, 7])
def test_side_places_merge_the_two_marks_of_a_side(size: int) -> None:
    places = rim_places(size)
    assert len(places) == 4 * size
    merged = [Beside(mark.cell, rim_side(mark)) for mark in rim_marks(size)[::2]]
    assert list(places) == merged
    assert all(on_rim(place, size) for place in places)


def on_rim(place: Beside, size: int) -> bool:
    outside = across(Stop(place.cell, place.side.ports[0])).cell
    return not (0 <= outside.col < size and 0 <= outside.row < size)


def test_the_ring_is_the_outer_cells() -> None:
    assert sum(is_ring(cell, 6) for cell in cells(6)) == 20
    assert not any(is_ring(Cell(col, row), 6) for col in range(1, 5) for row in range(1, 5))
