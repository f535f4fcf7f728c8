"""Writing an observation by the names of its planes and entries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from tsuro.core.board import walk
from tsuro.core.geometry import Cell, Stop, across
from tsuro.core.ids import Seat, TileId
from tsuro.core.pile import Buried
from tsuro.core.state import GameState
from tsuro.core.tiles import HIDDEN, pairs_of
from tsuro.engine.views import PlayerView
from tsuro.fast.shared.outline import MOST, Outline, pair_numbers


class Seen:
    """An observation in the making; seats are counted from the viewer's own, clockwise."""

    def __init__(self, outline: Outline, view: PlayerView, viewer: Seat) -> None:
        self.view = view
        self.state: GameState = view.state
        self.viewer = viewer
        self._outline = outline
        self._size = view.edition.size
        self._area = self._size * self._size
        self._numbers = [0] * outline.length(self._area)

    def cell(self, name: str, cell: Cell, value: int = 1, *, number: int = 0) -> None:
        """A number in one cell of a plane; `number` counts the planes under the name."""
        plane = self._outline.plane(name) + number
        self._numbers[plane * self._area + cell.row * self._size + cell.col] |= value

    def entry(self, name: str, value: int, *, number: int = 0) -> None:
        """An entry; `number` counts those under the name."""
        at = self._outline.plane_count * self._area + self._outline.entry(name) + number
        self._numbers[at] = min(value, MOST)

    def of_seat(self, name: str, seat: Seat, value: int) -> None:
        """An entry of each seat."""
        self.entry(name, value, number=self.place(seat))

    def place(self, seat: Seat) -> int:
        """How many seats clockwise of the viewer one sits."""
        return (seat - self.viewer) % self.state.seats

    def whole(self) -> bytes:
        return bytes(self._numbers)


def show_trail(seen: Seen, pawn_stop: Stop, *, own: bool) -> None:
    """The tiles on the path that lies behind a pawn, as they lie now."""
    tiles = seen.view.edition.tiles
    behind = walk(seen.state.board, tiles, across(pawn_stop))
    for crossing in behind.crossings:
        seen.cell("own_trail" if own else "other_trail", crossing.cell)


def show_tiles(seen: Seen, numbers: Mapping[TileId, int], points: int) -> None:
    """Tiles by their numbers and by what they join; the cells without one."""
    pairs = pair_numbers(points)
    tiles = seen.view.edition.tiles
    for cell, laid in seen.state.board.occupied():
        seen.cell("tile", cell, 1 + numbers[laid.tile])
        for pair in pairs_of(tiles.wiring(laid)):
            seen.cell("joined", cell, number=pairs[pair])
    for cell in seen.state.board.empty_cells():
        seen.cell("free", cell)


def tell_table(seen: Seen) -> None:
    """Who is asked, who is there, and how many tiles each holds."""
    if seen.view.to_act is not None:
        seen.of_seat("to_act", seen.view.to_act, 1)
    for number, hand in enumerate(seen.state.hands):
        seen.of_seat("present", Seat(number), 1)
        seen.of_seat("tiles", Seat(number), len(hand))


def tell_kinds(seen: Seen, numbers: Mapping[TileId, int], first: int = 0) -> None:
    """Which tiles are in hand, and how many of each kind have not been seen.

    All that the game has, less those that lie open, are in hand or known to lie somewhere.
    """
    state = seen.state
    buried: tuple[Buried, ...] = (*state.pile.bottom, *state.box)
    known = Counter(laid.tile for _, laid in state.board.occupied())
    known.update(each.tile for each in buried)
    known.update(tile for hand in state.hands for tile in hand)
    for tile, copies in Counter(seen.view.edition.bag).items():
        seen.entry("unseen", max(0, copies - known[tile]), number=numbers[tile] - first)
    for tile, copies in Counter(seen.view.hand).items():
        if tile != HIDDEN:
            seen.entry("kinds", copies, number=numbers[tile] - first)


def tell_next(seen: Seen, numbers: Mapping[TileId, int], first: int = 0) -> None:
    """How many tiles are to come, and the one on top where the viewer knows it."""
    pile = seen.state.pile
    seen.entry("pile", len(pile))
    if not pile.bag and pile.bottom and pile.bottom[0].tile != HIDDEN:
        seen.entry("next", 1, number=numbers[pile.bottom[0].tile] - first)


def phase_among(seen: Seen, phases: tuple[str, ...]) -> None:
    """What is asked now, by the names of phases; the entry after them is the end of the game."""
    state = seen.state
    if state.result is not None:
        seen.entry("phase", 1, number=len(phases))
    elif state.cursor.phase in phases and seen.view.to_act is not None:
        seen.entry("phase", 1, number=phases.index(state.cursor.phase))
