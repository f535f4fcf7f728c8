"""The title of a game: its edition, and which switches stand elsewhere than usual."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tsuro.editions.edition import Edition
from tsuro.editions.registry import edition_info

JOINT: Final = " · "

SWITCHED: Final[Mapping[str, Mapping[str, str]]] = {
    "classic": {
        "draw=literal": "the active seat draws first",
        "ban=any_self_elimination": "no collision of your own",
    },
    "kosmos": {
        "board=large": "7×7 board",
        "piles=3": "three piles",
        "laid_down=hidden": "laid-down tiles stay hidden",
    },
    "pocket": {},
    "seas": {
        "daikaiju=off": "without daikaiju",
        "die=per_daikaiju": "a die for each daikaiju",
        "removed=gone_if_off": "daikaiju that leave the board are gone",
        "removed=gone": "no daikaiju returns",
        "same_direction=last_resort": "sharing a wake before losing a ship",
        "spawn_tile=gone": "tiles under new daikaiju are gone",
        "eliminated=roll": "who is out rolls, too",
    },
    "phoenix": {
        "winds_of_change=on": "Winds of Change",
        "immolate=same_turn": "rising in the turn of leaving",
        "entry=ports_only": "entering by ports only",
        "star=same_move_only": "stars in the same move only",
        "winds_others=any_open": "all pawns follow open paths",
        "winds_first=encountered": "loops flip the first star met",
    },
}
"""What to call every value of a switch that is not the usual one."""
MOOT: Final = {
    "daikaiju=off": ("die", "removed", "same_direction", "spawn_tile", "eliminated"),
    "winds_of_change=off": ("winds_others", "winds_first"),
}
"""Switches that mean nothing while another stands like this (SE-37, WC-13)."""


def switched(edition: Edition) -> list[str]:
    """The switches that differ from the usual game, such as `piles=3`."""
    moot = {
        name
        for switch, value in edition.switches.items()
        for name in MOOT.get(f"{switch}={value}", ())
    }
    return [
        f"{switch.name}={value}"
        for switch in edition_info(edition.id).switches
        if (value := edition.switches[switch.name]) != switch.default and switch.name not in moot
    ]


def switches_in_words(edition: Edition) -> list[str]:
    """The same in words."""
    return [SWITCHED[edition.id][each] for each in switched(edition)]


def heading_of(edition: Edition) -> str:
    return JOINT.join((edition.title, *switches_in_words(edition)))
