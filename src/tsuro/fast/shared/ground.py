"""Which free cells a pawn reaches before every other: the part of the board that is its own."""

from __future__ import annotations

from tsuro.fast.shared.cells import count_bits, left_column, spread


def about_ground(
    own: int, others: int, free: int, size: int, share: float, at: int, out: list[float]
) -> None:
    """Adds two numbers to `out`, for a pawn before the cell `own` and others before the cells of
    the set `others`.

    shared   cells with pawns of others before them in the region of free cells that it can reach
    ground   free cells that it reaches in fewer steps than any other pawn
    """
    left = left_column(size)
    mine = own
    theirs = others
    ground = mine & ~theirs
    while True:
        wider = spread(mine, size, left) & free
        theirs = (spread(theirs, size, left) & free) | theirs
        ground |= wider & ~theirs
        if wider | mine == mine:
            break
        mine |= wider
    out[at] += share * count_bits(mine & others) / 7.0
    out[at + 1] += share * count_bits(ground) / (size * size)
