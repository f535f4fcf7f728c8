"""The same counters from the reference engine: for editions without a kernel, and to check kernels.

Slower by a factor of a hundred and more, never an approximation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Final

from tsuro.bots.cautious import safety_after
from tsuro.core.actions import Action, Decision, PlaceTile, TakeMark, TakeSide
from tsuro.core.asks import Chance, Decide
from tsuro.core.ids import Seat, TileId
from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.engine.chance import SeededChance
from tsuro.engine.play import Step, advance, begin
from tsuro.fast.families import family_of
from tsuro.fast.shared.endings import FATES, REASONS
from tsuro.fast.shared.wins import WHOLE_WIN
from tsuro.fast.templates.census_record import (
    DECISIONS,
    MOST_FATES,
    MOST_MEASURES,
    MOST_PLACES,
    TURNS,
    VALUES,
)
from tsuro.rules.phoenix.lanterns import Lanterns
from tsuro.rules.phoenix.rising import Ashes
from tsuro.rules.seas.daikaiju import Sea
from tsuro.simulation.counters import Counters, start_names, tile_order
from tsuro.simulation.job import Batch, Job

MEASURED: Final[dict[str, Callable[[GameState], int]]] = {
    "daikaiju_on_board": lambda state: len(state.part(Sea).on_board) if state.has_part(Sea) else 0,
    "tiles_on_board": lambda state: sum(1 for _ in state.board.occupied()),
    "stars_scored": lambda state: sum(state.part(Lanterns).scored),
    "most_stars": lambda state: max(state.part(Lanterns).scored),
    "life_tokens": lambda state: sum(state.part(Ashes).lives),
}


def count_on_reference(job: Job, batch: Batch) -> Counters:
    edition = job.edition
    counters = Counters.empty()
    for number in range(batch.first, batch.first + batch.games):
        watch = Watch(edition)
        chance = SeededChance(f"{job.seed}/{number}")
        rng = Random(f"{job.seed}/{number}")
        while watch.step.ask is not None and watch.decisions < DECISIONS:
            ask = watch.step.ask
            if isinstance(ask, Chance):
                watch.play(chance.pick(ask))
            else:
                watch.play(choose(edition, watch.step, job.policies[ask.seat], rng))
        watch.count(counters)
    return counters


def count_records(edition: Edition, games: Iterable[Iterable[Action]]) -> Counters:
    """The counters of games that somebody else has played."""
    counters = Counters.empty()
    for actions in games:
        watch = Watch(edition)
        for action in actions:
            watch.play(action)
        watch.count(counters)
    return counters


def choose(edition: Edition, step: Step, policy: str, rng: Random) -> Decision:
    """As `fast.policies` does; what an option does before luck comes in is no secret."""
    assert isinstance(step.ask, Decide)
    options = step.ask.options
    if policy == "random" or len(options) == 1:
        return rng.choice(options)
    kept = [safety_after(edition, step, option) for option in options]
    most = max(kept)
    return rng.choice([each for each, left in zip(options, kept, strict=True) if left == most])


class Watch:
    """One game and what has been seen of it."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.step = begin(edition)
        self.decisions = 0
        self.laid: list[tuple[TileId, Seat, int]] = []
        self.starts: list[tuple[Seat, str]] = []
        self.moments: dict[int, list[int]] = {}

    def play(self, action: Action) -> None:
        if isinstance(self.step.ask, Decide):
            self._note(self.step.state, self.step.ask.seat, action)
        self.step = advance(self.edition, self.step, action)

    def _note(self, state: GameState, seat: Seat, action: Action) -> None:
        self.decisions += 1
        turn = state.turn.number
        if turn and turn not in self.moments:
            self.moments[turn] = self._measures(state)
        match action:
            case PlaceTile(laid):
                self.laid.append((laid.tile, seat, turn))
            case TakeMark() | TakeSide():
                self.starts.append((seat, str(action)))

    def _measures(self, state: GameState) -> list[int]:
        return [MEASURED[name](state) for name in family_of(self.edition).measures]

    def count(self, counters: Counters) -> None:
        """Add the game to the counters."""
        self._count_moments(counters)
        state = self.step.state
        if state.result is None:
            counters["endless"][0] += 1
            return
        winners = state.result.winners
        counters["games"][0] += 1
        counters["decision_total"][0] += self.decisions
        counters["turn_total"][0] += state.turn.number
        counters["decisions"][self.decisions] += 1
        counters["turns"][min(state.turn.number, TURNS - 1)] += 1
        counters["reasons"][REASONS.index(state.result.reason)] += 1
        counters["sharers"][len(winners)] += 1
        for seat in winners:
            counters["wins"][seat] += WHOLE_WIN // len(winners)
        for out in state.exits:
            fate = FATES.index(out.fate)
            counters["exits"][min(out.turn, TURNS - 1) * MOST_FATES + fate] += 1
            counters["seat_exits"][out.seat * MOST_FATES + fate] += 1
        self._count_starts(counters, winners)
        self._count_tiles(counters, winners)
        self._count_measures(counters)

    def _count_starts(self, counters: Counters, winners: tuple[Seat, ...]) -> None:
        names = start_names(self.edition)
        for seat, name in self.starts:
            at = seat * MOST_PLACES + names.index(name)
            counters["starts"][at] += 1
            counters["start_wins"][at] += (seat in winners) * WHOLE_WIN // len(winners)

    def _count_tiles(self, counters: Counters, winners: tuple[Seat, ...]) -> None:
        order = tile_order(self.edition)
        out = {(each.seat, each.turn) for each in self.step.state.exits}
        for tile, seat, turn in self.laid:
            at = order.index(tile)
            won = seat in winners
            counters["laid"][at] += 1
            counters["survived"][at] += won or (seat, turn) not in out
            counters["tile_wins"][at] += won * WHOLE_WIN // len(winners)

    def _count_measures(self, counters: Counters) -> None:
        for i, value in enumerate(self._measures(self.step.state)):
            counters["value_totals"][i] += value
            counters["values"][i * VALUES + min(value, VALUES - 1)] += 1

    def _count_moments(self, counters: Counters) -> None:
        for turn, values in self.moments.items():
            at = min(turn, TURNS - 1)
            counters["turn_games"][at] += 1
            for i, value in enumerate(values):
                counters["turn_values"][at * MOST_MEASURES + i] += value
