"""Tables and parameters of the tile games, made from the `Edition`; nothing is printed twice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final

from tsuro.core.geometry import PORTS, Stop, across, cells, on_board, rim_marks
from tsuro.core.state import Fate
from tsuro.editions.edition import Edition
from tsuro.editions.printed import shapes
from tsuro.errors import KernelError
from tsuro.fast.shared.hands import HAND
from tsuro.fast.shared.layout import Layout
from tsuro.fast.shared.paths import FIRST_ENTRY, entry_node
from tsuro.fast.shared.shapes import FACES, TILE_IDS
from tsuro.fast.tiles.record import (
    BAN_ANY_LOSS,
    BAN_EDGE,
    BAN_NOTHING,
    DRAGON,
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


def _exits() -> Iterator[int]:
    for face in FACES:
        for rotation, wiring in enumerate(face.turned):
            repeats = rotation >= face.distinct_rotations
            yield from range(PORTS) if repeats else wiring[:PORTS]
    for _ in range(4):
        yield from range(PORTS)


EXIT: Final = bytes(_exits())
"""EXIT[8 * placement + port]: the port where the path ends.

A rotation that repeats an earlier one and the empty slot lead each port back to itself: the pawn
leaves by its own start mark, so that no test for symmetry is needed where leaving is barred.
"""

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
