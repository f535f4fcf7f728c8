"""Games played by dice, for tests that look at many states of every edition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from random import Random

from hypothesis import strategies as st

from tsuro.core.actions import Action, Decision
from tsuro.core.asks import Chance, Decide
from tsuro.core.events import Event
from tsuro.core.ids import Seat
from tsuro.core.state import GameState, Status
from tsuro.editions.edition import Edition
from tsuro.editions.registry import EDITIONS, MAX_SEATS, MIN_SEATS, build_edition
from tsuro.engine.chance import SeededChance
from tsuro.engine.play import Step, advance, begin
from tsuro.formats.position import format_edition

TRIES = 3
"""How many options a careful player looks at before taking one that costs a pawn."""


class Played:
    """A game so far: the opening, then a step for every action."""

    def __init__(
        self, edition: Edition, steps: Sequence[Step], actions: Sequence[Action], how: str
    ) -> None:
        """`how` says how to play it again, for reports of failures."""
        self.edition = edition
        self.steps = tuple(steps)
        self.actions = tuple(actions)
        self._how = how

    def __repr__(self) -> str:
        return f"<{format_edition(self.edition)} {self._how}>"

    @property
    def last(self) -> Step:
        return self.steps[-1]

    @property
    def state(self) -> GameState:
        return self.last.state

    @cached_property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for step in self.steps for event in step.events)

    def moves(self) -> Iterator[tuple[Step, Action, Step]]:
        """Each action with the step before it and the step after."""
        return zip(self.steps, self.actions, self.steps[1:], strict=False)

    def turn_starts(self) -> Iterator[GameState]:
        """States in which a seat is asked for the first time in a turn."""
        seen = 0
        for step in self.steps:
            if isinstance(step.ask, Decide) and step.state.turn.number > seen:
                seen = step.state.turn.number
                yield step.state


def play_game(
    edition: Edition,
    *,
    seed: int,
    first: int = 0,
    decisions: int | None = None,
    care: float = 0.8,
) -> Played:
    """Play at random, a while or to the end.

    `care` is how often a player avoids losing a pawn; reckless games are short.
    """
    rng, luck = Random(seed), SeededChance(seed)
    steps, actions = [begin(edition, first=first)], list[Action]()
    left = decisions
    while steps[-1].ask is not None:
        step = steps[-1]
        if isinstance(step.ask, Chance):
            action: Action = luck.pick(step.ask)
            after = advance(edition, step, action)
        elif left == 0:
            break
        else:
            assert isinstance(step.ask, Decide)
            left = None if left is None else left - 1
            action, after = _choose(edition, step, step.ask, rng, care)
        steps.append(after)
        actions.append(action)
    how = f"seed={seed} first={first} decisions={decisions} care={care}"
    return Played(edition, steps, actions, how)


def _choose(
    edition: Edition, step: Step, ask: Decide, rng: Random, care: float
) -> tuple[Decision, Step]:
    tries = TRIES if rng.random() < care else 0
    choice = rng.choice(ask.options)
    after = advance(edition, step, choice)
    while tries > 0 and _costs_a_pawn(step.state, after, ask.seat):
        tries -= 1
        choice = rng.choice(ask.options)
        after = advance(edition, step, choice)
    return choice, after


def _costs_a_pawn(before: GameState, after: Step, seat: Seat) -> bool:
    on_board = (Status.ON, Status.WAITING)
    return any(
        before.pawns[pawn].status in on_board and after.state.pawns[pawn].status not in on_board
        for pawn in before.pawns_of(seat)
    )


def option_combinations(name: str) -> list[dict[str, str]]:
    """Every combination of an edition's switches."""
    switches = EDITIONS[name].switches
    return [
        dict(zip([option.name for option in switches], values, strict=True))
        for values in product(*(option.values for option in switches))
    ]


@st.composite
def editions(
    draw: st.DrawFn, names: Iterable[str] = tuple(EDITIONS), fixed: Mapping[str, str] | None = None
) -> Edition:
    """Any edition with any switches and any number of seats; `fixed` switches are not drawn."""
    name = draw(st.sampled_from(tuple(names)))
    switches = {
        option.name: draw(st.sampled_from(option.values)) for option in EDITIONS[name].switches
    }
    seats = draw(st.integers(MIN_SEATS, MAX_SEATS))
    return build_edition(name, seats=seats, switches={**switches, **(fixed or {})})


@st.composite
def played_games(
    draw: st.DrawFn,
    names: Sequence[str] = tuple(EDITIONS),
    *,
    fixed: Mapping[str, str] | None = None,
    whole: bool = False,
) -> Played:
    """A game broken off anywhere, or played to the end."""
    edition = draw(editions(names, fixed))
    return play_game(
        edition,
        seed=draw(st.integers(0, 9999)),
        first=draw(st.integers(0, edition.seats - 1)),
        decisions=None if whole else draw(st.integers(0, 120)),
        care=draw(st.sampled_from((0.0, 0.8, 1.0))),
    )
