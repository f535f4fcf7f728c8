"""Environments for the libraries that researchers train with.

Importing this package registers the editions with Gymnasium, and with PettingZoo where it is
installed:

    import gymnasium, tsuro.envs
    envs = gymnasium.make_vec("tsuro/classic-v0", 4096, opponents="greedy")
    env = gymnasium.make("tsuro/seas-v0", seats=2, opponents="cautious")

    import pettingzoo
    env = pettingzoo.make("aec", "tsuro/phoenix-v0", seats=4)

It needs `tsuro[envs]`; OpenSpiel (`tsuro.envs.spiel`) needs `tsuro[openspiel]`.

    gym.py       one learner against bots or itself: Gymnasium's Env and VectorEnv
    zoo.py       every seat an agent: PettingZoo's AEC and Parallel
    spiel.py     OpenSpiel's games with explicit chance
    spaces.py    the spaces of an encoding, and what a seat sees as a picture
    registry.py  ids

What is observed and done is said in `tsuro.encoding`; how thousands of games are played at once in
`tsuro.training`.
"""

from __future__ import annotations

from tsuro.envs.registry import register_all, require_gymnasium

require_gymnasium()

from tsuro.envs.gym import TsuroEnv, TsuroVectorEnv  # noqa: E402

register_all()

__all__ = ["TsuroEnv", "TsuroVectorEnv"]
