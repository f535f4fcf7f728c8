"""What a family of kernels is: functions and fields that all of them offer, and what each declares.

Templates take the functions from whichever kernel they are loaded for (`compile.load`), so each has
the same name, module, parameters and meaning in every room. `check` holds a family to that when it
is loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from inspect import signature
from typing import Any, Final, NamedTuple, Protocol, get_type_hints

from tsuro.core.actions import Action
from tsuro.core.ids import TileId
from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.errors import KernelError
from tsuro.fast.shared.layout import Layout
from tsuro.fast.shared.outline import Outline


class Offer(NamedTuple):
    """Where a function is found, and what it is called with."""

    module: str
    parameters: tuple[str, ...]


OFFERED: Final = {
    # What can be done.
    "legal": Offer("options", ("g", "out")),
    "to_act": Offer("options", ("g",)),
    "is_over": Offer("options", ("g",)),
    "play": Offer("play", ("g", "code")),
    # What luck does.
    "is_luck": Offer("play", ("g",)),
    "roll": Offer("play", ("g",)),
    "outcomes": Offer("play", ("g", "out", "weights")),
    "is_possible": Offer("play", ("g", "code")),
    "play_outcome": Offer("play", ("g", "code")),
    "deal_unseen": Offer("hands", ("g", "viewer")),
    # What those who learn are shown.
    "observe": Offer("observing", ("g", "seat", "totals", "out")),
    # What judgements and statistics read.
    "features": Offer("features", ("g", "seat", "out")),
    "outlook": Offer("outlook", ("g", "seat", "at", "out")),
    "presence": Offer("facts", ("g", "seat")),
    "start_place": Offer("facts", ("code",)),
    "laid_tile": Offer("facts", ("code",)),
    "measure": Offer("facts", ("g", "out")),
}
"""Functions by name."""
FIELDS: Final = frozenset(
    {
        *("rng", "phase", "seats", "number", "alive", "winners", "reason"),
        *("exits_n", "exit_seat", "exit_turn", "exit_moment", "exit_fate"),
    }
)
"""Fields of a record that templates read: `alive` and `winners` are masks of seats, `reason` and
`exit_fate` are numbers of `shared/endings.py`."""


class Tables(Protocol):
    """What a kernel must know of one edition."""

    @property
    def edition(self) -> Edition: ...

    @property
    def layout(self) -> Layout[Any]: ...


@dataclass(frozen=True)
class Family:
    """A kernel and all that is needed to use it from outside; declared in its room."""

    name: str
    """That of its room, and what an edition calls it by."""
    record: type
    tables: Callable[[Edition], Tables]
    """Refuses an edition that is composed otherwise than the kernel plays."""
    to_row: Callable[..., Any]
    from_row: Callable[[Any, Any], GameState]
    action_of: Callable[[Any, int], Action]
    code_of: Callable[[Any, Action], int]
    decisions: Callable[[Any], Iterable[int]]
    """Every code that a decision may have in some game of an edition; the tables are given."""
    tiles: tuple[TileId, ...]
    """By number."""
    features: tuple[str, ...]
    """What `features` writes, in its order."""
    outlook: tuple[str, ...]
    """What `outlook` writes, in its order."""
    outline: Outline
    """What `observe` writes, in its order."""
    most_options: int
    """Length of the buffer that `legal` needs."""
    longest: int
    """No game has more decisions and draws than this."""
    measures: tuple[str, ...] = ()
    """Numbers of interest in any moment of a game: what `measure` writes, in its order."""

    @property
    def room(self) -> str:
        """The package of the kernel."""
        return f"{__package__}.{self.name}"

    def function(self, name: str) -> Callable[..., Any]:
        """One of the functions it offers, as plain Python."""
        function: Callable[..., Any] = getattr(
            import_module(f"{self.room}.{OFFERED[name].module}"), name
        )
        return function


def check(family: Family) -> Family:
    """The family itself, if it keeps the contract."""
    lacking = [name for name in OFFERED if not _has(family, name)]
    lacking += sorted(FIELDS - set(get_type_hints(family.record)))
    if lacking:
        raise KernelError(
            f"The {family.name} kernel does not keep the contract of kernels: it lacks "
            f"{', '.join(lacking)}, or they are called with something else."
        )
    return family


def _has(family: Family, name: str) -> bool:
    try:
        given = signature(family.function(name)).parameters
    except (ImportError, AttributeError):
        return False
    return tuple(given) == OFFERED[name].parameters
