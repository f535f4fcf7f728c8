"""Which kernel plays which edition, and how its records and codes are read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol

from tsuro.core.actions import Action
from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.errors import KernelError
from tsuro.fast.actions import action_of, code_of
from tsuro.fast.codes import MOST_OPTIONS
from tsuro.fast.convert import from_row, to_row
from tsuro.fast.layout import Layout
from tsuro.fast.tables import tile_tables


class Tables(Protocol):
    """What a kernel must know of one edition."""

    @property
    def edition(self) -> Edition: ...

    @property
    def layout(self) -> Layout[Any]: ...


@dataclass(frozen=True)
class Family:
    """A kernel and everything needed to use it from outside."""

    module: str
    """The kernel; `compile.load` copies it."""
    tables: Callable[[Edition], Tables]
    to_row: Callable[..., Any]
    from_row: Callable[[Any, Any], GameState]
    action_of: Callable[[Any, int], Action]
    code_of: Callable[[Any, Action], int]
    most_options: int
    """Length of the buffer that `legal` needs."""
    longest: int
    """No game has more decisions and draws than this."""


TILE_GAMES: Final = Family(
    module="tsuro.fast.tile_games",
    tables=tile_tables,
    to_row=to_row,
    from_row=from_row,
    action_of=action_of,
    code_of=code_of,
    most_options=MOST_OPTIONS,
    longest=1024,
)

FAMILIES: Final[dict[str, Family]] = {
    "classic": TILE_GAMES,
    "kosmos": TILE_GAMES,
    "pocket": TILE_GAMES,
}
"""By edition."""


def family_of(edition: Edition) -> Family:
    """No kernel means the reference engine, never an approximation."""
    try:
        return FAMILIES[edition.id]
    except KeyError:
        raise KernelError(f"There is no kernel for {edition.title}.") from None


def has_kernel(edition: Edition) -> bool:
    return edition.id in FAMILIES
