"""Swapping tiles with the hands of players just eliminated (CL-18, SE-30, GEN-18)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeVar

from tsuro.core.actions import Action, Decision, Keep, Swap
from tsuro.core.asks import Decide
from tsuro.core.events import Event
from tsuro.core.ids import Seat, TileId
from tsuro.core.replacing import replace
from tsuro.core.state import GameState, Part
from tsuro.core.tiles import HIDDEN
from tsuro.rules.phases import AskingPhase, AutomaticPhase, Draft

ItemT = TypeVar("ItemT")


@dataclass(frozen=True, slots=True)
class Exchange(Part):
    """Open while the active seat may swap; only that seat sees the tiles."""

    key: ClassVar[str] = "exchange"
    seat: Seat | None = None
    """None while no exchange is open."""
    losers: tuple[Seat, ...] = ()
    mine: tuple[TileId, ...] = ()
    """Tiles of the own hand that have not been swapped."""
    pool: tuple[tuple[Seat, TileId], ...] = ()
    """Tiles of the eliminated hands that have not been swapped."""

    def seen_by(self, viewer: Seat | None) -> Exchange:
        if viewer == self.seat:
            return self
        pool = tuple((loser, HIDDEN) for loser, _ in self.pool)
        return replace(self, mine=(HIDDEN,) * len(self.mine), pool=pool)

    def refilled(self, world: GameState) -> Exchange:
        if HIDDEN not in self.mine:
            return self
        assert self.seat is not None
        left = {loser: list(world.hands[loser]) for loser in self.losers}
        pool = tuple((loser, left[loser].pop(0)) for loser, _ in self.pool)
        return replace(self, mine=world.hands[self.seat][: len(self.mine)], pool=pool)

    def can_be(self) -> bool:
        """Nobody is asked to swap tiles that are all alike (CL-18)."""
        return self.seat is None or bool(self.swaps())

    def shows_hand(self, viewer: Seat | None, seat: Seat) -> bool | None:
        if self.seat is None or seat not in self.losers:
            return None
        # Not even the loser looks on: a tile given to the pool would betray the active hand.
        return viewer == self.seat

    def swaps(self) -> tuple[Swap, ...]:
        """Every different swap; giving a tile for its like would change nothing."""
        pairs = ((give, take) for give in self.mine for _, take in self.pool if give != take)
        return tuple(Swap(give, take) for give, take in dict.fromkeys(pairs))


@dataclass(frozen=True, slots=True)
class ExchangeOpened(Event):
    """A seat may swap tiles with those it eliminated."""

    seat: Seat
    losers: tuple[Seat, ...]

    def fold(self, state: GameState) -> GameState:
        pool = tuple((loser, tile) for loser in self.losers for tile in state.hands[loser])
        return state.with_part(Exchange(self.seat, self.losers, state.hands[self.seat], pool))


@dataclass(frozen=True, slots=True)
class TilesSwapped(Event):
    """One tile of the active hand for one of an eliminated hand; only the active seat sees it."""

    seat: Seat
    loser: Seat
    give: TileId | None
    take: TileId | None

    def fold(self, state: GameState) -> GameState:
        assert self.give is not None
        assert self.take is not None
        exchange = state.part(Exchange)
        state = state.with_part(
            replace(
                exchange,
                mine=_without(exchange.mine, self.give),
                pool=_without(exchange.pool, (self.loser, self.take)),
            )
        )
        mine = _replaced(state.hands[self.seat], self.give, self.take)
        theirs = _replaced(state.hands[self.loser], self.take, self.give)
        return state.with_hand(self.seat, mine).with_hand(self.loser, theirs)

    def seen_by(self, viewer: Seat | None) -> TilesSwapped:
        if viewer == self.seat:
            return self
        return TilesSwapped(self.seat, self.loser, None, None)


@dataclass(frozen=True, slots=True)
class ExchangeClosed(Event):
    """Nobody swaps tiles any more."""

    seat: Seat

    def fold(self, state: GameState) -> GameState:
        return state.with_part(Exchange())


class OpenExchangePhase(AutomaticPhase):
    """Open to an active seat that is still in and whose placement eliminated opponents (CL-18)."""

    name = "open_exchange"

    def run(self, draft: Draft) -> None:
        state = draft.state
        active = state.turn.seat
        out = state.out_now()
        if not out or not state.is_in(active):
            return
        losers = tuple(seat for seat in state.clockwise(active) if seat in out)
        opened = ExchangeOpened(active, losers)
        if opened.fold(state).part(Exchange).swaps():
            draft.emit(opened)


@dataclass(frozen=True)
class ExchangePhase(AskingPhase):
    """One swap at a time, as many as both sides have tiles for (CL-18)."""

    name = "exchange"
    rule: str

    def ask(self, state: GameState) -> Decide | None:
        exchange = state.part(Exchange)
        if exchange.seat is None:
            return None
        options: tuple[Decision, ...] = (Keep(), *exchange.swaps())
        return Decide(exchange.seat, options, self.rule)

    def answer(self, draft: Draft, action: Action) -> None:
        seat = draft.state.turn.seat
        if isinstance(action, Swap):
            pool = draft.state.part(Exchange).pool
            loser = next(loser for loser, tile in pool if tile == action.take)
            draft.emit(TilesSwapped(seat, loser, action.give, action.take))
            if draft.state.part(Exchange).swaps():
                return
        draft.emit(ExchangeClosed(seat))


def _without(items: tuple[ItemT, ...], item: ItemT) -> tuple[ItemT, ...]:
    index = items.index(item)
    return (*items[:index], *items[index + 1 :])


def _replaced(hand: tuple[TileId, ...], old: TileId, new: TileId) -> tuple[TileId, ...]:
    index = hand.index(old)
    return (*hand[:index], new, *hand[index + 1 :])
