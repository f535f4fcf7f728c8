"""Dragon tile, exchange and piles are in use only when they can be (CL-18 to CL-23, KO-15)."""

from __future__ import annotations

from collections.abc import Iterator

from tsuro.core.ids import Seat
from tsuro.core.state import GameState
from tsuro.core.tiles import HIDDEN
from tsuro.editions.edition import Edition
from tsuro.editions.violation import Violation
from tsuro.engine.soundness.complaints import complaints
from tsuro.engine.soundness.phases import is_at, is_past, phases_of
from tsuro.rules.dragon import Dragon, PassDragonPhase, ReturnDragonPhase, acting_seat
from tsuro.rules.exchange import Exchange, ExchangePhase
from tsuro.rules.piles import ChoosePilePhase, Heaps


def dragon_fits(edition: Edition, state: GameState) -> Iterator[Violation]:
    if not state.has_part(Dragon):
        return
    dragon = state.part(Dragon)
    literal = any(phase.literal for phase in phases_of(edition, ReturnDragonPhase))
    held = dragon.holder is not None
    about = "dragon"
    yield from complaints(
        (held and len(state.pile) > 0 and not literal, "CL-21", about,
         f"seat {dragon.holder} holds the dragon tile, but the pile has tiles"),
        (held and is_past(edition, state, PassDragonPhase) and dragon.holder in state.out_now(),
         "CL-19", about, f"seat {dragon.holder} is out and has passed the dragon tile on"),
        (held and len(state.pile) > 0 and state.result is None
         and is_past(edition, state, ReturnDragonPhase) and dragon.holder == acting_seat(state),
         "CL-21", about,
         f"seat {dragon.holder} has returned the dragon tile"),
        (held and dragon.returned_by is not None, "CL-21", about,
         "the dragon tile cannot be held and returned"),
        ((dragon.returned_by is None) != (dragon.returned_in == 0), "CL-21", about,
         "who returned the dragon tile did so in some turn"),
        (dragon.returned_in > state.turn.number, "CL-21", about,
         "the dragon tile is returned in a turn that is to come"),
        (state.cursor.section == "setup" and dragon != Dragon(), "CL-23", about,
         "nobody takes the dragon tile during set-up"),
    )  # fmt: skip


def exchange_is_due(edition: Edition, state: GameState) -> Iterator[Violation]:
    if not state.has_part(Exchange):
        return
    exchange = state.part(Exchange)
    due = state.result is None and is_at(edition, state, ExchangePhase)
    if exchange.seat is None or not due:
        if (exchange.seat is not None) != due:
            word = "nobody exchanges tiles" if due else "tiles are exchanged"
            yield Violation("CL-18", "at", f"{word} in the phase {state.cursor.phase!r}")
        return
    yield from _swaps_so_far(state, exchange, exchange.seat)


def _swaps_so_far(state: GameState, exchange: Exchange, seat: Seat) -> Iterator[Violation]:
    losers, out = set(exchange.losers), state.out_now()
    theirs = sum(len(state.hands[loser]) for loser in losers)
    given = len(state.hands[seat]) - len(exchange.mine)
    hidden = HIDDEN in exchange.mine
    pool_hidden = any(tile == HIDDEN for _, tile in exchange.pool)
    rule, about = "CL-18", "exchange"
    yield from complaints(
        (seat != state.turn.seat or not state.is_in(seat), rule, about,
         "only the active seat exchanges tiles"),
        (not losers or not losers.issubset(out), rule, about,
         "the losers must have gone out in this move"),
        (len(losers) < len(exchange.losers), rule, about, "a loser is named twice"),
        (given != theirs - len(exchange.pool), rule, about,
         "as many tiles must be given as taken"),
        (hidden != pool_hidden, rule, about, "who sees one side of an exchange sees both"),
        (not hidden and not exchange.swaps(), rule, about, "there is nothing left to be swapped"),
    )  # fmt: skip


def heaps_are_in_use(edition: Edition, state: GameState) -> Iterator[Violation]:
    if not state.has_part(Heaps):
        return
    chosen = state.part(Heaps).chosen
    if chosen is not None and not is_at(edition, state, ChoosePilePhase):
        yield Violation("KO-15", "heaps", "a pile is chosen only to draw from it")
