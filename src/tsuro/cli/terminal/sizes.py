"""How small a window may be, and texts in the rows they take; knows nothing of boards."""

from __future__ import annotations

from functools import cache
from io import StringIO
from typing import Final

from rich.console import Console
from rich.text import Text

LEAST_COLUMNS: Final = 60
LEAST_ROWS: Final = 20


def is_too_small(width: int, height: int) -> bool:
    return width < LEAST_COLUMNS or height < LEAST_ROWS


def too_small(width: int, height: int) -> Text:
    """What is said in a window that shows nothing else."""
    return Text(
        f"This window has {width} columns and {height} rows, and the board needs "
        f"{LEAST_COLUMNS} and {LEAST_ROWS}. Make it larger, or the letters smaller; "
        "the game waits."
    )


def folded(line: Text, width: int) -> list[Text]:
    """A text in rows, broken between words."""
    return list(line.wrap(_ruler(), width)) or [Text()]


@cache
def _ruler() -> Console:
    """Texts are broken by a console; this one prints nowhere."""
    return Console(file=StringIO())
