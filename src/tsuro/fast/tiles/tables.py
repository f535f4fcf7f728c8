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
from tsuro.fast.shared.compositions import Kinds, find, kinds_of, refuse, travels
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
from tsuro.rules.dragon import PassDragonPhase, RefillHandsPhase, ReturnDragonPhase, TakeDragonPhase
from tsuro.rules.endings import LastStandingPhase, TilesOutPhase
from tsuro.rules.exchange import ExchangePhase, OpenExchangePhase
from tsuro.rules.hands import DealPhase, DrawOnePhase, LayDownPhase, ShuffleInPhase
from tsuro.rules.piles import ChoosePilePhase, SplitPilesPhase
from tsuro.rules.placing import AnythingGoes, AvoidOwnLoss, EnterPhase, PlacePhase
from tsuro.rules.starts import MarksPhase, SidesPhase
from tsuro.rules.travel import Collide, Travel, TravelPhase
from tsuro.rules.turns import BeginHalfTurnPhase, BeginTurnPhase

MOST_PAWNS: Final = 2
"""Pawns a seat may have."""
MOST_TILES: Final = 64
"""Tiles a record has room for."""


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

_FLOWS: Final[dict[Kinds, int]] = {
    (
        *(DealPhase, MarksPhase),
        *(BeginTurnPhase, PlacePhase, TravelPhase, LastStandingPhase, OpenExchangePhase),
        *(ExchangePhase, PassDragonPhase, ShuffleInPhase, ReturnDragonPhase, RefillHandsPhase),
        *(TakeDragonPhase, TilesOutPhase),
    ): DRAGON,
    (
        *(DealPhase, SplitPilesPhase, SidesPhase),
        *(BeginTurnPhase, PlacePhase, EnterPhase, TravelPhase, LastStandingPhase, LayDownPhase),
        *(ChoosePilePhase, TilesOutPhase),
    ): PILES,
    (
        *(DealPhase, MarksPhase),
        *(BeginTurnPhase, PlacePhase, TravelPhase, ShuffleInPhase, LastStandingPhase),
        DrawOnePhase,
    ): STASH,
}
"""Set-ups and turns this kernel knows, phase by phase: an edition that plays otherwise is refused.

Half-turns may take the place of turns (KO-20).
"""
_BANS: Final[dict[frozenset[Fate] | None, int]] = {
    frozenset(): BAN_NOTHING,
    frozenset({Fate.EDGE}): BAN_EDGE,
    frozenset({Fate.EDGE, Fate.COLLISION}): BAN_ANY_LOSS,
}


@dataclass(frozen=True)
class TileTables:
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
        return layout_of(self.edition.size)


@cache
def layout_of(size: int) -> Layout[TileGame]:
    """One layout for each board size, whatever the edition: code is compiled once for each."""
    area = size * size
    return Layout.of(TileGame, {"cells": area, "nodes": FIRST_ENTRY + PORTS * area})


def tables_of(edition: Edition) -> TileTables:
    """Tables of a classic, kosmos or pocket game, whatever its switches."""
    flow = _FLOWS.get(_flow_kinds(edition))
    barred = _barred_fates(edition)
    if flow is None or barred not in _BANS or not _is_known(edition):
        raise refuse(edition)
    lay_down = find(edition, LayDownPhase)
    dragon = find(edition, ReturnDragonPhase)
    split = find(edition, SplitPilesPhase)
    return TileTables(
        edition=edition,
        flow=flow,
        ban=_BANS[barred],
        openly=lay_down is not None and lay_down.openly,
        literal=dragon is not None and dragon.literal,
        half_turns=find(edition, BeginHalfTurnPhase) is not None,
        piles=0 if split is None else split.piles,
    )


def _flow_kinds(edition: Edition) -> Kinds:
    kinds = kinds_of((*edition.setup, *edition.turn))
    return tuple(BeginTurnPhase if kind is BeginHalfTurnPhase else kind for kind in kinds)


def _barred_fates(edition: Edition) -> frozenset[Fate] | None:
    """What the own pawn may not suffer; None if placements are judged in an unknown way."""
    place = find(edition, PlacePhase)
    if place is None or type(place.legality) not in (AvoidOwnLoss, AnythingGoes):
        return None
    return place.legality.fates if isinstance(place.legality, AvoidOwnLoss) else frozenset()


def _is_known(edition: Edition) -> bool:
    return (
        travels(edition, Travel, Collide)
        and PORTS * edition.size <= FIRST_ENTRY
        and edition.hand_size == HAND
        and edition.pawns_per_seat <= MOST_PAWNS
        and len(edition.bag) <= MOST_TILES
        and _tiles_are_shapes(edition)
    )


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
