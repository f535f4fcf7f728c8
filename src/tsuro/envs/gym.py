"""One learner in each game, for Gymnasium: a single environment, and thousands at once.

The learner has a seat among compiled bots, or decides for every seat in turn (`opponents="self"`).
Its action space is `Discrete(n)`; what may be done now is in `info["action_mask"]`, and an action
that may not be done is an `IllegalAction`: nothing happens.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from tsuro.core.ids import Seat
from tsuro.envs.spaces import (
    RENDER_MODES,
    actions_space,
    check_illegal,
    check_mode,
    numbers_space,
    shown,
)
from tsuro.errors import BadSetting, GameOver, did_you_mean
from tsuro.fast.checks import whole_number
from tsuro.training.arrays import truths, whole_numbers
from tsuro.training.games import Games
from tsuro.training.learners import Learners

SEEDS = 2**63
NOTHING = -1
"""The action of a game that begins anew in this step."""


class TsuroVectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """`num_envs` games of an edition.

    `opponents`       a compiled bot for the other seats, or one for each seat, or "self"
    `seat`            the learner's seat; None for another one in every new game
    `reward`          "win", "rank" or "survival" (`tsuro.training.rewards`)
    `autoreset_mode`  Gymnasium's: "NextStep", "SameStep" or "Disabled"
    `copy`            False lends you the arrays: they are written over by the next step
    `illegal`         "refuse" an action that is not legal, or "replace" it by any legal one, for
                      checkers that know no masks
    and any switch of the edition.

    `info` has, for every game, "action_mask", the learner's "seat", its "rank" so far and whether
    it is still "in"; in self-play also "rewards", those of all seats.
    """

    def __init__(
        self,
        edition: str = "classic",
        num_envs: int = 1,
        *,
        seats: int = 4,
        opponents: str | Sequence[str] = "random",
        seat: int | None = None,
        reward: str = "win",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        copy: bool = True,
        illegal: str = "refuse",
        render_mode: str | None = None,
        **switches: Any,
    ) -> None:
        games = Games(edition, num_envs, seats=seats, seed=0, threads=threads, **switches)
        self.learners = Learners(games, opponents=opponents, seat=seat, reward=reward)
        self.encoding = games.encoding
        self.num_envs = games.count
        self.autoreset_mode = _autoreset_mode(autoreset_mode)
        self.render_mode = check_mode(render_mode)
        self.metadata = {"autoreset_mode": self.autoreset_mode, "render_modes": list(RENDER_MODES)}
        self.single_observation_space = numbers_space(self.encoding)
        self.single_action_space = actions_space(self.encoding)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._copy = copy
        self._replaces = check_illegal(illegal) == "replace"
        self._lines = numpy.zeros((self.num_envs, self.encoding.length), "u1")
        self._masks = numpy.zeros((self.num_envs, self.encoding.actions), "u1")
        self._ended = numpy.zeros(self.num_envs, "?")
        self._fresh = True

    def reset(
        self, *, seed: Any = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """New games; without a seed the next ones, and other ones in every process.

        `options={"reset_mask": ...}` begins only those anew that are true in it.
        """
        which = (options or {}).get("reset_mask")
        if which is not None:
            which = truths(which, self.num_envs, "The reset mask")
        if seed is not None:
            seed = whole_number(seed, "A seed", least=0)
            super().reset(seed=seed)
        elif self._fresh:
            seed = int(self.np_random.integers(SEEDS))
        self._fresh = False
        self.learners.begin(which, seed=seed)
        self._ended[slice(None) if which is None else which] = False
        return self._seen(), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """One action of the learner in each game; bots and luck follow."""
        given = whole_numbers(actions, self.num_envs, "Actions").copy()
        self._require_fair(given)
        begins = self._ended.copy()
        given[begins] = NOTHING
        if self._replaces:
            given = self.learners.games.replaced(given)
        outcome = self.learners.step(given)
        rewards = numpy.where(begins, 0.0, outcome.rewards)
        terminated, truncated = outcome.terminated & ~begins, outcome.truncated & ~begins
        ended = terminated | truncated
        info: dict[str, Any] = {}
        if self.autoreset_mode is AutoresetMode.SAME_STEP and ended.any():
            info = {"final_obs": self._seen().copy(), "_final_obs": ended}
            info |= {"final_info": self._info(), "_final_info": ended}
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            begins = ended
        else:
            self._ended = ended
        if begins.any():
            self.learners.begin(begins)
        return self._seen(), rewards, terminated, truncated, info | self._info()

    def action_masks(self) -> Any:
        """What may be done in each game now, as truths."""
        return self._masks.view("?").copy() if self._copy else self._masks.view("?")

    @property
    def beginning(self) -> Any:
        """Which games begin anew in the next step, whatever action they are given."""
        return self._ended.copy()

    def sample(self) -> Any:
        """Any legal action of each game, by its own luck."""
        return numpy.maximum(self.learners.games.sample(), 0)

    def render(self) -> tuple[Any, ...] | None:
        """What the learner sees of each game."""
        if self.render_mode is None:
            return None
        games, seats = self.learners.games, self.learners.seats
        views = (games.view(index, Seat(int(seats[index]))) for index in range(self.num_envs))
        frames = tuple(shown(view, self.render_mode) for view in views)
        return None if self.render_mode == "human" else frames

    def _require_fair(self, actions: Any) -> None:
        """No action is missing, and none comes after the end of its game."""
        if actions.size and actions.min() < 0:
            raise BadSetting("An action is a number from 0 on.")
        if self.autoreset_mode is AutoresetMode.DISABLED and self._ended.any():
            index = int(numpy.flatnonzero(self._ended)[0])
            raise GameOver(
                f'Game {index} is over: begin it anew by `reset(options={{"reset_mask": ...}})`.'
            )

    def _seen(self) -> Any:
        self.learners.observe(self._lines)
        return self._lines.copy() if self._copy else self._lines

    def _info(self) -> dict[str, Any]:
        learners, order = self.learners, numpy.arange(self.num_envs)
        learners.mask(self._masks)
        info = {
            "action_mask": self._masks.copy() if self._copy else self._masks,
            "seat": learners.seats.copy(),
            "rank": learners.games.ranks()[order, learners.seats],
            "in": learners.games.alive()[order, learners.seats],
        }
        if learners.alone:
            info["rewards"] = learners.results()
        return info


class TsuroEnv(gymnasium.Env[Any, Any]):
    """One game of an edition: the same as `TsuroVectorEnv` with a single one."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self, edition: str = "classic", *, render_mode: str | None = None, **settings: Any
    ) -> None:
        self._games = TsuroVectorEnv(
            edition, 1, autoreset_mode=AutoresetMode.DISABLED, render_mode=render_mode, **settings
        )
        self.render_mode = self._games.render_mode
        self.encoding = self._games.encoding
        self.observation_space = self._games.single_observation_space
        self.action_space = self._games.single_action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        lines, info = self._games.reset(seed=seed)
        return lines[0], _first(info)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        number = whole_number(action, "An action", least=0)
        lines, rewards, terminated, truncated, info = self._games.step([number])
        return lines[0], float(rewards[0]), bool(terminated[0]), bool(truncated[0]), _first(info)

    def action_masks(self) -> Any:
        """What may be done now, as truths: where `sb3_contrib` looks for it."""
        return self._games.action_masks()[0]

    def render(self) -> Any:
        """What the learner sees."""
        frames = self._games.render()
        return None if frames is None else frames[0]


def _first(info: dict[str, Any]) -> dict[str, Any]:
    """What is said of the only game."""
    return {name: values[0] for name, values in info.items()}


def _autoreset_mode(mode: AutoresetMode | str) -> AutoresetMode:
    known = {each.value: each for each in AutoresetMode}
    if isinstance(mode, AutoresetMode):
        return mode
    if mode not in known:
        guess = did_you_mean(str(mode), known)
        raise BadSetting(f"There is no autoreset mode {mode!r}.{guess} Take {', '.join(known)}.")
    return known[mode]
