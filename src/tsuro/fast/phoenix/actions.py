"""Actions of Phoenix Rising as codes, and back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
from tsuro.core.geometry import POINTS, cells, on_board, rim_places
from tsuro.core.tiles import Laid
from tsuro.errors import KernelError
from tsuro.fast.phoenix.codes import (
    CODES_END,
    DRAW_TILE,
    ENTER_BY,
    FLIP,
    LAY_CENTRE,
    MOVE_LANTERN,
    PLACE_TILE,
    RISE_AT,
    START_AT,
    TURN_TILE,
    WITHDRAW,
)
from tsuro.fast.phoenix.tables import (
    ICON_CELLS,
    NUMBERS,
    SIZE,
    TILE_IDS,
    PhoenixTables,
    laid_of,
    padded,
    unpadded,
)
from tsuro.fast.shared.codes import PHOENIX_CODES
from tsuro.fast.shared.conversion import exact_code

_PLACES: Final = rim_places(SIZE)
_AXES: Final = tuple(Axis)

_RANGES: Final[tuple[tuple[int, Callable[[int], Action]], ...]] = (
    (LAY_CENTRE, lambda rest: LayCentre(TILE_IDS[rest >> 2], rest & 3)),
    (DRAW_TILE, lambda rest: Draw(TILE_IDS[rest])),
    (FLIP, lambda rest: Flip(unpadded(rest >> 1), _AXES[rest & 1])),
    (MOVE_LANTERN, lambda rest: MoveLantern(unpadded(rest))),
    (WITHDRAW, lambda rest: Withdraw()),
    (ENTER_BY, Enter),
    (RISE_AT, lambda rest: Rise(_PLACES[rest])),
    (START_AT, lambda rest: TakeSide(_PLACES[rest])),
    (TURN_TILE, lambda rest: TurnTile(laid_of(rest))),
    (PLACE_TILE, lambda rest: PlaceTile(laid_of(rest))),
)
"""Where the codes of each kind of action begin, last first, and what they stand for."""


def action_of(tables: PhoenixTables, code: int) -> Action:
    """The decision or outcome a code stands for."""
    if not PHOENIX_CODES <= code < CODES_END:
        raise KernelError(f"{code} is not the code of an action of {tables.edition.title}.")
    first, make = next(each for each in _RANGES if code >= each[0])
    action = make(code - first)
    if isinstance(action, Flip | MoveLantern) and not on_board(action.cell, SIZE):
        raise KernelError(f"{code} is the code of a cell that is not on the board.")
    return action


def code_of(tables: PhoenixTables, action: Action) -> int:
    """The code of a decision or an outcome; whether it is legal now is another question."""
    return exact_code(tables, action, _code_of, action_of)


def placement_of(laid: Laid) -> int:
    """The number of a tile as it lies."""
    return 8 * NUMBERS[laid.tile] + 4 * laid.face + laid.rotation


def _code_of(tables: PhoenixTables, action: Action) -> int:
    match action:
        case PlaceTile(laid, None):
            return PLACE_TILE + placement_of(laid)
        case TurnTile(laid):
            return TURN_TILE + placement_of(laid)
        case Draw(tile):
            return DRAW_TILE + NUMBERS[tile]
        case LayCentre(tile, rotation):
            return LAY_CENTRE + 4 * NUMBERS[tile] + rotation
        case MoveLantern(cell):
            return MOVE_LANTERN + padded(cell)
        case Flip(cell, axis):
            return FLIP + 2 * padded(cell) + _AXES.index(axis)
    return _code_of_pawn(action)


def _code_of_pawn(action: Action) -> int:
    """The code of an action that sets, brings in or takes off a pawn."""
    match action:
        case Enter(point):
            return ENTER_BY + point
        case Withdraw():
            return WITHDRAW
        case Rise(place):
            return RISE_AT + _PLACES.index(place)
        case TakeSide(place):
            return START_AT + _PLACES.index(place)
    raise ValueError(action)


def decisions(tables: PhoenixTables) -> Iterator[int]:
    """Every code that a decision of the edition may have."""
    tiles = tables.edition.tiles
    for tile in tables.edition.bag:
        yield from (PLACE_TILE + placement_of(laid) for laid in tiles.ways(tile))
    for tile in tiles.tiles:
        yield from (TURN_TILE + placement_of(laid) for laid in tiles.ways(tile))
    yield from range(START_AT, START_AT + len(_PLACES))
    yield from range(RISE_AT, RISE_AT + len(_PLACES))
    yield from range(ENTER_BY, ENTER_BY + POINTS)
    yield WITHDRAW
    yield from (MOVE_LANTERN + cell for cell in ICON_CELLS)
    if tables.winds:
        for cell in map(padded, cells(SIZE)):
            yield from (FLIP + 2 * cell, FLIP + 2 * cell + 1)
