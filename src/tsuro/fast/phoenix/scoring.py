"""After a travel lantern markers move on and the stars are taken, over numbers (PR-32, WC-1, WC-2).

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`).
"""

from __future__ import annotations

from typing import Final

from tsuro.fast.phoenix.codes import FLIP, MOVE_LANTERN
from tsuro.fast.phoenix.record import LANTERN, PhoenixGame
from tsuro.fast.phoenix.tables import AXES, COLOUR, ICON_CELLS
from tsuro.fast.phoenix.winds import flip, is_glowing

STARS_TO_END: Final = 7
"""Stars that make the round the last one (PR-44)."""


def destinations(g: PhoenixGame) -> int:
    """Tiles of the next star's colour without the mover's pawn, a star or a marker (PR-32)."""
    colour = COLOUR[g.board[g.stars[g.settled]] >> 3]
    return g.icons[colour] & ~(g.marked | g.starred | 1 << g.behind[g.mover])


def only_cell(targets: int) -> int:
    """The one cell of a set, or the last one."""
    cell = 0
    for i in range(len(ICON_CELLS)):
        if targets >> ICON_CELLS[i] & 1:
            cell = ICON_CELLS[i] + 0
    return cell


def score(g: PhoenixGame) -> int:
    """Everything that leaves no choice; 1 if the mover's owner must choose first."""
    if g.stars_n == 0:
        return 0
    if g.winds:
        return score_winds(g)
    while g.settled < g.stars_n:
        if asks_for_lantern(g):
            return 1
    take_stars(g, g.stars_n + 0)
    return 0


def score_winds(g: PhoenixGame) -> int:
    """First all markers move, each to a Glowing tile, then all stars are taken (WC-1, WC-2)."""
    asked = 0
    while g.stars_n and not asked:
        if g.bound:
            asked = asks_for_axis(g, g.bound + 0)
        elif g.settled < g.stars_n:
            asked = asks_for_lantern(g)
        elif is_glowing(g, g.stars[0]):
            asked = asks_for_axis(g, g.stars[0] + 0)
        else:
            take_stars(g, 1)
    return asked


def asks_for_lantern(g: PhoenixGame) -> int:
    """The next star's marker moves on, unless its owner may choose where to (PR-32)."""
    targets = destinations(g)
    if targets & (targets - 1):
        g.phase = LANTERN
        return 1
    if targets:
        send_lantern(g, only_cell(targets))
    else:
        # It has nowhere to go (PR-33).
        g.settled += 1
    return 0


def asks_for_axis(g: PhoenixGame, cell: int) -> int:
    """A tile is flipped, unless its owner may choose how (WC-3)."""
    if AXES[g.board[cell]] > 1:
        g.phase = LANTERN
        return 1
    flip_for_score(g, cell, 0)
    return 0


def choose_scoring(g: PhoenixGame, code: int) -> None:
    """What the mover's owner has chosen: where a marker goes, or how a tile is flipped."""
    if code >= FLIP:
        flip_for_score(g, (code - FLIP) >> 1, (code - FLIP) & 1)
    else:
        send_lantern(g, code - MOVE_LANTERN)


def flip_for_score(g: PhoenixGame, cell: int, axis: int) -> None:
    """A tile becomes Glowing for the marker that goes there, or Dimmed as its star is taken."""
    if g.settled < g.stars_n:
        flip(g, cell, axis)
        move_lantern(g, cell)
    else:
        take_stars(g, 1)
        flip(g, cell, axis)


def send_lantern(g: PhoenixGame, target: int) -> None:
    """In Winds of Change a Dimmed destination is flipped before the marker goes there (WC-1)."""
    if g.winds and not is_glowing(g, target):
        g.bound = target
    else:
        move_lantern(g, target)


def move_lantern(g: PhoenixGame, target: int) -> None:
    """The marker of the next star goes to another tile of its colour (PR-32)."""
    origin = g.stars[g.settled] + 0
    for i in range(g.markers_n):
        if g.markers[i] == origin:
            g.markers[i] = target
    g.marked = (g.marked & ~(1 << origin)) | 1 << target
    g.settled += 1


def take_stars(g: PhoenixGame, count: int) -> None:
    """The mover's owner takes the first stars (PR-32, PR-34, PR-44)."""
    for i in range(g.stars_n + 0):
        if i < count:
            g.starred &= ~(1 << g.stars[i])
        else:
            g.stars[i - count] = g.stars[i]
    g.stars_n -= count
    stars = g.scored[g.mover] + count
    g.scored[g.mover] = stars
    if stars >= STARS_TO_END:
        g.final_round = 1
