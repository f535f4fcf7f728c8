"""Actions of the tile games as codes, and back."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

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
from tsuro.core.geometry import PORTS, rim_marks, rim_places
from tsuro.core.tiles import Laid
from tsuro.errors import KernelError
from tsuro.fast.shared.codes import (
    CODES_END,
    DRAW_FROM,
    DRAW_TILE,
    ENTER_BY,
    KEEP,
    PLACE_B,
    START_AT,
    SWAP,
)
from tsuro.fast.shared.compositions import find
from tsuro.fast.shared.conversion import NUMBERS, exact_code, placements, swaps_of
from tsuro.fast.shared.shapes import TILE_IDS, TILES
from tsuro.fast.tiles.tables import TileTables
from tsuro.rules.exchange import ExchangePhase
from tsuro.rules.placing import EnterPhase


def action_of(tables: TileTables, code: int) -> Action:
    """The decision or outcome a code stands for."""
    if not 0 <= code < CODES_END:
        raise KernelError(f"{code} is not the code of an action.")
    if code < START_AT:
        which, placement = divmod(code, PLACE_B)
        laid = Laid(TILE_IDS[placement >> 2], placement & 3)
        return PlaceTile(laid, which if tables.edition.pawns_per_seat > 1 else None)
    if code < ENTER_BY:
        return _start(tables, code - START_AT)
    if code < KEEP:
        return Enter(code - ENTER_BY)
    if code == KEEP:
        return Keep()
    if code < DRAW_FROM:
        give, take = divmod(code - SWAP, TILES)
        return Swap(TILE_IDS[give], TILE_IDS[take])
    if code < DRAW_TILE:
        return ChoosePile(code - DRAW_FROM)
    return Draw(TILE_IDS[code - DRAW_TILE])


def _starts(tables: TileTables) -> tuple[Action, ...]:
    return _start_places(tables.edition.size, tables.edition.starts_beside)


@cache
def _start_places(size: int, beside: bool) -> tuple[Action, ...]:
    """The start places by number."""
    if beside:
        return tuple(map(TakeSide, rim_places(size)))
    return tuple(map(TakeMark, rim_marks(size)))


def _start(tables: TileTables, number: int) -> Action:
    starts = _starts(tables)
    if number >= len(starts):
        raise KernelError(f"{tables.edition.title} has only {len(starts)} start places.")
    return starts[number]


def code_of(tables: TileTables, action: Action) -> int:
    """The code of a decision or an outcome; whether it is legal now is another question."""
    return exact_code(tables, action, _code_of, action_of)


def _code_of(tables: TileTables, action: Action) -> int:
    match action:
        case PlaceTile(laid, pawn):
            return PLACE_B * (pawn or 0) + 4 * NUMBERS[laid.tile] + laid.rotation
        case Draw(tile):
            return DRAW_TILE + NUMBERS[tile]
        case Swap(give, take):
            return SWAP + TILES * NUMBERS[give] + NUMBERS[take]
        case Enter(point):
            return ENTER_BY + point
        case ChoosePile(pile):
            return DRAW_FROM + pile
        case Keep():
            return KEEP
    return START_AT + _starts(tables).index(action)


def decisions(tables: TileTables) -> Iterator[int]:
    """Every code that a decision of the edition may have."""
    edition = tables.edition
    for pawn in range(edition.pawns_per_seat):
        yield from (PLACE_B * pawn + placement for placement in placements(edition))
    yield from range(START_AT, START_AT + len(_starts(tables)))
    if find(edition, EnterPhase) is not None:
        yield from range(ENTER_BY, ENTER_BY + PORTS)
    if find(edition, ExchangePhase) is not None:
        yield from (KEEP, *swaps_of(edition))
    yield from range(DRAW_FROM, DRAW_FROM + tables.piles)
