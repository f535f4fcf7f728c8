"""Checks on states that several editions share; each lists its own in its composition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.editions.violation import Violation
from tsuro.rules.exchange import Exchange


def fronts_are_open(edition: Edition, state: GameState) -> Iterator[Violation]:
    """INV-3: pawns face empty cells, so that nobody is in a loop, and no two the same way."""
    stops = [pawn.stop for pawn in state.pawns if pawn.stop is not None]
    # While a path is chosen the tile lies already, but nobody has moved yet.
    moved = state.cursor.phase != "enter"
    for stop in stops:
        if moved and state.board[stop.cell] is not None:
            yield Violation("INV-3", "pawns", f"the cell faced from {stop} is not empty")
    for stop, count in Counter(stops).items():
        if count > 1:
            yield Violation("INV-3", "pawns", f"{count} pawns stand at {stop}")


def exchange_fits(edition: Edition, state: GameState) -> Iterator[Violation]:
    """What can be swapped is in the hands it is swapped between (CL-18, SE-30)."""
    exchange = state.part(Exchange)
    if exchange.seat is None:
        if exchange != Exchange():
            yield Violation("CL-18", "exchange", "nobody exchanges, but tiles are up for it")
        return
    if Counter(exchange.mine) - Counter(state.hands[exchange.seat]):
        yield Violation("CL-18", "exchange", f"seat {exchange.seat} does not hold all it may give")
    held = Counter((loser, tile) for loser in exchange.losers for tile in state.hands[loser])
    if Counter(exchange.pool) - held:
        yield Violation("CL-18", "exchange", "the eliminated hands do not hold the pool")
