"""Trained policies as players: `model:policy.onnx`, `model:policy.npz`, `model:policy.py:logits`.

A policy takes what a seat may know and what it may do (`tsuro.encoding`) and gives a number for
every action; the seat does what has the highest one or, with a temperature, draws among them.

    bot.py       `ModelBot`, the player
    policies.py  reading policies from files
"""

from tsuro.bots.models.bot import ModelBot
from tsuro.bots.models.offering import offer_models
from tsuro.bots.models.policies import Policy, load_policy

__all__ = ["ModelBot", "Policy", "load_policy", "offer_models"]
