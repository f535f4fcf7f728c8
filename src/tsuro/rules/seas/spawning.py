"""New daikaiju come onto the board: at the start, in a refill, or on a six (SE-9, SE-10, SE-12)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Final

from tsuro.core.actions import Action, DrawDaikaiju, RollDice
from tsuro.core.asks import Chance
from tsuro.core.geometry import Cell, Side
from tsuro.core.state import GameState
from tsuro.rules.phases import AskingPhase, Draft, Phase
from tsuro.rules.seas.daikaiju import CellRolled, DaikaijuDrawn, DaikaijuPlaced, Sea
from tsuro.rules.seas.harm import Removal, conclude, enter

FEWEST: Final = 3
"""With fewer on the board, a turn begins with new ones (SE-12)."""

DIE: Final = range(1, 7)
BOTH_DICE: Final = tuple((RollDice(gold, blue), 1) for gold in DIE for blue in DIE)
CELL_DICE: Final = Chance(BOTH_DICE, "SE-10")


@dataclass(frozen=True)
class SeaChart:
    """What is printed on the board and on the daikaiju tiles (SE-4 to SE-6)."""

    columns: tuple[int, ...]
    """Column of each gold number."""
    rows: tuple[int, ...]
    """Row of each blue number."""
    arrows: Mapping[str, tuple[Side | None, ...]]
    """Where each unrotated daikaiju goes for the dice 1 to 5; None where it turns."""

    def cell(self, roll: RollDice) -> Cell:
        return Cell(self.columns[roll.gold - 1], self.rows[roll.blue - 1])

    def heading(self, name: str, die: int, rotation: int) -> Side | None:
        """Where a daikaiju goes; every turn counter-clockwise takes its arrows along (SE-7)."""
        printed = self.arrows[name][die - 1]
        return None if printed is None else Side((printed - rotation) % 4)


@cache
def _ways(name: str) -> tuple[tuple[DrawDaikaiju, int], ...]:
    """How a daikaiju on top of the pile can be turned, each way as likely as the others."""
    return tuple((DrawDaikaiju(name, rotation), 1) for rotation in range(4))


@dataclass(frozen=True)
class Spawning:
    """Drawing a daikaiju and rolling the cell where it appears (SE-10, SE-19)."""

    chart: SeaChart
    removal: Removal

    def ask(self, state: GameState, *, wanted: bool) -> Chance | None:
        """The dice for a daikaiju already drawn, or the draw of one that is wanted."""
        sea = state.part(Sea)
        if sea.drawn is not None:
            return CELL_DICE
        if not wanted or not sea.draws():
            return None
        return Chance(tuple(chain.from_iterable(map(_ways, sea.draws()))), "SE-10")

    def answer(self, draft: Draft, action: Action) -> None:
        if isinstance(action, DrawDaikaiju):
            draft.emit(DaikaijuDrawn(action.daikaiju, action.rotation))
            return
        assert isinstance(action, RollDice)
        sea = draft.state.part(Sea)
        cell = self.chart.cell(action)
        taken = sea.at(cell) is not None
        draft.emit(CellRolled(action.gold, action.blue, cell, taken))
        if taken:
            return
        assert sea.drawn is not None
        draft.emit(DaikaijuPlaced(sea.drawn, cell, sea.drawn_rotation))
        enter(
            draft,
            sea.drawn,
            removal=self.removal,
            tile_gone=self.removal.spawn_sinks_for_good,
        )
        conclude(draft)


@dataclass(frozen=True)
class DaikaijuSetupPhase(AskingPhase):
    """As many daikaiju as the number of players asks for (SE-9)."""

    name = "daikaiju"
    spawning: Spawning
    count: int

    def ask(self, state: GameState) -> Chance | None:
        short = len(state.part(Sea).on_board) < self.count
        return self.spawning.ask(state, wanted=short)

    def answer(self, draft: Draft, action: Action) -> None:
        self.spawning.answer(draft, action)


@dataclass(frozen=True)
class RefillDaikaijuPhase(AskingPhase):
    """Too few daikaiju when a turn begins: new ones come, as far as the pile goes (SE-12)."""

    name = "refill"
    spawning: Spawning

    def ask(self, state: GameState) -> Chance | None:
        short = len(state.part(Sea).on_board) < FEWEST
        return self.spawning.ask(state, wanted=short)

    def answer(self, draft: Draft, action: Action) -> None:
        self.spawning.answer(draft, action)


def sea_chart(phases: Iterable[Phase]) -> SeaChart:
    """What the dice and the arrows mean in a game whose turns have these phases."""
    return next(phase.spawning.chart for phase in phases if isinstance(phase, RefillDaikaijuPhase))
