"""Tiles where they can have come to: hands, pile and box (INV-1, CL-20, KO-14, PO-12, SE-30)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tsuro.core.ids import Seat
from tsuro.core.state import GameState
from tsuro.core.tiles import HIDDEN
from tsuro.editions.edition import Edition
from tsuro.editions.violation import Violation
from tsuro.engine.soundness.phases import has_phase, nothing_placed_yet, phases_of
from tsuro.rules.hands import LayDownPhase, ShuffleInPhase
from tsuro.rules.phoenix.edge_stack import DiscardPhase
from tsuro.rules.seas.hands import BuryHandsPhase
from tsuro.rules.seas.spawning import RefillDaikaijuPhase

TAKING: Final = (ShuffleInPhase, LayDownPhase, BuryHandsPhase, DiscardPhase)
"""Phases that take the tiles of who is out."""


def tiles_are_of_the_pile(edition: Edition, state: GameState) -> Iterator[Violation]:
    drawable = {*edition.bag, HIDDEN}
    for hand in state.hands:
        for tile in hand:
            if tile not in drawable:
                yield Violation("INV-1", "hands", f"{tile} is never in a hand")
    buried = (each.tile for each in (*state.pile.bottom, *state.box))
    for tile in (*state.pile.bag, *buried):
        if tile not in drawable:
            yield Violation("INV-1", "tiles", f"{tile} is never in the pile")


def somebody_put_them_there(edition: Edition, state: GameState) -> Iterator[Violation]:
    """Tiles leave the game, or come to lie under the pile, by some phase only."""
    sunk = any(
        phase.spawning.removal.spawn_sinks_for_good
        for phase in phases_of(edition, RefillDaikaijuPhase)
    )
    if state.box and not sunk and not has_phase(edition, LayDownPhase):
        yield Violation("INV-1", "box", "no tile ever leaves this game")
    if state.pile.bottom and not has_phase(edition, BuryHandsPhase, DiscardPhase):
        yield Violation("INV-1", "tiles", "no tile is ever put under the pile of this game")


def lost_hands_are_empty(edition: Edition, state: GameState) -> Iterator[Violation]:
    """But for those that the present move eliminated, until some phase takes their tiles."""
    if not has_phase(edition, *TAKING):
        return
    over = state.result is not None
    kept = state.out_now() if over or _are_to_be_taken(edition, state) else ()
    for number, hand in enumerate(state.hands):
        if hand and not state.is_in(Seat(number)) and number not in kept:
            yield Violation("GEN-21", "hands", f"seat {number} is out but holds tiles")


def _are_to_be_taken(edition: Edition, state: GameState) -> bool:
    """Whether a tile was laid, and the phase that takes lost hands is still to come."""
    if nothing_placed_yet(edition, state):
        return False
    names = [phase.name for phase in edition.turn]
    to_come = edition.turn[names.index(state.cursor.phase) :]
    return any(isinstance(phase, TAKING) for phase in to_come)
