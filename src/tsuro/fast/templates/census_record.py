"""What a census counts, as one record of whole numbers: the same size for every edition."""

from __future__ import annotations

from typing import Annotated, Final

from tsuro.fast.shared.layout import Layout, Stored
from tsuro.fast.shared.seats import SEATS

MOST_PLACES: Final = 64
"""Start places; no board has more."""
DECISIONS: Final = 1024
"""A game with as many is broken off: cautious phoenixes may go round in circles for ever."""
TURNS: Final = 256
"""Longer games count in the last class; the totals stay exact."""
MOST_FATES: Final = 8
MOST_REASONS: Final = 8
MOST_TILES: Final = 64
MOST_MEASURES: Final = 8
VALUES: Final = 64
"""Larger measures count in the last class; the totals stay exact."""


class Census:
    """Wins are counted in parts of `wins.WHOLE_WIN`."""

    games: Annotated[int, Stored("i8")]
    """Games played to their end; nearly all other counters are about these."""
    endless: Annotated[int, Stored("i8")]
    """Games broken off."""
    decision_total: Annotated[int, Stored("i8")]
    turn_total: Annotated[int, Stored("i8")]
    wins: Annotated[list[int], Stored("i8", SEATS)]
    sharers: Annotated[list[int], Stored("i8", SEATS + 1)]
    """Games by how many seats won."""
    reasons: Annotated[list[int], Stored("i8", MOST_REASONS)]
    decisions: Annotated[list[int], Stored("i8", DECISIONS + 1)]
    """Games by number of decisions."""
    turns: Annotated[list[int], Stored("i8", TURNS)]
    """Games by number of turns."""
    starts: Annotated[list[int], Stored("i8", SEATS * MOST_PLACES)]
    """Pawns by seat and start place."""
    start_wins: Annotated[list[int], Stored("i8", SEATS * MOST_PLACES)]
    """Wins of those pawns' seats."""
    exits: Annotated[list[int], Stored("i8", TURNS * MOST_FATES)]
    """Eliminations by turn and fate."""
    seat_exits: Annotated[list[int], Stored("i8", SEATS * MOST_FATES)]
    """Eliminations by seat and fate."""
    laid: Annotated[list[int], Stored("i8", MOST_TILES)]
    """How often each tile was laid."""
    survived: Annotated[list[int], Stored("i8", MOST_TILES)]
    """How often its layer was still in, or had won, when the turn was over."""
    tile_wins: Annotated[list[int], Stored("i8", MOST_TILES)]
    """Wins of its layers."""
    value_totals: Annotated[list[int], Stored("i8", MOST_MEASURES)]
    """Sums of the measures at the end of games."""
    values: Annotated[list[int], Stored("i8", MOST_MEASURES * VALUES)]
    """Games by measure and its value at the end."""
    turn_games: Annotated[list[int], Stored("i8", TURNS)]
    """Games that came to a decision in this turn, those broken off included."""
    turn_values: Annotated[list[int], Stored("i8", TURNS * MOST_MEASURES)]
    """Sums of the measures at the first decision of each turn."""


LAYOUT: Final[Layout[Census]] = Layout.of(Census, {})

NOTE: Final = 3
"""Numbers noted of each tile laid in a game: tile, seat and turn."""
SET_UP: Final = 2 * 2 * SEATS
"""Room for the start places of one game: seat and place of each pawn."""
