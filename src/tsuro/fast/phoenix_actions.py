"""Actions of Phoenix Rising as codes, and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tsuro.core.actions import (
    Action,
    Axis,
    Draw,
    Enter,
    Flip,
    LayCentre,
    MoveLantern,
    PlaceTile,
    Rise,
    TakeSide,
    TurnTile,
    Withdraw,
)
from tsuro.core.geometry import on_board, rim_places
from tsuro.core.tiles import Laid
from tsuro.errors import KernelError
from tsuro.fast.codes import (
    PHOENIX_CENTRE,
    PHOENIX_CODES,
    PHOENIX_CODES_END,
    PHOENIX_DRAW,
    PHOENIX_ENTER,
    PHOENIX_FLIP,
    PHOENIX_LANTERN,
    PHOENIX_PLACE,
    PHOENIX_RISE,
    PHOENIX_START,
    PHOENIX_TURN,
    PHOENIX_WITHDRAW,
)
from tsuro.fast.phoenix_tables import SIZE, TILE_IDS, PhoenixTables, laid_of, padded, unpadded

_NUMBERS: Final = {tile: number for number, tile in enumerate(TILE_IDS)}
_PLACES: Final = rim_places(SIZE)
_AXES: Final = tuple(Axis)

_RANGES: Final[tuple[tuple[int, Callable[[int], Action]], ...]] = (
    (PHOENIX_CENTRE, lambda rest: LayCentre(TILE_IDS[rest >> 2], rest & 3)),
    (PHOENIX_DRAW, lambda rest: Draw(TILE_IDS[rest])),
    (PHOENIX_FLIP, lambda rest: Flip(unpadded(rest >> 1), _AXES[rest & 1])),
    (PHOENIX_LANTERN, lambda rest: MoveLantern(unpadded(rest))),
    (PHOENIX_WITHDRAW, lambda rest: Withdraw()),
    (PHOENIX_ENTER, Enter),
    (PHOENIX_RISE, lambda rest: Rise(_PLACES[rest])),
    (PHOENIX_START, lambda rest: TakeSide(_PLACES[rest])),
    (PHOENIX_TURN, lambda rest: TurnTile(laid_of(rest))),
    (PHOENIX_PLACE, lambda rest: PlaceTile(laid_of(rest))),
)
"""Where the codes of each kind of action begin, last first, and what they stand for."""


def action_of(tables: PhoenixTables, code: int) -> Action:
    """The decision or outcome a code stands for."""
    if not PHOENIX_CODES <= code < PHOENIX_CODES_END:
        raise KernelError(f"{code} is not the code of an action of {tables.edition.title}.")
    first, make = next(each for each in _RANGES if code >= each[0])
    action = make(code - first)
    if isinstance(action, Flip | MoveLantern) and not on_board(action.cell, SIZE):
        raise KernelError(f"{code} is the code of a cell that is not on the board.")
    return action


def code_of(tables: PhoenixTables, action: Action) -> int:
    """The code of a decision or an outcome; whether it is legal now is another question."""
    try:
        return _code_of(action)
    except (KeyError, ValueError):
        raise KernelError(f"{action} is not an action of {tables.edition.title}.") from None


def placement_of(laid: Laid) -> int:
    """The number of a tile as it lies."""
    return 8 * _NUMBERS[laid.tile] + 4 * laid.face + laid.rotation


def _code_of(action: Action) -> int:
    match action:
        case PlaceTile(laid, None):
            return PHOENIX_PLACE + placement_of(laid)
        case TurnTile(laid):
            return PHOENIX_TURN + placement_of(laid)
        case Draw(tile):
            return PHOENIX_DRAW + _NUMBERS[tile]
        case LayCentre(tile, rotation):
            return PHOENIX_CENTRE + 4 * _NUMBERS[tile] + rotation
        case MoveLantern(cell):
            return PHOENIX_LANTERN + padded(cell)
        case Flip(cell, axis):
            return PHOENIX_FLIP + 2 * padded(cell) + _AXES.index(axis)
    return _code_of_pawn(action)


def _code_of_pawn(action: Action) -> int:
    """The code of an action that sets, brings in or takes off a pawn."""
    match action:
        case Enter(point):
            return PHOENIX_ENTER + point
        case Withdraw():
            return PHOENIX_WITHDRAW
        case Rise(place):
            return PHOENIX_RISE + _PLACES.index(place)
        case TakeSide(place):
            return PHOENIX_START + _PLACES.index(place)
    raise ValueError(action)
