"""Set-up out of order."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.flaws import (
    Change,
    first_flaw,
    found,
    part,
    pawn,
    spoiled,
    turn,
)
from tests.support.moments import moment
from tests.support.tables import tiles
from tsuro.core.geometry import Cell
from tsuro.core.ids import PawnId, Seat
from tsuro.core.pile import Buried, Pile
from tsuro.core.state import Cursor, GameState, Pawn, Status
from tsuro.editions.registry import build_edition
from tsuro.formats.notation import parse_stop
from tsuro.rules.phoenix.centre import Centre
from tsuro.rules.phoenix.lanterns import Lanterns
from tsuro.rules.piles import Heaps
from tsuro.rules.seas.daikaiju import Sea


class TestSetUp:
    @pytest.mark.parametrize(
        ("name", "at", "change", "rule", "about", "what"),
        [
            (
                "classic", "setup.deal", lambda it: turn(seat=Seat((it.first + 1) % 3))(it),
                "GEN-16", "turn", "until set-up is over it is the turn of the first seat",
            ),
            (
                "classic", "setup.start", turn(half=1),
                "GEN-16", "turn", "until set-up is over it is the turn of the first seat",
            ),
            (
                "classic", "setup.start", turn(drawn=()),
                "GEN-15", "turn", "the hands are not what has been drawn",
            ),
            (
                "classic", "setup.start",
                lambda it: replace(it, cursor=Cursor("setup", "deal")),
                "GEN-15", "at", "nobody has to decide in the phase 'deal'",
            ),
            (
                "classic", "setup.deal",
                lambda it: replace(it, cursor=Cursor("setup", "start")),
                "GEN-15", "at", "the phase setup.deal is not over",
            ),
            (
                "kosmos", "setup.deal",
                lambda it: part(Heaps, sizes=(1, 1))(it),
                "GEN-15", "at", "the phase setup.split comes later",
            ),
            (
                "seas", "setup.deal", part(Sea, bag=()),
                "GEN-15", "at", "the phase setup.daikaiju comes later",
            ),
            (
                "phoenix", "setup.deal",
                lambda it: replace(it, cursor=Cursor("setup", "centre")),
                "GEN-15", "at", "the phase setup.deal comes later",
            ),
        ],
    )  # fmt: skip
    def test_phases_come_one_after_the_other(
        self, name: str, at: str, change: Change, rule: str, about: str, what: str
    ) -> None:
        def begun(state: GameState) -> bool:
            return at != "setup.deal" or name != "phoenix" or any(state.hands)

        assert spoiled(name, at, change, begun) == (rule, about, what)

    def test_start_places_come_after_the_deal_or_before_the_centre(self) -> None:
        edition, state = moment("classic", "setup.deal")
        early = state.with_pawn(
            PawnId(state.first), Pawn(state.first, Status.ON, parse_stop("a1.0"))
        )
        assert first_flaw(edition, early)[2] == "the phase setup.start comes later"
        edition, state = moment("phoenix", "setup.centre", lambda it: any(it.board.occupied()))
        back = state.with_pawn(PawnId(1), Pawn(Seat(1)))
        assert first_flaw(edition, back)[2] == "the phase setup.start is not over"
        back = replace(back, cursor=Cursor("setup", "start"))
        assert first_flaw(edition, back)[2] == "the phase setup.centre comes later"

    def test_nothing_is_laid_lost_or_put_away(self) -> None:
        edition, state = moment("classic", "setup.start")
        (tile, *bag), board = state.pile.bag, state.board
        laid = build_edition("classic", seats=3).tiles.ways(tile)[0]
        on_board = replace(state, board=board.with_tile(Cell(0, 0), laid), pile=Pile(tuple(bag)))
        assert ("GEN-15", "board", "no tile lies on the board before the first turn") in found(
            edition, on_board
        )
        edition, state = moment("seas", "setup.start")
        tile, *bag = state.pile.bag
        under = replace(state, pile=Pile(tuple(bag), (Buried(tile, None),)))
        what = "every tile that was not dealt is in the pile"
        assert first_flaw(edition, under) == ("GEN-15", "tiles", what)
        flaw = ("GEN-15", "pawns", "no pawn moves before the first turn")
        off = pawn(0, lambda it: Pawn(it.seat, Status.OFF))
        assert spoiled("phoenix", "setup.centre", off) == flaw
        on = pawn(0, lambda it: Pawn(it.seat, Status.ON, parse_stop("b1.4"), Cell(1, 1)))
        moved = spoiled("phoenix", "setup.centre", on, lambda it: it.board[Cell(1, 1)] is not None)
        assert moved == flaw

    def test_hands_and_pawns_come_in_the_order_of_seats(self) -> None:
        def another_hand(state: GameState) -> GameState:
            last = state.clockwise(state.first)[-2]
            tile, *_ = state.pile.bag
            drawn = (*state.turn.drawn, last)
            state = replace(
                state, pile=state.pile.without(tile), turn=replace(state.turn, drawn=drawn)
            )
            return state.with_hand(last, (tile,))

        what = "hands are dealt in turn, beginning with the first seat"
        flaw = spoiled("classic", "setup.deal", another_hand, lambda it: len(it.turn.drawn) == 1)
        assert flaw == ("GEN-16", "hands", what)

        def another_pawn(state: GameState) -> GameState:
            last = state.clockwise(state.first)[-2]
            return state.with_pawn(PawnId(last), Pawn(last, Status.ON, parse_stop("c1.0")))

        flaw = spoiled(
            "classic", "setup.start", another_pawn, lambda it: not any(p.stop for p in it.pawns)
        )
        assert flaw == ("GEN-16", "pawns", "pawns are set in turn, beginning with the first seat")

    def test_markers_lie_on_glowing_tiles(self) -> None:
        edition, state = moment(
            "phoenix", "setup.centre", lambda it: bool(it.part(Lanterns).markers)
        )
        flaw = ("PR-10", "lanterns", "the markers are not on the Glowing tiles")
        assert first_flaw(edition, part(Lanterns, markers=())(state)) == flaw

    def test_the_centre_is_laid_before_the_first_turn(self) -> None:
        flaw = ("PR-9", "centre", "the centre is laid before the first turn")
        assert spoiled("phoenix", "create", part(Centre, undrawn=tiles("C01"))) == flaw
