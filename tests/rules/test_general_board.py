"""The shared board: cells, ports, tiles and how a path is traced (GEN-1 to GEN-14)."""

from __future__ import annotations

import pytest

from tests.support.rules import rule
from tests.support.tables import Table
from tsuro.core.board import Board, Crossing, Ending, trail, walk
from tsuro.core.events import PawnMoved
from tsuro.core.geometry import (
    Cell,
    Side,
    Stop,
    across,
    cells,
    link,
    on_board,
    rim_marks,
    turn_point,
)
from tsuro.core.ids import TileId
from tsuro.core.tiles import (
    NO_PATH,
    Laid,
    canonical_code,
    pairs_of,
    rotate,
    wiring_of,
)
from tsuro.editions.printed import shapes
from tsuro.editions.registry import build_edition
from tsuro.formats.notation import parse_cell, parse_laid, parse_stop

CLASSIC = build_edition("classic", seats=3)
PATHS = CLASSIC.tiles


def board_of(size: int, **laid: str) -> Board:
    board = Board.empty(size)
    for cell, text in laid.items():
        board = board.with_tile(parse_cell(cell), parse_laid(text))
    return board


def matchings(ports: tuple[int, ...]) -> list[tuple[tuple[int, int], ...]]:
    """Every way to join ports in pairs."""
    if not ports:
        return [()]
    first, *rest = ports
    return [
        ((first, other), *others)
        for other in rest
        for others in matchings(tuple(port for port in rest if port != other))
    ]


@rule("GEN-1")
def test_columns_grow_to_the_east_and_rows_to_the_south() -> None:
    assert list(cells(2)) == [Cell(0, 0), Cell(1, 0), Cell(0, 1), Cell(1, 1)]
    assert across(Stop(Cell(2, 2), Side.EAST.ports[0])).cell == Cell(3, 2)
    assert across(Stop(Cell(2, 2), Side.SOUTH.ports[0])).cell == Cell(2, 3)
    assert str(Cell(2, 0)) == "c1"
    assert parse_cell("c1") == Cell(2, 0)


@rule("GEN-1")
def test_the_board_ends_at_its_size() -> None:
    assert [cell for cell in cells(7) if cell not in Board.empty(6)] == [
        Cell(col, row) for row in range(7) for col in range(7) if max(col, row) == 6
    ]
    assert not on_board(Cell(-1, 0), 6)
    assert not on_board(Cell(0, -1), 6)


@rule("GEN-2")
def test_ports_are_numbered_clockwise_from_the_left_of_the_north_side() -> None:
    assert [side.ports for side in Side] == [(0, 1), (2, 3), (4, 5), (6, 7)]
    # The left port of the north side touches the left port of the cell above, and so on round.
    assert [across(Stop(Cell(2, 2), port)).cell for port in range(8)] == [
        *[Cell(2, 1)] * 2,
        *[Cell(3, 2)] * 2,
        *[Cell(2, 3)] * 2,
        *[Cell(1, 2)] * 2,
    ]


@rule("GEN-3")
@pytest.mark.parametrize(
    ("port", "neighbour", "arrival"),
    [
        (0, (2, 1), 5),
        (1, (2, 1), 4),
        (2, (3, 2), 7),
        (3, (3, 2), 6),
        (4, (2, 3), 1),
        (5, (2, 3), 0),
        (6, (1, 2), 3),
        (7, (1, 2), 2),
    ],
)
def test_leaving_by_a_port_arrives_at_the_port_that_touches_it(
    port: int, neighbour: tuple[int, int], arrival: int
) -> None:
    assert across(Stop(Cell(2, 2), port)) == Stop(Cell(*neighbour), arrival)


@rule("GEN-4")
def test_a_link_has_one_name_from_both_sides() -> None:
    assert link(Stop(Cell(2, 0), 4)) == link(Stop(Cell(2, 1), 1))
    everywhere = {link(Stop(cell, port)) for cell in cells(6) for port in range(8)}
    assert len(everywhere) == (6 * 6 * 8 + len(rim_marks(6))) // 2


@rule("GEN-4")
def test_half_of_a_rim_link_lies_outside() -> None:
    assert all(not on_board(across(mark).cell, 6) for mark in rim_marks(6))


