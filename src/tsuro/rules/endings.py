"""How games end (CL-16, CL-17, CL-24, KO-16, KO-17, KO-23, PO-14)."""

from __future__ import annotations

from tsuro.core.events import GameEnded
from tsuro.core.ids import Seat
from tsuro.core.state import Reason, Result
from tsuro.rules.phases import AutomaticPhase, Draft


def end(draft: Draft, winners: tuple[Seat, ...], reason: Reason) -> None:
    draft.emit(GameEnded(Result(tuple(sorted(winners)), reason)))


def check_last_standing(draft: Draft) -> None:
    """One seat left wins; if none is, those who went out in this moment share (CL-16, CL-17)."""
    alive = draft.state.live_seats()
    if len(alive) == 1:
        end(draft, alive, Reason.LAST_STANDING)
    elif not alive:
        end(draft, draft.state.out_now(), Reason.ALL_OUT)


class LastStandingPhase(AutomaticPhase):
    """Ends the game when one seat is left, or none."""

    name = "last_standing"

    def run(self, draft: Draft) -> None:
        check_last_standing(draft)


class TilesOutPhase(AutomaticPhase):
    """No tile left to draw or to place: the survivors share the win (CL-24, KO-17)."""

    name = "tiles_out"

    def run(self, draft: Draft) -> None:
        state = draft.state
        if state.pile:
            return
        alive = state.live_seats()
        if not any(state.hands[seat] for seat in alive):
            end(draft, alive, Reason.TILES_OUT)
