"""Learn Tsuro with the masked PPO of a standard library, against compiled bots.

    pip install 'tsuro[envs,train]'
    python examples/train_ppo.py                           two seats of classic, against cautious
    python examples/train_ppo.py --steps 10_000_000 --opponents greedy
    tsuro arena --seats 2 --bots model:ppo.onnx,cautious   how strong it has become

It begins by imitating `greedy` (`--imitate 0` leaves that out), and goes on by its own games. The
library is sb3-contrib, on PyTorch. It has environments of an interface of its own, so `Many` is
all that stands between it and `TsuroVectorEnv`: games that are over begin anew in the same step.
The policy is written as an ONNX file, which `model:` reads, and its learning curve as JSON.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import deque
from pathlib import Path
from typing import Any

import numpy
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import VecEnv

from tsuro import Action, KernelError, PlaceTile
from tsuro.composing import PORTS, pairs_of
from tsuro.encoding import Encoding, turns_of
from tsuro.envs import TsuroVectorEnv
from tsuro.training import Games, opponent_numbers

MOST = 2.0
"""Nearly all numbers of an observation are 0, 1 or 2; those of tiles would drown them."""
SEEN = 0.1
"""About a hundred numbers are not 0: with weights of this size they add up to about 1."""
RATE = 5e-4
GAMES_SHOWN = 512
STRAYING = 0.2
LATEST = 4_000
"""Games of which a point of the curve tells."""


class Facing:
    """Turns the board until the own pawn enters from the north: three quarters less to learn.

    Only where no side of the board is special (`tsuro.encoding.turning`).
    """

    def __init__(self, encoding: Encoding) -> None:
        turns = turns_of(encoding)
        self.numbers = numpy.array([turn.numbers for turn in turns])
        self.actions = numpy.array([turn.actions for turn in turns])
        self.places = self.actions.argsort(axis=1)
        """Where each action of the upright board is found among those of the turned one."""
        outline = encoding.outline
        self.ahead = outline.plane_count * encoding.size**2 + outline.entry("ahead_port")

    def quarters(self, lines: Any) -> Any:
        """By how much to turn each game; a pawn that is not yet on the board faces nowhere."""
        port = lines[:, self.ahead : self.ahead + PORTS].argmax(axis=1)
        return -(port // 2) % 4


class Many(VecEnv):  # type: ignore[misc]
    """Thousands of games, as stable-baselines3 wants them; the learner sees them turned."""

    def __init__(self, envs: TsuroVectorEnv) -> None:
        self.envs = envs
        self.facing = Facing(envs.encoding)
        self.fair = 1 / envs.learners.games.seats
        self.quarters = numpy.zeros(envs.num_envs, "i8")
        self.results: deque[float] = deque(maxlen=LATEST)
        self.games = 0
        super().__init__(envs.num_envs, envs.single_observation_space, envs.single_action_space)

    def reset(self) -> Any:
        lines, _ = self.envs.reset(seed=self._seeds[0])
        return self.turned(lines)

    def turned(self, lines: Any) -> Any:
        self.quarters = self.facing.quarters(lines)
        return numpy.take_along_axis(lines, self.facing.numbers[self.quarters], axis=1)

    def action_masks(self) -> Any:
        actions = self.facing.actions[self.quarters]
        return numpy.take_along_axis(self.envs.action_masks(), actions, axis=1)

    def step_async(self, actions: Any) -> None:
        self.actions = self.facing.actions[self.quarters, actions]

    def step_wait(self) -> Any:
        lines, rewards, terminated, truncated, info = self.envs.step(self.actions)
        ended = terminated | truncated
        self.games += int(ended.sum())
        self.results.extend(rewards[ended])
        told: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for index in numpy.flatnonzero(ended):
            told[index]["terminal_observation"] = info["final_obs"][index]
            told[index]["TimeLimit.truncated"] = bool(truncated[index])
        return self.turned(lines), self.paid(rewards, ended), ended, told

    def paid(self, rewards: Any, ended: Any) -> Any:
        """Above 0 for more than a fair share of the win, below for less: -1 for a loss of two."""
        return numpy.where(ended, rewards / self.fair - 1, 0).astype("f4")

    def env_method(self, method_name: str, *args: Any, **kwargs: Any) -> list[Any]:
        """All that the library asks of the games beside steps: `action_masks`."""
        return list(getattr(self, method_name)(*args, **kwargs))

    def has_attr(self, attr_name: str) -> bool:
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self, attr_name)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise NotImplementedError

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        self.envs.close()


class Reading(BaseFeaturesExtractor):  # type: ignore[misc]
    """The first layer, which the choice of actions and the judgement of positions share."""

    def __init__(self, space: Any, width: int) -> None:
        super().__init__(space, width)
        self.layer = torch.nn.Linear(space.shape[0], width)

    def forward(self, numbers: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.layer(numbers.clamp(max=MOST)))


class Choosing(torch.nn.Module):  # type: ignore[misc]
    """A number for every action, from what it does: tiles that join the same ports are alike."""

    def __init__(self, width: int, traits: torch.Tensor) -> None:
        super().__init__()
        self.liking = torch.nn.Linear(width, traits.shape[1])
        torch.nn.init.orthogonal_(self.liking.weight, gain=0.01)
        self.register_buffer("traits", traits.T)

    def forward(self, latent: torch.Tensor) -> torch.Tensor:
        return self.liking(latent) @ self.traits


class Deciding(MaskableActorCriticPolicy):  # type: ignore[misc]
    """The policy of the library, but for its last layer."""

    def __init__(self, *args: Any, traits: torch.Tensor, **kwargs: Any) -> None:
        self.traits = traits
        super().__init__(*args, **kwargs)

    def _build(self, schedule: Any) -> None:
        super()._build(schedule)
        torch.nn.init.normal_(self.features_extractor.layer.weight, std=SEEN)
        self.action_net = Choosing(self.mlp_extractor.latent_dim_pi, self.traits)
        self.optimizer = self.optimizer_class(self.parameters(), lr=schedule(1))


def traits_of(envs: TsuroVectorEnv) -> torch.Tensor:
    """What each action does: the ports that a laid tile joins, or the action itself."""
    encoding, edition = envs.encoding, envs.learners.games.edition
    known: dict[str, int] = {}
    found = []
    for index, text in enumerate(encoding.texts):
        try:
            action: Action | None = encoding.action_at(edition, index)
        except KernelError:  # Only games with another number of seats have it.
            action = None
        if isinstance(action, PlaceTile):
            joined = pairs_of(edition.tiles.wiring(action.laid))
            names = [f"{action.pawn} {one} {other}" for one, other in joined]
        else:
            # A swap is what is given and what is taken.
            names = text.split(">")
        found.append([known.setdefault(name, len(known)) for name in names])
    traits = torch.zeros((len(found), len(known)))
    for index, numbers in enumerate(found):
        traits[index, numbers] = 1
    return traits


class Curve(BaseCallback):  # type: ignore[misc]
    """Notes after every round of games how large a share of the latest was won."""

    def __init__(self, many: Many, title: str, path: Path) -> None:
        super().__init__()
        self.many, self.title, self.path = many, title, path
        self.points: list[dict[str, float]] = []

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        minutes, results = time.process_time() / 60, self.many.results
        share = float(numpy.mean(results)) if results else 0.0
        self.points.append(
            {"minutes": minutes, "games": self.many.games, "share": share, "of": len(results)}
        )
        print(
            f"{minutes:6.1f} min  {self.num_timesteps:11,} steps  {self.many.games:10,} games  "
            f"wins {share:.1%} of the last {len(results):,}"
        )
        self.save()

    def save(self) -> None:
        """After every round, so that breaking off loses nothing."""
        told = {"title": self.title, "fair": self.many.fair, "points": self.points}
        write_onnx(self.model, self.path, self.many.envs.encoding)
        self.path.with_suffix(".json").write_text(json.dumps(told, indent=1) + "\n")


class Answering(torch.nn.Module):  # type: ignore[misc]
    """From the bytes of observations to a number for every action, on the board as it lies."""

    def __init__(self, policy: Any, facing: Facing) -> None:
        super().__init__()
        self.policy, self.ahead = policy, facing.ahead
        self.register_buffer("numbers", torch.tensor(facing.numbers))
        self.register_buffer("places", torch.tensor(facing.places))

    def forward(self, observation: torch.Tensor) -> torch.Tensor:
        numbers = observation.float()
        port = numbers[:, self.ahead : self.ahead + PORTS].argmax(dim=1)
        quarters = (4 - port // 2) % 4
        features = self.policy.features_extractor(numbers.gather(1, self.numbers[quarters]))
        logits = self.policy.action_net(self.policy.mlp_extractor.forward_actor(features))
        return logits.gather(1, self.places[quarters])


def imitate(model: MaskablePPO, many: Many, decisions: int, seed: int) -> None:
    """Begin with what `greedy` would do: its games show which differences matter at all.

    Every fifth decision is any other one, so that positions are seen that it would never come to.
    """
    played, facing = many.envs.learners.games, many.facing
    games = Games(played.edition, GAMES_SHOWN, seed=seed)
    rng, policy = numpy.random.default_rng(seed), model.policy
    teacher = opponent_numbers(["greedy"], games.seats)
    policy.set_training_mode(True)
    for number in range(max(0, decisions // GAMES_SHOWN)):
        lines, masks, wanted = games.observe(), games.mask().view("?"), games.choices(teacher)
        quarters = facing.quarters(lines)
        lines = numpy.take_along_axis(lines, facing.numbers[quarters], axis=1)
        turned = numpy.take_along_axis(masks, facing.actions[quarters], axis=1)
        places = facing.places[quarters, wanted]
        _, likely, _ = policy.evaluate_actions(
            torch.tensor(lines), torch.tensor(places), action_masks=turned
        )
        policy.optimizer.zero_grad()
        (-likely.mean()).backward()
        policy.optimizer.step()
        if number % 50 == 0:
            print(f"imitating: {number * GAMES_SHOWN:,} decisions, like {likely.exp().mean():.1%}")
        games.step(numpy.where(rng.random(len(wanted)) < STRAYING, games.sample(), wanted))
        games.reset(games.done)


def write_onnx(model: MaskablePPO, path: Path, encoding: Encoding) -> None:
    import onnx

    lines = torch.zeros((1, encoding.length), dtype=torch.uint8)
    names = {"input_names": ["observation"], "output_names": ["logits"]}
    many = {"dynamic_axes": {"observation": {0: "games"}, "logits": {0: "games"}}}
    answering = Answering(model.policy, Facing(encoding)).eval()
    torch.onnx.export(answering, (lines,), str(path), dynamo=False, **names, **many)
    written = onnx.load(str(path))
    onnx.helper.set_model_props(written, {"encoding": encoding.name})
    onnx.save(written, str(path))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--edition", default="classic", choices=("classic", "kosmos", "pocket"))
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--opponents", default="cautious", help="random, cautious, greedy or self")
    parser.add_argument("--steps", type=int, default=300_000)
    parser.add_argument(
        "--imitate", type=int, default=400_000, help="decisions to learn from greedy at first"
    )
    parser.add_argument("--games", type=int, default=512, help="games at once")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("ppo.onnx"))
    given = parser.parse_args()
    torch.set_num_threads(1)
    envs = TsuroVectorEnv(
        given.edition,
        given.games,
        seats=given.seats,
        opponents=given.opponents,
        autoreset_mode="SameStep",
    )
    many = Many(envs)
    many.seed(given.seed)
    title = f"PPO, {given.edition}, against {given.opponents}"
    curve = Curve(many, title, given.out)
    model = MaskablePPO(
        Deciding,
        many,
        n_steps=32,
        batch_size=1024,
        n_epochs=3,
        learning_rate=lambda left: RATE * left,
        gamma=0.9,  # What decides a game lies mostly a few moves before its end.
        gae_lambda=0.85,
        ent_coef=0.01,
        policy_kwargs={
            "features_extractor_class": Reading,
            "features_extractor_kwargs": {"width": 256},
            "net_arch": [128],
            "traits": traits_of(envs),
        },
        seed=given.seed,
        device="cpu",
    )
    imitate(model, many, given.imitate, given.seed)
    model.learn(given.steps, callback=curve)
    curve.save()
    print(f"Written to {given.out} and {given.out.with_suffix('.json')}.")


if __name__ == "__main__":
    main()