@rule("GEN-5")
@pytest.mark.parametrize("name", sorted(shapes()))
def test_a_path_tile_joins_every_port_to_one_other(name: str) -> None:
    wiring = shapes()[name].wiring
    assert [wiring[wiring[port]] for port in range(8)] == list(range(8))
    assert all(wiring[port] != port for port in range(8))
    assert wiring[8:] == (NO_PATH,) * 4


@rule("GEN-5")
def test_lines_that_cross_do_not_interact() -> None:
    board = board_of(6, c3="T32/0")
    assert walk(board, PATHS, parse_stop("c3.0")).end == parse_stop("c4.1")
    assert walk(board, PATHS, parse_stop("c3.6")).end == parse_stop("d3.7")


@rule("GEN-6")
@pytest.mark.parametrize("turns", range(4))
def test_a_quarter_turn_moves_every_port_two_places_on(turns: int) -> None:
    assert [turn_point(port, turns) for port in range(8)] == [
        (port + 2 * turns) % 8 for port in range(8)
    ]


@rule("EX-GEN-1", "GEN-6")
@pytest.mark.parametrize(
    ("laid", "pairs"),
    [
        ("T02/0", ((0, 1), (2, 3), (4, 6), (5, 7))),
        ("T02/1", ((0, 6), (1, 7), (2, 3), (4, 5))),
        ("T02/2", ((0, 2), (1, 3), (4, 5), (6, 7))),
        ("T02/3", ((0, 1), (2, 4), (3, 5), (6, 7))),
    ],
)
def test_turning_a_tile(laid: str, pairs: tuple[tuple[int, int], ...]) -> None:
    assert PATHS.wiring(parse_laid(laid)) == wiring_of(pairs)


@rule("GEN-7")
def test_105_pairings_make_35_patterns_under_rotation() -> None:
    wirings = [wiring_of(pairs) for pairs in matchings(tuple(range(8)))]
    assert len(wirings) == 105
    codes = sorted({canonical_code(wiring) for wiring in wirings})
    assert [(name, canonical_code(face.wiring)) for name, face in shapes().items()] == [
        (f"T{number:02}", code) for number, code in enumerate(codes, 1)
    ]
    assert sum(face.distinct_rotations for face in shapes().values()) == 105


@rule("GEN-7")
def test_mirror_images_are_different_tiles() -> None:
    names = {canonical_code(face.wiring): name for name, face in shapes().items()}
    mirrors = {
        name: names[
            canonical_code(wiring_of(((1 - a) % 8, (1 - b) % 8) for a, b in pairs_of(face.wiring)))
        ]
        for name, face in shapes().items()
    }
    two_handed = {frozenset(pair) for pair in mirrors.items() if len(set(pair)) == 2}
    assert two_handed == {
        frozenset(pair)
        for pair in (("T05", "T08"), ("T07", "T09"), ("T17", "T29"), ("T18", "T25"), ("T19", "T31"))
    }


@rule("GEN-7")
def test_the_code_is_the_smallest_pair_list_over_the_rotations() -> None:
    turned = rotate(shapes()["T32"].wiring, 1)
    assert canonical_code(turned) == "04152637"


@rule("GEN-8")
def test_a_tile_as_it_lies_is_written_with_its_rotation() -> None:
    assert parse_laid("T02/1") == Laid(TileId("T02"), 1)
    assert parse_laid("E05b/2") == Laid(TileId("E05"), 2, 1)


@rule("GEN-9")
def test_a_pawn_faces_the_cell_it_will_enter_and_remembers_the_tile_it_crossed() -> None:
    table = Table("classic", pawns=["c1.0", "f6.4"], hands=["T32", "T01"])
    assert table.state.pawns[0].behind is None
    table.play("T32/0")
    assert table.state.pawns[0].stop == Stop(Cell(2, 1), 1)
    assert table.state.pawns[0].behind == Cell(2, 0)


@rule("GEN-10")
def test_a_tile_goes_on_the_front_cell_and_nowhere_else() -> None:
    table = Table("classic", pawns=["c1.0", "f6.4"], hands=["T32", "T01"])
    assert table.options == ["T32/0"]
    table.play("T32/0")
    assert [str(cell) for cell, _ in table.state.board.occupied()] == ["c1"]


