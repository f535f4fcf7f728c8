"""Which kernel plays which edition, and how its records and codes are read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol

from tsuro.core.actions import Action
from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.errors import KernelError
from tsuro.fast.phoenix import actions as phoenix_actions
from tsuro.fast.phoenix import from_row as phoenix_convert
from tsuro.fast.phoenix import to_row as phoenix_rows
from tsuro.fast.phoenix.codes import MOST_OPTIONS as PHOENIX_MOST_OPTIONS
from tsuro.fast.phoenix.tables import phoenix_tables
from tsuro.fast.seas.actions import action_of as sea_action_of
from tsuro.fast.seas.actions import code_of as sea_code_of
from tsuro.fast.seas.from_row import from_row as sea_from_row
from tsuro.fast.seas.tables import sea_tables
from tsuro.fast.seas.to_row import to_row as sea_to_row
from tsuro.fast.shared.codes import MOST_OPTIONS
from tsuro.fast.shared.layout import Layout
from tsuro.fast.tiles.actions import action_of, code_of
from tsuro.fast.tiles.from_row import from_row
from tsuro.fast.tiles.tables import tile_tables
from tsuro.fast.tiles.to_row import to_row


class Tables(Protocol):
    """What a kernel must know of one edition."""

    @property
    def edition(self) -> Edition: ...

    @property
    def layout(self) -> Layout[Any]: ...


@dataclass(frozen=True)
class Family:
    """A kernel and everything needed to use it from outside."""

    room: str
    """The package of the kernel; `compile.load` copies its modules."""
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
    room="tsuro.fast.tiles",
    tables=tile_tables,
    to_row=to_row,
    from_row=from_row,
    action_of=action_of,
    code_of=code_of,
    most_options=MOST_OPTIONS,
    longest=1024,
)

SEAS: Final = Family(
    room="tsuro.fast.seas",
    tables=sea_tables,
    to_row=sea_to_row,
    from_row=sea_from_row,
    action_of=sea_action_of,
    code_of=sea_code_of,
    most_options=MOST_OPTIONS,
    # Dice can prolong a game at sea as they like, but of two million random ones, over all
    # switches and seats, none had 600 actions.
    longest=4096,
)

PHOENIX_GAMES: Final = Family(
    room="tsuro.fast.phoenix",
    tables=phoenix_tables,
    to_row=phoenix_rows.to_row,
    from_row=phoenix_convert.from_row,
    action_of=phoenix_actions.action_of,
    code_of=phoenix_actions.code_of,
    most_options=PHOENIX_MOST_OPTIONS,
    longest=4096,
)

FAMILIES: Final[dict[str, Family]] = {
    "classic": TILE_GAMES,
    "kosmos": TILE_GAMES,
    "pocket": TILE_GAMES,
    "phoenix": PHOENIX_GAMES,
    "seas": SEAS,
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
