"""The dice rouse the daikaiju, and each does what its tile shows (SE-13 to SE-18)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tsuro.core.actions import Action, RollDice, RollDie
from tsuro.core.asks import Chance
from tsuro.core.geometry import Cell, Side, Stop, across
from tsuro.core.state import GameState
from tsuro.rules.phases import AskingPhase, Draft
from tsuro.rules.seas.daikaiju import (
    DaikaijuLeft,
    DaikaijuMoved,
    DaikaijuRoused,
    DaikaijuTurned,
    DiceRolled,
    DieRolled,
    Sea,
    watch_of,
)
from tsuro.rules.seas.harm import conclude, enter
from tsuro.rules.seas.spawning import BOTH_DICE, DIE, Spawning
from tsuro.rules.seas.start_protection import offer_relocation

ROUSING_SUMS: Final = (6, 7, 8)
NEW_DAIKAIJU: Final = 6
"""The die on which none moves but a new one comes (SE-15)."""

ROUSING: Final = Chance(BOTH_DICE, "SE-13")
ONE_DIE: Final = Chance(tuple((RollDie(die), 1) for die in DIE), "SE-14")


class RouseDaikaijuPhase(AskingPhase):
    """Both dice are rolled, unless the turn began with a refill (SE-12, SE-13)."""

    name = "roll"

    def ask(self, state: GameState) -> Chance | None:
        watch = watch_of(state)
        if watch.placed > 0 or watch.dice is not None:
            return None
        return ROUSING

    def answer(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, RollDice)
        draft.emit(DiceRolled(action.gold, action.blue))
        if action.gold + action.blue in ROUSING_SUMS:
            order = tuple(each.name for each in draft.state.part(Sea).on_board)
            draft.emit(DaikaijuRoused(order))


@dataclass(frozen=True)
class SharedDiePhase(AskingPhase):
    """One die for all daikaiju, which act one after the other (SE-14 to SE-16)."""

    name = "daikaiju"
    spawning: Spawning

    def ask(self, state: GameState) -> Chance | None:
        watch = watch_of(state)
        if watch.roused:
            return ONE_DIE
        return self.spawning.ask(state, wanted=watch.die == NEW_DAIKAIJU)

    def answer(self, draft: Draft, action: Action) -> None:
        if isinstance(action, RollDie):
            self.roll(draft, action.die)
        else:
            self.spawning.answer(draft, action)

    def roll(self, draft: Draft, die: int) -> None:
        draft.emit(DieRolled(die))
        if die == NEW_DAIKAIJU:
            return
        # A daikaiju that is destroyed no longer waits; once somebody has won, nobody acts.
        while draft.state.result is None and (waiting := watch_of(draft.state).waiting):
            act(draft, waiting[0], die=die, spawning=self.spawning)


@dataclass(frozen=True)
class OwnDiePhase(SharedDiePhase):
    """A die for each daikaiju when its turn comes (`die=per_daikaiju`, SE-14).

    A six lets that one rest and brings a new one at once. New ones act from the next turn on.
    """

    def ask(self, state: GameState) -> Chance | None:
        watch = watch_of(state)
        new = self.spawning.ask(state, wanted=watch.die == NEW_DAIKAIJU)
        if new is not None:
            return new
        return ONE_DIE if watch.waiting else None

    def roll(self, draft: Draft, die: int) -> None:
        name = watch_of(draft.state).waiting[0]
        draft.emit(DieRolled(die, name))
        if die != NEW_DAIKAIJU:
            act(draft, name, die=die, spawning=self.spawning)


def act(draft: Draft, name: str, *, die: int, spawning: Spawning) -> None:
    """One daikaiju turns, moves on by a cell or leaves the board (SE-15, SE-17)."""
    daikaiju = draft.state.part(Sea).named(name)
    heading = spawning.chart.heading(name, die, daikaiju.rotation)
    if heading is None:
        draft.emit(DaikaijuTurned(name, (daikaiju.rotation + 1) % 4))
    elif (target := beyond(daikaiju.cell, heading)) in draft.state.board:
        draft.emit(DaikaijuMoved(name, daikaiju.cell, target))
        enter(draft, name, removal=spawning.removal)
    else:
        recycled = spawning.removal.recycle_left
        draft.emit(DaikaijuLeft(name, daikaiju.cell, heading, recycled))
        offer_relocation(draft, daikaiju.cell, heading)
    conclude(draft)


def beyond(cell: Cell, side: Side) -> Cell:
    """The cell on the other side of a side, perhaps outside the board."""
    return across(Stop(cell, side.ports[0])).cell
