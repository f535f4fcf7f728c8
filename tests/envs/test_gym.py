"""One learner among bots, or deciding for all, behind Gymnasium's interfaces."""

from __future__ import annotations

import pickle
from typing import Any

import gymnasium
import numpy
import pytest
from gymnasium.utils.env_checker import check_env

import tsuro.envs
from tsuro.editions.registry import OURS
from tsuro.encoding import encoding_of
from tsuro.envs.gym import TsuroEnv, TsuroVectorEnv
from tsuro.envs.registry import EnvsMissing, env_id, require_gymnasium
from tsuro.errors import BadSetting, GameOver, IllegalAction, KernelError, TsuroError
from tsuro.training.games import OPPONENTS

COUNT = 6


def random_action(info: dict[str, Any], rng: numpy.random.Generator) -> int:
    return int(rng.choice(numpy.flatnonzero(info["action_mask"])))


def random_actions(info: dict[str, Any], rng: numpy.random.Generator) -> Any:
    masks = info["action_mask"]
    chosen = [rng.choice(numpy.flatnonzero(mask)) if mask.any() else 0 for mask in masks]
    return numpy.array(chosen)


@pytest.mark.parametrize("name", OURS)
def test_every_edition_is_registered_and_passes_gymnasiums_check(name: str) -> None:
    env = gymnasium.make(env_id(name), seats=3, illegal="replace", render_mode="rgb_array")
    check_env(env.unwrapped, skip_render_check=name != "classic")


@pytest.mark.parametrize("opponents", [*OPPONENTS, "self"])
@pytest.mark.parametrize("reward", ["win", "rank", "survival"])
def test_rewards_add_up_to_what_the_game_says(opponents: str, reward: str) -> None:
    env = TsuroEnv("pocket", seats=3, opponents=opponents, reward=reward)
    rng = numpy.random.default_rng(1)
    for seed in range(4):
        _, info = env.reset(seed=seed)
        total, decisions, over = 0.0, 0, False
        while not over:
            seat = int(info["seat"])
            _, paid, terminated, truncated, info = env.step(random_action(info, rng))
            total, decisions, over = total + paid, decisions + 1, terminated or truncated
        games = env._games.learners.games
        if reward == "win":
            assert paid == games.returns()[0, seat]
        elif reward == "rank":
            ranks = games.ranks()[0].tolist()
            shared = ranks.count(ranks[seat])
            assert paid == (3 - ranks[seat] - (shared - 1) / 2) / 2
        else:
            assert decisions - 1 <= total <= decisions or opponents == "self"


def test_a_learner_sits_somewhere_else_in_every_new_game() -> None:
    envs = TsuroVectorEnv("classic", 4, seats=4, seat=None, autoreset_mode="SameStep")
    _, info = envs.reset(seed=1)
    assert info["seat"].tolist() == [0, 1, 2, 3]
    rng, seen = numpy.random.default_rng(2), {0}
    for _ in range(80):
        *_, info = envs.step(random_actions(info, rng))
        seen.add(int(info["seat"][0]))
    assert seen == {0, 1, 2, 3}
    fixed = TsuroVectorEnv("classic", 2, seats=4, seat=2)
    assert fixed.reset(seed=1)[1]["seat"].tolist() == [2, 2]


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
def test_games_begin_anew_as_the_mode_declares(mode: str) -> None:
    envs = TsuroVectorEnv("pocket", COUNT, seats=2, autoreset_mode=mode, opponents="self")
    assert envs.metadata["autoreset_mode"].value == mode
    seen, info = envs.reset(seed=3)
    rng, ended, finals = numpy.random.default_rng(3), numpy.zeros(COUNT, "?"), 0
    for _ in range(60):
        if mode == "Disabled" and ended.any():
            with pytest.raises(GameOver, match="begin it anew"):
                envs.step(random_actions(info, rng))
            seen, info = envs.reset(options={"reset_mask": ended})
            assert (envs.learners.games.played[ended] == 0).all()
        begins = ended if mode == "NextStep" else numpy.zeros(COUNT, "?")
        seen, paid, terminated, truncated, info = envs.step(random_actions(info, rng))
        ended = terminated | truncated
        assert not paid[begins].any()
        assert not ended[begins].any()
        if mode == "SameStep":
            assert ("final_obs" in info) == ended.any()
            if ended.any():
                finals += ended.sum()
                assert (info["_final_obs"] == ended).all()
                assert info["final_info"]["action_mask"][ended].sum() == 0
            assert (envs.learners.games.played[ended] == 0).all()
            assert info["action_mask"].any(axis=1).all()
        assert seen.shape == (COUNT, envs.encoding.length)
    assert mode != "SameStep" or finals > COUNT


