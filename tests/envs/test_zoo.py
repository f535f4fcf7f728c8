"""Every seat an agent: PettingZoo's own tests, and ours where those stop short."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy
import pettingzoo  # type: ignore[import-untyped]
import pytest
from pettingzoo.test import (  # type: ignore[import-untyped]
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    render_test,
    seed_test,
)
from pettingzoo.test import (
    test_save_obs as save_obs_test,
)
from pettingzoo.test.state_test import state_test  # type: ignore[import-untyped]

from tsuro.editions.registry import OURS
from tsuro.envs import zoo
from tsuro.envs.registry import env_id
from tsuro.errors import GameOver, IllegalAction, KernelError, TsuroError

CYCLES = 150


@pytest.fixture(autouse=True)
def as_pettingzoo_has_it() -> Iterator[None]:
    """Its own games with masks have observations of two parts, and are spared these two words."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Observation space for each agent probably")
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        yield


@pytest.mark.parametrize("name", OURS)
@pytest.mark.parametrize("seats", [2, 5])
def test_api(name: str, seats: int) -> None:
    api_test(pettingzoo.make("aec", env_id(name), seats=seats), num_cycles=CYCLES)


@pytest.mark.parametrize("name", OURS)
def test_parallel_api(name: str) -> None:
    parallel_api_test(pettingzoo.make("parallel", env_id(name), seats=3), num_cycles=CYCLES)


@pytest.mark.parametrize("name", OURS)
def test_seed(name: str) -> None:
    seed_test(lambda: zoo.env(edition=name), num_cycles=CYCLES)


@pytest.mark.parametrize("name", OURS)
def test_parallel_seed(name: str) -> None:
    """It knows no masks."""
    parallel_seed_test(lambda: zoo.parallel_env(edition=name, illegal="replace"), num_cycles=CYCLES)


def test_render() -> None:
    render_test(lambda **settings: zoo.env(edition="seas", **settings))


