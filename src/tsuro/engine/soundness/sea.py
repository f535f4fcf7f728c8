"""Daikaiju, and what luck has decided about them, fit the turn (SE-7, SE-10 to SE-18, SE-33)."""

from __future__ import annotations

from collections.abc import Iterator

from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.editions.violation import Violation
from tsuro.engine.soundness.complaints import complaints
from tsuro.engine.soundness.phases import is_at
from tsuro.rules.seas.daikaiju import Sea, Watch, rank
from tsuro.rules.seas.moves import ROUSING_SUMS, SharedDiePhase
from tsuro.rules.seas.spawning import DIE, DaikaijuSetupPhase, RefillDaikaijuPhase
from tsuro.rules.seas.start_protection import RelocatePhase, active_ship, is_at_start

TURNS = range(4)


def sea_fits(edition: Edition, state: GameState) -> Iterator[Violation]:
    if not state.has_part(Sea):
        return
    sea = state.part(Sea)
    names = [each.name for each in sea.on_board]
    placing = is_at(edition, state, DaikaijuSetupPhase, RefillDaikaijuPhase, SharedDiePhase)
    turns = TURNS if sea.drawn is not None else range(1)
    at_start = all(is_at_start(state.pawns[pawn]) for pawn in sea.offers)
    yield from complaints(
        (any(each.rotation not in TURNS for each in sea.on_board), "SE-7", "sea",
         "a daikaiju is turned 0 to 3 times"),
        (names != sorted(names, key=rank), "SE-16", "sea",
         "daikaiju stand in the order in which they act"),
        (sea.drawn is not None and (not placing or state.result is not None), "SE-10", "sea",
         "a daikaiju is drawn only to be placed at once"),
        (sea.drawn_rotation not in turns, "SE-10", "sea",
         "a drawn daikaiju is turned 0 to 3 times"),
        (len(set(sea.offers)) < len(sea.offers), "SE-33", "sea",
         "a ship is offered another mark twice"),
        (not at_start, "SE-33", "sea", "a ship that may go to another mark is at its start"),
        (is_at(edition, state, RelocatePhase) and not is_at_start(state.pawns[active_ship(state)]),
         "SE-32", "sea", "a ship that goes to another mark is at its start"),
        (state.cursor.section == "setup" and bool(sea.bottom or sea.gone or sea.offers), "SE-18",
         "sea", "no daikaiju is removed before the first turn"),
    )  # fmt: skip


def watch_fits(edition: Edition, state: GameState) -> Iterator[Violation]:
    if not state.has_part(Watch):
        return
    watch = state.part(Watch)
    dice = (*(watch.dice or ()), *(() if watch.die is None else (watch.die,)))
    roused = watch.dice is not None and sum(watch.dice) in ROUSING_SUMS
    names = [each.name for each in state.part(Sea).on_board]
    waiting = list(watch.waiting)
    yield from complaints(
        (watch.turn > state.turn.number, "SE-13", "watch", "it tells of a turn that is to come"),
        (any(die not in DIE for die in dice), "SE-13", "watch", "a die shows 1 to 6"),
        ((watch.roused or bool(waiting)) and not roused, "SE-13", "watch",
         "the dice did not rouse the daikaiju"),
        (waiting != [name for name in names if name in waiting], "SE-16", "watch",
         "those that wait stand on the board, in their order"),
        (watch.roused and (watch.die is not None or waiting != names), "SE-14", "watch",
         "they have just been roused, but some have acted"),
    )  # fmt: skip
