"""Stars and lanterns in the standard game (PR-29 to PR-35)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from tests.support.boxes import lanterns_elsewhere
from tests.support.games import play_game
from tests.support.phoenix import phoenix
from tests.support.rules import rule
from tests.support.tables import Table
from tsuro.core.events import PawnMoved
from tsuro.core.geometry import Cell, is_ring
from tsuro.core.ids import PawnId, Seat
from tsuro.core.state import Fate, Status
from tsuro.editions.data_table import checked
from tsuro.editions.phoenix.printed import CENTRE, read_phoenix
from tsuro.editions.registry import EDITIONS
from tsuro.formats.notation import parse_cell
from tsuro.rules.phoenix.centre import CentreLaid
from tsuro.rules.phoenix.lanterns import (
    FinalRoundAnnounced,
    LanternMoved,
    Lanterns,
    LanternStayed,
    StarCreated,
    StarsTaken,
)
from tsuro.rules.phoenix.soaring import PawnLeft

A = Seat(0)
PAWN = PawnId(0)
LANE = {"b3": "C03a/0", "c3": "C05a/0", "d3": "C12b/0", "e3": "C14b/0"}
"""A straight path from west to east over a yellow, a blue, a yellow and a blue tile."""


def cell(text: str) -> Cell:
    return parse_cell(text)


def stars(table: Table) -> list[str]:
    return [str(event.cell) for event in table.events if isinstance(event, StarCreated)]


def along_the_lane(
    lanterns: str, board: Mapping[str, str] = LANE, *, scored: Sequence[int] = (0, 0)
) -> Table:
    """Seat 0 enters at a3 and flies through b3, c3, d3 and e3 up to f3."""
    table = phoenix(
        "a3.w", "a6.w", board=board, hands=["E18 E01", "E02 E03"], lanterns=lanterns, scored=scored
    )
    return table.play("E18a/0", "in:6")


@rule("PR-29", "PR-30")
def test_a_star_for_every_marked_tile_that_is_left() -> None:
    table = along_the_lane("c3 b3 e3")
    assert table.stop() == "f3.6"
    assert stars(table) == ["b3", "c3"]


@rule("PR-29")
def test_a_tile_gives_one_star_a_move() -> None:
    """The path goes by c3 to d3, back by c3, and on to c4."""
    board = {"b3": "C03a/0", "c3": "C05a/0", "d3": "C01a/3", "c4": "C12b/0", "d4": "C07b/0"}
    table = along_the_lane("c3", board)
    (moved,) = table.of(PawnMoved)
    assert isinstance(moved, PawnMoved)
    assert [str(crossing.cell) for crossing in moved.route] == ["a3", "b3", "c3", "d3", "c3", "c4"]
    assert stars(table) == ["c3"]


@rule("PR-30", "PR-29")
@pytest.mark.parametrize(("star", "made"), [("on_departure", ["e3"]), ("same_move_only", [])])
def test_the_star_of_a_tile_comes_when_a_later_move_leaves_it(star: str, made: list[str]) -> None:
    table = phoenix(
        "f3.6<e3", "a6.w", board=LANE, hands=["E18 E01", "E02 E03"], lanterns="e3",
        switches={"star": star},
    )  # fmt: skip
    table.play("E18a/0")
    assert stars(table) == made


@rule("EX-PR-3", "PR-30", "PR-31")
def test_the_example_of_a_tile_where_the_move_ends() -> None:
    board = {"c1": "E16b/0", "d2": "C01a/0", "c3": "C03a/0"}
    table = phoenix("d2.8<c1", "a6.w", board=board, hands=["", "E02 E03"], lanterns="d2")
    table.play("turn:C01b/1")
    assert (table.stop(), table.state.pawns[0].behind) == ("c3.9", cell("d2"))
    assert stars(table) == []
    later = phoenix(
        "c3.9<d2", "a6.w", board={**board, "d2": "C01b/1"}, hands=["", "E02 E03"], lanterns="d2"
    )
    later.play("turn:C03b/0")
    assert stars(later) == ["d2"]


@rule("PR-31")
def test_flying_off_the_grid_leaves_the_last_tile() -> None:
    """No printed edge tile has a lantern, so the marker on f3 is put there for the test."""
    table = phoenix("a3.w", "a6.w", board={**LANE, "f3": "E16a/0"}, hands=["E18 E01", "E02 E03"])
    lit = replace(table.state.part(Lanterns), markers=((cell("e3"), "blue"), (cell("f3"), "blue")))
    table.step = replace(table.step, state=table.state.with_part(lit))
    table.play("E18a/0", "in:6")
    assert table.of(PawnLeft) == [PawnLeft(PAWN, Fate.EDGE)]
    assert stars(table) == ["e3", "f3"]


@rule("PR-31")
def test_a_pawn_struck_at_the_end_of_a_tile_has_not_left_it() -> None:
    table = phoenix(
        "a3.w", "f3.6<e3", "a6.w", board=LANE, hands=["E18 E01", "E04 E05", "E02 E03"],
        lanterns="d3 e3",
    )  # fmt: skip
    table.play("E18a/0", "in:6")
    assert table.of(PawnLeft)[0] == PawnLeft(PAWN, Fate.COLLISION, (PawnId(1),))
    assert stars(table) == ["d3"]


@rule("PR-31", "PR-18")
def test_taking_the_pawn_off_makes_no_star() -> None:
    table = phoenix("f3.6<e3", "a6.w", board=LANE, hands=["E18 E01", "E02 E03"], lanterns="e3")
    table.play("withdraw")
    assert stars(table) == []
    assert table.state.pawns[0].status is Status.OFF


@rule("PR-32")
def test_markers_move_in_order_then_all_stars_are_taken() -> None:
    """b3 is yellow, c3 blue; the other yellow tiles are C06, C09, C12 and C15."""
    table = along_the_lane("b3 c3")
    assert table.to_act == 0
    yellow = [f"lantern:{place}" for place in _where(table, "C06", "C09", "C12", "C15")]
    assert table.options == yellow
    assert table.state.part(Lanterns).scored == (0, 0)
    table.play(yellow[0])
    assert table.of(LanternMoved) == [LanternMoved(cell("b3"), cell(yellow[0][8:]))]
    blue = [f"lantern:{place}" for place in _where(table, "C02", "C08", "C11")]
    assert table.options == blue
    table.play(blue[1])
    assert table.of(StarsTaken) == [StarsTaken(A, (cell("b3"), cell("c3")))]
    assert table.state.part(Lanterns).scored == (2, 0)
    assert table.state.part(Lanterns).stars == ()


def _where(table: Table, *names: str) -> list[str]:
    return [str(place) for place, laid in table.state.board.occupied() if laid.tile in names]


@rule("PR-32")
def test_a_marker_avoids_the_movers_pawn_stars_and_markers() -> None:
    """Blue: C05 and C14 lie in the lane, C14 under the pawn; C02 has the other marker."""
    table = along_the_lane("c3 d3 b2", {**LANE, "b2": "C02a/0"})
    assert table.options == [f"lantern:{place}" for place in _where(table, "C08", "C11")]


@rule("PR-32")
def test_another_pawn_or_a_dimmed_icon_is_no_obstacle() -> None:
    """C08 shows its Dimmed side, and seat 1's pawn stands on it."""
    board = {**LANE, "d4": "C08a/0", "d5": "C16a/0"}
    table = phoenix(
        "a3.w", "d5.1<d4", board=board, hands=["E18 E01", ""], lanterns="c3",
    )  # fmt: skip
    table.play("E18a/0", "in:6")
    assert "lantern:d4" in table.options


