"""Plain JSON of the engine's values: places flat as lists, events and parts by their fields."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any

from tsuro.core.actions import Action
from tsuro.core.board import Crossing
from tsuro.core.events import Event
from tsuro.core.geometry import Beside, Cell, Stop
from tsuro.core.state import Part
from tsuro.core.tiles import Laid
from tsuro.server.messages import BesideJson, CellJson, CrossingJson, Json, StopJson

Reader = Callable[[Any], Any]


def cell_json(cell: Cell) -> CellJson:
    return (cell.col, cell.row)


def stop_json(stop: Stop) -> StopJson:
    return (*stop.cell, stop.port)


def beside_json(beside: Beside) -> BesideJson:
    return (*beside.cell, int(beside.side))


def crossing_json(crossing: Crossing) -> CrossingJson:
    return (*crossing.cell, crossing.entry, crossing.exit)


def to_json(value: Any) -> Any:
    """Any value that states, events and actions are made of."""
    kind: Any = type(value)
    if kind in _PLAIN:
        return value
    return _reader(kind)(value)


def event_json(event: Event) -> Json:
    """An event by the name of its class."""
    return {"type": type(event).__name__, **to_json(event)}


def action_data(action: Action) -> Json:
    data: Json = to_json(action)
    return data


def part_json(part: Part) -> Json:
    data: Json = to_json(part)
    return data


_PLAIN = frozenset({int, str, bool, type(None), float})


@cache
def _reader(kind: Any) -> Reader:
    if kind in _PLACES:
        return _PLACES[kind]
    if issubclass(kind, Enum):
        return lambda value: value.value
    if issubclass(kind, tuple | frozenset):
        return lambda value: [to_json(item) for item in value]
    if is_dataclass(kind):
        names = [each.name for each in fields(kind)]
        return lambda value: {name: to_json(getattr(value, name)) for name in names}
    return str  # What only a stranger's edition is made of.


_PLACES: dict[type, Reader] = {
    Cell: cell_json,
    Stop: stop_json,
    Beside: beside_json,
    Crossing: crossing_json,
    Laid: list,
}
