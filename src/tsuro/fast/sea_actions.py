"""Actions of Tsuro of the Seas as codes, and back."""

from __future__ import annotations

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
from tsuro.fast.codes import (
    DRAW_DAIKAIJU,
    DRAW_FROM,
    KEEP,
    LUCK,
    PLACE_A,
    PLACE_B,
    RELOCATE_TO,
    ROLL_DICE,
    ROLL_DIE,
    SEA_CODES,
    SEA_CODES_END,
    START_AT,
    STAY,
    SWAP,
)
from tsuro.fast.sea_tables import DAIKAIJU, MARKS, SIZE, SeaTables
from tsuro.fast.tile_tables import TILE_IDS, TILES

_NUMBERS = {tile: number for number, tile in enumerate(TILE_IDS)}


def action_of(tables: SeaTables, code: int) -> Action:
    """The decision or outcome a code stands for."""
    action = _sea_action(code) if code >= SEA_CODES else _tile_action(code)
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
    if LUCK <= code < LUCK + TILES:
        return Draw(TILE_IDS[code - LUCK])
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
    if DRAW_DAIKAIJU <= code < SEA_CODES_END:
        beast, rotation = divmod(code - DRAW_DAIKAIJU, 4)
        return DrawDaikaiju(DAIKAIJU[beast], rotation)
    return None


def code_of(tables: SeaTables, action: Action) -> int:
    """The code of a decision or an outcome; whether it is legal now is another question."""
    try:
        code = _decision_code(action)
        if code is None:
            code = _outcome_code(action)
    except (KeyError, ValueError):
        code = None
    if code is None:
        raise KernelError(f"{action} is not an action of {tables.edition.title}.")
    return code


def _decision_code(action: Action) -> int | None:
    match action:
        case PlaceTile(laid, None):
            return PLACE_A + 4 * _NUMBERS[laid.tile] + laid.rotation
        case TakeMark(mark):
            return START_AT + rim_marks(SIZE).index(mark)
        case Relocate(mark):
            return RELOCATE_TO + rim_marks(SIZE).index(mark)
        case Swap(give, take):
            return SWAP + TILES * _NUMBERS[give] + _NUMBERS[take]
        case Stay():
            return STAY
        case Keep():
            return KEEP
    return None


def _outcome_code(action: Action) -> int | None:
    match action:
        case Draw(tile):
            return LUCK + _NUMBERS[tile]
        case RollDice(gold, blue):
            return ROLL_DICE + 6 * (gold - 1) + blue - 1
        case RollDie(die):
            return ROLL_DIE + die - 1
        case DrawDaikaiju(daikaiju, rotation):
            return DRAW_DAIKAIJU + 4 * DAIKAIJU.index(daikaiju) + rotation
    return None
