"""What policies and statistics ask of a game of Phoenix Rising, over numbers."""

from __future__ import annotations

from tsuro.fast.phoenix.codes import PLACE_TILE, RISE_AT, START_AT, TURN_TILE
from tsuro.fast.phoenix.record import PhoenixGame
from tsuro.fast.phoenix.tables import SIZE


def presence(g: PhoenixGame, seat: int) -> int:
    """4 while a seat's pawn is on or beside the board, 2 while it may rise, 0 once it is out.

    To have won counts as if the pawn were on the board.
    """
    if g.winners >> seat & 1:
        return 4
    return (g.alive >> seat & 1) * (4 - 2 * (g.off >> seat & 1))


def start_place(code: int) -> int:
    """The number of the side place at which a decision sets a pawn, or -1."""
    return code - START_AT if START_AT <= code < RISE_AT else -1


def laid_tile(code: int) -> int:
    """The number of the tile that a decision lays, or -1; turning one is not laying it."""
    return (code - PLACE_TILE) >> 3 if PLACE_TILE <= code < TURN_TILE else -1


def measure(g: PhoenixGame, out: list[int]) -> None:
    """Stars of all seats, of the best one, Life tokens left, tiles on the board."""
    stars = 0
    most = 0
    lives = 0
    for seat in range(g.seats):
        stars += g.scored[seat]
        most = max(most, g.scored[seat] + 0)
        lives += g.lives >> seat & 1
    out[0] = stars
    out[1] = most
    out[2] = lives
    out[3] = SIZE * SIZE - g.gaps
