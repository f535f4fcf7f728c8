"""The switches of Tsuro of the Seas and what their values stand for."""

from __future__ import annotations

from collections.abc import Mapping

from tsuro.editions.edition import Switch
from tsuro.rules.seas.harm import Removal
from tsuro.rules.seas.moves import OwnDiePhase, SharedDiePhase
from tsuro.rules.seas.placing import LAST_RESORT, STRICT

WITH = "daikaiju=on"
SWITCHES = (
    Switch("daikaiju", ("on", "off"), "SE-37", "play with or without daikaiju"),
    Switch(
        "die",
        ("shared", "per_daikaiju"),
        "SE-14",
        "one die for all daikaiju or one each",
        needs=WITH,
    ),
    Switch(
        "removed",
        ("recycle", "gone_if_off", "gone"),
        "SE-18",
        "which removed daikaiju may not return: none, those that left the board, or all",
        was="gone_if_off",
        needs=WITH,
    ),
    Switch(
        "eliminated",
        ("rest", "roll"),
        "SE-42",
        "whether who is out still rolls for the daikaiju when the turn comes round",
        needs=WITH,
    ),
    Switch(
        "same_direction",
        ("strict", "last_resort"),
        "SE-24",
        "lose your own ship rather than set two ships on the same wake, or the reverse",
        needs=WITH,
    ),
    Switch(
        "spawn_tile",
        ("bottom", "gone"),
        "SE-19",
        "the tile under a new daikaiju goes under the pile or out of the game",
        needs=WITH,
    ),
)
DIE_PHASES = {"shared": SharedDiePhase, "per_daikaiju": OwnDiePhase}
ORDERS = {"strict": STRICT, "last_resort": LAST_RESORT}


def removal(switches: Mapping[str, str]) -> Removal:
    return Removal(
        recycle_left=switches["removed"] == "recycle",
        recycle_destroyed=switches["removed"] != "gone",
        spawn_sinks_for_good=switches["spawn_tile"] == "gone",
    )
