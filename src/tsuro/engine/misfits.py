"""Actions made by hand: fields that no action can have, and names that this game does not know."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Final, get_type_hints

from tsuro.core.actions import Axis, is_two_faced
from tsuro.core.geometry import POINTS, Beside, Cell, Side, Stop, on_board
from tsuro.core.ids import TileId
from tsuro.core.tiles import FACE_LETTERS, Laid
from tsuro.editions.edition import Edition

TURNS: Final = 4


def malformed(action: object) -> str | None:
    """Why an action has no notation, if it has none: a field of a wrong type or out of range."""
    for name, hint, value in _fields(action):
        check = _SHAPES.get(hint)
        wanted = None if check is None else check(value)
        if wanted is not None:
            return f"{name} must be {wanted}, not {value!r}"
    return None


def unknown(edition: Edition, action: object) -> str | None:
    """What a well-formed action names although this edition does not have it."""
    for _, _, value in _fields(action):
        cell = value.cell if isinstance(value, Stop | Beside) else value
        if isinstance(cell, Cell) and not on_board(cell, edition.size):
            return f"the board has {edition.size} × {edition.size} cells, and {cell} is not there"
    for _, hint, value in _fields(action):
        tile = value.tile if isinstance(value, Laid) else value
        if hint in (TileId, Laid) and tile not in edition.tiles:
            return f"{edition.title} has no tile {tile}"
    return None


def shown(action: object) -> str:
    """An action in notation or, if it has none, as Python writes it."""
    return repr(action) if malformed(action) is not None else str(action)


def alike(one: object, other: object) -> bool:
    """Whether two values that equal each other are of the same types throughout."""
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple) and isinstance(other, tuple):
        return all(map(alike, one, other))
    pairs = zip(_fields(one), _fields(other), strict=True)
    return all(alike(mine, theirs) for (_, _, mine), (_, _, theirs) in pairs)


def _fields(value: object) -> Iterator[tuple[str, Any, Any]]:
    """Name, hint and content of each field of a dataclass."""
    if not is_dataclass(value):
        return
    kind: Any = type(value)
    for each in fields(kind):
        yield each.name, _hints(kind)[each.name], getattr(value, each.name)


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _whole(value: object, limit: int) -> bool:
    return type(value) is int and 0 <= value < limit


def _cell(value: object) -> str | None:
    fine = type(value) is Cell and type(value.col) is type(value.row) is int
    return None if fine else "a Cell of two numbers"


def _stop(value: object) -> str | None:
    fine = type(value) is Stop and _cell(value.cell) is None and _whole(value.port, POINTS)
    return None if fine else f"a Stop of a Cell and a port from 0 to {POINTS - 1}"


def _beside(value: object) -> str | None:
    fine = type(value) is Beside and _cell(value.cell) is None and type(value.side) is Side
    return None if fine else "a Beside of a Cell and a Side"


def _laid(value: object) -> str | None:
    fine = (
        type(value) is Laid
        and type(value.tile) is str
        and _whole(value.rotation, TURNS)
        and _whole(value.face, len(FACE_LETTERS) if is_two_faced(value.tile) else 1)
    )
    return None if fine else "a Laid of a tile, a rotation from 0 to 3 and a face that the tile has"


def _pawn(value: object) -> str | None:
    return None if value is None or _whole(value, len(FACE_LETTERS)) else "None, 0 or 1"


def _number(value: object) -> str | None:
    return None if type(value) is int and value >= 0 else "a whole number from 0 on"


def _text(value: object) -> str | None:
    return None if type(value) is str else "a text"


def _axis(value: object) -> str | None:
    return None if type(value) is Axis else "an Axis"


_SHAPES: Final[dict[Any, Callable[[object], str | None]]] = {
    Cell: _cell,
    Stop: _stop,
    Beside: _beside,
    Laid: _laid,
    TileId: _text,
    Axis: _axis,
    int | None: _pawn,
    int: _number,
    str: _text,
}
"""What a field must hold, by its hint, in words; None if it does."""
