"""What a position must be besides keeping the invariants: something that a game can come to.

The invariants (`engine.invariants`) say what every state of a game keeps; the engine takes the rest
for granted, because it made the state itself. A position that somebody wrote is held to that rest
here, before anybody plays on from it. The checks look at the phases, the parts and the pawns of an
edition, never at its name. Each may rely on those before it. What can be told only if nobody else's
phase could have meddled is not asked of editions that have phases of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.editions.violation import Check, Violation
from tsuro.engine.soundness.asking import somebody_is_asked
from tsuro.engine.soundness.dragon import dragon_fits, exchange_is_due, heaps_are_in_use
from tsuro.engine.soundness.exits import exits_fit, fates_are_known
from tsuro.engine.soundness.first_round import first_round_fits
from tsuro.engine.soundness.flight import flight_fits, lanterns_fit, winds_fit
from tsuro.engine.soundness.pawns import pawns_came_there, pawns_can_be_there
from tsuro.engine.soundness.phases import is_ours
from tsuro.engine.soundness.results import result_is_true, result_is_usual
from tsuro.engine.soundness.ring import (
    everybody_has_drawn,
    everybody_has_travelled,
    tiles_are_needed,
)
from tsuro.engine.soundness.sea import sea_fits, watch_fits
from tsuro.engine.soundness.setup import setup_is_in_order
from tsuro.engine.soundness.tiles import (
    lost_hands_are_empty,
    somebody_put_them_there,
    tiles_are_of_the_pile,
)
from tsuro.engine.soundness.turns import turn_fits

__all__ = ["flaws"]

OF_OUR_PHASES: Final[tuple[Check, ...]] = (
    somebody_put_them_there,
    lost_hands_are_empty,
    pawns_came_there,
    turn_fits,
    first_round_fits,
    fates_are_known,
    setup_is_in_order,
    result_is_usual,
)
OF_ALL: Final[tuple[Check, ...]] = (
    tiles_are_of_the_pile,
    pawns_can_be_there,
    exits_fit,
    result_is_true,
)
OF_PARTS: Final[tuple[Check, ...]] = (
    dragon_fits,
    exchange_is_due,
    heaps_are_in_use,
    sea_fits,
    watch_fits,
    flight_fits,
    lanterns_fit,
    winds_fit,
    everybody_has_drawn,
    everybody_has_travelled,
    tiles_are_needed,
)


def flaws(edition: Edition, state: GameState) -> Iterator[Violation]:
    """Why a state that keeps the invariants cannot be, nevertheless; nothing for a real one."""
    ours = OF_OUR_PHASES if is_ours(edition) else ()
    for check in (*OF_ALL, *ours, *OF_PARTS, somebody_is_asked):
        complaints = tuple(check(edition, state))
        yield from complaints
        if complaints:
            return
