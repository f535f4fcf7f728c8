"""Reader of what is printed on the Seas board and its daikaiju (SE-4 to SE-6, SE-9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import isqrt
from typing import Final

from tsuro.core.frozen import FrozenMap
from tsuro.core.geometry import Side
from tsuro.core.tiles import TileSet
from tsuro.editions.data_table import DataTable, checked
from tsuro.editions.printed import read_board, read_path_tiles
from tsuro.editions.sections import read_section
from tsuro.rules.seas.daikaiju import rank
from tsuro.rules.seas.spawning import SeaChart

TILES: Final = 56
NUMBERS: Final = 6
"""On a die, and along each side of the board (SE-4)."""
NAMES: Final = tuple(f"{colour}{number}" for number in range(1, 6) for colour in "GB")
AT_THE_START: Final = {2: 6, 3: 6, 4: 6, 5: 5, 6: 5, 7: 4, 8: 4}
"""How many daikaiju the rulebook lays out for each number of players (SE-9)."""

ACTIONS: Final[dict[str, Side | None]] = {
    "rotate": None,
    "up": Side.NORTH,
    "right": Side.EAST,
    "down": Side.SOUTH,
    "left": Side.WEST,
}


@dataclass(frozen=True)
class PrintedSeas:
    size: int
    tiles: TileSet
    chart: SeaChart
    on_board: Mapping[int, int]
    """Daikaiju laid out at the start, by number of seats."""

    @property
    def daikaiju(self) -> tuple[str, ...]:
        return tuple(sorted(self.chart.arrows, key=rank))


def read_seas(root: DataTable) -> PrintedSeas:
    root.only("board", "dice", "tiles", "daikaiju")
    # Six numbers need six lines, and the tiles must be able to fill the board.
    size = read_board(root, low=NUMBERS, high=isqrt(TILES))
    dice = root.below("dice")
    dice.check_status()
    dice.only("gold", "blue", "status", "note")
    daikaiju = root.below("daikaiju")
    daikaiju.check_status()
    daikaiju.only("status", "note", "on_board", "arrows")
    return PrintedSeas(
        size=size,
        tiles=read_path_tiles(root, total=TILES),
        chart=SeaChart(
            columns=_lines(dice, "gold", size),
            rows=_lines(dice, "blue", size),
            arrows=FrozenMap(_arrows(daikaiju.below("arrows"))),
        ),
        on_board=FrozenMap(_on_board(daikaiju.below("on_board"))),
    )


@cache
def printed_seas() -> PrintedSeas:
    return checked(read_seas, read_section("tsuro.editions.seas", "printed"))


def _lines(dice: DataTable, colour: str, size: int) -> tuple[int, ...]:
    """The column or row that each number of a die names (SE-5)."""
    lines = dice.values.get(colour)
    sound = (
        isinstance(lines, list)
        and len(lines) == len(set(map(repr, lines))) == NUMBERS
        and all(type(line) is int and 0 <= line < size for line in lines)
    )
    dice.require(
        sound,
        colour,
        f"this must name six different lines of the board, one for each number of the die, "
        f"counted from 0 to {size - 1}: such as {list(range(NUMBERS))}",
    )
    return tuple(lines) if lines and sound else tuple(range(NUMBERS))


def _arrows(table: DataTable) -> dict[str, tuple[Side | None, ...]]:
    """Ten tiles, each with five different actions for the dice 1 to 5 (SE-6)."""
    table.only(*NAMES)
    arrows = {}
    for name in NAMES:
        actions = table.values.get(name)
        if not table.require(
            isinstance(actions, list) and sorted(map(repr, actions)) == sorted(map(repr, ACTIONS)),
            name,
            f"each of the ten daikaiju must have each of {', '.join(ACTIONS)} once, in the order "
            "of the dice 1 to 5",
        ):
            continue
        assert isinstance(actions, list)
        turns_on = actions.index("rotate") + 1
        table.warn_unless(
            turns_on == int(name[1:]),
            name,
            f"{name} turns on a {turns_on}; on all known tiles a daikaiju turns on its own number",
        )
        arrows[name] = tuple(ACTIONS[action] for action in actions)
    return arrows


def _on_board(table: DataTable) -> dict[int, int]:
    table.only(*map(str, AT_THE_START))
    return {seats: table.whole(str(seats), count, count) for seats, count in AT_THE_START.items()}
