"""What a turn remembers, and who went out when."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.flaws import (
    SOUND,
    Change,
    all_on,
    found,
    somebody_is_out,
    spoiled,
    turn,
)
from tests.support.moments import moment
from tsuro.core.geometry import Cell, Stop
from tsuro.core.ids import Seat
from tsuro.core.pile import Pile
from tsuro.core.state import Cursor, Exit, Fate, GameState, Pawn, Status
from tsuro.editions.edition import Edition


class TestTurns:
    @pytest.mark.parametrize(
        ("name", "seats", "at", "change", "rule", "what"),
        [
            ("classic", 2, "place", turn(half=1), "KO-20", "there is no half-turn 1"),
            ("pocket", 2, "place", turn(half=7), "KO-20", "there is no half-turn 7"),
            (
                "pocket", 2, "place",
                lambda it: turn(half=0, played=it.pawns_of(it.turn.seat)[0])(it),
                "KO-20", "no pawn has been played before the first half-turn",
            ),
            (
                "pocket", 2, "place",
                lambda it: turn(half=1, played=it.pawns_of(Seat(1 - it.turn.seat))[0])(it),
                "GEN-10", "pawn # does not belong to seat #",
            ),
            (
                "classic", 3, "draw", lambda it: turn(pawn=(it.turn.seat + 1) % 3)(it),
                "GEN-10", "pawn # does not belong to seat #",
            ),
            (
                "pocket", 2, "draw", lambda it: turn(half=1, played=it.turn.pawn)(it),
                "KO-20", "pawn # had its half-turn before",
            ),
            (
                "classic", 3, "place", lambda it: turn(pawn=it.turn.seat)(it),
                "GEN-10", "a tile has been laid before the phase 'place'",
            ),
            (
                "phoenix", 3, "rise", turn(cell=Cell(0, 0)),
                "GEN-10", "a tile has been laid before the phase 'rise'",
            ),
            ("classic", 3, "place", turn(drawn=(0,)), "GEN-15",
             "tiles are drawn after a placement"),
            (
                "classic", 3, "draw", lambda it: turn(cell=next(it.board.empty_cells()))(it),
                "GEN-10", "no tile lies on @, where it was laid",
            ),
            ("classic", 3, "draw", turn(pawn=None), "GEN-10", "a tile was laid for no pawn"),
            (
                "kosmos", 3, "enter", turn(pawn=None, cell=None),
                "KO-8", "the cell that pawn # waits beside is not empty",
            ),
            ("classic", 3, "draw", turn(cell=None), "GEN-10", "a tile was laid on no cell"),
            (
                "kosmos", 3, "place", lambda it: replace(it, cursor=Cursor("turn", "enter")),
                "GEN-10", "a pawn enters before a tile was laid for it",
            ),
            (
                "kosmos", 3, "draw", turn(pawn=None, cell=None),
                "GEN-21", "seat # has passed and holds too many",
            ),
        ],
    )  # fmt: skip
    def test_a_turn_remembers_what_has_happened_in_it(
        self, name: str, seats: int, at: str, change: Change, rule: str, what: str
    ) -> None:
        def such(state: GameState) -> bool:
            return (at != "draw" or bool(state.hands[state.turn.seat])) and (
                (name, at) != ("kosmos", "place") or all_on(state)
            )

        found_rule, _, found_what = spoiled(name, at, change, such, seats=seats)
        told = "".join("#" if sign.isdigit() else sign for sign in found_what)
        if "@" in what:
            assert told.startswith(what.partition("@")[0])
        else:
            assert told == "".join("#" if sign.isdigit() else sign for sign in what)
        assert found_rule == rule

    def test_who_has_placed_is_a_tile_short(self) -> None:
        def full(state: GameState) -> GameState:
            tile, *_ = state.pile.bag
            seat = state.turn.seat
            hand = (*state.hands[seat], tile)
            return replace(state.with_hand(seat, hand), pile=state.pile.without(tile))

        rule, about, what = spoiled("pocket", "draw", full)
        assert (rule, about) == ("GEN-21", "hands")
        assert what.endswith("has placed a tile and holds too many")

    def test_who_is_out_has_no_turn(self) -> None:
        def turn_of_the_lost(state: GameState) -> GameState:
            seat = state.exits[0].seat
            return replace(state, turn=replace(state.turn, seat=seat))

        def long_ago(state: GameState) -> bool:
            return bool(state.exits) and state.exits[0].turn < state.turn.number

        rule, about, what = spoiled("seas", "roll", turn_of_the_lost, long_ago)
        assert (rule, about) == ("GEN-15", "turn")
        assert what.endswith("is out and has no turn")
        rolling = {"eliminated": "roll"}
        flaw = spoiled("seas", "roll", turn_of_the_lost, long_ago, switches=rolling)
        assert flaw == SOUND

    def test_who_goes_out_in_its_own_turn_still_has_it(self) -> None:
        edition, state = moment("classic", "draw", lambda it: not it.is_in(it.turn.seat))
        assert found(edition, state) == []


def exits(*rows: tuple[int, int, int]) -> tuple[Exit, ...]:
    return tuple(Exit(Seat(seat), turn_, at, Fate.EDGE) for seat, turn_, at in rows)


class TestExits:
    @pytest.fixture
    def two_out(self) -> tuple[Edition, GameState]:
        """In turn 9, moment 20, of five seats 0 and 1 have lost their pawns."""
        edition, state = moment("pocket", "place", lambda it: it.turn.number > 4, seats=5)
        hands = ((), (), *state.hands[2:])
        rest = tuple(sorted((*state.pile.bag, *state.hands[0], *state.hands[1])))
        state = replace(state, hands=hands, pile=Pile(rest), exits=())
        state = replace(state, turn=replace(state.turn, seat=Seat(4), number=9, moment=20))
        state = replace(state, pawns=_all_but_two_at_marks(state))
        return edition, state

    @pytest.mark.parametrize(
        ("given", "what"),
        [
            (exits((0, 3, 7), (1, 4, 9)), None),
            (exits((0, 3, 7), (1, 3, 7)), None),
            (exits((0, 3, 7), (1, 3, 8)), None),
            (exits((0, 3, 7), (2, 3, 7)), "seat 2 is still in"),
            (exits((0, 3, 7), (0, 3, 7)), "a seat went out twice"),
            (exits((0, 3, 7)), "seat 1 is out, but not in `exits`"),
            ((), "seat 0 is out, but not in `exits`"),
            (exits((0, 0, 7), (1, 4, 9)), "seat 0 cannot have gone out at turn 0, moment 7"),
            (exits((0, 3, 7), (1, 10, 20)), "seat 1 cannot have gone out at turn 10, moment 20"),
            (exits((0, 3, 7), (1, 9, 21)), "seat 1 cannot have gone out at turn 9, moment 21"),
            (exits((0, 3, 7), (1, 8, 20)), "seat 1 cannot have gone out at turn 8, moment 20"),
            (exits((0, 4, 9), (1, 3, 10)), "seat 0 went out after seat 1"),
            (exits((0, 4, 9), (1, 5, 8)), "seat 0 went out after seat 1"),
            (exits((0, 4, 9), (1, 5, 9)), "seat 0 went out after seat 1"),
        ],
    )
    def test_seats_go_out_once_and_in_order(
        self, two_out: tuple[Edition, GameState], given: tuple[Exit, ...], what: str | None
    ) -> None:
        edition, state = two_out
        told = found(edition, replace(state, exits=given))
        assert told[:1] == ([] if what is None else [("GEN-20", "exits", what)])

    @pytest.mark.parametrize("fate", Fate)
    @pytest.mark.parametrize(
        ("name", "at", "possible"),
        [
            ("pocket", "place", {Fate.EDGE, Fate.LOOP, Fate.COLLISION}),
            ("seas", "roll", {Fate.EDGE, Fate.LOOP, Fate.DAIKAIJU, Fate.STRANDED}),
            ("phoenix", "create", {Fate.STRANDED}),
        ],
    )
    def test_every_fate_has_its_editions(
        self, name: str, at: str, possible: set[Fate], fate: Fate
    ) -> None:
        edition, state = moment(name, at, somebody_is_out)
        first, *rest = state.exits
        other = replace(state, exits=(replace(first, fate=fate), *rest))
        what = f"nobody goes out by {fate} in {edition.title}"
        expected = [] if fate in possible else [("GEN-20", "exits", what)]
        assert found(edition, other) == expected


def _all_but_two_at_marks(state: GameState) -> tuple[Pawn, ...]:
    empty = set(state.board.empty_cells())
    marks = [Stop(cell, 0) for cell in sorted(empty) if cell.row == 0]
    marks += [Stop(cell, 4) for cell in sorted(empty) if cell.row == 5]
    gone = [Pawn(Seat(seat), Status.LOST) for seat in (0, 1)]
    return (*gone, *(Pawn(Seat(seat), Status.ON, stop=marks[seat]) for seat in (2, 3, 4)))
