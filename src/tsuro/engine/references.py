"""Seats, pawns, cells and tiles that a state names must be there; found by the type hints."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from tsuro.core.geometry import Beside, Cell, Stop, on_board
from tsuro.core.ids import PawnId, Seat, TileId
from tsuro.core.state import GameState
from tsuro.core.tiles import HIDDEN
from tsuro.editions.edition import Edition
from tsuro.editions.violation import Violation


def references_exist(edition: Edition, state: GameState) -> Iterator[Violation]:
    """Whatever is named is there (GEN-1, GEN-7, GEN-15)."""
    for about, value in _named_values(state):
        for hint, item in _references(type(value), value):
            fault = _fault(edition, hint, item)
            if fault is not None:
                rule, what = fault
                yield Violation(rule, about, what)
    for about, tile in _held_tiles(state):
        if tile != HIDDEN and tile not in edition.tiles:
            yield Violation("GEN-7", about, f"{edition.title} has no tile {tile}")


def _held_tiles(state: GameState) -> Iterator[tuple[str, TileId]]:
    yield from (("board", laid.tile) for _, laid in state.board.occupied())
    yield from (("hands", tile) for hand in state.hands for tile in hand)
    yield from (("tiles", tile) for tile in state.pile.bag)


def _named_values(state: GameState) -> Iterator[tuple[str, Any]]:
    yield "turn", state.turn
    for buried in state.pile.bottom:
        yield "tiles", buried
    for buried in state.box:
        yield "box", buried
    for out in state.exits:
        yield "exits", out
    if state.result is not None:
        yield "result", state.result
    for part in state.parts:
        yield part.key, part


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _references(hint: Any, value: Any) -> Iterator[tuple[Any, Any]]:
    """Every single value within `value`, with the hint that says what it names."""
    if value is None:
        return
    if get_origin(hint) in (Union, UnionType):
        (hint,) = (arg for arg in get_args(hint) if arg is not NoneType)
    if isinstance(value, Stop | Beside):
        yield Cell, value.cell
    elif is_dataclass(value):
        kind: Any = type(value)
        for each in fields(kind):
            yield from _references(_hints(kind)[each.name], getattr(value, each.name))
    elif get_origin(hint) is tuple:
        inner = [arg for arg in get_args(hint) if arg is not Ellipsis]
        for number, item in enumerate(value):
            yield from _references(inner[number % len(inner)], item)
    else:
        yield hint, value


def _fault(edition: Edition, kind: Any, value: Any) -> tuple[str, str] | None:
    seats = edition.seats
    if kind is Seat and not 0 <= value < seats:
        return "GEN-15", f"there is no seat {value}"
    if kind is PawnId and not 0 <= value < seats * edition.pawns_per_seat:
        return "GEN-9", f"there is no pawn {value}"
    if kind is Cell and not on_board(value, edition.size):
        return "GEN-1", f"the cell {value} is off the board"
    if kind is TileId and value != HIDDEN and value not in edition.tiles:
        return "GEN-7", f"{edition.title} has no tile {value}"
    return None
