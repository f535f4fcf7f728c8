"""Learn Tsuro with the masked PPO of a standard library, against compiled bots.

    pip install 'tsuro[envs,train]'
    python examples/train_ppo.py                           two seats of classic, against cautious
    python examples/train_ppo.py --steps 10_000_000 --opponents greedy
    tsuro arena --seats 2 --bots model:ppo.onnx,cautious   how strong it has become

The library is sb3-contrib, on PyTorch. It has environments of an interface of its own, so `Many` is
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

import gymnasium
import numpy
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

from tsuro.envs.gym import TsuroVectorEnv

SCALE = 4.0
"""Most numbers of an observation are 0 or 1, some a little more."""
LATEST = 4_000
"""Games of which a point of the curve tells."""


class Many(VecEnv):  # type: ignore[misc]
    """Thousands of games, as stable-baselines3 wants them."""

    def __init__(self, envs: TsuroVectorEnv) -> None:
        self.envs = envs
        self.results: deque[float] = deque(maxlen=LATEST)
        self.games = 0
        width = envs.encoding.length
        numbers = gymnasium.spaces.Box(0, 255 / SCALE, (width,), numpy.float32)
        super().__init__(envs.num_envs, numbers, envs.single_action_space)

    def reset(self) -> Any:
        lines, _ = self.envs.reset(seed=self._seeds[0])
        return lines.astype("f4") / SCALE

    def step_async(self, actions: Any) -> None:
        self.actions = actions

    def step_wait(self) -> Any:
        lines, rewards, terminated, truncated, info = self.envs.step(self.actions)
        ended = terminated | truncated
        self.games += int(ended.sum())
        self.results.extend(rewards[ended])
        told: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for index in numpy.flatnonzero(ended):
            told[index]["terminal_observation"] = info["final_obs"][index].astype("f4") / SCALE
            told[index]["TimeLimit.truncated"] = bool(truncated[index])
        return lines.astype("f4") / SCALE, rewards.astype("f4"), ended, told

    def env_method(self, method_name: str, *args: Any, **kwargs: Any) -> list[Any]:
        """All that the library asks of the games beside steps: `action_masks`."""
        return list(getattr(self.envs, method_name)(*args, **kwargs))

    def has_attr(self, attr_name: str) -> bool:
        return hasattr(self.envs, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self.envs, attr_name)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise NotImplementedError

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        self.envs.close()


class Curve(BaseCallback):  # type: ignore[misc]
    """Notes after every round of games how large a share of the latest was won."""

    def __init__(self, many: Many) -> None:
        super().__init__()
        self.many, self.begun = many, time.monotonic()
        self.points: list[dict[str, float]] = []

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        minutes, results = (time.monotonic() - self.begun) / 60, self.many.results
        share = float(numpy.mean(results)) if results else 0.0
        self.points.append(
            {"minutes": minutes, "games": self.many.games, "share": share, "of": len(results)}
        )
        print(
            f"{minutes:6.1f} min  {self.num_timesteps:11,} steps  {self.many.games:10,} games  "
            f"wins {share:.1%} of the last {len(results):,}"
        )


class Answering(torch.nn.Module):  # type: ignore[misc]
    """From the bytes of observations to a number for every action."""

    def __init__(self, policy: Any) -> None:
        super().__init__()
        self.policy = policy

    def forward(self, observation: torch.Tensor) -> torch.Tensor:
        features = self.policy.extract_features(
            observation.float() / SCALE, self.policy.pi_features_extractor
        )
        return self.policy.action_net(self.policy.mlp_extractor.forward_actor(features))


def write_onnx(model: MaskablePPO, path: Path, encoding: Any) -> None:
    import onnx

    lines = torch.zeros((1, encoding.length), dtype=torch.uint8)
    names = {"input_names": ["observation"], "output_names": ["logits"]}
    torch.onnx.export(Answering(model.policy).eval(), (lines,), str(path), dynamo=False, **names)
    written = onnx.load(str(path))
    onnx.helper.set_model_props(written, {"encoding": encoding.name})
    onnx.save(written, str(path))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--edition", default="classic")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--opponents", default="cautious", help="random, cautious, greedy or self")
    parser.add_argument("--steps", type=int, default=4_000_000)
    parser.add_argument("--games", type=int, default=256, help="games at once")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("ppo.onnx"))
    given = parser.parse_args()
    envs = TsuroVectorEnv(
        given.edition,
        given.games,
        seats=given.seats,
        opponents=given.opponents,
        autoreset_mode="SameStep",
    )
    many = Many(envs)
    many.seed(given.seed)
    curve = Curve(many)
    model = MaskablePPO(
        "MlpPolicy",
        many,
        n_steps=64,
        batch_size=2048,
        n_epochs=4,
        learning_rate=5e-4,
        gamma=1.0,
        gae_lambda=0.95,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 256]},
        seed=given.seed,
        device="cpu",
    )
    model.learn(given.steps, callback=curve)
    write_onnx(model, given.out, envs.encoding)
    given.out.with_suffix(".json").write_text(json.dumps(curve.points) + "\n")
    print(f"Written to {given.out} and {given.out.with_suffix('.json')}.")


if __name__ == "__main__":
    main()
