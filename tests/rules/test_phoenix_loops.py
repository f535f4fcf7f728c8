"""Winds of Change: breaking a closed loop (WC-8 to WC-11)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from tests.support.phoenix import BOX, phoenix
from tests.support.rules import rule
from tests.support.tables import Table
from tsuro.core.asks import Decide
from tsuro.core.events import Event, PawnMoved
from tsuro.core.ids import PawnId, Seat, TileId
from tsuro.core.state import Fate, Status
from tsuro.core.tiles import Face, TileSet, wiring_of
from tsuro.editions.phoenix.composition import turn_phases
from tsuro.engine.play import advance, resume
from tsuro.formats.notation import parse_action, parse_cell
from tsuro.rules.phoenix.lanterns import Lanterns, StarCreated, StarsTaken
from tsuro.rules.phoenix.loops import Loop, LoopEscaped, LoopFlown, LoopHeld, StarTreated
from tsuro.rules.phoenix.soaring import PawnLeft
from tsuro.rules.phoenix.winds import TileFlipped

A, PAWN = Seat(0), PawnId(0)
WINDS = {"winds_of_change": "on"}
TWO = {"c3": "C01a/0", "d3": "C03b/0"}
"""Turned to C03a/3, d3 leads from 7 back to 6, and c3 from 3 back to 2: a loop of two tiles.

The pawn stands on c3 before d3.7; c3 is its start tile. Both tiles are Glowing.
"""
THREE = {"d2": "C12b/0", "d3": "C03a/3", "e3": "C02a/2"}
"""With C12a/2 on d2 a loop d2, e3, d3. To flip d3 top-bottom leaves the very same loop.

The pawn stands on d3 before d2.5; d3 and e3 are Glowing.
"""


def in_two(lanterns: str = "", board: Mapping[str, str] = TWO, **switches: str) -> Table:
    table = phoenix("d3.7<c3", "a6.w", board=board, hands=["", "E02 E03"], lanterns=lanterns,
                    switches={**WINDS, **switches})  # fmt: skip
    return table.play("turn:C03a/3")


def in_three(lanterns: str = "", **switches: str) -> Table:
    table = phoenix("d2.5<d3", "a6.w", board=THREE, hands=["", "E02 E03"], lanterns=lanterns,
                    switches={**WINDS, **switches})  # fmt: skip
    return table.play("turn:C12a/2")


def flown(table: Table) -> list[str]:
    """The tiles crossed by each stretch of a travel."""
    return [
        " ".join(str(crossing.cell) for crossing in event.route)
        for event in table.events
        if isinstance(event, PawnMoved)
    ]


def flipped_cells(table: Table) -> list[str]:
    return [str(event.cell) for event in table.events if isinstance(event, TileFlipped)]


def stars(table: Table) -> list[str]:
    return [str(cell) for cell in table.state.part(Lanterns).stars]


@rule("WC-8")
def test_a_pawn_in_a_loop_flies_round_once_and_stays() -> None:
    table = in_two()
    assert flown(table) == ["d3 c3"]
    assert table.of(LoopFlown) == [LoopFlown(PAWN)]
    assert not table.of(PawnLeft)
    assert table.state.pawns[A].status is Status.ON
    assert (table.to_act, table.decide.rule) == (A, "WC-10")


@rule("WC-8")
def test_the_circuit_makes_its_stars() -> None:
    assert stars(in_two("c3 d3", winds_first="encountered")) == ["c3", "d3"]


@rule("WC-8", "PR-27")
def test_another_pawn_on_the_loop_is_a_collision() -> None:
    table = phoenix(
        "d3.7<c3", "c3.3<d3", "a6.w", board=TWO, hands=["", "", "E02 E03"], switches=WINDS
    )
    table.play("turn:C03a/3")
    assert [event.fate for event in table.events if isinstance(event, PawnLeft)] == [
        Fate.COLLISION,
        Fate.COLLISION,
    ]


@rule("WC-10")
def test_a_loop_without_stars_is_broken_by_one_flip() -> None:
    table = in_two()
    assert table.options == ["flip:d3.lr", "flip:d3.tb", "flip:c3.lr", "flip:c3.tb"]
    table.play("flip:c3.lr")
    assert flown(table) == ["d3"]
    assert table.stop() == "c3.3"
    assert table.of(LoopEscaped) == [LoopEscaped(PAWN)]
    assert table.state.part(Loop) == Loop()
    assert table.to_act == 1


@rule("WC-10")
def test_only_flips_that_break_the_loop_are_offered_while_there_are_any() -> None:
    table = in_three()
    assert table.decide.rule == "WC-10"
    assert table.options == [
        "flip:d2.lr", "flip:d2.tb", "flip:e3.lr", "flip:e3.tb", "flip:d3.lr",
    ]  # fmt: skip


@rule("WC-9")
def test_a_first_star_on_the_start_tile_is_treated_before_the_circuit_is_over() -> None:
    table = in_two("c3 d3")
    assert flown(table) == ["d3"]
    assert table.stop() == "c3.3"
    assert (table.options, table.decide.rule) == (["flip:c3.lr", "flip:c3.tb"], "WC-9")
    assert stars(table) == ["c3"]
    table.play("flip:c3.tb")
    assert table.stop() == "c3.3"
    assert table.of(StarTreated) == [StarTreated(parse_cell("c3"))]


@rule("WC-9")
def test_stars_may_be_treated_as_they_are_encountered() -> None:
    """With `winds_first=encountered` d3 comes first, although its star was made after c3's."""
    table = in_two("c3 d3", winds_first="encountered")
    assert flown(table) == ["d3 c3"]
    assert table.options == ["flip:d3.lr", "flip:d3.tb"]
    table.play("flip:d3.lr")
    assert table.stop() == "d3.7"


