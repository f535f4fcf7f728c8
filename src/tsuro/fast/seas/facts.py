"""What policies and statistics ask of a game of the seas, over numbers."""

from __future__ import annotations

from tsuro.fast.seas.record import SeaGame
from tsuro.fast.shared.codes import ENTER_BY, PLACE_B, START_AT


def presence(g: SeaGame, seat: int) -> int:
    """4 while a seat has its ship, or once it has won; else 0."""
    return 4 * ((g.alive | g.winners) >> seat & 1)


def start_place(code: int) -> int:
    """The number of the start mark that a decision takes, or -1."""
    return code - START_AT if START_AT <= code < ENTER_BY else -1


def laid_tile(code: int) -> int:
    """The number of the tile that a decision lays, or -1."""
    return code >> 2 if code < PLACE_B else -1


def measure(g: SeaGame, out: list[int]) -> None:
    """Daikaiju and wake tiles on the board."""
    out[0] = g.on_board_n
    tiles = 0
    rest = g.tiled + 0
    while rest:
        rest &= rest - 1
        tiles += 1
    out[1] = tiles
