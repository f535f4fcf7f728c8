"""The policies of kernels decide as the bots of the same name do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from random import Random
from types import ModuleType
from typing import Any

import pytest

from tsuro.bots.cautious import safest
from tsuro.core.actions import Action
from tsuro.core.asks import Chance, Decide
from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.editions.registry import build_edition
from tsuro.engine.play import advance, begin
from tsuro.engine.views import view
from tsuro.fast import kernel_of
from tsuro.fast.shared.rng import stream
from tsuro.fast.templates.policies import CAUTIOUS, RANDOM, ROWS, WHOLE

WAYS: tuple[tuple[str, int, dict[str, str]], ...] = (
    ("classic", 3, {}),
    ("classic", 8, {"ban": "any_self_elimination"}),
    ("kosmos", 2, {}),
    ("kosmos", 5, {}),
    ("pocket", 2, {}),
    ("seas", 3, {}),
    ("seas", 6, {"same_direction": "last_resort"}),
    ("phoenix", 2, {"immolate": "same_turn"}),
    ("phoenix", 4, {"winds_of_change": "on"}),
    ("phoenix", 7, {}),
)


class Bench:
    """A plain kernel with the rooms its policies need."""

    def __init__(self, edition: Edition) -> None:
        self.kernel = kernel_of(edition, ready="plain")
        self.policies: ModuleType = self.kernel.load("tsuro.fast.templates.policies")
        most = self.kernel.family.most_options
        self.out, self.further = [0] * most, [0] * most
        self.kept: list[int] = []
        """What each option keeps, in the state that was looked at last."""

    def rows(self, state: GameState, luck: int = 1) -> list[Any]:
        blanks = [self.kernel.layout.blank() for _ in range(ROWS - 1)]
        return [self.kernel.to_row(state, luck=luck), *blanks]

    def accepted(self, state: GameState) -> set[Action]:
        rows = self.rows(state)
        options = self.policies.list_options(rows[0], self.out)
        codes = self.out[:options]
        self.kept = [self.policies.safety_after(rows, code, self.further) for code in codes]
        return {
            self.kernel.action_of(code)
            for code, kept in zip(codes, self.kept, strict=True)
            if kept == max(self.kept)
        }

    def choose(self, state: GameState, policy: int, luck: int) -> Action:
        rows = self.rows(state, stream(9, luck))
        options = self.policies.list_options(rows[0], self.out)
        code = self.policies.choose(rows, policy, options, self.out, self.further)
        return self.kernel.action_of(code)


@pytest.mark.parametrize(("name", "seats", "switches"), WAYS)
def test_cautious_accepts_what_the_bot_accepts(
    name: str, seats: int, switches: dict[str, str]
) -> None:
    """Random games bring seats into need; both must see the same ways out."""
    edition = build_edition(name, seats=seats, switches=switches)
    bench = Bench(edition)
    rng = Random(f"{name} {seats}")
    choosy = 0
    for _ in range(3):
        step = begin(edition)
        while step.ask is not None:
            if isinstance(step.ask, Chance):
                outcomes, weights = zip(*step.ask.outcomes, strict=True)
                step = advance(edition, step, rng.choices(outcomes, weights)[0])
                continue
            seat = step.ask.seat
            seen = view(edition, step.state, step.ask, viewer=seat)
            wanted = set(safest(seen, step.ask.options, rng))
            assert bench.accepted(step.state) == wanted
            assert bench.choose(step.state, CAUTIOUS, 1) in wanted
            choosy += len(wanted) < len(step.ask.options)
            step = advance(edition, step, rng.choice(step.ask.options))
    # Where the rules themselves forbid to leave, little is left to caution (CL-10, SE-24).
    assert choosy or name == "seas" or "ban" in switches


def _state_where(
    edition: Edition, wanted: Callable[[Bench, GameState, int], bool]
) -> tuple[GameState, int]:
    """A state of random games with such options, and how many of them are accepted."""
    bench = Bench(edition)
    rng = Random(4)
    for _ in range(200):
        step = begin(edition)
        while step.ask is not None:
            if isinstance(step.ask, Decide):
                if wanted(bench, step.state, len(step.ask.options)):
                    return step.state, len(bench.accepted(step.state))
                step = advance(edition, step, rng.choice(step.ask.options))
            else:
                step = advance(edition, step, rng.choice(step.ask.outcomes)[0])
    raise AssertionError("no such state")


def _choosy(bench: Bench, state: GameState, offered: int) -> bool:
    """Some options are deadly, but more than one is not."""
    return 2 < len(bench.accepted(state)) < offered - 2


def _hopeless(bench: Bench, state: GameState, offered: int) -> bool:
    """Every option is deadly."""
    bench.accepted(state)
    return offered > 3 and not any(bench.kept)


def test_every_accepted_option_is_as_likely_as_the_others() -> None:
    edition = build_edition("kosmos", seats=4)
    state, accepted = _state_where(edition, _choosy)
    bench = Bench(edition)
    times = 300 * accepted
    chosen = Counter(bench.choose(state, CAUTIOUS, luck) for luck in range(times))
    assert set(chosen) == bench.accepted(state)
    # Each is expected 300 times, with a standard deviation of at most 17.3.
    assert all(230 < count < 370 for count in chosen.values())


def test_who_cannot_stay_takes_any_option() -> None:
    edition = build_edition("kosmos", seats=3)
    state, accepted = _state_where(edition, _hopeless)
    bench = Bench(edition)
    chosen = Counter(bench.choose(state, CAUTIOUS, luck) for luck in range(300 * accepted))
    assert set(chosen) == bench.accepted(state)
    assert all(230 < count < 370 for count in chosen.values())


@pytest.mark.parametrize("name", ["classic", "seas"])
def test_cautious_wins_if_it_can(name: str) -> None:
    """To have won is the safest of all; a win that is shared is no better than to play on."""
    edition = build_edition(name, seats=2)
    bench = Bench(edition)
    rng = Random(name)
    won = Counter[int]()
    for _ in range(40):
        step = begin(edition)
        while step.ask is not None:
            if isinstance(step.ask, Chance):
                step = advance(edition, step, rng.choice(step.ask.outcomes)[0])
                continue
            seat = step.ask.seat
            ends = {option: advance(edition, step, option) for option in step.ask.options}
            wins = {
                option
                for option, after in ends.items()
                if after.state.result is not None and after.state.result.winners == (seat,)
            }
            if wins and len(wins) < len(ends):
                seen = view(edition, step.state, step.ask, viewer=seat)
                assert set(safest(seen, step.ask.options, rng)) == wins
                assert bench.accepted(step.state) == wins
                assert bench.choose(step.state, CAUTIOUS, 1) in wins
                won[len(wins)] += 1
            step = advance(edition, step, rng.choice(step.ask.options))
    assert won.total() >= 3


def test_random_takes_any_option() -> None:
    edition = build_edition("kosmos", seats=4)
    state, accepted = _state_where(edition, _choosy)
    bench = Bench(edition)
    chosen = Counter(bench.choose(state, RANDOM, luck) for luck in range(2000))
    assert len(chosen) > accepted
    assert set(bench.accepted(state)) < set(chosen)


def test_presence_counts_both_pawns_of_a_seat() -> None:
    """KO-18: a seat with one pawn of two is half there; to have won is to be all there."""
    edition = build_edition("kosmos", seats=2)
    kernel = kernel_of(edition, ready="plain")
    policies = kernel.load("tsuro.fast.templates.policies")
    rows = kernel.new_rows(60, seed=3)
    kernel.playout_batch(rows)
    values = {policies.presence(row, seat) for row in rows for seat in range(2)}
    assert values == {0, WHOLE}
    row = kernel.layout.copy(kernel.new_rows(1, seed=1)[0])
    shrinking = []
    for lost in (0b0000, 0b0100, 0b1100):
        row.lost = lost
        shrinking.append(policies.presence(row, 1))
        assert policies.presence(row, 0) == WHOLE
    assert all(one > other for one, other in pairwise(shrinking))
    assert shrinking == [WHOLE, WHOLE // 2, 0]