def test_a_vector_of_games_is_so_many_single_games() -> None:
    """Of each seed the first game is the same, with the same bots, wherever it is played."""
    single, rng = TsuroEnv("classic", seats=2, opponents="cautious"), numpy.random.default_rng(5)
    many = TsuroVectorEnv("classic", 1, seats=2, opponents="cautious", autoreset_mode="Disabled")
    one, info = single.reset(seed=9)
    lines, infos = many.reset(seed=9)
    assert one.tobytes() == lines[0].tobytes()
    over = False
    while not over:
        action = random_action(info, rng)
        one, paid, terminated, truncated, info = single.step(action)
        lines, rewards, ends, _, infos = many.step([action])
        over = terminated or truncated
        assert (one.tobytes(), paid, terminated) == (lines[0].tobytes(), rewards[0], ends[0])
        assert (info["action_mask"] == infos["action_mask"][0]).all()


def test_a_seed_is_a_game_and_no_seed_another_one() -> None:
    env = TsuroEnv("seas", seats=2)
    first = env.reset(seed=4)[0].tobytes()
    assert env.reset()[0].tobytes() != first
    assert env.reset(seed=4)[0].tobytes() == first
    assert env.reset(seed=5)[0].tobytes() != first
    fresh = [TsuroEnv("seas", seats=2).reset()[0].tobytes() for _ in range(2)]
    assert fresh[0] != fresh[1], "without any seed games differ from process to process"


def test_a_copy_by_pickle_goes_on_alike() -> None:
    envs = TsuroVectorEnv("phoenix", 3, seats=3, opponents="greedy")
    _, info = envs.reset(seed=2)
    rng = numpy.random.default_rng(1)
    for _ in range(5):
        *_, info = envs.step(random_actions(info, rng))
    copy = pickle.loads(pickle.dumps(envs))
    for _ in range(12):
        actions = random_actions(info, rng)
        one, other = envs.step(actions), copy.step(actions)
        for mine, theirs in zip(one[:4], other[:4], strict=True):
            assert mine.tobytes() == theirs.tobytes()
        info = one[4]


def test_masks_are_where_libraries_look_for_them() -> None:
    env = TsuroEnv("classic", seats=2)
    _, info = env.reset(seed=1)
    assert env.action_masks().dtype == bool
    assert (env.action_masks() == info["action_mask"]).all()
    envs = TsuroVectorEnv("classic", 2, seats=2)
    _, info = envs.reset(seed=1)
    assert (envs.action_masks() == info["action_mask"]).all()


def test_arrays_are_copies_unless_they_are_lent() -> None:
    for copy in (True, False):
        envs = TsuroVectorEnv("classic", 2, seats=2, copy=copy, opponents="self")
        first, _ = envs.reset(seed=1)
        kept = first.tobytes()
        envs.step(envs.sample())
        assert (first.tobytes() == kept) == copy


def test_in_self_play_every_seat_is_told_what_it_gets() -> None:
    env = TsuroEnv("classic", seats=3, opponents="self")
    _, info = env.reset(seed=6)
    rng, seats, over = numpy.random.default_rng(6), [], False
    while not over:
        seats.append(int(info["seat"]))
        assert info["action_mask"].any()
        _, _, over, _, info = env.step(random_action(info, rng))
    assert set(seats) == {0, 1, 2}
    assert info["rewards"].sum() == 1


