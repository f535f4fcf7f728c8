"""An edition as it is played: switches chosen, seats known, phases composed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from tsuro.core.board import Board
from tsuro.core.frozen import FrozenMap
from tsuro.core.ids import Seat, TileId
from tsuro.core.pile import Pile
from tsuro.core.state import Cursor, GameState, Part, Pawn, Turn
from tsuro.core.tiles import TileSet
from tsuro.editions.data_table import DataTable
from tsuro.editions.sections import Section, read_section
from tsuro.editions.violation import Check
from tsuro.rules.phases import Phase

RULES_VERSION = 2
"""Raised whenever the same decisions and outcomes would lead to another game."""


@dataclass(frozen=True)
class Switch:
    """A switch: either a choice the rulebook offers or a ruling that can be read otherwise."""

    name: str
    values: tuple[str, ...]
    """The default comes first."""
    rule: str
    summary: str
    was: str | None = None
    """What games of rules version 1 were played with unless told otherwise, if not the default."""
    needs: str = ""
    """How another switch must stand for this one to mean anything, such as `daikaiju=on`."""

    @property
    def default(self) -> str:
        return self.values[0]

    def default_in(self, rules_version: int) -> str:
        """The default of a game that was begun under an earlier version of the rules."""
        return self.was if rules_version == 1 and self.was is not None else self.default

    def matters(self, switches: Mapping[str, str]) -> bool:
        """Whether it makes a difference while the others stand like this."""
        return not self.needs or self.needs in {f"{k}={v}" for k, v in switches.items()}


@dataclass(frozen=True)
class Edition:
    """Everything the engine needs to run one game."""

    info: EditionInfo
    """What can be said of it before a game."""
    seats: int
    switches: Mapping[str, str]
    """Every switch with its value, defaults included; an edition is shared by all its games."""
    size: int
    """Cells on a side of the board."""
    tiles: TileSet
    bag: tuple[TileId, ...]
    """Tiles in the pile before the deal, sorted."""
    hand_size: int
    setup: tuple[Phase, ...]
    turn: tuple[Phase, ...]
    pawns_per_seat: int = 1
    parts: tuple[Part, ...] = ()
    """Edition-specific state as it is before set-up."""
    starts_beside: bool = False
    """Pawns start beside outer cells, not on marks."""
    pawns_return: bool = False
    """Who has no pawn on the board may bring it back and is not out (PR-13)."""
    checks: tuple[Check, ...] = ()
    """What must be true of its states, besides what holds for every edition."""
    kernel: str = ""
    """The family of compiled kernels that plays this composition; empty for none."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "switches", FrozenMap(self.switches))

    def __hash__(self) -> int:
        return hash((self.id, self.seats, self.switches))

    @property
    def id(self) -> str:
        return self.info.id

    @property
    def title(self) -> str:
        return self.info.title

    @cached_property
    def _sections(self) -> dict[Literal["setup", "turn"], dict[str, tuple[Phase, Cursor]]]:
        """Every phase by section and name, with where the cursor goes from there."""
        turn = [Cursor("turn", phase.name) for phase in self.turn]
        setup = [Cursor("setup", phase.name) for phase in self.setup]
        after_setup, after_turn = (*setup[1:], turn[0]), (*turn[1:], turn[0])
        return {
            "setup": {p.name: (p, after) for p, after in zip(self.setup, after_setup, strict=True)},
            "turn": {p.name: (p, after) for p, after in zip(self.turn, after_turn, strict=True)},
        }

    def at(self, cursor: Cursor) -> tuple[Phase, Cursor]:
        """The phase at the cursor and the next: set-up leads into the first turn, a turn on."""
        return self._sections[cursor.section][cursor.phase]

    def phase(self, cursor: Cursor) -> Phase:
        return self.at(cursor)[0]

    def has_phase(self, cursor: Cursor) -> bool:
        return cursor.phase in self._sections[cursor.section]

    def after(self, cursor: Cursor) -> Cursor:
        return self.at(cursor)[1]

    def opening(self, first: Seat) -> GameState:
        """The state before anything has been dealt or chosen."""
        return GameState(
            first=first,
            board=Board.empty(self.size),
            pawns=tuple(
                Pawn(Seat(seat)) for seat in range(self.seats) for _ in range(self.pawns_per_seat)
            ),
            hands=((),) * self.seats,
            pile=Pile(self.bag),
            turn=Turn(first),
            cursor=Cursor("setup", self.setup[0].name),
            parts=self.parts,
        )


@dataclass(frozen=True)
class EditionInfo:
    """What can be said of an edition before a game: its switches and how to build it."""

    id: str
    title: str
    summary: str
    build: Callable[[int, Mapping[str, str]], Edition]
    read: Callable[[DataTable], object] | None = None
    """Reads its section `printed`, noting what is wrong with it; None if it has no such data."""
    switches: tuple[Switch, ...] = field(default=())
    rulebook: str = ""
    home: str = ""
    """The package whose TOML files are its sections."""
    sections: Mapping[str, Section] = field(default_factory=dict)
    """Sections given here instead, for an edition in one file."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "sections", FrozenMap(self.sections))

    def section(self, name: str) -> Section:
        """What is written in one of its sections; empty if it has none of that name."""
        if name in self.sections or not self.home:
            return self.sections.get(name, {})
        return read_section(self.home, name)

    def defaults(self, rules_version: int | None = None) -> dict[str, str]:
        """Every switch as it is set unless somebody asks for more."""
        version = RULES_VERSION if rules_version is None else rules_version
        return {switch.name: switch.default_in(version) for switch in self.switches}
