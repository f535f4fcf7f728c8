"""Actions of the tile games as codes, and back."""

from __future__ import annotations

from tsuro.core.actions import (
    Action,
    ChoosePile,
    Draw,
    Enter,
    Keep,
    PlaceTile,
    Swap,
    TakeMark,
    TakeSide,
)
from tsuro.core.geometry import rim_marks, rim_places
from tsuro.core.tiles import Laid
from tsuro.errors import KernelError
from tsuro.fast.codes import (
    DRAW_FROM,
    ENTER_BY,
    KEEP,
    LUCK,
    PLACE_B,
    START_AT,
    SWAP,
    TILE_GAME_CODES,
)
from tsuro.fast.tables import TILE_IDS, TILES, TileGameTables

_NUMBERS = {tile: number for number, tile in enumerate(TILE_IDS)}


def action_of(tables: TileGameTables, code: int) -> Action:
    """The decision or outcome a code stands for."""
    if not 0 <= code < TILE_GAME_CODES:
        raise KernelError(f"{code} is not the code of an action.")
    if code < START_AT:
        which, placement = divmod(code, PLACE_B)
        laid = Laid(TILE_IDS[placement >> 2], placement & 3)
        return PlaceTile(laid, which if tables.edition.pawns_per_seat > 1 else None)
    if code < ENTER_BY:
        return _start_of(tables, code - START_AT)
    if code < KEEP:
        return Enter(code - ENTER_BY)
    if code == KEEP:
        return Keep()
    if code < DRAW_FROM:
        give, take = divmod(code - SWAP, TILES)
        return Swap(TILE_IDS[give], TILE_IDS[take])
    if code < LUCK:
        return ChoosePile(code - DRAW_FROM)
    return Draw(TILE_IDS[code - LUCK])


def _start_of(tables: TileGameTables, number: int) -> Action:
    size = tables.edition.size
    starts = rim_places(size) if tables.edition.starts_beside else rim_marks(size)
    if number >= len(starts):
        raise KernelError(f"{tables.edition.title} has only {len(starts)} start places.")
    if tables.edition.starts_beside:
        return TakeSide(rim_places(size)[number])
    return TakeMark(rim_marks(size)[number])


def code_of(tables: TileGameTables, action: Action) -> int:
    """The code of a decision or an outcome; whether it is legal now is another question."""
    size = tables.edition.size
    try:
        match action:
            case PlaceTile(laid, pawn):
                return PLACE_B * (pawn or 0) + 4 * _NUMBERS[laid.tile] + laid.rotation
            case TakeMark(mark):
                return START_AT + rim_marks(size).index(mark)
            case TakeSide(place):
                return START_AT + rim_places(size).index(place)
            case Enter(point):
                return ENTER_BY + point
            case Keep():
                return KEEP
            case Swap(give, take):
                return SWAP + TILES * _NUMBERS[give] + _NUMBERS[take]
            case ChoosePile(pile):
                return DRAW_FROM + pile
            case Draw(tile):
                return LUCK + _NUMBERS[tile]
    except (KeyError, ValueError):
        pass
    raise KernelError(f"{action} is not an action of {tables.edition.title}.")
