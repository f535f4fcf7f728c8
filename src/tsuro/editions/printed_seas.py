"""Loader for what is printed on the Seas board and its daikaiju (SE-4 to SE-6, SE-9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from tsuro.core.geometry import Side
from tsuro.core.tiles import TileSet
from tsuro.editions.printed import board_size, check_status, load_path_tiles, read_toml, require
from tsuro.rules.daikaiju import rank
from tsuro.rules.daikaiju_placing import SeaChart

TILES: Final = 56
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


def load_seas(data: Mapping[str, Any]) -> PrintedSeas:
    size = board_size(data["board"], "seas board")
    return PrintedSeas(
        size=size,
        tiles=load_path_tiles(data, total=TILES),
        chart=SeaChart(
            columns=_lines(data["dice"], "gold", size),
            rows=_lines(data["dice"], "blue", size),
            arrows=_arrows(data["daikaiju"]),
        ),
        on_board=_on_board(data["daikaiju"]),
    )


@cache
def printed_seas() -> PrintedSeas:
    return load_seas(read_toml("seas"))


def _lines(dice: Mapping[str, Any], colour: str, size: int) -> tuple[int, ...]:
    """The column or row that each number of a die names (SE-5)."""
    check_status(dice, "dice")
    lines = tuple(dice[colour])
    require(len(lines) == 6, f"dice: {colour} must name a line for each of six numbers")
    require(
        set(lines) <= set(range(size)) and len(set(lines)) == 6,
        f"dice: {colour} must name six different lines of the board",
    )
    return lines


def _arrows(table: Mapping[str, Any]) -> dict[str, tuple[Side | None, ...]]:
    """Ten tiles, each with five different actions; number k turns on a k (SE-6)."""
    check_status(table, "daikaiju")
    arrows: Mapping[str, list[str]] = table["arrows"]
    require(sorted(arrows) == sorted(NAMES), f"daikaiju: there must be {', '.join(NAMES)}")
    for name, actions in arrows.items():
        require(
            len(actions) == 5 and set(actions) == set(ACTIONS),
            f"daikaiju: {name} must have each of {', '.join(ACTIONS)} once",
        )
        number = int(name[1:])
        require(
            actions[number - 1] == "rotate",
            f"daikaiju: {name} must turn on a {number}",
        )
    return {name: tuple(ACTIONS[action] for action in arrows[name]) for name in NAMES}


def _on_board(table: Mapping[str, Any]) -> dict[int, int]:
    counts = {int(seats): count for seats, count in table["on_board"].items()}
    require(counts == AT_THE_START, f"daikaiju: the rulebook lays out {AT_THE_START}")
    return counts
