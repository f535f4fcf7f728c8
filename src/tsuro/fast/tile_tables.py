"""Tables and parameters of the tile games, compiled from the `Edition`; nothing is printed twice.

The board is a graph of *nodes*. A *mark* is one of the 8n start marks, numbered as `rim_marks` does
(so side place i has the marks 2i and 2i + 1). An *entry* is FIRST_ENTRY + 8 * cell + port: about to
enter `cell` by `port`. Marks come first so that one comparison tells a mark from an entry on a
board of any size.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final

from tsuro.core.geometry import PORTS, Cell, Stop, across, cells, on_board, rim_marks
from tsuro.core.ids import TileId
from tsuro.core.state import Fate
from tsuro.editions.edition import Edition
from tsuro.editions.printed import shapes
from tsuro.errors import KernelError
from tsuro.fast.layout import Layout
from tsuro.fast.tile_record import (
    BAN_ANY_LOSS,
    BAN_EDGE,
    BAN_NOTHING,
    DRAGON,
    HAND,
    PILES,
    STASH,
    TileGame,
)
from tsuro.rules.dragon import ReturnDragonPhase
from tsuro.rules.hands import LayDownPhase
from tsuro.rules.phases import Phase
from tsuro.rules.piles import SplitPilesPhase
from tsuro.rules.placing import AvoidOwnLoss, PlacePhase
from tsuro.rules.turns import BeginHalfTurnPhase

FIRST_ENTRY: Final = 64
"""The first node that is not a mark: a board has at most 64 marks, and 64 is a multiple of 8."""
SEATS: Final = 8
NOBODY: Final = SEATS

TILE_IDS: Final[tuple[TileId, ...]] = tuple(map(TileId, shapes()))
"""Kinds of tile by number."""
TILES: Final = len(TILE_IDS)
NO_TILE: Final = TILES
"""An empty slot of a hand: a tile that has no way to lie."""

_FACES: Final = tuple(shapes().values())
ROTATIONS: Final = bytes([*(face.distinct_rotations for face in _FACES), 0])
"""In how many different ways each tile can lie (GEN-19)."""


def _exits() -> Iterator[int]:
    for face in _FACES:
        for turned, wiring in enumerate(face.turned):
            repeats = turned >= face.distinct_rotations
            yield from range(PORTS) if repeats else wiring[:PORTS]
    for _ in range(4):
        yield from range(PORTS)


EXIT: Final = bytes(_exits())
"""EXIT[8 * placement + port], where placement = 4 * tile + rotation.

A rotation that repeats an earlier one and the empty slot lead each port back to itself: the pawn
leaves by its own start mark, so that no test for symmetry is needed where leaving is barred.
"""


def _pairs() -> Iterator[int]:
    for first in range(0, len(EXIT), PORTS):
        wiring = EXIT[first : first + PORTS]
        if wiring == bytes(range(PORTS)):
            yield from bytes(PORTS)
            continue
        for start, end in enumerate(wiring):
            if start < end:
                yield from (start, end)


PAIRS: Final = bytes(_pairs())
"""The joined ports of a placement, four pairs in a row."""

NEXT_SEAT: Final = bytes(
    next((seat % SEATS for seat in range(after + 1, after + SEATS + 1) if mask >> seat % SEATS & 1),
         NOBODY)
    for mask in range(1 << SEATS)
    for after in range(SEATS)
)  # fmt: skip
"""NEXT_SEAT[8 * mask + seat]: the next seat of a set clockwise, `seat` itself last (GEN-15)."""

FLOWS: Final = {
    ("begin", "place", "travel", "last_standing", "open_exchange", "exchange", "pass_dragon",
     "return", "return_dragon", "draw", "take_dragon", "tiles_out"): DRAGON,
    ("begin", "place", "enter", "travel", "last_standing", "lay_down", "draw", "tiles_out"): PILES,
    ("begin", "place", "travel", "return", "last_standing", "draw"): STASH,
}  # fmt: skip
"""The turns this kernel knows, phase by phase: an edition that plays otherwise is refused."""

_BANS: Final = {
    frozenset[Fate](): BAN_NOTHING,
    frozenset({Fate.EDGE}): BAN_EDGE,
    frozenset({Fate.EDGE, Fate.COLLISION}): BAN_ANY_LOSS,
}


@dataclass(frozen=True)
class TileGameTables:
    """What the kernel must know of one edition as it is played."""

    edition: Edition
    flow: int
    ban: int
    openly: bool
    literal: bool
    """The dragon's holder waits for its own turn (CL-21)."""
    half_turns: bool
    piles: int

    @property
    def pawns(self) -> int:
        return self.edition.seats * self.edition.pawns_per_seat

    @property
    def marks(self) -> int:
        return PORTS * self.edition.size

    @cached_property
    def layout(self) -> Layout[TileGame]:
        return tile_layout(self.edition.size)


@cache
def tile_layout(size: int) -> Layout[TileGame]:
    """One layout for each board size, whatever the edition: code is compiled once for each."""
    area = size * size
    return Layout.of(TileGame, {"cells": area, "nodes": FIRST_ENTRY + PORTS * area})


def tile_tables(edition: Edition) -> TileGameTables:
    """Tables of a classic, kosmos or pocket game, whatever its switches."""
    flow = FLOWS.get(tuple(phase.name for phase in edition.turn))
    if flow is None or edition.hand_size != HAND or not _tiles_are_shapes(edition):
        raise KernelError(f"There is no tile-game kernel for {edition.title} as it is played.")
    phases = (*edition.setup, *edition.turn)
    return TileGameTables(
        edition=edition,
        flow=flow,
        ban=_BANS[_barred_fates(phases)],
        openly=any(isinstance(phase, LayDownPhase) and phase.openly for phase in phases),
        literal=any(isinstance(phase, ReturnDragonPhase) and phase.literal for phase in phases),
        half_turns=any(isinstance(phase, BeginHalfTurnPhase) for phase in phases),
        piles=sum(phase.piles for phase in phases if isinstance(phase, SplitPilesPhase)),
    )


def _barred_fates(phases: tuple[Phase, ...]) -> frozenset[Fate]:
    for phase in phases:
        if isinstance(phase, PlacePhase) and isinstance(phase.legality, AvoidOwnLoss):
            return phase.legality.fates
    return frozenset()


def _tiles_are_shapes(edition: Edition) -> bool:
    return all(
        tile.faces == (shapes()[tile.id],) if tile.id in TILE_IDS else False
        for tile in edition.tiles.tiles.values()
    )


def entry_node(stop: Stop, size: int) -> int:
    cell, port = stop
    return FIRST_ENTRY + PORTS * (cell.row * size + cell.col) + port


def entry_stop(node: int, size: int) -> Stop:
    index, port = divmod(node - FIRST_ENTRY, PORTS)
    return Stop(Cell(index % size, index // size), port)


@cache
def empty_links(size: int) -> tuple[int, ...]:
    """The path ends of the empty board: leaving a cell by a port one stands at links[entry]."""
    marks = rim_marks(size)
    links = [0] * (FIRST_ENTRY + PORTS * size * size)
    for number, mark in enumerate(marks):
        links[number] = entry_node(mark, size)
        links[links[number]] = number
    for cell in cells(size):
        for port in range(PORTS):
            beyond = across(Stop(cell, port))
            if on_board(beyond.cell, size):
                links[entry_node(Stop(cell, port), size)] = entry_node(beyond, size)
    return tuple(links)
