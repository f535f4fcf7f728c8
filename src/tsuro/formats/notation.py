"""Reading actions and outcomes back from the notation their `str` gives."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from tsuro.core.actions import (
    Action,
    Axis,
    ChoosePile,
    Draw,
    DrawDaikaiju,
    Enter,
    Flip,
    Keep,
    LayCentre,
    MoveLantern,
    PlaceTile,
    Relocate,
    Rise,
    RollDice,
    RollDie,
    Stay,
    Swap,
    TakeMark,
    TakeSide,
    TurnTile,
    Withdraw,
    is_two_faced,
)
from tsuro.core.geometry import COLUMN_LETTERS, Beside, Cell, Side, Stop
from tsuro.core.ids import TileId
from tsuro.core.tiles import FACE_LETTERS, Laid
from tsuro.errors import NotationError

MARK: Final = "\ufeff"
"""What some editors put before the first letter of a file, and nobody sees."""
NUMBER: Final = r"(?:[1-9]|1[0-9]|2[0-6])"
"""Rows, or cells in a row: as many as there are letters for columns."""
_CELL: Final = rf"[a-z]{NUMBER}"
_STOP: Final = rf"(?:{_CELL})\.(?:1[01]|[0-9])"
_BESIDE: Final = rf"(?:{_CELL})\.[nesw]"
_OURS: Final = r"T(?:0[1-9]|[12][0-9]|3[0-5])|C(?:0[1-9]|1[0-6])|E(?:0[1-9]|1[0-9]|20)"
_TILE: Final = rf"(?:{_OURS}|[ABDF-SU-Z][0-9]{{2}})"
"""The patterns and the two-faced tiles that are known; other letters are for others' editions."""
_LAID: Final = rf"{_TILE}[ab]?/[0-3]"


def require_text(text: object, what: str) -> None:
    """Refuse what is no text before anything is looked for in it."""
    if not isinstance(text, str):
        raise NotationError(f"{what} is read from a text, not from {text!r}", column=1)


def parse_cell(text: str) -> Cell:
    require_text(text, "a cell")
    if not re.fullmatch(_CELL, text):
        raise NotationError(f"{text!r} is not a cell such as c4", column=1)
    return Cell(COLUMN_LETTERS.index(text[0]), int(text[1:]) - 1)


def parse_stop(text: str) -> Stop:
    require_text(text, "a stop")
    if not re.fullmatch(_STOP, text):
        raise NotationError(f"{text!r} is not a cell and port such as c4.0", column=1)
    cell, _, port = text.partition(".")
    return Stop(parse_cell(cell), int(port))


def parse_beside(text: str) -> Beside:
    require_text(text, "a place beside a cell")
    if not re.fullmatch(_BESIDE, text):
        raise NotationError(f"{text!r} is not a cell and side such as c1.n", column=1)
    cell, _, side = text.partition(".")
    return Beside(parse_cell(cell), Side("nesw".index(side)))


def parse_tile(text: str) -> TileId:
    require_text(text, "a tile")
    if not re.fullmatch(_TILE, text):
        raise NotationError(f"{text!r} is not a tile such as T05, C03 or E12", column=1)
    return TileId(text)


def parse_laid(text: str) -> Laid:
    require_text(text, "a tile as it lies")
    match = re.fullmatch(rf"({_TILE})([ab]?)/([0-3])", text)
    if match is None:
        raise NotationError(f"{text!r} is not a tile as it lies, such as T05/2 or E12b/0", column=1)
    tile, face, rotation = TileId(match[1]), match[2], int(match[3])
    if is_two_faced(tile) != bool(face):
        says = "needs its face, a or b" if is_two_faced(tile) else "has only one face"
        raise NotationError(f"{tile} {says}", column=len(tile) + 1)
    return Laid(tile, rotation, FACE_LETTERS.index(face) if face else 0)


def _place(match: re.Match[str]) -> Action:
    pawn = None if match[1] is None else FACE_LETTERS.index(match[1])
    return PlaceTile(parse_laid(match[2]), pawn)


def _flip(match: re.Match[str]) -> Action:
    return Flip(parse_cell(match[1]), Axis(match[2]))


_FORMS: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Action]], ...]] = tuple(
    (re.compile(pattern), build)
    for pattern, build in (
        (rf"(?:([ab]):)?({_LAID})", _place),
        (rf"({_STOP})", lambda m: TakeMark(parse_stop(m[1]))),
        (rf"({_BESIDE})", lambda m: TakeSide(parse_beside(m[1]))),
        (rf"turn:({_LAID})", lambda m: TurnTile(parse_laid(m[1]))),
        (r"in:(1[01]|[0-9])", lambda m: Enter(int(m[1]))),
        (rf"swap:({_TILE})>({_TILE})", lambda m: Swap(TileId(m[1]), TileId(m[2]))),
        (r"keep", lambda m: Keep()),
        (r"pile:([1-9])", lambda m: ChoosePile(int(m[1]) - 1)),
        (rf"to:({_STOP})", lambda m: Relocate(parse_stop(m[1]))),
        (r"stay", lambda m: Stay()),
        (r"withdraw", lambda m: Withdraw()),
        (rf"rise:({_BESIDE})", lambda m: Rise(parse_beside(m[1]))),
        (rf"lantern:({_CELL})", lambda m: MoveLantern(parse_cell(m[1]))),
        (rf"flip:({_CELL})\.(lr|tb)", _flip),
        (rf"\*({_TILE})", lambda m: Draw(TileId(m[1]))),
        (r"\*g([1-6])b([1-6])", lambda m: RollDice(int(m[1]), int(m[2]))),
        (r"\*d([1-6])", lambda m: RollDie(int(m[1]))),
        (r"\*([GB][1-5])/([0-3])", lambda m: DrawDaikaiju(m[1], int(m[2]))),
        (r"\*(C(?:0[1-9]|1[0-6]))/([0-3])", lambda m: LayCentre(TileId(m[1]), int(m[2]))),
    )
)


def _built(build: Callable[[re.Match[str]], Action], match: re.Match[str]) -> Action:
    """The action of a form that fits; the one thing that may still be wrong is a tile's face."""
    try:
        return build(match)
    except NotationError as error:
        start = match.start(match.lastindex or 0)
        raise NotationError(error.reason, column=start + error.column) from None


EXAMPLES: Final = "T17/2, b:T17/2, E05b/1, c1.0, c1.n, in:1, swap:T01>T05, keep, pile:2, *T05"


def parse_action(text: str) -> Action:
    """The action a notation stands for; `str` of it is the same text again.

    ```python
    >>> parse_action("T17/2")
    PlaceTile(laid=Laid(tile='T17', rotation=2, face=0), pawn=None)

    ```
    """
    require_text(text, "an action")
    for pattern, build in _FORMS:
        match = pattern.fullmatch(text)
        if match is not None:
            return _built(build, match)
    raise NotationError(
        f"{text!r} is not an action; they look like {EXAMPLES} (see docs/notation.md)",
        column=1,
    )
