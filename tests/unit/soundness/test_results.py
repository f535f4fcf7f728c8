"""Results that are not true, and questions that nobody can answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.flaws import (
    all_on,
    first_flaw,
    found,
    part,
    spoiled,
)
from tests.support.moments import moment
from tsuro.core.asks import Ask, Chance, Decide
from tsuro.core.ids import Seat
from tsuro.core.pile import Pile
from tsuro.core.state import Cursor, Exit, Fate, GameState, Pawn, Reason, Result, Status
from tsuro.editions.violation import Violation
from tsuro.engine.play import resume
from tsuro.engine.soundness.results import result_is_usual
from tsuro.errors import Unplayable
from tsuro.rules.exchange import Exchange
from tsuro.rules.phases import AskingPhase, AutomaticPhase, Draft
from tsuro.rules.phoenix.flight import Flight
from tsuro.rules.phoenix.rising import Ashes


class TestResults:
    @pytest.mark.parametrize(
        ("winners", "reason", "what"),
        [
            ((), Reason.LAST_STANDING, "the winners must be in, or have gone out together last"),
            (
                (0, 0),
                Reason.LAST_STANDING,
                "the winners must be in, or have gone out together last",
            ),
            ((1,), Reason.LAST_STANDING, "the winners must be in, or have gone out together last"),
            ((0,), Reason.ALL_OUT, "the winners must be in, or have gone out together last"),
            ((0,), Reason.TILES_OUT, "this game does not end like that: tiles_out"),
            ((0,), Reason.BOARD_FULL, "this game does not end like that: board_full"),
            ((0,), Reason.STARS, "this game does not end like that: stars"),
        ],
    )
    def test_a_result_is_true(self, winners: tuple[int, ...], reason: Reason, what: str) -> None:
        """Seat 0 has won, being the last one left."""
        edition, state = moment(
            "pocket", "end", lambda it: it.result == Result((Seat(0),), Reason.LAST_STANDING)
        )
        wrong = replace(state, result=Result(tuple(map(Seat, winners)), reason))
        assert first_flaw(edition, wrong) == ("CL-16", "result", what)

    def test_nobody_has_won_while_two_are_in(self) -> None:
        edition, state = moment("pocket", "place", all_on)
        over = replace(state, result=Result((Seat(1),), Reason.LAST_STANDING))
        assert first_flaw(edition, over) == ("CL-16", "result", "3 seats are still in")

    def test_all_are_out_only_if_nobody_is_in(self) -> None:
        edition, state = moment("classic", "exchange")
        over = replace(state.with_part(Exchange()), result=Result(state.out_now(), Reason.ALL_OUT))
        assert ("CL-17", "result", "somebody is still in") in found(edition, over)

    @pytest.mark.parametrize("name", ["classic", "kosmos", "pocket", "seas", "phoenix"])
    def test_every_real_result_is_true(self, name: str) -> None:
        edition, state = moment(name, "end")
        assert found(edition, state) == []
        assert state.result is not None
        reasons = {state.result.reason}
        for reason in set(Reason) - reasons:
            other = replace(state, result=replace(state.result, reason=reason))
            assert found(edition, other)

    def test_nobody_wins_during_set_up(self) -> None:
        won = Result((Seat(0),), Reason.LAST_STANDING)
        flaw = ("GEN-15", "result", "nobody wins during set-up")
        assert spoiled("phoenix", "setup.centre", lambda it: replace(it, result=won)) == flaw

    @pytest.mark.parametrize("where", ["pile", "hands"])
    def test_tiles_have_run_out_if_none_is_left_anywhere(self, where: str) -> None:
        edition, state = moment("classic", "place", all_on)
        hands, nothing = state.hands, ((),) * state.seats
        kept = {"pile": (state.pile, nothing), "hands": (Pile(()), hands)}[where]
        result = Result(state.live_seats(), Reason.TILES_OUT)
        over = replace(state, pile=kept[0], hands=kept[1], result=result)
        flaw = Violation("CL-16", "result", "this game does not end like that: tiles_out")
        assert list(result_is_usual(edition, over)) == [flaw]
        out = replace(over, pile=Pile(()), hands=nothing)
        assert list(result_is_usual(edition, out)) == []

    def test_a_stranger_may_end_otherwise(self) -> None:
        class Draw(AutomaticPhase):
            name = "draw_game"

            def run(self, draft: Draft) -> None:
                pass

        edition, state = moment("pocket", "place", all_on)
        over = replace(state, result=Result((Seat(1),), Reason.TILES_OUT))
        assert found(edition, over)
        assert not found(replace(edition, turn=(*edition.turn, Draw())), over)

    def test_the_most_stars_win(self) -> None:
        def by_stars(state: GameState) -> bool:
            return state.result is not None and state.result.reason is Reason.STARS

        edition, state = moment(
            "phoenix", "end", lambda it: by_stars(it) and len(it.live_seats()) > 1
        )
        assert found(edition, state) == []
        assert state.result is not None
        others = tuple(seat for seat in state.live_seats() if seat not in state.result.winners)
        wrong = replace(state, result=Result(others, Reason.STARS))
        assert first_flaw(edition, wrong)[2] == "this game does not end like that: stars"
        off = [Pawn(each.seat, Status.OFF) for each in state.pawns]
        stranded = part(Ashes, lives=(False,) * 3)(replace(state, pawns=tuple(off), exits=()))
        assert "cannot rise" in first_flaw(edition, stranded)[2]


class Silent(AskingPhase):
    """Asks, but nobody can answer."""

    name = "place"

    def __init__(self, question: Ask) -> None:
        self.question = question

    def ask(self, state: GameState) -> Ask:
        return self.question


class TestAsking:
    @pytest.mark.parametrize(
        ("question", "what"),
        [
            (Decide(Seat(1), (), "XX-1"), "seat 1 has nothing to choose from"),
            (Chance((), "XX-1"), "nothing can come up"),
        ],
    )
    def test_every_question_can_be_answered(self, question: Ask, what: str) -> None:
        edition, state = moment("pocket", "place", all_on)
        silent = replace(edition, turn=(edition.turn[0], Silent(question)))
        assert found(silent, state) == [("XX-1", "at", what)]
        with pytest.raises(Unplayable, match=r"nothing to choose from|nothing can come up"):
            resume(silent, state)

    def test_somebody_has_to_decide(self) -> None:
        automatic = lambda it: replace(it, cursor=Cursor("turn", "begin"))  # noqa: E731
        flaw = ("GEN-15", "at", "nobody has to decide in the phase 'begin'")
        assert spoiled("pocket", "place", automatic) == flaw

    def test_there_is_something_to_choose_from(self) -> None:
        def without_hand(state: GameState) -> GameState:
            hand = state.hands[state.turn.seat]
            pile = Pile(tuple(sorted((*state.pile.bag, *hand))), state.pile.bottom)
            return replace(state.with_hand(state.turn.seat, ()), pile=pile)

        flaw = ("GEN-15", "at", "nobody has to decide in the phase 'place'")
        assert spoiled("pocket", "place", without_hand) == flaw

    def test_who_decides_is_in_or_has_just_gone_out(self) -> None:
        edition, state = moment(
            "phoenix", "lantern", lambda it: it.part(Flight).mover != it.turn.pawn and all_on(it)
        )
        mover = state.part(Flight).mover
        assert mover is not None
        now = state.turn
        gone = state.with_pawn(mover, Pawn(state.pawns[mover].seat, Status.LOST))
        before = Exit(state.pawns[mover].seat, now.number - 1, now.moment - 1, Fate.STRANDED)
        gone = replace(gone, exits=(*state.exits, before))
        told = [what for _, _, what in found(edition, gone)]
        assert f"seat {mover} is out and does not decide" in told