@pytest.mark.parametrize(("mode", "kind"), [("ansi", str), ("svg", str), ("rgb_array", "picture")])
def test_what_the_learner_sees_can_be_shown(mode: str, kind: Any) -> None:
    env = TsuroEnv("seas", seats=2, render_mode=mode)
    env.reset(seed=1)
    shown = env.render()
    if kind == "picture":
        assert shown.ndim == 3
        assert shown.shape[2] == 3
        assert shown.dtype == numpy.uint8
        assert len(numpy.unique(shown.reshape(-1, 3), axis=0)) > 20
    else:
        assert isinstance(shown, str)
    assert len(TsuroVectorEnv("seas", 2, seats=2, render_mode=mode).render() or ()) == 2


def test_a_person_can_look_on(capsys: pytest.CaptureFixture[str]) -> None:
    env = TsuroEnv("classic", seats=2, render_mode="human")
    env.reset(seed=1)
    assert env.render() is None
    assert "hand of seat 0" in capsys.readouterr().out
    assert TsuroEnv("classic", seats=2).render() is None


def test_pictures_hide_the_hands_of_others() -> None:
    env = TsuroEnv("classic", seats=2, seat=0, render_mode="ansi")
    env.reset(seed=1)
    state = env._games.learners.games.state(0)
    assert all(tile not in env.render() for tile in state.hands[1])


@pytest.mark.parametrize("action", [-1, 1344, 0.5, "0", None, [0]])
def test_an_action_that_cannot_be_done_changes_nothing(action: Any) -> None:
    env = TsuroEnv("classic", seats=2, opponents="self")
    before, info = env.reset(seed=1)
    for given in (action, int(numpy.flatnonzero(info["action_mask"] == 0)[0])):
        with pytest.raises((IllegalAction, KernelError)) as refused:
            env.step(given)
        assert refused.value.code in {"illegal_action", "kernel"}
    assert env._games.learners.observe()[0].tobytes() == before.tobytes()


def test_a_game_that_is_over_takes_no_more() -> None:
    env = TsuroEnv("pocket", seats=2, opponents="self")
    _, info = env.reset(seed=1)
    rng, over = numpy.random.default_rng(6), False
    while not over:
        _, _, over, _, info = env.step(random_action(info, rng))
    with pytest.raises(GameOver):
        env.step(0)


@pytest.mark.parametrize(
    "settings",
    [
        {"edition": "chess"},
        {"seats": 1},
        {"daikaiju": "off"},
        {"opponents": "mcts"},
        {"opponents": ["random", "random", "random"]},
        {"seat": 2},
        {"seat": -1},
        {"opponents": "self", "seat": 0},
        {"reward": "fame"},
        {"autoreset_mode": "Never"},
        {"illegal": "ignore"},
        {"render_mode": "smell"},
        {"num_envs": 0},
        {"threads": 0},
    ],
    ids=str,
)
def test_settings_that_there_are_not_are_refused_in_a_sentence(settings: Any) -> None:
    settings = {"edition": "classic", "seats": 2, "num_envs": 2} | settings
    with pytest.raises(TsuroError) as refused:
        TsuroVectorEnv(**settings)
    assert str(refused.value).endswith(".")


def test_actions_of_the_wrong_shape_are_refused() -> None:
    envs = TsuroVectorEnv("classic", 2, seats=2)
    envs.reset(seed=1)
    for actions in ([105], [[105, 105]], [105.0, 105.0], [105, -1], None):
        with pytest.raises((KernelError, BadSetting)):
            envs.step(actions)
    for mask in ([True, False, True], [1, 0]):
        with pytest.raises(KernelError):
            envs.reset(options={"reset_mask": mask})


def test_spaces_are_those_of_the_encoding() -> None:
    env = gymnasium.make(env_id("classic"), seats=5)
    encoding = encoding_of(env.unwrapped._games.learners.games.edition)  # type: ignore[attr-defined]
    assert env.action_space == gymnasium.spaces.Discrete(encoding.actions)
    assert env.observation_space.shape == (encoding.length,)
    envs = gymnasium.make_vec(env_id("classic"), 3, seats=5)
    assert isinstance(envs.unwrapped, TsuroVectorEnv)
    assert envs.single_action_space == env.action_space


def test_without_gymnasium_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tsuro.envs.registry, "find_spec", lambda name: None)
    with pytest.raises(EnvsMissing, match=r"install tsuro\[envs\]"):
        require_gymnasium()