@rule("GEN-11")
def test_a_trace_ends_before_an_empty_cell() -> None:
    path = walk(board_of(6, c1="T32/0", c2="T34/0"), PATHS, parse_stop("c1.0"))
    assert path.ending is Ending.OPEN
    assert path.crossings == (Crossing(Cell(2, 0), 0, 4), Crossing(Cell(2, 1), 1, 4))
    assert path.end == parse_stop("c3.1")


@rule("GEN-11")
def test_a_trace_that_has_not_begun_ends_where_it_is() -> None:
    path = walk(Board.empty(6), PATHS, parse_stop("c1.0"))
    assert (path.ending, path.end, path.crossings) == (Ending.OPEN, parse_stop("c1.0"), ())


@rule("GEN-11")
def test_a_trace_ends_at_the_edge() -> None:
    path = walk(board_of(6, c1="T01/0"), PATHS, parse_stop("c1.0"))
    assert path.ending is Ending.EDGE
    assert path.end == Stop(Cell(2, -1), 4)


@rule("GEN-11")
def test_a_trace_ends_before_a_daikaiju() -> None:
    board = board_of(7, d3="T34/0")
    path = walk(board, PATHS, parse_stop("d3.0"), daikaiju=[parse_cell("d4")])
    assert path.ending is Ending.DAIKAIJU
    assert path.end == parse_stop("d4.0")


@rule("GEN-11")
def test_a_trace_that_comes_back_to_its_start_is_a_loop() -> None:
    board = board_of(7, d3="T24/0", c3="T02/0", d4="T09/0")
    path = walk(board, PATHS, parse_stop("d4.0"))
    assert path.ending is Ending.LOOP
    assert len(path.crossings) == 4


@rule("GEN-11")
def test_crossing_one_tile_twice_is_no_loop() -> None:
    path = walk(board_of(6, c2="T01/0", c1="T32/0"), PATHS, parse_stop("c1.0"))
    assert [str(crossing.cell) for crossing in path.crossings] == ["c1", "c2", "c1"]
    assert path.ending is Ending.EDGE


@rule("GEN-12")
def test_every_pawn_at_the_new_tile_moves_and_no_other() -> None:
    table = Table(
        "classic",
        pawns=["d3.0<d2", "d3.2<e3", "d3.3<e3", "b2.0<b1"],
        board={"d2": "T34/0", "e3": "T34/0", "b1": "T34/0"},
        hands=["T32", "", "", ""],
        pile="",
    ).play("T32/0")
    moved = [event.pawn for event in table.events if isinstance(event, PawnMoved)]
    assert moved == [0, 1, 2]
    assert [table.stop(pawn) for pawn in range(4)] == ["d4.1", "c3.3", "c3.2", "b2.0"]


@rule("GEN-13")
def test_every_front_has_one_successor_and_one_predecessor() -> None:
    board = board_of(
        3,
        a1="T05/1",
        b1="T17/0",
        c1="T07/3",
        a2="T29/2",
        b2="T20/1",
        c2="T02/0",
        a3="T11/3",
        b3="T25/0",
        c3="T31/1",
    )
    starts = [Stop(cell, port) for cell in cells(3) for port in range(8)]
    successors = [
        across(Stop(start.cell, PATHS.wiring(laid)[start.port]))
        for start in starts
        if (laid := board[start.cell]) is not None
    ]
    assert len(set(successors)) == len(starts)


@rule("GEN-13")
def test_the_trail_of_a_pawn_is_its_way_backwards() -> None:
    board = board_of(6, c1="T32/0", c2="T35/0", d2="T34/0")
    path = walk(board, PATHS, parse_stop("c1.0"))
    assert trail(board, PATHS, path.end) == path.crossings


@rule("GEN-14")
def test_pawns_that_ignored_a_head_on_collision_would_leave_the_board() -> None:
    """Each runs back along the other's way to where the other began."""
    board = board_of(6, d1="T34/0", d2="T34/0", d3="T32/0", d4="T34/0", d5="T34/0", d6="T34/0")
    north, south = walk(board, PATHS, parse_stop("d3.0")), walk(board, PATHS, parse_stop("d3.4"))
    assert (north.ending, north.end) == (Ending.EDGE, Stop(Cell(3, 6), 1))
    assert (south.ending, south.end) == (Ending.EDGE, Stop(Cell(3, -1), 5))
