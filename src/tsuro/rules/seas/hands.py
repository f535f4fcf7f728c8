"""Hands at sea: under the pile when lost, full again after a turn (SE-22, SE-30, SE-31)."""

from __future__ import annotations

from dataclasses import dataclass

from tsuro.core.actions import Action, Draw
from tsuro.core.asks import Chance
from tsuro.core.events import HandBuried, TileDrawn
from tsuro.core.ids import Seat
from tsuro.core.state import GameState
from tsuro.rules.exchange import Exchange, ExchangePhase
from tsuro.rules.hands import draw_from
from tsuro.rules.phases import AskingPhase, AutomaticPhase, Draft


def bury_hands(draft: Draft, *, shown_to: Seat | None = None) -> None:
    """Eliminated hands go under the pile clockwise, the active seat's own first (SE-22, SE-30).

    Each is known to its owner, or only to the seat that an exchange has shown it to: that seat may
    have put tiles of its own among it.
    """
    state = draft.state
    active = state.turn.seat
    for seat in (active, *state.clockwise(active)[:-1]):
        hand = state.hands[seat]
        if hand and not state.is_in(seat):
            known_to = (seat if shown_to is None else shown_to,)
            draft.emit(HandBuried(seat, len(hand), known_to))


@dataclass(frozen=True)
class BonusPhase(ExchangePhase):
    """The exchange, after which the rest of the pool goes under the pile (SE-30)."""

    def answer(self, draft: Draft, action: Action) -> None:
        super().answer(draft, action)
        if draft.state.part(Exchange).seat is None:
            bury_hands(draft, shown_to=draft.state.turn.seat)


class BuryHandsPhase(AutomaticPhase):
    """Hands that no exchange was held over go under the pile (SE-30)."""

    name = "return"

    def run(self, draft: Draft) -> None:
        bury_hands(draft)


@dataclass(frozen=True)
class DrawUpPhase(AskingPhase):
    """The active seat, if still in, draws until its hand is full; nobody else does (SE-31)."""

    name = "draw"
    hand_size: int
    rule: str

    def ask(self, state: GameState) -> Chance | None:
        seat = state.turn.seat
        short = len(state.hands[seat]) < self.hand_size
        if not short or not state.pile or not state.is_in(seat):
            return None
        return draw_from(state.pile, self.rule)

    def answer(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, Draw)
        draft.emit(TileDrawn(draft.state.turn.seat, action.tile))
