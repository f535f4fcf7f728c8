"""Tsuro: the whole family of path games, open and unofficial.

>>> import tsuro
>>> game = tsuro.Game("classic", seats=3, seed=7)
>>> while not game.over:
...     game.play(game.options[0])
"""

from __future__ import annotations

from tsuro._version import __version__
from tsuro.editions.edition import RULES_VERSION, Edition
from tsuro.editions.registry import EDITIONS, build_edition
from tsuro.engine.determinize import determinize
from tsuro.engine.play import Step, advance, begin, play
from tsuro.engine.views import PlayerView, view
from tsuro.errors import TsuroError
from tsuro.formats.notation import parse_action
from tsuro.formats.position import format_position, parse_position
from tsuro.formats.record import parse_record
from tsuro.game import Game

__all__ = [
    "EDITIONS",
    "RULES_VERSION",
    "Edition",
    "Game",
    "PlayerView",
    "Step",
    "TsuroError",
    "__version__",
    "advance",
    "begin",
    "build_edition",
    "determinize",
    "format_position",
    "parse_action",
    "parse_position",
    "parse_record",
    "play",
    "view",
]