@rule("WC-9")
@pytest.mark.parametrize("first", ["first_star", "encountered"])
def test_without_a_star_on_the_start_tile_the_circuit_is_completed(first: str) -> None:
    table = in_two("d3", winds_first=first)
    assert flown(table) == ["d3 c3"]
    assert table.options == ["flip:d3.lr", "flip:d3.tb"]


@rule("WC-9")
def test_as_soon_as_the_loop_is_broken_the_pawn_goes_on_as_usual() -> None:
    table = in_two("c3 d3").play("flip:c3.lr")
    assert flipped_cells(table) == ["c3"]
    assert table.of(LoopEscaped) == [LoopEscaped(PAWN)]
    assert table.decide.rule == "PR-32"


DIMMED = {"c3": "C02b/0", "d3": "C03b/0"}
"""The same loop, but the start tile shows its Dimmed side."""


@rule("WC-9", "WC-10")
def test_a_dimmed_starred_tile_counts_as_treated_without_a_flip() -> None:
    table = in_two("c3", DIMMED)
    assert table.of(StarTreated) == [StarTreated(parse_cell("c3"))]
    assert flipped_cells(table) == []
    assert (table.stop(), table.decide.rule) == ("c3.3", "WC-10")


@rule("WC-9")
def test_after_a_dimmed_tile_the_next_star_is_treated_as_encountered() -> None:
    table = in_two("c3 d3", DIMMED)
    assert flown(table) == ["d3", "c3"]
    assert (table.stop(), table.options) == ("d3.7", ["flip:d3.lr", "flip:d3.tb"])
    assert stars(table) == ["c3", "d3"]


@rule("WC-9", "WC-10")
def test_a_loop_that_stands_after_a_flip_is_not_flown_anew() -> None:
    """No star is left to treat: the owner flips a tile of the loop without another circuit."""
    table = in_three("d3")
    assert flown(table) == ["d2 e3"]
    table.play("flip:d3.tb")
    assert table.of(LoopHeld) == [LoopHeld(parse_cell("d3"), in_vain=False)]
    assert flown(table) == []
    assert (table.stop(), table.decide.rule) == ("d3.2", "WC-10")


@rule("WC-9")
def test_after_a_flip_in_vain_the_pawn_goes_on_to_the_next_star() -> None:
    """It flips e3 as soon as it comes there, not after a whole new circuit."""
    table = in_three("d3 e3").play("flip:d3.tb")
    assert flown(table) == ["d3 d2"]
    assert stars(table) == ["d3", "e3"]
    assert (table.stop(), table.options) == ("e3.8", ["flip:e3.lr", "flip:e3.tb"])


@rule("WC-9")
def test_a_star_is_met_before_a_new_circuit_is_over() -> None:
    """After the flip of d3 the pawn comes to Dimmed d2 at once, and treats it there."""
    table = in_three("d2 d3 e3").play("flip:d3.tb")
    assert flown(table) == ["d3", "d2"]
    assert table.of(StarTreated) == [StarTreated(parse_cell("d3")), StarTreated(parse_cell("d2"))]
    assert (table.stop(), table.options) == ("e3.8", ["flip:e3.lr", "flip:e3.tb"])


ANOTHER = {
    "d2": "C08b/3", "e2": "C11a/2", "e3": "C01a/1", "d3": "C16b/1", "e4": "C15a/1", "d4": "C13b/0",
}  # fmt: skip
"""A loop d2, e2, e3, d3; to flip e3 left-right adds e4, d4 and e3 once more to it."""


