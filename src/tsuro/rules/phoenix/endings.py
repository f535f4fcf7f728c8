"""Who is eliminated in Phoenix Rising, and how the game ends (PR-43 to PR-48, WC-12)."""

from __future__ import annotations

from collections.abc import Iterable

from tsuro.core.events import PawnLost, SeatOut
from tsuro.core.ids import Seat
from tsuro.core.state import Fate, GameState, Reason, Status
from tsuro.rules.endings import end
from tsuro.rules.phases import AutomaticPhase, Draft
from tsuro.rules.phoenix.flight import pawn_of
from tsuro.rules.phoenix.lanterns import Lanterns
from tsuro.rules.phoenix.rising import Ashes, can_rise
from tsuro.rules.turns import next_seat_in


def most_stars(state: GameState, seats: Iterable[Seat]) -> tuple[Seat, ...]:
    scored = state.part(Lanterns).scored
    candidates = tuple(seats)
    best = max(scored[seat] for seat in candidates)
    return tuple(seat for seat in candidates if scored[seat] == best)


class StrandedPhase(AutomaticPhase):
    """After each travel, before its stars: who cannot rise is out, and one may be left (PR-48)."""

    name = "stranded"

    def run(self, draft: Draft) -> None:
        stranded = [
            seat
            for seat in draft.state.live_seats()
            if draft.state.pawns[pawn_of(seat)].status is Status.OFF
            and not can_rise(draft.state, seat)
        ]
        for seat in stranded:
            draft.emit(PawnLost(pawn_of(seat), Fate.STRANDED))
            draft.emit(SeatOut(seat, Fate.STRANDED))
        alive = draft.state.live_seats()
        if len(alive) == 1:
            end(draft, alive, Reason.LAST_STANDING)


class AllOutPhase(AutomaticPhase):
    """Nobody is left: stars decide, those of the last travel among them (PR-34, PR-47, PR-48)."""

    name = "all_out"

    def run(self, draft: Draft) -> None:
        if not draft.state.live_seats():
            end(draft, most_stars(draft.state, draft.state.out_now()), Reason.ALL_OUT)


def round_is_over(state: GameState) -> bool:
    """Whether the next turn would belong to a new round; the first seat marks it (PR-44)."""
    order = state.clockwise(state.turn.seat)
    return order.index(state.first) <= order.index(next_seat_in(state, state.turn.seat))


def star_winners(state: GameState) -> tuple[Seat, ...]:
    """Most stars among those on the board or able to rise; then the Life token (PR-45)."""
    eligible = (
        seat
        for seat in state.live_seats()
        if state.pawns[pawn_of(seat)].status is not Status.OFF or can_rise(state, seat)
    )
    best = most_stars(state, eligible)
    alive = tuple(seat for seat in best if state.part(Ashes).lives[seat])
    return alive if len(alive) == 1 else best


class RoundPhase(AutomaticPhase):
    """The game ends with the round in which somebody reached seven stars (PR-44)."""

    name = "round"

    def run(self, draft: Draft) -> None:
        if draft.state.part(Lanterns).final_round and round_is_over(draft.state):
            end(draft, star_winners(draft.state), Reason.STARS)
