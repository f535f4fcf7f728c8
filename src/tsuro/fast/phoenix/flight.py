"""A phoenix follows its path, makes stars, and may leave the board, over numbers (PR-25 to PR-31).

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`).
Tiles turn and flip where they lie, so paths are walked, tile by tile.
"""

from __future__ import annotations

from typing import Final

from tsuro.fast.phoenix.hands import discard_hand, give_up_phoenix
from tsuro.fast.phoenix.record import PhoenixGame
from tsuro.fast.phoenix.tables import AWAY, COME, OUTSIDE, STEP, TOUCH
from tsuro.fast.shared.layout import NONE

STAYS, LEAVES, MEETS, LOOPS = range(4)
"""How a travel ends: before an empty cell or a tile without a path there, off the grid, at a link
where another pawn stands, or where it began."""

FOR_EVER: Final = 1000
"""More crossings than any walk has."""


def stand(g: PhoenixGame, cell: int, port: int) -> None:
    """Put a pawn on a link, or take the one there away: both sides of the link know (PR-27)."""
    g.standing[cell] ^= 1 << port
    g.standing[(cell + AWAY[port]) & 63] ^= 1 << TOUCH[port]


def fly(g: PhoenixGame, pawn: int, crossings: int) -> int:
    """Follow the path over at most so many tiles and put down stars; how it ended.

    A tile with a marker gets its star when it is left, once (PR-29, PR-31). Whether that holds for
    the tile the pawn is on when it sets out is a switch (PR-30), unless it came there in this very
    travel. The pawn is moved, but even if it meets another it is not taken off.
    """
    cell = g.ahead[pawn] + 0
    port = g.port[pawn] + 0
    stand(g, cell, port)
    start = 16 * cell + port
    last = g.behind[pawn] + 0
    lit = g.marked & ~g.starred
    left = last if g.departures | g.flown else 0
    ending = STAYS
    while crossings > 0:
        way = 16 * g.board[cell] + port
        if STEP[way] == 0:
            break
        if lit >> left & 1:
            create_star(g, left)
            lit &= ~(1 << left)
        last = cell
        left = cell
        cell = (cell + STEP[way]) & 63
        port = COME[way] + 0
        crossings -= 1
        if g.standing[cell] >> port & 1:
            ending = MEETS
            break
        if 16 * cell + port == start:
            ending = LOOPS
            break
    if g.board[cell] == OUTSIDE and ending == STAYS:
        ending = LEAVES
        if lit >> left & 1:
            create_star(g, left)
    g.ahead[pawn] = cell
    g.port[pawn] = port
    g.behind[pawn] = last
    stand(g, cell, port)
    return ending


def create_star(g: PhoenixGame, cell: int) -> None:
    g.stars[g.stars_n] = cell
    g.stars_n += 1
    g.starred |= 1 << cell


def met_pawn(g: PhoenixGame, pawn: int) -> int:
    """The other pawn on the link a pawn has come to (PR-27)."""
    cell = g.ahead[pawn] + 0
    port = g.port[pawn] + 0
    back = (cell + AWAY[port]) & 63
    for other in range(g.seats + 0):
        if other != pawn and g.on >> other & 1:
            same = (g.ahead[other] == cell) & (g.port[other] == port)
            opposite = (g.ahead[other] == back) & (g.port[other] == TOUCH[port])
            if same | opposite:
                return other
    return NONE


def leave_board(g: PhoenixGame, pawn: int) -> None:
    """A pawn leaves; then its owner discards what it holds (PR-18, PR-26)."""
    take_off_board(g, pawn)
    give_up_phoenix(g, pawn)
    discard_hand(g, pawn)


def leave_together(g: PhoenixGame, pawn: int, other: int) -> None:
    """The same for two pawns that have met (PR-27)."""
    take_off_board(g, pawn)
    take_off_board(g, other)
    give_up_phoenix(g, pawn)
    give_up_phoenix(g, other)
    discard_hand(g, pawn)
    discard_hand(g, other)


def take_off_board(g: PhoenixGame, pawn: int) -> None:
    """The pawn goes back to its owner, who may be able to rise (PR-18, PR-26)."""
    stand(g, g.ahead[pawn] + 0, g.port[pawn] + 0)
    g.on &= ~(1 << pawn)
    g.off |= 1 << pawn
    g.ahead[pawn] = 0
    g.port[pawn] = 0
    g.behind[pawn] = 0


def land(g: PhoenixGame, pawn: int, ending: int) -> None:
    """What comes of a travel that has ended (PR-26)."""
    if ending == MEETS:
        leave_together(g, pawn, met_pawn(g, pawn))
    elif ending != STAYS:
        leave_board(g, pawn)


def soar(g: PhoenixGame) -> None:
    """A closed loop is flown once, then the pawn leaves the board (PR-28)."""
    pawn = g.mover + 0
    land(g, pawn, fly(g, pawn, FOR_EVER))
