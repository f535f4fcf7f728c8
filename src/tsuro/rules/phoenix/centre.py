"""Laying the sixteen centre tiles before the first turn (PR-6, PR-9, PR-10)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import ClassVar

from tsuro.core.actions import Action, LayCentre
from tsuro.core.asks import Chance
from tsuro.core.events import Event
from tsuro.core.geometry import Cell, is_ring
from tsuro.core.ids import TileId
from tsuro.core.replacing import replace
from tsuro.core.state import GameState, Part
from tsuro.core.tiles import Laid, TileSet
from tsuro.rules.phases import AskingPhase, Draft
from tsuro.rules.phoenix.lanterns import LanternPlaced

QUARTER_TURNS = 4


@dataclass(frozen=True, slots=True)
class Centre(Part):
    """The centre tiles that have not been laid yet; none are left once set-up is over."""

    key: ClassVar[str] = "centre"
    undrawn: tuple[TileId, ...] = ()


@dataclass(frozen=True, slots=True)
class CentreLaid(Event):
    """A centre tile came to lie on its cell, cloud-frame side up."""

    cell: Cell
    laid: Laid

    def fold(self, state: GameState) -> GameState:
        left = tuple(tile for tile in state.part(Centre).undrawn if tile != self.laid.tile)
        board = state.board.with_tile(self.cell, self.laid)
        return replace(state, board=board).with_part(Centre(left))


@cache
def _ways(tile: TileId) -> tuple[tuple[LayCentre, int], ...]:
    """How luck can lay a tile, each way as likely as the others."""
    return tuple((LayCentre(tile, rotation), 1) for rotation in range(QUARTER_TURNS))


@dataclass(frozen=True)
class LayCentrePhase(AskingPhase):
    """Row by row, luck chooses tile and rotation; Glowing tiles get their marker (PR-9, PR-10)."""

    name = "centre"
    tiles: TileSet

    def ask(self, state: GameState) -> Chance | None:
        undrawn = state.part(Centre).undrawn
        if not undrawn:
            return None
        return Chance(tuple(chain.from_iterable(map(_ways, undrawn))), "PR-9")

    def answer(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, LayCentre)
        board = draft.state.board
        cell = next(cell for cell in board.empty_cells() if not is_ring(cell, board.size))
        laid = Laid(action.tile, action.rotation)
        draft.emit(CentreLaid(cell, laid))
        colour = self.tiles[laid.tile].lantern
        if colour is not None and self.tiles.face(laid).glowing:
            draft.emit(LanternPlaced(cell, colour))
