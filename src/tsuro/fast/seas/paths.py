"""Wakes as path ends: where a placement leads, what it shares, and what a lost tile cuts.

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`).
"""

from __future__ import annotations

from tsuro.fast.seas.record import OFF, SeaGame
from tsuro.fast.seas.tables import BEYOND, RIM
from tsuro.fast.shared.layout import NONE
from tsuro.fast.shared.paths import ACROSS, FIRST_ENTRY
from tsuro.fast.shared.shapes import WIRES


def trace(g: SeaGame, base: int, port: int, placement: int) -> int:
    """Where a ship at `port` of a cell without a tile ends if `placement` is laid there (GEN-11).

    OFF if it runs round a closed loop: a trail that a daikaiju has cut may come back.
    """
    end = g.link[base + WIRES[8 * placement + port]] + 0
    while end ^ base < 8:
        if end & 7 == port:
            return OFF
        end = g.link[base + WIRES[8 * placement + (end & 7)]] + 0
    return end


def cut(g: SeaGame, cell: int) -> None:
    """The tile of a cell is gone: the paths from its eight ports end where they lead without it."""
    base = FIRST_ENTRY + 8 * cell
    for port in range(8):
        end = follow(g, cell, port)
        g.link[base + port] = end
        g.link[end] = base + port


def follow(g: SeaGame, cell: int, port: int) -> int:
    """Leave a cell by a port and go on over tiles: the mark or the entry where the way ends."""
    at = cell
    out = port
    beyond = BEYOND[8 * at + out] + 0
    while beyond < RIM and g.board[beyond] != NONE:
        at = beyond
        out = WIRES[8 * g.board[at] + (out ^ ACROSS)] + 0
        beyond = BEYOND[8 * at + out] + 0
    if beyond < RIM:
        return FIRST_ENTRY + 8 * beyond + (out ^ ACROSS)
    return beyond - RIM


def comes_back(g: SeaGame, base: int) -> int:
    """Whether the trail of any ship leads back into a cell: only then may wakes be shared there."""
    found = 0
    for seat in range(g.seats):
        found |= (g.link[g.stop[seat]] + 0) ^ base < 8
    return found


def shares_wake(g: SeaGame, base: int, placement: int) -> int:
    """Whether two ships that stood apart would run along one wake the same way (SE-25).

    Every entry has one predecessor: of two ships on one wake, one stands on the other's way.
    """
    for seat in range(g.seats):
        here = g.stop[seat] + 0
        if here ^ base < 8:
            end = g.link[base + WIRES[8 * placement + (here & 7)]] + 0
            while end != here:
                if is_faced(g, end):
                    return 1
                if end ^ base >= 8:
                    break
                end = g.link[base + WIRES[8 * placement + (end & 7)]] + 0
    return 0


def is_faced(g: SeaGame, node: int) -> int:
    """Whether a ship stands there."""
    found = 0
    for seat in range(g.seats):
        found |= g.stop[seat] == node
    return found
