"""Choosing one of many options with arrow keys: kinds, rows of a kind, columns of a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tsuro.core.actions import (
    Decision,
    Flip,
    Keep,
    PlaceTile,
    Relocate,
    Stay,
    Swap,
    TurnTile,
    Withdraw,
)
from tsuro.core.asks import Barred, Decide
from tsuro.core.ids import TileId
from tsuro.core.tiles import FACE_LETTERS

QUARTER = 4
"""Up and down go a quarter round where all choices are in one row."""


KINDS: Final[dict[type[Decision], str]] = {
    Keep: "keep your tiles",
    Stay: "stay where you are",
    Relocate: "go to another mark",
    Withdraw: "take your pawn off the board",
}
"""What Tab leads to, of decisions that have others beside them."""


@dataclass(frozen=True)
class Choice:
    action: Decision
    barred: Barred | None = None
    """Why it may not be chosen, if so."""


def place_of(action: Decision) -> tuple[str, str, str]:
    """Kind, row and column of an action: what Tab, up or down, left or right will change."""
    match action:
        case PlaceTile(laid, pawn):
            kind = "lay a tile" if pawn is None else f"lay a tile before pawn {FACE_LETTERS[pawn]}"
            return kind, f"{laid.tile}{laid.face}", str(laid.rotation)
        case TurnTile(laid):
            return "turn the tile before you", f"{laid.tile}{laid.face}", str(laid.rotation)
        case Swap(give, take):
            return "swap tiles", give, take
        case Flip(cell, axis):
            return "flip a tile", str(cell), axis.value
        case _:
            return KINDS.get(type(action), "choose"), "", str(action)


class Chooser:
    """The options of one decision, and which of them is highlighted."""

    def __init__(self, decide: Decide, hand: Sequence[TileId] = ()) -> None:
        allowed = [Choice(option) for option in decide.options]
        refused = [Choice(each.action, each) for each in decide.barred]
        self._grid = _arranged([*allowed, *refused], list(hand))
        self._kinds = list(self._grid)
        self.current = allowed[0]

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(self._kinds)

    @property
    def kind(self) -> str:
        return place_of(self.current.action)[0]

    @property
    def rows(self) -> int:
        """How many rows the kind of the highlighted choice has."""
        return len(self._grid[self.kind])

    @property
    def columns(self) -> int:
        return len(self._grid[self.kind][place_of(self.current.action)[1]])

    def turn(self, step: int) -> None:
        """To the next column: turn the tile, take the next place."""
        kind, row, _ = place_of(self.current.action)
        choices = self._grid[kind][row]
        self.current = choices[(choices.index(self.current) + step) % len(choices)]

    def move(self, step: int) -> None:
        """To the next row, keeping the column if it is there; in a single row, far along it."""
        kind, row, column = place_of(self.current.action)
        rows = self._grid[kind]
        if len(rows) == 1:
            self.turn(step * max(1, self.columns // QUARTER))
            return
        names = list(rows)
        choices = rows[names[(names.index(row) + step) % len(names)]]
        same = (choice for choice in choices if place_of(choice.action)[2] == column)
        self.current = next(same, choices[0])

    def next_kind(self, step: int = 1) -> None:
        """To another pawn, or another kind of action."""
        name = self._kinds[(self._kinds.index(self.kind) + step) % len(self._kinds)]
        choices = [choice for row in self._grid[name].values() for choice in row]
        legal = (choice for choice in choices if choice.barred is None)
        self.current = next(legal, choices[0])

    def select(self, action: Decision) -> None:
        self.current = next(choice for choice in self._all() if choice.action == action)

    def find(self, text: str) -> bool:
        """Highlight the choice that a typed text means or begins; False if there is none."""
        wanted = text.strip().casefold()
        matches = [c for c in self._all() if str(c.action).casefold().startswith(wanted)]
        exact = [c for c in matches if str(c.action).casefold() == wanted]
        legal = [c for c in matches if c.barred is None]
        found = exact or legal or matches
        if found:
            self.current = found[0]
        return bool(found)

    def means(self, text: str) -> bool:
        """Whether a typed text is the whole notation of the highlighted choice."""
        return str(self.current.action).casefold() == text.strip().casefold()

    def _all(self) -> list[Choice]:
        return [choice for rows in self._grid.values() for row in rows.values() for choice in row]


def _arranged(choices: list[Choice], hand: list[TileId]) -> dict[str, dict[str, list[Choice]]]:
    """Kinds as they come, rows in the order of the hand, columns in order of rotation."""

    def order(choice: Choice) -> tuple[int, int, int]:
        action = choice.action
        if isinstance(action, PlaceTile | TurnTile):
            tile = action.laid.tile
            return hand.index(tile) if tile in hand else 0, action.laid.face, action.laid.rotation
        return 0, 0, 0

    grid: dict[str, dict[str, list[Choice]]] = {}
    for choice in choices:
        grid.setdefault(place_of(choice.action)[0], {})
    for choice in sorted(choices, key=order):
        kind, row, _ = place_of(choice.action)
        grid[kind].setdefault(row, []).append(choice)
    return grid
