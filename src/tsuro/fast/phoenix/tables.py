"""Tables and parameters of Phoenix Rising, made from what is printed and the `Edition`.

Cells are counted on a board of eight by eight with the real one in its middle (see
`record.py`), so leaving a cell by a point adds the same number everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from tsuro.core.actions import Axis
from tsuro.core.geometry import POINTS, Cell, Side, Stop, across, cells, is_ring, rim_places
from tsuro.core.ids import TileId
from tsuro.core.tiles import NO_PATH, Laid, Wiring
from tsuro.editions.edition import Edition
from tsuro.editions.phoenix.printed import printed_phoenix
from tsuro.fast.phoenix.record import HAND, PhoenixGame
from tsuro.fast.shared.compositions import Kinds, find, kinds_of, refuse
from tsuro.fast.shared.layout import Layout
from tsuro.rules.hands import DealPhase
from tsuro.rules.phoenix.centre import Centre, LayCentrePhase
from tsuro.rules.phoenix.edge_stack import (
    DiscardPhase,
    PreparePhase,
    PrepareShortagePhase,
    RestockPhase,
    RestockShortagePhase,
    RobPhase,
    SupplyPhase,
    SupplyShortagePhase,
)
from tsuro.rules.phoenix.endings import AllOutPhase, RoundPhase, StrandedPhase
from tsuro.rules.phoenix.extending import CreatePhase, EnterPathPhase, Entry
from tsuro.rules.phoenix.flight import OthersPhase, TakeOffPhase
from tsuro.rules.phoenix.loops import BreakLoopPhase, WindSoarPhase
from tsuro.rules.phoenix.rising import BeginPhoenixTurnPhase, RisePhase
from tsuro.rules.phoenix.scoring import LanternPhase, ScorePhase
from tsuro.rules.phoenix.soaring import Soaring, SoarPhase
from tsuro.rules.phoenix.winds import WindChoicePhase, WindScorePhase, flipped
from tsuro.rules.starts import SidesPhase

_PRINTED: Final = printed_phoenix()
SIZE: Final = _PRINTED.size
WIDTH: Final = 8
"""Of the board with its rim of cells outside."""
CELLS: Final = WIDTH * WIDTH

TILE_IDS: Final[tuple[TileId, ...]] = (*_PRINTED.centre, *_PRINTED.edge)
"""Tiles by number, the centre tiles first."""
NUMBERS: Final = {tile: number for number, tile in enumerate(TILE_IDS)}
TILES: Final = len(TILE_IDS)
CENTRE_TILES: Final = len(_PRINTED.centre)
NO_TILE: Final = TILES
"""An empty slot of a hand: a tile that has no way to lie."""
WAYS_TO_LIE: Final = 8
"""Faces times rotations."""
EMPTY: Final = WAYS_TO_LIE * TILES
"""The placement of a cell without a tile."""
OUTSIDE: Final = EMPTY + 1
"""The placement of a cell that is not on the board."""


def padded(cell: Cell) -> int:
    """The number of a cell."""
    return WIDTH * (cell.row + 1) + cell.col + 1


def unpadded(number: int) -> Cell:
    return Cell(number % WIDTH - 1, number // WIDTH - 1)


def laid_of(placement: int) -> Laid:
    """A tile as it lies, from its number."""
    tile, way = divmod(placement, WAYS_TO_LIE)
    return Laid(TILE_IDS[tile], way & 3, way >> 2)


def _wirings() -> Iterator[Wiring]:
    for placement in range(EMPTY):
        yield _PRINTED.tiles.wiring(laid_of(placement))


_WIRINGS: Final = tuple(_wirings())
_MIDDLE: Final = Cell(3, 3)


def _beyond(point: int) -> Stop:
    """Where one is after leaving a cell in the middle of the board by a point."""
    return across(Stop(_MIDDLE, point))


AWAY: Final = bytes(
    (padded(_beyond(point).cell) - padded(_MIDDLE)) % CELLS if point < POINTS else 0
    for point in range(16)
)
"""AWAY[point]: what to add to a cell, modulo 64, when it is left by a point; 0 for no point."""
TOUCH: Final = bytes(_beyond(point).port if point < POINTS else 0 for point in range(16))
"""TOUCH[point]: the point of the other cell that touches it (PR-2)."""


def _by_entry(value: Callable[[int], int]) -> bytes:
    """A table over 16 * placement + point of something said of the exit; 0 where no path is."""
    table = bytearray(16 * (OUTSIDE + 1))
    for placement, wiring in enumerate(_WIRINGS):
        for point, leave in enumerate(wiring):
            if leave != NO_PATH:
                table[16 * placement + point] = value(leave)
    return bytes(table)


STEP: Final = _by_entry(lambda leave: AWAY[leave])
"""STEP[16 * placement + point]: what to add to a cell, modulo 64, when crossing it from a point.

