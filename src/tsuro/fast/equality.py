"""Whether a kernel plays the very game the reference plays, state by state and option by option."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from itertools import product
from random import Random
from typing import Any, Final

from tsuro.core.actions import Action
from tsuro.core.asks import Chance, Decide
from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.editions.registry import EDITIONS, MAX_SEATS, MIN_SEATS, build_edition
from tsuro.engine.play import Step, advance, begin, resume
from tsuro.fast.kernel import Kernel
from tsuro.fast.late import late, peaceful
from tsuro.rules.placing import PlacePhase

PATIENCE: Final = 1000
"""Actions after which nobody is careful any more; hardly any game has as many."""
PEACE: Final = 80
"""Actions after which games from late positions are left to luck."""
MIDDLE: Final = 16
"""Decisions after the start places until the middle of a game, at the most."""
WORDS: Final = 200
"""Characters of a state that are shown where two differ."""


class Difference(Exception):
    """The kernel and the reference disagree."""


def every_way_to_play(name: str) -> Iterator[Edition]:
    """An edition with every combination of its switches and every number of seats."""
    switches = EDITIONS[name].switches
    for values in product(*(switch.values for switch in switches)):
        chosen = {switch.name: value for switch, value in zip(switches, values, strict=True)}
        for seats in range(MIN_SEATS, MAX_SEATS + 1):
            yield build_edition(name, seats=seats, switches=chosen)


def by_luck(step: Step, rng: Random) -> Action:
    """Any decision; an outcome as likely as its weight."""
    if isinstance(step.ask, Decide):
        return rng.choice(step.ask.options)
    assert isinstance(step.ask, Chance)
    outcomes = [outcome for outcome, _ in step.ask.outcomes]
    return rng.choices(outcomes, [weight for _, weight in step.ask.outcomes])[0]


def check_state(played: GameState, wanted: GameState) -> None:
    """Raise a `Difference` that names the first field in which a kernel's state is not right."""
    if played == wanted:
        return
    for field in fields(GameState):
        one, other = getattr(played, field.name), getattr(wanted, field.name)
        if one != other:
            raise Difference(
                f"{field.name} differs: the kernel has {_short(one)}, the reference {_short(other)}"
            )


def check_options(kernel: Kernel, offered: Sequence[int], step: Step) -> None:
    """Raise a `Difference` if the kernel's codes are not the reference's options, each once."""
    options = step.ask.options if isinstance(step.ask, Decide) else ()
    wanted = sorted(map(kernel.code_of, options))
    if sorted(offered) == wanted:
        return
    extra = [str(kernel.action_of(code)) for code in set(offered) - set(wanted)]
    missing = [str(kernel.action_of(code)) for code in set(wanted) - set(offered)]
    raise Difference(
        f"the options differ: the kernel offers {_short(extra)} more and lacks {_short(missing)}, "
        f"{len(offered)} instead of {len(wanted)}"
    )


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= WORDS else f"{text[:WORDS]} ..."


class Duel:
    """One game on the reference and on a kernel, compared after every decision."""

    def __init__(
        self, kernel: Kernel, *, first: int = 0, position: GameState | None = None
    ) -> None:
        """From the opening, or from a position."""
        self.kernel = kernel
        edition = kernel.edition
        self.step = begin(edition, first=first) if position is None else resume(edition, position)
        self.rows = kernel.rows_of([self.step.state])
        self.actions = 0
        self.check()

    def play(self, action: Action) -> None:
        """An action on both sides; the state is compared when the luck after it is done."""
        code = self.kernel.code_of(action)
        decides = isinstance(self.step.ask, Decide)
        self.step = advance(self.kernel.edition, self.step, action)
        self.actions += 1
        if decides:
            self.kernel.play_batch(self.rows, [code])
        else:
            self.kernel.outcome_batch(self.rows, [code])
        if not isinstance(self.step.ask, Chance):
            self.check()

    def check(self) -> None:
        check_state(self.kernel.state(self.rows, 0), self.step.state)
        codes, counts = self.kernel.legal_batch(self.rows)
        check_options(self.kernel, codes[0][: counts[0]], self.step)

    def convert(self) -> None:
        """Go on with a record made from the reference's state, as bots and searches do."""
        self.rows = self.kernel.rows_of([self.step.state])
        check_state(self.kernel.state(self.rows, 0), self.step.state)

    def careful(self, rng: Random) -> Action:
        """A decision after which the seat is still in, if there is one: boards then fill up."""
        ask = self.step.ask
        assert isinstance(ask, Decide)
        tries = self._copies(len(ask.options))
        self.kernel.play_batch(tries, [self.kernel.code_of(option) for option in ask.options])
        safe = [
            option
            for number, option in enumerate(ask.options)
            if self._alive(tries, number) >> ask.seat & 1
        ]
        return rng.choice(safe or ask.options)

    def _copies(self, count: int) -> Any:
        if self.kernel.compiled:
            return self.rows.repeat(count)
        return [self.kernel.row(self.rows, 0) for _ in range(count)]

    def _alive(self, rows: Any, number: int) -> int:
        return int(rows["alive"][number] if self.kernel.compiled else rows[number].alive)


def replay_kernel_game(kernel: Kernel, *, seed: int, first: int) -> Iterator[Duel]:
    """A random game of the kernel, replayed on the reference; yields after every action."""
    rows = kernel.new_rows(1, seed=seed, first=first)
    (log,) = kernel.logged_batch(rows)
    duel = Duel(kernel, first=first)
    for code in log:
        duel.play(kernel.action_of(code))
        yield duel
    if duel.step.ask is not None:
        raise Difference("the kernel's game is over, but not the reference's")
    check_state(kernel.state(rows, 0), duel.step.state)


def replay_reference_game(
    kernel: Kernel, rng: Random, *, first: int, careful: bool
) -> Iterator[Duel]:
    """A random game of the reference, replayed on the kernel; yields after every action.

    Careful phoenixes may turn one tile to and fro for ever: after `PATIENCE` actions care ends.
    """
    duel = Duel(kernel, first=first)
    while duel.step.ask is not None:
        if careful and duel.actions < PATIENCE and isinstance(duel.step.ask, Decide):
            action = duel.careful(rng)
        else:
            action = by_luck(duel.step, rng)
        duel.play(action)
        yield duel


def replay_late_game(kernel: Kernel, rng: Random, *, first: int) -> Iterator[Duel]:
    """A game of the reference from a position near a rare ending, replayed on the kernel.

    Everybody keeps the peace for as long as there may be something in it.
    """
    edition = kernel.edition
    state = late(edition, _middle(kernel, rng, first=first), rng)
    duel = Duel(kernel, position=state)
    while duel.step.ask is not None:
        if duel.actions < PEACE:
            action = peaceful(edition, duel.step, rng)
        else:
            action = by_luck(duel.step, rng)
        duel.play(action)
        yield duel


def _middle(kernel: Kernel, rng: Random, *, first: int) -> GameState:
    """A position in the middle of a random game, at a placement."""
    while True:
        rows = kernel.new_rows(1, seed=rng.getrandbits(32), first=first)
        kernel.roll_batch(rows)
        for _ in range(
            kernel.edition.seats * kernel.edition.pawns_per_seat + rng.randrange(MIDDLE)
        ):
            if options := kernel.options(rows, 0):
                kernel.step_batch(rows, [rng.choice(options)])
        state = kernel.state(rows, 0)
        if state.result is None and state.cursor.phase == PlacePhase.name:
            return state