def test_save_obs(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    save_obs_test(zoo.env(edition="phoenix", seats=2, observations="picture"))
    assert "did not save" not in capsys.readouterr().out
    assert len(list((tmp_path / "saved_observations").rglob("*.png"))) == 2


def test_max_cycles() -> None:
    """It knows neither masks nor seeds: in these games nobody is out before they are cut off."""

    def seeded(make: Any) -> Any:
        def made(**settings: Any) -> Any:
            env = make(edition="classic", seats=2, illegal="replace", **settings)
            begin = env.begin
            env.begin = lambda seed: begin(4)
            return env

        return made

    module = SimpleNamespace(env=seeded(zoo.env), parallel_env=seeded(zoo.parallel_env))
    max_cycles_test(module)


def test_performance() -> None:
    performance_benchmark(zoo.env(edition="classic"))


def test_state() -> None:
    settings = {"edition": "pocket", "illegal": "replace"}
    state_test(zoo.env(**settings), zoo.parallel_env(**settings), num_cycles=4)


def play(env: Any, rng: numpy.random.Generator) -> list[Any]:
    """A whole game of AEC at random; everything that was seen of it."""
    seen: list[Any] = []
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        seen.append((agent, observation["observation"].tobytes(), reward, terminated, truncated))
        seen.append({key: info[key] for key in ("rank", "in")})
        mask = observation["action_mask"]
        assert mask.any(), "a mask is never empty"
        over = terminated or truncated
        env.step(None if over else int(rng.choice(numpy.flatnonzero(mask))))
    return seen


@pytest.mark.parametrize("name", OURS)
def test_a_seed_gives_the_same_whole_game_again(name: str) -> None:
    """PettingZoo's own test ends with the first agent that is out."""
    games = []
    for _ in range(2):
        env = zoo.env(edition=name, seats=4)
        env.reset(seed=7)
        games.append(play(env, numpy.random.default_rng(7)))
    assert games[0] == games[1]
    env.reset(seed=8)
    assert play(env, numpy.random.default_rng(7)) != games[0]


@pytest.mark.parametrize("name", OURS)
def test_a_copy_by_pickle_in_mid_game_goes_on_alike(name: str) -> None:
    env = zoo.env(edition=name, seats=3)
    env.reset(seed=3)
    rng = numpy.random.default_rng(3)
    for _ in range(10):
        mask = env.last()[0]["action_mask"]
        if not (env.last()[2] or env.last()[3]):
            env.step(int(rng.choice(numpy.flatnonzero(mask))))
    copy = pickle.loads(pickle.dumps(env))
    assert play(env, numpy.random.default_rng(4)) == play(copy, numpy.random.default_rng(4))


@pytest.mark.parametrize("name", OURS)
@pytest.mark.parametrize("reward", ["win", "rank"])
def test_everybody_is_paid_once_and_in_all_as_much_as_there_is(name: str, reward: str) -> None:
    for seed in range(4):
        env = zoo.env(edition=name, seats=4, reward=reward)
        env.reset(seed=seed)
        paid: dict[str, float] = {}
        for agent in env.agent_iter():
            observation, got, terminated, truncated, _ = env.last()
            if terminated or truncated:
                assert agent not in paid
                paid[agent] = got
                env.step(None)
            else:
                assert got == 0
                env.step(int(numpy.flatnonzero(observation["action_mask"])[-1]))
        assert set(paid) == set(env.possible_agents)
        assert sum(paid.values()) == pytest.approx(1 if reward == "win" else 2)


@pytest.mark.parametrize("name", OURS)
def test_in_parallel_everybody_is_paid_as_in_turns(name: str) -> None:
    aec, parallel = zoo.env(edition=name, seats=4), zoo.parallel_env(edition=name, seats=4)
    live = zoo.LiveOnly(aec)
    live.reset(seed=5)
    seen, _ = parallel.reset(seed=5)
    paid: dict[str, float] = {}
    rng = numpy.random.default_rng(5)
    while parallel.agents:
        actions = {}
        for agent in parallel.agents:
            mask = seen[agent]["action_mask"]
            actions[agent] = int(rng.choice(numpy.flatnonzero(mask)))
        acting = aec.agent_selection
        assert {agent for agent, action in actions.items() if action != aec.noop} == {acting}
        live.step(actions[acting])
        seen, rewards, terminated, truncated, infos = parallel.step(actions)
        for agent in rewards:
            assert infos[agent]["action_mask"].any()
            if terminated[agent] or truncated[agent]:
                paid[agent] = rewards[agent]
    assert paid == live.results


def test_a_wrapper_makes_the_steps_of_those_who_are_out() -> None:
    env = zoo.LiveOnly(zoo.env(edition="pocket", seats=6))
    env.reset(seed=1)
    for _ in env.agent_iter():
        observation, _, terminated, truncated, info = env.last()
        assert not terminated
        assert not truncated
        assert info["in"]
        env.step(int(numpy.flatnonzero(observation["action_mask"])[0]))
    assert set(env.results) == {f"seat_{seat}" for seat in range(6)}
    assert sum(env.results.values()) == pytest.approx(1)
    env.reset(seed=2)
    assert env.results == {}


def test_survival_pays_for_every_decision() -> None:
    env = zoo.env(edition="classic", seats=2, reward="survival")
    env.reset(seed=1)
    acting = env.agent_selection
    env.step(int(numpy.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert env.rewards[acting] == 1
    parallel = zoo.parallel_env(edition="classic", seats=2, reward="survival")
    seen, _ = parallel.reset(seed=1)
    actions = {agent: int(numpy.flatnonzero(seen[agent]["action_mask"])[0]) for agent in seen}
    assert parallel.step(actions)[1] == {"seat_0": 1.0, "seat_1": 0.0}


def test_an_agent_sees_no_more_than_its_seat_may_know() -> None:
    env = zoo.env(edition="classic", seats=3)
    env.reset(seed=1)
    for seat, agent in enumerate(env.possible_agents):
        own = env.encoding.observe(env.games.view(0, seat))
        assert env.observe(agent)["observation"].tobytes() == own


@pytest.mark.parametrize("action", [-1, 1345, 0.5, "x", 0, 1344])
def test_actions_that_cannot_be_done_change_nothing(action: Any) -> None:
    env, parallel = zoo.env(seats=2), zoo.parallel_env(seats=2)
    env.reset(seed=1)
    parallel.reset(seed=1)
    before = env.state().tobytes()
    with pytest.raises(TsuroError):
        env.step(action)
    with pytest.raises(TsuroError):
        parallel.step({"seat_0": action, "seat_1": parallel.noop})
    assert env.state().tobytes() == parallel.state().tobytes() == before


def test_what_is_asked_in_the_wrong_way_is_refused() -> None:
    parallel = zoo.parallel_env(seats=2)
    with pytest.raises(GameOver, match="reset"):
        parallel.step({})
    with pytest.raises(GameOver, match="reset"):
        zoo.env(seats=2).step(0)
    seen, _ = parallel.reset(seed=1)
    start = int(numpy.flatnonzero(seen["seat_0"]["action_mask"])[0])
    with pytest.raises(KernelError, match="one action for each of seat_0, seat_1"):
        parallel.step({"seat_0": start})
    with pytest.raises(IllegalAction, match="seat_1 is not asked now"):
        parallel.step({"seat_0": start, "seat_1": start})
    env = zoo.env(edition="pocket", seats=2)
    env.reset(seed=2)
    while not (env.last()[2] or env.last()[3]):
        env.step(int(numpy.flatnonzero(env.last()[0]["action_mask"])[0]))
    with pytest.raises(GameOver, match="only step is None"):
        env.step(0)


@pytest.mark.parametrize(
    "settings",
    [{"observations": "smell"}, {"max_cycles": 0}, {"illegal": "x"}, {"reward": "x"}, {"seats": 1}],
    ids=str,
)
def test_settings_that_there_are_not_are_refused(settings: Any) -> None:
    with pytest.raises(TsuroError) as refused:
        zoo.env(**settings)
    assert str(refused.value).endswith(".")
