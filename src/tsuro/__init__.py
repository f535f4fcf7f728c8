"""Tsuro: the whole family of path games, open and unofficial.

>>> import tsuro
>>> game = tsuro.Game("classic", seats=3, seed=7)
>>> while not game.over:
...     game.play(game.options[0])
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from tsuro._version import __version__

if TYPE_CHECKING:
    from tsuro.editions.edition import RULES_VERSION, Edition
    from tsuro.editions.registry import EDITIONS, build_edition, register_edition
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
    "register_edition",
    "view",
]

_HOMES = {
    "tsuro.editions.edition": ("RULES_VERSION", "Edition"),
    "tsuro.editions.registry": ("EDITIONS", "build_edition", "register_edition"),
    "tsuro.engine.determinize": ("determinize",),
    "tsuro.engine.play": ("Step", "advance", "begin", "play"),
    "tsuro.engine.views": ("PlayerView", "view"),
    "tsuro.errors": ("TsuroError",),
    "tsuro.formats.notation": ("parse_action",),
    "tsuro.formats.position": ("format_position", "parse_position"),
    "tsuro.formats.record": ("parse_record",),
    "tsuro.game": ("Game",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    """Public names are imported when first used, so that `tsuro --help` starts at once."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'tsuro' has no attribute {name!r}")
    value: object = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