@rule("WC-9")
def test_stars_of_another_loop_are_treated_when_the_pawn_comes_round_to_them() -> None:
    """The flip of e3 leads over e4, whose lantern gives its star first and is treated then."""
    table = phoenix("d2.5<d3", "a6.w", board=ANOTHER, hands=["", "E02 E03"], lanterns="e3 e4",
                    switches=WINDS).play("turn:C08b/3")  # fmt: skip
    assert (table.stop(), table.options) == ("e3.0", ["flip:e3.lr", "flip:e3.tb"])
    table.play("flip:e3.lr")
    assert table.of(LoopHeld) == [LoopHeld(parse_cell("e3"), in_vain=False)]
    assert [str(each.cell) for each in table.events if isinstance(each, StarCreated)] == ["e4"]
    lap = "e3 e4 d4 e3 d3 d2 e2"
    assert flown(table) == [f"{lap} e3"]
    treated = [str(each.cell) for each in table.events if isinstance(each, StarTreated)]
    assert treated == ["e3", "e4"], "Dimmed e4 needs no flip"
    assert (table.stop(), table.decide.rule) == ("e4.1", "WC-10")


@rule("WC-9")
def test_a_treated_tile_is_not_treated_again() -> None:
    """Flipped back to Glowing by choice, d3 would have to be treated if it counted anew."""
    table = in_three("d3").play("flip:d3.tb")
    assert "flip:d3.tb" not in table.options
    assert table.state.part(Loop).treated == (parse_cell("d3"),)
    assert table.decide.rule == "WC-10"


@rule("PR-30", "WC-8", "WC-9")
def test_with_same_move_only_the_start_tile_gives_its_star_on_the_second_lap() -> None:
    table = in_two("c3", star="same_move_only")
    assert flown(table) == ["d3 c3", "d3"]
    assert [str(each.cell) for each in table.events if isinstance(each, StarCreated)] == ["c3"]
    assert table.options == ["flip:c3.lr", "flip:c3.tb"]


@rule("WC-11")
def test_stars_of_a_loop_are_taken_after_the_travel() -> None:
    """d3 was flipped to Dimmed in the loop and is not flipped again; Glowing c3 is."""
    board = {**TWO, "b2": "C04a/0", "c2": "C06a/0"}
    table = in_two("c3 d3", board, winds_first="encountered").play("flip:d3.lr")
    assert not table.of(StarsTaken)
    assert stars(table) == ["c3", "d3"]
    table.play("lantern:b2", "lantern:c2")
    assert table.options == ["flip:c3.lr", "flip:c3.tb"]
    table.play("flip:c3.lr")
    c3, d3 = parse_cell("c3"), parse_cell("d3")
    assert table.of(StarsTaken) == [StarsTaken(A, (c3,)), StarsTaken(A, (d3,))]
    assert flipped_cells(table) == ["c3"]
    assert table.state.part(Lanterns).scored == (2, 0)


@rule("WC-9")
def test_other_pawns_are_caught_in_loops_as_well() -> None:
    """M turns d3 (seat 1's pawn is before it at 7) and P's owner breaks the loop."""
    board = {**TWO, "d2": "C05a/0"}
    table = phoenix(
        "d3.0<d2", "d3.7<c3", "a6.w", board=board, hands=["", "", "E02 E03"], switches=WINDS
    )
    table.play("turn:C03a/3")
    assert (table.to_act, table.decide.rule) == (1, "WC-10")


HAIRPINS = wiring_of([(0, 1), (2, 3), (4, 5), (6, 7)])


def unbreakable() -> TileSet:
    """C01 and C03 with hairpins on both faces: however they are flipped, the loop stands."""
    tiles = dict(BOX.tiles.tiles)
    for name in ("C01", "C03"):
        tile = tiles[TileId(name)]
        faces = tuple(Face(HAIRPINS, face.glowing) for face in tile.faces)
        tiles[tile.id] = replace(tile, faces=faces)
    return TileSet(tiles)


@rule("WC-10")
def test_if_no_flip_breaks_the_loop_every_tile_is_tried_once() -> None:
    """The printed set may have no such loop, but the travel has to end with any set."""
    table = phoenix("d3.7<c3", "a6.w", board={"c3": "C01a/0", "d3": "C03a/0"},
                    hands=["", "E02 E03"], switches=WINDS)  # fmt: skip
    tiles = unbreakable()
    edition = replace(table.edition, tiles=tiles, turn=turn_phases(tiles, table.edition.switches))
    step = advance(edition, resume(edition, table.state), parse_action("turn:C03a/0"))
    assert isinstance(step.ask, Decide)
    assert [str(option) for option in step.ask.options] == ["flip:d3.lr", "flip:c3.lr"]
    step = advance(edition, step, parse_action("flip:d3.lr"))
    vain: list[Event] = [event for event in step.events if isinstance(event, LoopHeld)]
    assert vain == [
        LoopHeld(parse_cell("d3"), in_vain=True),
        LoopHeld(parse_cell("c3"), in_vain=True),
    ]
    assert [event for event in step.events if isinstance(event, PawnLeft)] == [
        PawnLeft(PAWN, Fate.LOOP)
    ]
    assert step.state.part(Loop) == Loop()
