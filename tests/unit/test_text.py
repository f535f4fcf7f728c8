"""The compact text of values, read by their type hints."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Any

import pytest

from tsuro.core.board import Crossing
from tsuro.core.geometry import Beside, Cell, Side, Stop
from tsuro.core.ids import PawnId, Seat, TileId
from tsuro.core.pile import Buried
from tsuro.core.state import Fate
from tsuro.core.tiles import HIDDEN, Laid
from tsuro.errors import PositionError
from tsuro.formats.text import Scanner, format_value, parse_value

T05 = TileId("T05")


class Colour(StrEnum):
    RED = "red"


class Level(IntEnum):
    LOW = 1


@dataclass(frozen=True, slots=True)
class Sample:
    count: int
    name: str = "x"
    seat: Seat | None = None
    pair: tuple[int, str] = (0, "a")
    many: tuple[Cell, ...] = ()
    on: bool = False


VALUES: list[tuple[Any, Any, str]] = [
    (int, 0, "0"),
    (int, 123456, "123456"),
    (bool, True, "yes"),
    (bool, False, "no"),
    (str, "orange", "orange"),
    (Seat, Seat(3), "3"),
    (PawnId | None, None, "-"),
    (PawnId | None, PawnId(5), "5"),
    (Fate, Fate.EDGE, "edge"),
    (Colour, Colour.RED, "red"),
    (Level, Level.LOW, "1"),
    (Side, Side.SOUTH, "2"),
    (Cell, Cell(2, 0), "c1"),
    (Stop, Stop(Cell(2, 0), 11), "c1.11"),
    (Beside, Beside(Cell(2, 0), Side.NORTH), "c1.n"),
    (TileId, T05, "T05"),
    (TileId, HIDDEN, "?"),
    (Laid, Laid(T05, 2), "T05/2"),
    (Laid, Laid(TileId("E05"), 2, 1), "E05b/2"),
    (Crossing, Crossing(Cell(2, 0), 0, 11), "c1.0-11"),
    (Buried, Buried(T05, None), "T05:!"),
    (Buried, Buried(T05, (Seat(0), Seat(7))), "T05:07"),
    (Buried, Buried(T05, ()), "T05:"),
    (Buried, Buried(HIDDEN, ()), "?"),
    (tuple[int, ...], (), "[]"),
    (tuple[int, ...], (1, 2), "[1;2]"),
    (tuple[Seat, TileId], (Seat(1), T05), "[1;T05]"),
    (tuple[tuple[Cell, str], ...], ((Cell(0, 0), "b"),), "[[a1;b]]"),
    (Sample, Sample(1), "{count=1}"),
    (
        Sample,
        Sample(0, "y", Seat(2), (3, "b"), (Cell(0, 0), Cell(1, 1)), True),
        "{count=0,name=y,seat=2,pair=[3;b],many=[a1;b2],on=yes}",
    ),
]


@pytest.mark.parametrize(("hint", "value", "text"), VALUES)
def test_a_value_is_written_and_read_back(hint: Any, value: Any, text: str) -> None:
    assert format_value(value) == text
    scanner = Scanner(text)
    assert parse_value(scanner, hint) == value
    scanner.done()


@pytest.mark.parametrize(
    ("hint", "text", "column"),
    [
        (int, "", 1),
        (int, "01", 1),
        (int, "-1", 1),
        (int, "1234567", 1),
        (int, "1_0", 1),
        (bool, "true", 1),
        (str, "a-b", 1),
        (Fate, "sunk", 1),
        (Level, "2", 1),
        (Level, "+1", 1),
        (Cell, "a27", 1),
        (Cell, "a0", 1),
        (TileId, "T99", 1),
        (Laid, "T05a/2", 4),
        (Crossing, "c1.0", 1),
        (Crossing, "c1.0-x", 1),
        (Buried, "T05", 4),
        (Buried, "T05:8", 4),
        (Buried, "T05:!!", 4),
        (Buried, "x05:!", 1),
        (tuple[int, ...], "1;2", 1),
        (tuple[int, ...], "[1,2]", 3),
        (tuple[int, ...], "[1;;2]", 4),
        (tuple[int, ...], "[1;2", 5),
        (tuple[int, str], "[1]", 4),
        (tuple[int, str], "[1;a;b]", 6),
        (Sample, "count=1", 1),
        (Sample, "{}", 3),
        (Sample, "{count=1;name=y}", 9),
        (Sample, "{count=1,count=2}", 10),
        (Sample, "{count=1,size=2}", 10),
        (Sample, "{count 1}", 7),
        (Sample, "{count=x}", 8),
        (Sample, "{count=1", 9),
    ],
)
def test_bad_text_is_refused_with_its_column(hint: Any, text: str, column: int) -> None:
    scanner = Scanner(text, offset=10)
    with pytest.raises(PositionError) as refused:
        parse_value(scanner, hint)
    assert refused.value.column == 10 + column


def test_what_is_left_over_is_refused() -> None:
    scanner = Scanner("c1 d2")
    parse_value(scanner, Cell)
    with pytest.raises(PositionError, match="unexpected ' d2'") as refused:
        scanner.done()
    assert refused.value.column == 3
