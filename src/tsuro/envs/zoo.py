"""Every seat an agent, for PettingZoo: AEC, where agents decide in turn, and Parallel.

Agents are "seat_0", "seat_1" ...; what one observes is its own, and never more than its seat may
know. There is one action more than the encoding has: the last one, `noop`, is what agents do who
are not asked, so that no mask is ever empty. An action that may not be done is an `IllegalAction`,
and nothing happens; with `illegal="replace"` any legal one is done instead, for checkers that know
no masks.
"""

from __future__ import annotations

from typing import Any, Final

import numpy
from gymnasium.spaces import Box, Dict
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv  # type: ignore[import-untyped]
from pettingzoo.utils.wrappers import BaseWrapper  # type: ignore[import-untyped]

from tsuro.envs.spaces import (
    RENDER_MODES,
    actions_space,
    check_illegal,
    check_mode,
    numbers_space,
    picture_space,
    shown,
)
from tsuro.errors import BadSetting, GameOver, IllegalAction, KernelError
from tsuro.fast.checks import whole_number
from tsuro.training.games import Games
from tsuro.training.rewards import check_reward, result_rewards

OBSERVATIONS: Final = ("numbers", "picture")
SEEDS: Final = 2**63


class Table:
    """One game with an agent in every seat; what AEC and Parallel have in common."""

    def __init__(
        self,
        edition: str = "classic",
        *,
        seats: int = 4,
        reward: str = "win",
        observations: str = "numbers",
        illegal: str = "refuse",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **switches: Any,
    ) -> None:
        """
        `reward`        "win", "rank" or "survival" (`tsuro.training.rewards`)
        `observations`  "numbers" of the encoding, with a mask; or a "picture" of what is seen
        `max_cycles`    how often each agent acts before a game is cut off; in Parallel, steps
        """
        if observations not in OBSERVATIONS:
            known = " or ".join(OBSERVATIONS)
            raise BadSetting(f"Observations are {known}, not {observations!r}.")
        if max_cycles is not None:
            max_cycles = whole_number(max_cycles, "How many cycles", least=1)
        self.games = Games(edition, 1, seats=seats, **switches)
        self.encoding = self.games.encoding
        self.reward = check_reward(reward)
        self.max_cycles = max_cycles
        self.render_mode = check_mode(render_mode)
        self.noop = self.encoding.actions
        self.possible_agents = [f"seat_{seat}" for seat in range(self.games.seats)]
        self.agents: list[str] = []
        self.metadata = {
            "name": self.encoding.name,
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self._pictures = observations == "picture"
        self._replaces = check_illegal(illegal) == "replace"
        self._random: numpy.random.Generator | None = None
        self._action_spaces = {
            agent: actions_space(self.encoding, more=1) for agent in self.possible_agents
        }
        self._observation_spaces = {
            agent: self._space(seat) for seat, agent in enumerate(self.possible_agents)
        }

    @property
    def state_space(self) -> Box:
        """The observations of all seats, one below the other."""
        return Box(0, 255, (self.games.seats, self.encoding.length), numpy.uint8)

    def state(self) -> Any:
        """What all seats know together, for a critic that may see everything."""
        return numpy.concatenate(
            [self.games.observe([seat]) for seat in range(self.games.seats)], axis=0
        )

    def observation_space(self, agent: str) -> Any:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._action_spaces[agent]

    def observe(self, agent: str) -> Any:
        """What a seat may know now, asked or not."""
        seat = self.possible_agents.index(agent)
        if self._pictures:
            return shown(self.games.view(0, seat), "rgb_array")
        return {"observation": self.games.observe([seat])[0], "action_mask": self.mask_of(seat)}

    def mask_of(self, seat: int) -> Any:
        """What it may do now: anything legal if it is asked, else nothing at all."""
        mask = numpy.zeros(self.noop + 1, "i1")
        if self.asked == seat:
            mask[:-1] = self.games.mask()[0]
        else:
            mask[-1] = 1
        return mask

    @property
    def asked(self) -> int:
        """The seat whose decision is awaited; -1 at the end."""
        return int(self.games.to_act[0])

    def render(self) -> Any:
        """What the seat that is asked sees; at the end, what the first one does."""
        if self.render_mode is None:
            return None
        return shown(self.games.view(0, max(0, self.asked)), self.render_mode)

    def close(self) -> None:
        """Nothing is kept open."""

    def begin(self, seed: int | None) -> None:
        """A new game: the first one of a seed, or the one that follows."""
        if seed is not None:
            self._random, _ = seeding.np_random(whole_number(seed, "A seed", least=0))
        elif self._random is None:
            self._random, _ = seeding.np_random()
        self.games.reset(seed=int(self._random.integers(SEEDS)))
        self.agents = list(self.possible_agents)

    def decide(self, seat: int, action: Any) -> None:
        """Carry out a decision of the seat that is asked."""
        number = whole_number(action, "An action", least=0)
        if number == self.noop and not self._replaces:
            raise IllegalAction(
                f"Seat {seat} is asked and has to decide: `noop` ({number}) is for the others."
            )
        given = numpy.array([number])
        self.games.step(self.games.replaced(given) if self._replaces else given)

    def gone(self, seat: int) -> bool:
        """Whether a seat will not be asked again."""
        asked = self.asked
        return asked < 0 or (asked != seat and not self.games.alive()[0, seat])

    def results(self) -> dict[str, float]:
        """What each agent is paid if the game ends for it now."""
        paid = result_rewards(self.reward, self.games)[0]
        return dict(zip(self.possible_agents, map(float, paid), strict=True))

    def facts(self, agent: str) -> dict[str, Any]:
        """What is told of an agent beside its observation."""
        seat = self.possible_agents.index(agent)
        return {
            "action_mask": self.mask_of(seat),
            "rank": int(self.games.ranks()[0, seat]),
            "in": bool(self.games.alive()[0, seat]),
        }

    def survives(self, agent: str) -> bool:
        return bool(self.games.alive()[0, self.possible_agents.index(agent)])

    def _space(self, seat: int) -> Any:
        if self._pictures:
            return picture_space(self.games.view(0, seat))
        return Dict(
            observation=numbers_space(self.encoding),
            action_mask=Box(0, 1, (self.noop + 1,), numpy.int8),
        )


class TsuroAEC(Table, AECEnv):  # type: ignore[misc]
    """Agents decide one after the other; whoever is out takes its leave with a step of None."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.begin(seed)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._acted = dict.fromkeys(self.agents, 0)
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self.asked]
        self.infos = {agent: self.facts(agent) for agent in self.agents}

    def step(self, action: Any) -> None:
        if not self.agents:
            raise GameOver("No game is running: `reset()` begins one.")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise GameOver(f"{agent} is out: its only step is None.")
            self._was_dead_step(None)
            return
        self.decide(self.possible_agents.index(agent), action)
        self._acted[agent] += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._settle(agent)
        self._accumulate_rewards()
        self.infos = {each: self.facts(each) for each in self.agents}
        if self.asked >= 0:
            self.agent_selection = self.possible_agents[self.asked]
        self._deads_step_first()

    def _settle(self, agent: str) -> None:
        """Pay the agent that has acted, and those for whom the game is over."""
        if self.reward == "survival":
            self.rewards[agent] = float(self.survives(agent))
        cut = self._is_cut()
        results = self.results()
        for each in self.agents:
            if self.terminations[each]:
                continue
            self.terminations[each] = self.gone(self.possible_agents.index(each))
            self.truncations[each] = cut and not self.terminations[each]
            if self.terminations[each] or self.truncations[each]:
                self.rewards[each] += results[each]

    def _is_cut(self) -> bool:
        """Whether the game has gone on for too long."""
        running = [self._acted[each] for each in self.agents if not self.terminations[each]]
        full = self.max_cycles is not None and min(running) >= self.max_cycles
        return full or bool(self.games.endless[0])


class TsuroParallel(Table, ParallelEnv):  # type: ignore[misc]
    """All agents act in every step: the one that is asked decides, the others do `noop`."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        self.begin(seed)
        self._steps = 0
        return self._seen(self.agents), {agent: self.facts(agent) for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        if not self.agents:
            raise GameOver("No game is running: `reset()` begins one.")
        acting = self.possible_agents[self.asked]
        self._require_all(actions, acting)
        self.decide(self.asked, actions[acting])
        self._steps += 1
        agents = list(self.agents)
        results, cut = self.results(), self._is_cut()
        terminated = {each: self.gone(self.possible_agents.index(each)) for each in agents}
        truncated = {each: cut and not terminated[each] for each in agents}
        rewards = {
            each: results[each] if terminated[each] or truncated[each] else 0.0 for each in agents
        }
        if self.reward == "survival":
            rewards[acting] += float(self.survives(acting))
        infos = {each: self.facts(each) for each in agents}
        self.agents = [each for each in agents if not (terminated[each] or truncated[each])]
        return self._seen(agents), rewards, terminated, truncated, infos

    def _seen(self, agents: list[str]) -> dict[str, Any]:
        return {agent: self.observe(agent) for agent in agents}

    def _require_all(self, actions: dict[str, Any], acting: str) -> None:
        """An action of every agent, and nothing but `noop` of those that are not asked."""
        if not isinstance(actions, dict) or set(actions) != set(self.agents):
            raise KernelError(f"Give one action for each of {', '.join(self.agents)}.")
        for agent, action in actions.items():
            number = whole_number(action, f"The action of {agent}", least=0)
            if agent != acting and number != self.noop and not self._replaces:
                raise IllegalAction(f"{agent} is not asked now: its only action is {self.noop}.")

    def _is_cut(self) -> bool:
        full = self.max_cycles is not None and self._steps >= self.max_cycles
        return full or bool(self.games.endless[0])


class LiveOnly(BaseWrapper):  # type: ignore[misc]
    """An AEC environment whose loop sees only agents that are to decide.

    The steps of None that PettingZoo wants of those who are out are made here; what they were paid
    in the end is in `results`.
    """

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        self.results: dict[str, float] = {}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.results = {}
        super().reset(seed=seed, options=options)

    def step(self, action: Any) -> None:
        super().step(action)
        env = self.unwrapped
        while env.agents and (
            env.terminations[env.agent_selection] or env.truncations[env.agent_selection]
        ):
            agent = env.agent_selection
            self.results[agent] = env._cumulative_rewards[agent]
            super().step(None)


def env(**settings: Any) -> TsuroAEC:
    """The AEC environment, as PettingZoo's tests call it."""
    return TsuroAEC(**settings)


raw_env = env


def parallel_env(**settings: Any) -> TsuroParallel:
    return TsuroParallel(**settings)
