"""Why pawns are lost and games end, as numbers: the reference's own words in its own order."""

from __future__ import annotations

from typing import Final, Protocol

from tsuro.core.state import Fate, Reason

FATES: Final = tuple(Fate)
"""By number."""
FATE_EDGE: Final = FATES.index(Fate.EDGE)
FATE_COLLISION: Final = FATES.index(Fate.COLLISION)
FATE_LOOP: Final = FATES.index(Fate.LOOP)
FATE_DAIKAIJU: Final = FATES.index(Fate.DAIKAIJU)
FATE_STRANDED: Final = FATES.index(Fate.STRANDED)

REASONS: Final = (None, *Reason)
"""By number; 0 while a game runs."""
LAST_STANDING: Final = REASONS.index(Reason.LAST_STANDING)
ALL_OUT: Final = REASONS.index(Reason.ALL_OUT)
TILES_OUT: Final = REASONS.index(Reason.TILES_OUT)
BOARD_FULL: Final = REASONS.index(Reason.BOARD_FULL)
STARS: Final = REASONS.index(Reason.STARS)


class Exits(Protocol):
    """The fields of a record that tell who went out."""

    number: int
    moment: int
    exits_n: int
    exit_seat: list[int]
    exit_fate: list[int]
    exit_turn: list[int]
    exit_moment: list[int]


def note_exit(g: Exits, seat: int, fate: int) -> None:
    """A seat is out, in this turn and moment."""
    g.exit_seat[g.exits_n] = seat
    g.exit_fate[g.exits_n] = fate
    g.exit_turn[g.exits_n] = g.number
    g.exit_moment[g.exits_n] = g.moment
    g.exits_n += 1
