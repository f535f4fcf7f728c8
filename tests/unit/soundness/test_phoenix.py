"""What phoenixes, lanterns and winds cannot have come to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.flaws import (
    found,
    part,
    spoiled,
    turn,
)
from tests.support.moments import moment
from tsuro.core.geometry import Cell
from tsuro.core.ids import PawnId, Seat
from tsuro.core.pile import Pile
from tsuro.core.state import GameState, Pawn, Status
from tsuro.core.tiles import NO_PATH
from tsuro.formats.notation import parse_cell
from tsuro.rules.phoenix.edge_stack import PhoenixTile
from tsuro.rules.phoenix.flight import Flight
from tsuro.rules.phoenix.lanterns import Lanterns
from tsuro.rules.phoenix.loops import Loop
from tsuro.rules.phoenix.rising import Ashes
from tsuro.rules.phoenix.winds import Winds

WINDS = {"winds_of_change": "on"}


def lantern(state: GameState) -> bool:
    return bool(state.part(Lanterns).stars)


class TestPhoenix:
    def test_who_creates_is_on_the_board(self) -> None:
        flaw = ("PR-20", "at", "the pawn of the active seat is not on the board")

        def off(state: GameState) -> GameState:
            seat = state.turn.seat
            return state.with_pawn(PawnId(seat), Pawn(seat, Status.OFF))

        def able(state: GameState) -> bool:
            return state.turn.number > 3 and state.part(Ashes).lives[state.turn.seat]

        assert spoiled("phoenix", "create", off, able) == flaw

    def test_a_pawn_travels_only_in_some_phases(self) -> None:
        flaw = ("PR-25", "flight", "no pawn travels in the phase 'create'")
        assert spoiled("phoenix", "create", part(Flight, mover=0)) == flaw
        rule, about, what = spoiled("phoenix", "lantern", part(Flight, mover=None), lantern)
        assert (rule, about) == ("PR-25", "at")
        assert what == "no pawn travels, as one must in the phase 'lantern'"
        flaw = ("PR-25", "turn", "no path was created before the phase 'lantern'")
        assert spoiled("phoenix", "lantern", turn(pawn=None, cell=None), lantern) == flaw

    @pytest.mark.parametrize("touched", [(Cell(0, 0), Cell(0, 0)), "empty"])
    def test_changed_tiles_are_there(self, touched: object) -> None:
        def change(state: GameState) -> GameState:
            cells = (next(state.board.empty_cells()),) if touched == "empty" else touched
            return part(Flight, touched=cells)(state)

        flaw = ("WC-13", "flight", "a tile that was changed is not there, or named twice")
        assert spoiled("phoenix", "lantern", change, lantern) == flaw

    def test_seven_stars_bring_on_the_last_round(self) -> None:
        flaw = ("PR-44", "lanterns", "the last round begins with the seventh star")
        assert spoiled("phoenix", "create", part(Lanterns, scored=(7, 0, 0))) == flaw
        flaw = spoiled("phoenix", "create", part(Lanterns, scored=(6, 0, 0), final_round=True))
        assert flaw[0] == "PR-44"

    def test_there_are_no_stars_before_the_first_turn(self) -> None:
        flaw = ("PR-29", "lanterns", "there are no stars before the first turn")
        assert spoiled("phoenix", "setup.start", part(Lanterns, scored=(1, 0, 0))) == flaw
        edition, state = moment("phoenix", "setup.start")
        assert flaw in found(edition, part(Lanterns, stars=(Cell(3, 3),))(state))

    def test_stars_lie_on_lanterns(self) -> None:
        edition, state = moment("phoenix", "lantern", lantern)
        stars = state.part(Lanterns).stars
        assert ("PR-29", "lanterns", "a tile has one star") in found(
            edition, part(Lanterns, stars=(*stars, stars[0]))(state)
        )
        assert ("PR-32", "flight", "more markers have moved than there are") in found(
            edition, part(Flight, settled=8)(state)
        )
        bare = next(cell for cell in state.board.empty_cells())
        assert ("PR-29", "lanterns", f"there is no lantern on {bare} for a star") in found(
            edition, part(Lanterns, stars=(bare,))(state)
        )
        dark = next(
            cell
            for cell, laid in state.board.occupied()
            if edition.tiles[laid.tile].lantern and state.part(Lanterns).colour_at(cell) is None
        )
        what = f"no marker stands on {dark}, where a star lies"
        assert ("PR-29", "lanterns", what) in found(
            edition, part(Flight, settled=0)(part(Lanterns, stars=(dark,))(state))
        )

    def test_a_marker_is_bound_for_a_dimmed_tile_of_its_colour(self) -> None:
        def bound(state: GameState) -> bool:
            return state.part(Winds).bound is not None

        edition, state = moment("phoenix", "lantern", bound, winds_of_change="on")
        assert found(edition, state) == []
        corner = parse_cell("a1")
        what = "no lantern marker is to go to a1"
        assert ("WC-1", "winds", what) in found(edition, state.with_part(Winds(corner)))
        what = "no lantern marker is to go to c3"
        flaw = spoiled(
            "phoenix",
            "create",
            part(Winds, bound=parse_cell("c3")),
            switches=WINDS,
        )
        assert flaw == ("WC-1", "winds", what)
        target = state.part(Winds).bound
        assert target is not None
        laid = state.board[target]
        assert laid is not None
        lit = replace(state, board=state.board.with_tile(target, laid._replace(face=1 - laid.face)))
        assert ("WC-1", "winds", f"the tile on {target} glows already") in found(edition, lit)

    def test_a_loop_is_broken_while_its_pawn_travels(self) -> None:
        edition, state = moment("phoenix", "break_loop", winds_of_change="on")
        assert found(edition, state) == []
        hole = next(state.board.empty_cells())
        for change, flaw in (
            (part(Loop, flown=False), ("WC-8", "loop", "a loop is flown once before it is broken")),
            (part(Flight, settled=1), ("WC-11", "flight", "markers move after the travel")),
            (
                part(Loop, treated=(hole,)),
                ("WC-9", "loop", "a tile that was flipped is not there, or named twice"),
            ),
            (
                part(Loop, in_vain=(Cell(2, 2), Cell(2, 2))),
                ("WC-9", "loop", "a tile that was flipped is not there, or named twice"),
            ),
        ):
            assert flaw in found(edition, change(state))
        flaw = ("WC-8", "loop", "a loop is broken while its pawn travels")
        assert spoiled("phoenix", "create", part(Loop, flown=True), switches=WINDS) == flaw

    def test_everybody_draws_in_time(self) -> None:
        def poorer(state: GameState) -> GameState:
            other = state.clockwise(state.turn.seat)[0]
            tile, *hand = state.hands[other]
            pile = Pile(tuple(sorted((*state.pile.bag, tile))), state.pile.bottom)
            return replace(state.with_hand(other, tuple(hand)), pile=pile)

        def rich(state: GameState) -> bool:
            return all(each.status is not Status.OFF for each in state.pawns) and all(
                len(hand) == 2 for hand in state.hands
            )

        rule, about, what = spoiled("phoenix", "create", poorer, rich)
        assert (rule, about) == ("PR-38", "hands")
        assert what.endswith("has not drawn, but the stack has tiles")

    def test_who_is_short_has_the_phoenix_tile_or_waits_for_it(self) -> None:
        def held(state: GameState) -> bool:
            return state.part(PhoenixTile).holder is not None

        rule, about, what = spoiled("phoenix", "create", part(PhoenixTile, holder=None), held)
        assert (rule, about) == ("PR-39", "hands")
        assert what.endswith("is short, but nobody has the Phoenix tile")

    @pytest.mark.parametrize("at", ["prepare", "lantern", "create"])
    def test_open_paths_are_flown_in_their_turn(self, at: str) -> None:
        """The tile before a pawn that has travelled is turned until it has a path."""

        def before_tiles(state: GameState) -> list[Seat]:
            seats = state.live_seats() if at == "prepare" else (state.turn.seat,)
            stops = {seat: state.pawns[seat].stop for seat in seats}
            return [seat for seat, stop in stops.items() if stop and state.board[stop.cell]]

        edition, state = moment("phoenix", at, lambda it: bool(before_tiles(it)), seats=8)
        seat, *_ = before_tiles(state)
        stop = state.pawns[seat].stop
        assert stop is not None
        laid = state.board[stop.cell]
        assert laid is not None
        ways = edition.tiles.ways(laid.tile)
        path = next(way for way in ways if edition.tiles.wiring(way)[stop.port] != NO_PATH)
        opened = replace(state, board=state.board.with_tile(stop.cell, path))
        what = f"pawn {seat} stands before an open path"
        assert ("PR-36", "pawns", what) in found(edition, opened)

    def test_who_is_still_to_travel_stands_before_a_path(self) -> None:
        def faced(state: GameState) -> bool:
            fronts = [each.stop.cell for each in state.pawns if each.stop is not None]
            return state.turn.cell in fronts

        edition, state = moment("phoenix", "enter", faced, seats=8)
        assert found(edition, state) == []