@rule("PR-32")
def test_a_pawn_that_left_the_board_blocks_no_tile() -> None:
    table = along_the_lane("c3", {**LANE, "f3": "E16a/0"})
    assert "lantern:e3" in table.options


def over_three_oranges(d4: str) -> Table:
    """Seat 0 flies over orange b3, c3 and d3 and ends on d4."""
    board = {"b3": "C10b/2", "c3": "C13a/1", "d3": "C01a/0", "d4": d4, "c4": "C03b/0"}
    table = along_the_lane("b3 c3 d3", board)
    assert table.state.pawns[0].behind == cell("d4")
    return table


@rule("PR-32")
def test_a_single_destination_is_not_asked() -> None:
    table = over_three_oranges("C02a/0")
    assert len(table.options) == 3
    table.play(table.options[0])
    assert len(table.options) == 2
    table.play(table.options[0])
    assert len(table.of(LanternMoved)) == 2
    assert table.of(StarsTaken) == [StarsTaken(A, (cell("b3"), cell("c3"), cell("d3")))]


@rule("PR-33")
def test_a_marker_without_destination_stays() -> None:
    table = over_three_oranges("C16b/0")
    assert len(table.options) == 2
    table.play(table.options[0])
    assert table.of(LanternStayed) == [LanternStayed(cell("d3"))]
    assert table.of(StarsTaken) == [StarsTaken(A, (cell("b3"), cell("c3"), cell("d3")))]
    assert table.state.part(Lanterns).colour_at(cell("d3")) == "orange"


@rule("PR-34")
@pytest.mark.parametrize("lives", [[0, 1, 2], [1, 2]])
def test_stars_count_although_the_pawn_left_the_board(lives: list[int]) -> None:
    table = phoenix(
        "a3.w", "a6.w", "f6.e", board={**LANE, "f3": "E16a/0"},
        hands=["E18 E01", "E02 E03", "E04 E05"], lanterns="b3", lives=lives,
    )  # fmt: skip
    table.play("E18a/0", "in:6")
    assert table.state.is_in(A) == (0 in lives)
    assert table.to_act == 0
    table.play(table.options[0])
    assert table.state.part(Lanterns).scored == (1, 0, 0)


@rule("PR-35", "PR-44")
def test_stars_never_run_out() -> None:
    table = along_the_lane("b3", scored=[49, 50])
    table.play(table.options[0])
    assert table.state.part(Lanterns).scored == (50, 50)
    assert table.of(FinalRoundAnnounced) == [FinalRoundAnnounced(A)]


@rule("PR-11", "PR-29", "PR-32")
def test_a_lantern_on_an_edge_tile_is_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Should the box have some, markers go there and stars are made there."""
    box = checked(read_phoenix, lanterns_elsewhere())
    monkeypatch.setattr("tsuro.editions.phoenix.composition.printed_phoenix", lambda: box)
    info = EDITIONS["phoenix"]
    edition = info.build(4, {option.name: option.default for option in info.switches})
    events = [event for seed in range(6) for event in play_game(edition, seed=seed).events]
    dark = set(CENTRE[7:])
    assert any(isinstance(each, CentreLaid) and each.laid.tile in dark for each in events)
    sent = [event.target for event in events if isinstance(event, LanternMoved)]
    starred = [event.cell for event in events if isinstance(event, StarCreated)]
    assert any(is_ring(target, edition.size) for target in sent)
    assert any(is_ring(place, edition.size) for place in starred)
