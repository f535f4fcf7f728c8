"""One learner in each of many games, against compiled bots or against itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy

from tsuro.errors import KernelError
from tsuro.fast.checks import whole_number
from tsuro.training.games import Games, opponent_numbers
from tsuro.training.rewards import check_reward, result_rewards

SELF: Final = "self"
"""Instead of opponents: the learner decides for every seat in turn."""


class Outcome(NamedTuple):
    """What came of a step in each game."""

    rewards: Any
    """Of the seat that has acted."""
    terminated: Any
    """The game is over, or the learner is out and will not be asked again."""
    truncated: Any
    """The game has had so many decisions that it is broken off."""


class Learners:
    """Who learns in each game, and what it is paid.

    Against bots the learner has one seat of each game, the same throughout, and is shown the game
    whenever it is asked. Without a given `seat` it sits somewhere else in every new game. In
    self-play it is asked for every seat, and is paid for the one that has acted.
    """

    def __init__(
        self,
        games: Games,
        *,
        opponents: str | Sequence[str] = "random",
        seat: int | None = None,
        reward: str = "win",
    ) -> None:
        self.games = games
        self.reward = check_reward(reward)
        self.alone = opponents == SELF
        self._policies = [] if self.alone else opponent_numbers(opponents, games.seats)
        if seat is not None:
            if self.alone:
                raise KernelError("In self-play the learner has every seat: leave `seat` out.")
            seat = whole_number(seat, "The learner's seat", least=0, most=games.seats - 1)
        self._seat = seat
        self._order = numpy.arange(games.count)
        self._episode = numpy.zeros(games.count, "i8")
        self.seats = self._next_seats()
        """The learner's seat in each game; in self-play the one that is asked."""
        self._go_on()

    def begin(self, which: Any = None, *, seed: int | None = None) -> None:
        """New games: all, or those that are true in `which`."""
        wanted = numpy.ones(self.games.count, "?") if which is None else which
        self.games.reset(which, seed=seed)
        self._episode[wanted] = 0 if seed is not None else self._episode[wanted] + 1
        if not self.alone:
            self.seats[wanted] = self._next_seats()[wanted]
        self._go_on()

    def step(self, actions: Any) -> Outcome:
        """An action of the learner in each game, -1 in those that wait to begin anew."""
        games, acted = self.games, self.seats.copy()
        games.step(actions)
        self._go_on()
        alive = games.alive()[self._order, acted]
        over, endless = games.done, games.endless
        gone = ~alive & (games.to_act != self.seats)
        terminated = over if self.alone else over | gone
        truncated = endless & ~terminated
        rewards = numpy.zeros(games.count)
        ended = terminated | truncated
        if self.reward == "survival":
            rewards[:] = alive
        elif ended.any():
            rewards[ended] = self.results()[self._order, acted][ended]
        return Outcome(rewards, terminated, truncated)

    def results(self) -> Any:
        """What every seat of each game is paid if it ends as it stands now."""
        return result_rewards(self.reward, self.games)

    def observe(self, out: Any = None) -> Any:
        """What the learner's seat of each game may know."""
        return self.games.observe(self.seats, out)

    def mask(self, out: Any = None) -> Any:
        """What it may do."""
        return self.games.mask(out)

    def _next_seats(self) -> Any:
        """Somewhere else in every new game, and in every game of a batch."""
        if self.alone:
            return self.games.to_act
        if self._seat is not None:
            return numpy.full(self.games.count, self._seat)
        return (self._order + self._episode) % self.games.seats

    def _go_on(self) -> None:
        """Until the learner is asked."""
        if self.alone:
            asked = self.games.to_act
            self.seats = numpy.where(asked < 0, self.seats, asked)
        else:
            self.games.let_others(self.seats, self._policies)
