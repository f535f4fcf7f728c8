"""What must be true of every state of Tsuro of the Seas (INV-1, INV-9, SE-10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.editions.violation import Violation
from tsuro.rules.seas.daikaiju import Sea


def sea_is_sound(edition: Edition, state: GameState) -> Iterator[Violation]:
    """With daikaiju; without them fronts are open as in other editions (INV-10)."""
    yield from _daikaiju_are_conserved(edition, state)
    yield from _daikaiju_stand_alone(state)
    yield from _ships_face_water(state)


def _daikaiju_are_conserved(edition: Edition, state: GameState) -> Iterator[Violation]:
    """INV-1: all ten are on the board, in their pile or out of play."""
    sea = state.part(Sea)
    found = Counter(each.name for each in sea.on_board)
    found.update((*sea.bag, *sea.bottom, *sea.gone))
    if sea.drawn is not None:
        found[sea.drawn] += 1
    (printed,) = (part for part in edition.parts if isinstance(part, Sea))
    if found != Counter(printed.bag):
        yield Violation("INV-1", "sea", "not every daikaiju is there once")


def _daikaiju_stand_alone(state: GameState) -> Iterator[Violation]:
    """INV-9: a cell holds one daikaiju or a wake tile, never both."""
    for cell, count in Counter(each.cell for each in state.part(Sea).on_board).items():
        if count > 1:
            yield Violation("SE-17", "sea", f"{count} daikaiju stand on {cell}")
        if state.board[cell] is not None:
            yield Violation("INV-9", "board", f"a daikaiju stands on the tile at {cell}")


def _ships_face_water(state: GameState) -> Iterator[Violation]:
    """INV-9: no ship faces a tile, and the one that places faces no daikaiju either."""
    held = state.part(Sea).cells()
    for number, ship in enumerate(state.pawns):
        if ship.stop is None:
            continue
        if state.board[ship.stop.cell] is not None:
            yield Violation("INV-9", "pawns", f"the cell faced from {ship.stop} is not empty")
        placing = state.cursor.phase == "place" and ship.seat == state.turn.seat
        if placing and ship.stop.cell in held:
            yield Violation("INV-9", "pawns", f"ship {number} is to place where a daikaiju stands")
