"""A result says what can be seen on the table (CL-16, CL-17, CL-24, SE-36, PR-45 to PR-47)."""

from __future__ import annotations

from collections.abc import Iterator

from tsuro.core.ids import Seat
from tsuro.core.state import GameState, Reason
from tsuro.editions.edition import Edition
from tsuro.editions.violation import Violation
from tsuro.engine.soundness.phases import has_phase
from tsuro.rules.endings import TilesOutPhase
from tsuro.rules.phoenix.endings import most_stars, star_winners
from tsuro.rules.phoenix.lanterns import Lanterns
from tsuro.rules.seas.daikaiju import Sea
from tsuro.rules.seas.harm import is_full


def result_is_true(edition: Edition, state: GameState) -> Iterator[Violation]:
    result = state.result
    if result is None:
        return
    if state.cursor.section == "setup":
        yield Violation("GEN-15", "result", "nobody wins during set-up")
        return
    alive = state.live_seats()
    candidates = state.out_now() if result.reason is Reason.ALL_OUT else alive
    strangers = [seat for seat in result.winners if seat not in candidates]
    if not result.winners or strangers or len(set(result.winners)) < len(result.winners):
        yield Violation("CL-16", "result", "the winners must be in, or have gone out together last")
        return
    if result.reason is Reason.ALL_OUT and alive:
        yield Violation("CL-17", "result", "somebody is still in")
    if result.reason is Reason.LAST_STANDING and len(alive) > 1:
        yield Violation("CL-16", "result", f"{len(alive)} seats are still in")


def result_is_usual(edition: Edition, state: GameState) -> Iterator[Violation]:
    """Games made of our phases end in the ways that our phases know."""
    result = state.result
    if result is not None and result.winners != _winners(edition, state, result.reason):
        yield Violation("CL-16", "result", f"this game does not end like that: {result.reason}")


def _winners(edition: Edition, state: GameState, reason: Reason) -> tuple[Seat, ...]:
    """Who has won, if the game has ended for this reason; nobody, if it cannot have."""
    alive = state.live_seats()
    match reason:
        case Reason.LAST_STANDING:
            return alive
        case Reason.ALL_OUT:
            out = tuple(sorted(state.out_now()))
            return most_stars(state, out) if state.has_part(Lanterns) else out
        case Reason.TILES_OUT:
            left = state.pile or any(state.hands[seat] for seat in alive)
            return () if left or not has_phase(edition, TilesOutPhase) else alive
        case Reason.BOARD_FULL:
            return alive if state.has_part(Sea) and is_full(state) else ()
        case Reason.STARS:
            if not state.has_part(Lanterns) or not state.part(Lanterns).final_round:
                return ()
            return star_winners(state)
