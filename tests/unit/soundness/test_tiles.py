"""Tiles where no game could have put them."""

from __future__ import annotations

from dataclasses import replace

from tests.support.flaws import (
    SOUND,
    first_flaw,
    found,
    somebody_is_out,
    spoiled,
)
from tests.support.moments import moment
from tests.support.tables import tiles
from tsuro.core.ids import PawnId, Seat
from tsuro.core.pile import Buried, Pile
from tsuro.core.state import Exit, Fate, GameState, Pawn, Status
from tsuro.editions.violation import Violation
from tsuro.engine.soundness.tiles import lost_hands_are_empty
from tsuro.rules.hands import ShuffleInPhase
from tsuro.rules.phases import AutomaticPhase, Draft


class TestTiles:
    def test_only_tiles_of_the_pile_are_drawn(self) -> None:
        flaw = ("INV-1", "hands", "C03 is never in a hand")
        assert spoiled("phoenix", "create", lambda it: it.with_hand(Seat(0), tiles("C03"))) == flaw
        flaw = ("INV-1", "tiles", "C03 is never in the pile")
        for pile in (Pile(tiles("C03")), Pile((), (Buried(tiles("C03")[0], None),))):
            edition, state = moment("phoenix", "create")
            assert first_flaw(edition, replace(state, pile=pile)) == flaw
        boxed = (Buried(tiles("C03")[0], None),)
        assert spoiled("phoenix", "create", lambda it: replace(it, box=boxed)) == flaw

    def test_a_tile_leaves_the_game_only_where_some_phase_takes_it_out(self) -> None:
        def box(state: GameState) -> GameState:
            tile = state.pile.bag[0]
            return replace(state, pile=state.pile.without(tile), box=(Buried(tile, None),))

        flaw = ("INV-1", "box", "no tile ever leaves this game")
        for name in ("classic", "pocket", "seas"):
            assert spoiled(name, "place", box) == flaw
        assert spoiled("kosmos", "place", box) == SOUND
        gone = {"spawn_tile": "gone"}
        assert spoiled("seas", "place", box, switches=gone) == SOUND

    def test_a_tile_goes_under_the_pile_only_where_some_phase_puts_it_there(self) -> None:
        def bury(state: GameState) -> GameState:
            bag = state.pile.bag
            return replace(state, pile=Pile(bag[1:], (Buried(bag[0], None),)))

        flaw = ("INV-1", "tiles", "no tile is ever put under the pile of this game")
        for name in ("classic", "pocket", "kosmos"):
            assert spoiled(name, "place", bury) == flaw
        for name, at in (("seas", "place"), ("phoenix", "create")):
            assert spoiled(name, at, bury) == SOUND

    def test_a_stranger_may_take_tiles_where_it_likes(self) -> None:
        class Greedy(AutomaticPhase):
            name = "greedy"

            def run(self, draft: Draft) -> None:
                pass

        edition, state = moment("pocket", "place")
        tile, *_ = state.pile.bag
        boxed = replace(state, pile=state.pile.without(tile), box=(Buried(tile, None),))
        assert found(edition, boxed)
        assert not found(replace(edition, turn=(*edition.turn, Greedy())), boxed)

    def test_who_is_out_holds_no_tiles(self) -> None:
        def hold(state: GameState) -> GameState:
            tile, *_ = state.pile.bag
            seat = state.exits[0].seat
            return replace(state.with_hand(seat, (tile,)), pile=state.pile.without(tile))

        rule, about, what = spoiled("pocket", "place", hold, somebody_is_out)
        assert (rule, about) == ("GEN-21", "hands")
        assert what.endswith("is out but holds tiles")
        edition, state = moment("pocket", "place", somebody_is_out)
        keeping = tuple(each for each in edition.turn if not isinstance(each, ShuffleInPhase))
        assert not found(replace(edition, turn=keeping), hold(state))

    def test_who_has_just_gone_out_may(self) -> None:
        for at in ("exchange", "end"):
            edition, state = moment(
                "classic", at, lambda it: any(it.hands[s] for s in it.out_now())
            )
            assert found(edition, state) == []


def test_a_lost_hand_is_kept_only_until_it_is_taken() -> None:
    """Before anything has been laid in a turn nobody can have been lost in it."""
    edition, state = moment("classic", "place", lambda it: len(it.live_seats()) == 3)
    seat = next(seat for seat in state.live_seats() if seat != state.turn.seat)
    lost = state.with_pawn(PawnId(seat), Pawn(seat, Status.LOST))
    out = Exit(seat, state.turn.number, state.turn.moment, Fate.EDGE)
    forged = replace(lost, exits=(*state.exits, out))
    flaw = Violation("GEN-21", "hands", f"seat {seat} is out but holds tiles")
    assert list(lost_hands_are_empty(edition, forged)) == [flaw]
