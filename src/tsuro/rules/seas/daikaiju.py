"""The daikaiju: where they are, what they have done this turn, and what can happen to them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from tsuro.core.events import Event
from tsuro.core.geometry import Cell, Side
from tsuro.core.ids import PawnId, TileId
from tsuro.core.pile import Buried
from tsuro.core.replacing import replace
from tsuro.core.state import GameState, Part


@cache
def rank(name: str) -> tuple[int, bool]:
    """The order of acting: ascending numbers, gold before blue (SE-16)."""
    return int(name[1:]), not name.startswith("G")


@dataclass(frozen=True, slots=True)
class Daikaiju:
    """A daikaiju on the board."""

    name: str
    """Colour and number, such as G3 or B1 (SE-6)."""
    cell: Cell
    rotation: int
    """Counter-clockwise quarter turns (SE-7), unlike those of wake tiles."""


@dataclass(frozen=True, slots=True)
class Sea(Part):
    """Where each daikaiju is, and who may still move away from a start mark."""

    key: ClassVar[str] = "sea"
    on_board: tuple[Daikaiju, ...] = ()
    """In the order in which they act (SE-16)."""
    bag: tuple[str, ...] = ()
    """The face-down pile: any of them may be on top."""
    bottom: tuple[str, ...] = ()
    """Destroyed ones put under the pile, next to be drawn first (SE-18)."""
    gone: tuple[str, ...] = ()
    """Out of the game."""
    drawn: str | None = None
    """A new daikaiju whose cell has not been rolled yet (SE-10)."""
    drawn_rotation: int = 0
    offers: tuple[PawnId, ...] = ()
    """Ships that may move to another start mark on their next turn (SE-33)."""

    def cells(self) -> frozenset[Cell]:
        return frozenset(each.cell for each in self.on_board)

    def at(self, cell: Cell) -> Daikaiju | None:
        return next((each for each in self.on_board if each.cell == cell), None)

    def named(self, name: str) -> Daikaiju:
        return next(each for each in self.on_board if each.name == name)

    def draws(self) -> tuple[str, ...]:
        """Those that may be on top of the pile, each as likely as the others."""
        return self.bag or self.bottom[:1]

    def with_daikaiju(self, new: Daikaiju) -> Sea:
        others = (each for each in self.on_board if each.name != new.name)
        ordered = sorted((*others, new), key=lambda each: rank(each.name))
        return replace(self, on_board=tuple(ordered))

    def without(self, name: str, *, recycled: bool) -> Sea:
        """One daikaiju less on the board: under the pile, or out of the game."""
        rest = tuple(each for each in self.on_board if each.name != name)
        if recycled:
            return replace(self, on_board=rest, bottom=(*self.bottom, name))
        return replace(self, on_board=rest, gone=(*self.gone, name))

    def without_offer(self, pawn: PawnId) -> Sea:
        if pawn not in self.offers:
            return self
        return replace(self, offers=tuple(each for each in self.offers if each != pawn))


@dataclass(frozen=True, slots=True)
class Watch(Part):
    """What luck has decided about the daikaiju in one turn."""

    key: ClassVar[str] = "watch"
    turn: int = 0
    """The turn it tells of; in a later turn nothing has happened yet."""
    placed: int = 0
    """New daikaiju put on the board."""
    dice: tuple[int, int] | None = None
    """The roll that may rouse them, gold and blue (SE-13)."""
    roused: bool = False
    """They have been roused, and no die has been rolled yet (SE-14)."""
    waiting: tuple[str, ...] = ()
    """Those that are still to act, in order (SE-16)."""
    die: int | None = None
    """The last die, until a new daikaiju that it called has been placed (SE-15)."""

    def acted(self, name: str) -> Watch:
        if name not in self.waiting:
            return self
        return replace(self, waiting=tuple(each for each in self.waiting if each != name))


def watch_of(state: GameState) -> Watch:
    """The memo of the present turn, empty when the turn begins."""
    watch = state.part(Watch)
    number = state.turn.number
    return watch if watch.turn == number else Watch(number)


def next_moment(state: GameState, *parts: Part) -> GameState:
    """Every action of a daikaiju, which changes these parts, is a move of its own (GEN-20)."""
    turn = replace(state.turn, moment=state.turn.moment + 1)
    return replace(state, parts=state.parts_with(*parts), turn=turn)


@dataclass(frozen=True, slots=True)
class DaikaijuDrawn(Event):
    """The top of the daikaiju pile was turned up and turned at random (SE-10)."""

    daikaiju: str
    rotation: int

    def fold(self, state: GameState) -> GameState:
        sea = replace(state.part(Sea), drawn=self.daikaiju, drawn_rotation=self.rotation)
        if sea.bag:
            bag = tuple(each for each in sea.bag if each != self.daikaiju)
            return state.with_part(replace(sea, bag=bag))
        return state.with_part(replace(sea, bottom=sea.bottom[1:]))


@dataclass(frozen=True, slots=True)
class CellRolled(Event):
    """The dice named the cell of a new daikaiju; a taken one means another roll (SE-4, SE-10)."""

    gold: int
    blue: int
    cell: Cell
    taken: bool

    def fold(self, state: GameState) -> GameState:
        return state


@dataclass(frozen=True, slots=True)
class DaikaijuPlaced(Event):
    """A new daikaiju stands on the board; what it harms follows as further events (SE-19)."""

    daikaiju: str
    cell: Cell
    rotation: int

    def fold(self, state: GameState) -> GameState:
        watch = watch_of(state)
        new = Daikaiju(self.daikaiju, self.cell, self.rotation)
        sea = replace(state.part(Sea).with_daikaiju(new), drawn=None, drawn_rotation=0)
        return next_moment(state, sea, replace(watch, placed=watch.placed + 1, die=None))


@dataclass(frozen=True, slots=True)
class DiceRolled(Event):
    """Both dice, to see whether the daikaiju are roused (SE-13)."""

    gold: int
    blue: int

    def fold(self, state: GameState) -> GameState:
        return state.with_part(replace(watch_of(state), dice=(self.gold, self.blue)))


@dataclass(frozen=True, slots=True)
class DaikaijuRoused(Event):
    """The daikaiju on the board will act, in this order (SE-13, SE-16)."""

    order: tuple[str, ...]

    def fold(self, state: GameState) -> GameState:
        return state.with_part(replace(watch_of(state), roused=True, waiting=self.order))


@dataclass(frozen=True, slots=True)
class DieRolled(Event):
    """The die that says what all daikaiju do, or only the one named (SE-14)."""

    die: int
    daikaiju: str | None = None

    def fold(self, state: GameState) -> GameState:
        watch = replace(watch_of(state), roused=False, die=self.die)
        return state.with_part(watch if self.daikaiju is None else watch.acted(self.daikaiju))


@dataclass(frozen=True, slots=True)
class DaikaijuTurned(Event):
    """A quarter turn counter-clockwise on the spot (SE-7)."""

    daikaiju: str
    rotation: int

    def fold(self, state: GameState) -> GameState:
        sea = state.part(Sea)
        turned = replace(sea.named(self.daikaiju), rotation=self.rotation)
        watch = watch_of(state).acted(self.daikaiju)
        return next_moment(state, sea.with_daikaiju(turned), watch)


@dataclass(frozen=True, slots=True)
class DaikaijuMoved(Event):
    """One cell on; what it destroys there follows as further events (SE-17)."""

    daikaiju: str
    origin: Cell
    cell: Cell

    def fold(self, state: GameState) -> GameState:
        sea = state.part(Sea)
        moved = replace(sea.named(self.daikaiju), cell=self.cell)
        watch = watch_of(state).acted(self.daikaiju)
        return next_moment(state, sea.with_daikaiju(moved), watch)


@dataclass(frozen=True, slots=True)
class DaikaijuLeft(Event):
    """Off the board across a side of its cell (SE-17, SE-18)."""

    daikaiju: str
    cell: Cell
    side: Side
    recycled: bool

    def fold(self, state: GameState) -> GameState:
        sea = state.part(Sea).without(self.daikaiju, recycled=self.recycled)
        return next_moment(state, sea, watch_of(state).acted(self.daikaiju))


@dataclass(frozen=True, slots=True)
class DaikaijuDestroyed(Event):
    """Another daikaiju entered its cell; it acts no more (SE-16, SE-17, SE-18)."""

    daikaiju: str
    by: str
    recycled: bool

    def fold(self, state: GameState) -> GameState:
        sea = state.part(Sea).without(self.daikaiju, recycled=self.recycled)
        watch = watch_of(state).acted(self.daikaiju)
        return replace(state, parts=state.parts_with(sea, watch))


@dataclass(frozen=True, slots=True)
class TileSunk(Event):
    """A wake tile left the board: under the pile, or out of the game (SE-17, SE-19)."""

    cell: Cell
    tile: TileId
    gone: bool

    def fold(self, state: GameState) -> GameState:
        sunk = Buried(self.tile, None)
        board = state.board.with_tile(self.cell, None)
        if self.gone:
            return replace(state, board=board, box=(*state.box, sunk))
        return replace(state, board=board, pile=state.pile.over((sunk,)))


@dataclass(frozen=True, slots=True)
class ShipCaught(Event):
    """The active ship could not get away from the daikaiju before it (SE-21, SE-32)."""

    pawn: PawnId
    daikaiju: str

    def fold(self, state: GameState) -> GameState:
        return next_moment(state, state.part(Sea).without_offer(self.pawn))