0 if there is no path: the tile has none there, or the cell is empty or outside.
"""
COME: Final = _by_entry(lambda leave: TOUCH[leave])
"""COME[16 * placement + point]: the point of the next cell by which one comes into it."""


def _way_mask(tile: int, key: int, corners: bool) -> int:
    """In which of its ways a tile continues the path of a pawn before it, as a mask."""
    entry = Entry(_PRINTED.tiles, corners=corners)
    mask = 0
    for laid in _PRINTED.tiles.ways(TILE_IDS[tile]):
        if key < POINTS:
            fits = _PRINTED.tiles.wiring(laid)[key] != NO_PATH
        else:
            fits = bool(entry.points(laid, Side(key - POINTS)))
        mask |= fits << (4 * laid.face + laid.rotation)
    return mask


WAYS: Final = bytes(
    _way_mask(tile, key, corners) if tile < TILES else 0
    for tile in range(TILES + 1)
    for corners in (True, False)
    for key in range(16)
)
"""WAYS[32 * tile + ports_only + point]: the different ways (4 * face + rotation) a tile may be laid
before a pawn, as a mask; 12 + side instead of a point for one beside the board (PR-20 to PR-22)."""

SIDE_POINTS: Final = bytes(point for side in Side for point in (*side.ports, *sorted(side.corners)))
"""SIDE_POINTS[4 * side + i]: where a waiting pawn may enter, ports before corners (PR-21)."""

PATTERN: Final = bytes(
    next(
        4 * way.face + way.rotation
        for way in _PRINTED.tiles.ways(laid_of(placement).tile)
        if _PRINTED.tiles.wiring(way) == _WIRINGS[placement]
    )
    for placement in range(EMPTY)
)
"""PATTERN[placement]: the first way of the same tile that shows the same paths (GEN-19)."""


def _flips(placement: int) -> int:
    laid = laid_of(placement)
    return len({_PRINTED.tiles.wiring(flipped(laid, axis)) for axis in Axis})


AXES: Final = bytes(map(_flips, range(EMPTY)))
"""AXES[placement]: in how many different ways a tile can be flipped (WC-3)."""

COLOURS: Final = tuple(
    sorted(
        {colour for tile in _PRINTED.tiles.tiles.values() if (colour := tile.lantern) is not None}
    )
)
DARK: Final = len(COLOURS)


def _colour(tile: TileId) -> int:
    colour = _PRINTED.tiles[tile].lantern
    return DARK if colour is None else COLOURS.index(colour)


COLOUR: Final = bytes(map(_colour, TILE_IDS))
"""COLOUR[tile]: the colour of its icon; DARK for none."""
GLOWING: Final = bytes(face.glowing for tile in TILE_IDS for face in _PRINTED.tiles[tile].faces)
"""GLOWING[placement >> 2]: whether the face that is up shows a Glowing lantern (PR-10)."""

_EDGE_LANTERNS: Final = any(_PRINTED.tiles[tile].lantern is not None for tile in _PRINTED.edge)
ICON_CELLS: Final = bytes(
    padded(cell) for cell in cells(SIZE) if _EDGE_LANTERNS or not is_ring(cell, SIZE)
)
"""The cells on which a tile may show a lantern, row by row: those of the ring too only if some edge
tile has one (PR-11)."""

PLACES: Final = len(rim_places(SIZE))
PLACE_CELL: Final = bytes(padded(place.cell) for place in rim_places(SIZE))
"""The cell of each side place, as `rim_places` numbers them."""
PLACE_SIDE: Final = bytes(place.side for place in rim_places(SIZE))
CENTRE_CELLS: Final = bytes(padded(cell) for cell in cells(SIZE) if not is_ring(cell, SIZE))
"""The cells of the centre, row by row (PR-6)."""


_SET_UP: Final[Kinds] = (SidesPhase, LayCentrePhase, DealPhase)
_BEFORE_TRAVEL: Final[Kinds] = (
    *(BeginPhoenixTurnPhase, RisePhase, SupplyPhase, SupplyShortagePhase, RobPhase),
    *(CreatePhase, EnterPathPhase, DiscardPhase, TakeOffPhase),
)
_AFTER_SCORING: Final[Kinds] = (
    *(AllOutPhase, RestockPhase, RestockShortagePhase, OthersPhase),
    *(PreparePhase, PrepareShortagePhase, RoundPhase),
)
_STANDARD: Final[Kinds] = (SoarPhase, StrandedPhase, ScorePhase, LanternPhase)
_WINDS: Final[Kinds] = (
    *(WindSoarPhase, BreakLoopPhase, StrandedPhase),
    *(WindScorePhase, WindChoicePhase),
)
_FLOWS: Final[dict[Kinds, bool]] = {
    (*_SET_UP, *_BEFORE_TRAVEL, *travels, *_AFTER_SCORING): travels is _WINDS
    for travels in (_STANDARD, _WINDS)
}
"""Set-ups and turns this kernel knows, and whether they are those of Winds of Change."""
LAYOUT: Final = Layout.of(PhoenixGame, {})


@dataclass(frozen=True)
class PhoenixTables:
    """What the kernel must know of one edition as it is played."""

    edition: Edition
    winds: bool
    """Winds of Change (WC-1)."""
    same_turn: bool
    """A pawn taken off by choice rises at once (PR-18)."""
    corners: bool
    """A pawn may enter by corners too (PR-21)."""
    departures: bool
    """A tile on which an earlier move ended gives its star when left (PR-30)."""
    touched_only: bool
    """Other pawns move only over tiles changed in this turn (WC-13)."""
    first_star: bool
    """A first star on the start tile of a loop is treated before the circuit ends (WC-9)."""

    @property
    def layout(self) -> Layout[PhoenixGame]:
        return LAYOUT


def tables_of(edition: Edition) -> PhoenixTables:
    """Tables of a game of Phoenix Rising, whatever its switches."""
    winds = _FLOWS.get(kinds_of((*edition.setup, *edition.turn)))
    create, others = find(edition, CreatePhase), find(edition, OthersPhase)
    if winds is None or create is None or others is None or not _is_printed(edition):
        raise refuse(edition)
    loops = find(edition, WindSoarPhase)
    return PhoenixTables(
        edition=edition,
        winds=winds,
        same_turn=create.after_withdrawal == RisePhase.name,
        corners=create.entry.corners,
        departures=_soaring(edition).later_departures,
        touched_only=others.touched_only,
        first_star=loops is not None and loops.breaking.first_star,
    )


def _is_printed(edition: Edition) -> bool:
    centre = next((part for part in edition.parts if isinstance(part, Centre)), None)
    return (
        edition.size == SIZE
        and edition.hand_size == HAND
        and edition.pawns_per_seat == 1
        and edition.tiles == _PRINTED.tiles
        and edition.bag == _PRINTED.edge
        and centre == Centre(_PRINTED.centre)
    )


def _soaring(edition: Edition) -> Soaring:
    """How pawns fly in a composition that is known."""
    if (standard := find(edition, SoarPhase)) is not None:
        return standard.soaring
    winds = find(edition, WindSoarPhase)
    assert winds is not None
    return winds.breaking.soaring
