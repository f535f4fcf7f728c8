"""States that cannot be are told apart from those that can (the checks behind positions)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from tests.support.games import play_game
from tests.support.tables import Table, tiles
from tsuro.core.geometry import Beside, Cell, Stop
from tsuro.core.ids import Seat
from tsuro.core.pile import Buried, Pile
from tsuro.core.state import Cursor, GameState, Part, Pawn, Status
from tsuro.editions.registry import EDITIONS, build_edition
from tsuro.editions.violation import Violation
from tsuro.engine.invariants import pawns_stand_on_board, violations
from tsuro.formats.notation import parse_beside, parse_cell, parse_laid, parse_stop
from tsuro.rules.dragon import Dragon
from tsuro.rules.phoenix.lanterns import Lanterns
from tsuro.rules.phoenix.rising import Ashes
from tsuro.rules.seas.daikaiju import Daikaiju, Sea


def faults(name: str, state: GameState, **switches: str) -> list[str]:
    edition = build_edition(name, seats=state.seats, switches=switches)
    return [violation.rule for violation in violations(edition, state)]


def middle_of(name: str, **switches: str) -> GameState:
    """A sound state in which somebody is to place a tile."""
    edition = build_edition(name, seats=3, switches=switches)
    game = play_game(edition, seed=3, decisions=9, care=1.0)
    assert list(violations(edition, game.state)) == []
    return game.state


@pytest.mark.parametrize("name", EDITIONS)
def test_states_of_real_games_are_sound(name: str) -> None:
    assert faults(name, middle_of(name)) == []


def test_a_tile_too_many_or_too_few() -> None:
    state = middle_of("classic")
    bag = state.pile.bag
    assert faults("classic", replace(state, pile=Pile(bag[1:]))) == ["INV-1"]
    assert faults("classic", replace(state, pile=Pile((*bag, bag[0])))) == ["INV-1"]
    swapped = replace(state, pile=Pile((bag[0], *bag[:-1])))
    assert faults("classic", swapped) == ["INV-1"]


def test_a_hidden_tile_too_many() -> None:
    state = middle_of("classic")
    hidden = replace(state, pile=Pile(tiles("? " * (len(state.pile) + 1))))
    edition = build_edition("classic", seats=3)
    assert list(violations(edition, hidden)) == [Violation("INV-1", "tiles", "one tile too many")]


def test_a_hand_too_large() -> None:
    state = middle_of("pocket")
    extra = state.pile.bag[0]
    full = state.with_hand(Seat(0), (*state.hands[0], extra))
    assert faults("pocket", replace(full, pile=state.pile.without(extra))) == ["INV-4"]


def test_a_pawn_must_stand_on_the_board_behind_its_tile() -> None:
    state = middle_of("classic")
    off = state.with_pawn(state.pawns_of(Seat(0))[0], Pawn(Seat(0), Status.ON, parse_stop("c3.0")))
    assert faults("classic", off) == []
    nothing_behind = replace(off.pawns[0], behind=parse_cell("f6"))
    assert "GEN-9" in faults("classic", replace(off, pawns=(nothing_behind, *off.pawns[1:])))


def test_a_pawn_must_not_face_a_cell_off_the_board() -> None:
    state = middle_of("pocket")
    outside = Pawn(Seat(0), Status.ON, parse_stop("g1.7"))
    edition = build_edition("pocket", seats=3)
    checks = pawns_stand_on_board(edition, replace(state, pawns=(outside, *state.pawns[1:])))
    assert [violation.what for violation in checks] == ["pawn 0 faces a cell off the board"]


def test_turns_are_counted_once_set_up_is_over() -> None:
    state = middle_of("classic")
    assert faults("classic", replace(state, cursor=Cursor("setup", "start"))) == ["GEN-15"]


@pytest.mark.parametrize(("draw", "found"), [("holder_first", ["INV-5"]), ("literal", [])])
def test_a_dragon_with_a_full_hand(draw: str, found: list[str]) -> None:
    state = middle_of("classic", draw=draw)
    seat = next(Seat(n) for n, hand in enumerate(state.hands) if len(hand) == 3)
    assert faults("classic", state.with_part(Dragon(seat)), draw=draw) == found


def test_a_dragon_with_someone_long_gone() -> None:
    table = Table("classic", pawns=["a1.0", "x", "f6.4"], hands=["T34", "", "T03"])
    assert faults("classic", table.state.with_part(Dragon(Seat(1)))) == ["INV-5"]


def sea_with(daikaiju: Sequence[Daikaiju], *, lost: Sequence[str] = ()) -> Sea:
    names = [f"{colour}{number}" for number in range(1, 6) for colour in "GB"]
    there = {each.name for each in daikaiju}
    bag = tuple(name for name in names if name not in there and name not in lost)
    return Sea(tuple(daikaiju), bag)


def sea_table() -> GameState:
    table = Table(
        "seas",
        pawns=["d4.0<d3", "a1.7", "g7.4"],
        board={"d3": "T34/0"},
        hands=["T28", "T02", "T03"],
        parts=[sea_with([Daikaiju("G1", parse_cell("b2"), 0)])],
    )
    return table.state


def test_daikaiju_are_conserved_and_stand_alone_on_water() -> None:
    state = sea_table()
    assert faults("seas", state) == []
    assert faults("seas", state.with_part(sea_with([], lost=["G3"]))) == ["INV-1"]
    twice = [Daikaiju(name, Cell(1, 1), 0) for name in ("G1", "B1")]
    assert faults("seas", state.with_part(sea_with(twice))) == ["SE-17"]
    on_tile = sea_with([Daikaiju("G1", parse_cell("d3"), 0)])
    assert faults("seas", state.with_part(on_tile)) == ["INV-9"]


def test_a_drawn_daikaiju_is_still_there() -> None:
    sea = replace(sea_with([], lost=["B5"]), drawn="B5")
    assert faults("seas", sea_table().with_part(sea)) == []


def test_ships_face_water_and_the_active_one_no_daikaiju() -> None:
    state = sea_table()
    walled = replace(state, board=state.board.with_tile(parse_cell("a1"), parse_laid("T34/0")))
    walled = replace(walled, pile=state.pile.without(tiles("T31")[0]))
    assert "INV-9" in faults("seas", walled)
    before_active = sea_with([Daikaiju("G1", parse_cell("d4"), 0)])
    assert faults("seas", state.with_part(before_active)) == ["INV-9"]
    before_other = sea_with([Daikaiju("G1", parse_cell("a1"), 0)])
    assert faults("seas", state.with_part(before_other)) == []


def test_without_daikaiju_ships_face_open_water_one_way_each() -> None:
    state = middle_of("seas", daikaiju="off")
    ship = state.pawns[0]
    assert ship.stop is not None
    twin = replace(state, pawns=(ship, replace(ship, seat=Seat(1)), *state.pawns[2:]))
    assert faults("seas", twin, daikaiju="off") == ["INV-3"]


def test_what_is_named_must_be_there() -> None:
    state = middle_of("seas")
    assert faults("seas", state.with_part(sea_with([Daikaiju("G1", Cell(7, 0), 0)]))) == ["GEN-1"]
    unknown = Buried(tiles("C01")[0], (Seat(5),))
    assert faults("seas", replace(state, box=(unknown,))) == ["GEN-7", "GEN-15"]


def test_places_beside_and_stops_in_a_part_are_checked() -> None:
    @dataclass(frozen=True, slots=True)
    class Flags(Part):
        key: ClassVar[str] = "flags"
        stop: Stop | None = None
        places: tuple[Beside, ...] = ()

    state = middle_of("pocket")
    edition = build_edition("pocket", seats=3)
    for flags in (Flags(stop=parse_stop("g1.0")), Flags(places=(parse_beside("a7.s"),))):
        (violation,) = violations(edition, replace(state, parts=(flags,)))
        assert (violation.rule, violation.about) == ("GEN-1", "flags")


def test_stars_that_are_still_to_be_taken_keep_no_last_seat_in_play() -> None:
    state = middle_of("phoenix")
    cell, _ = next(state.board.occupied())
    starry = state.with_part(replace(state.part(Lanterns), stars=(cell,)))
    lost = [Pawn(pawn.seat, Status.LOST) for pawn in state.pawns]
    alone = replace(starry, pawns=(state.pawns[0], *lost[1:]))
    assert "CL-16" in faults("phoenix", alone)
    assert "CL-16" not in faults("phoenix", replace(starry, pawns=tuple(lost)))


def test_every_phoenix_seat_has_its_stars_and_life_counted() -> None:
    state = middle_of("phoenix")
    assert faults("phoenix", state.with_part(Ashes((True,)))) == ["PR-7"]
    assert faults("phoenix", state.with_part(replace(state.part(Lanterns), scored=()))) == ["PR-7"]
