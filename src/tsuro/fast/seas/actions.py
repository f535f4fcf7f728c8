"""Actions of Tsuro of the Seas as codes, and back."""

from __future__ import annotations

from collections.abc import Iterator

from tsuro.core.actions import (
    Action,
    Draw,
    DrawDaikaiju,
    Keep,
    PlaceTile,
    Relocate,
    RollDice,
    RollDie,
    Stay,
    Swap,
    TakeMark,
)
from tsuro.core.geometry import rim_marks
from tsuro.core.tiles import Laid
from tsuro.errors import KernelError
from tsuro.fast.seas.codes import (
    CODES_END,
    DRAW_DAIKAIJU,
    RELOCATE_TO,
    ROLL_DICE,
    ROLL_DIE,
    STAY,
)
from tsuro.fast.seas.tables import MARKS, NAMES, SIZE, SeaTables
from tsuro.fast.shared.codes import (
    DRAW_FROM,
    DRAW_TILE,
    KEEP,
    PLACE_A,
    PLACE_B,
    SEAS_CODES,
    START_AT,
    SWAP,
)
from tsuro.fast.shared.conversion import NUMBERS, exact_code, placements, swaps_of
from tsuro.fast.shared.shapes import TILE_IDS, TILES


def action_of(tables: SeaTables, code: int) -> Action:
    """The decision or outcome a code stands for."""
    action = _sea_action(code) if code >= SEAS_CODES else _tile_action(code)
    if action is None:
        raise KernelError(f"{code} is not the code of an action of {tables.edition.title}.")
    return action


def _tile_action(code: int) -> Action | None:
    """What the tile games have too."""
    if PLACE_A <= code < PLACE_B:
        return PlaceTile(Laid(TILE_IDS[code >> 2], code & 3))
    if START_AT <= code < START_AT + MARKS:
        return TakeMark(rim_marks(SIZE)[code - START_AT])
    if code == KEEP:
        return Keep()
    if SWAP <= code < DRAW_FROM:
        give, take = divmod(code - SWAP, TILES)
        return Swap(TILE_IDS[give], TILE_IDS[take])
    if DRAW_TILE <= code < DRAW_TILE + TILES:
        return Draw(TILE_IDS[code - DRAW_TILE])
    return None


def _sea_action(code: int) -> Action | None:
    if code < RELOCATE_TO + MARKS:
        return Relocate(rim_marks(SIZE)[code - RELOCATE_TO])
    if code == STAY:
        return Stay()
    if ROLL_DICE <= code < ROLL_DIE:
        gold, blue = divmod(code - ROLL_DICE, 6)
        return RollDice(gold + 1, blue + 1)
    if ROLL_DIE <= code < DRAW_DAIKAIJU:
        return RollDie(code - ROLL_DIE + 1)
    if DRAW_DAIKAIJU <= code < CODES_END:
        daikaiju, rotation = divmod(code - DRAW_DAIKAIJU, 4)
        return DrawDaikaiju(NAMES[daikaiju], rotation)
    return None


def code_of(tables: SeaTables, action: Action) -> int:
    """The code of a decision or an outcome; whether it is legal now is another question."""
    return exact_code(tables, action, _code_of, action_of)


def _code_of(tables: SeaTables, action: Action) -> int:
    code = _decision_code(action)
    return _outcome_code(action) if code is None else code


def _decision_code(action: Action) -> int | None:
    match action:
        case PlaceTile(laid, None):
            return PLACE_A + 4 * NUMBERS[laid.tile] + laid.rotation
        case TakeMark(mark):
            return START_AT + rim_marks(SIZE).index(mark)
        case Relocate(mark):
            return RELOCATE_TO + rim_marks(SIZE).index(mark)
        case Swap(give, take):
            return SWAP + TILES * NUMBERS[give] + NUMBERS[take]
        case Stay():
            return STAY
        case Keep():
            return KEEP
    return None


def _outcome_code(action: Action) -> int:
    match action:
        case Draw(tile):
            return DRAW_TILE + NUMBERS[tile]
        case RollDice(gold, blue):
            return ROLL_DICE + 6 * (gold - 1) + blue - 1
        case RollDie(die):
            return ROLL_DIE + die - 1
        case DrawDaikaiju(daikaiju, rotation):
            return DRAW_DAIKAIJU + 4 * NAMES.index(daikaiju) + rotation
    raise ValueError(action)


def decisions(tables: SeaTables) -> Iterator[int]:
    """Every code that a decision of the edition may have."""
    edition = tables.edition
    yield from placements(edition)
    yield from range(START_AT, START_AT + MARKS)
    yield from (KEEP, *swaps_of(edition))
    if tables.spawning is not None:
        yield from (*range(RELOCATE_TO, RELOCATE_TO + MARKS), STAY)
