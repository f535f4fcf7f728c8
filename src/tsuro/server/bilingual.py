"""Words besides the log in every language of the page: titles and reasons."""

from __future__ import annotations

from typing import Final

from tsuro.core.state import Fate
from tsuro.editions.edition import Edition
from tsuro.formats.heading import SWITCHED, switched
from tsuro.rules import placing, sea_placing
from tsuro.server.messages import Bilingual


def switches_in_words(edition: Edition) -> list[Bilingual]:
    """What is played otherwise than usual."""
    english, german = SWITCHED[edition.id], _SWITCHED[edition.id]
    return [Bilingual(english[each], german[each]) for each in switched(edition)]


def reason_of(why: str) -> Bilingual:
    """Why a placement is forbidden, given the words of the rule."""
    return Bilingual(why, _BARRED[why])


_OTHERWISE: Final = ", und es geht auch anders"
_BARRED: Final = {
    placing.OFF_BOARD: f"damit verlässt deine Figur das Brett{_OTHERWISE}",
    placing.COLLIDING: f"damit stößt deine Figur mit einer anderen zusammen{_OTHERWISE}",
    **{
        f"{sea_placing.WHY[fate]}{sea_placing.OTHERWISE}": f"{german}{_OTHERWISE}"
        for fate, german in (
            (Fate.EDGE, "damit verlässt dein Schiff das Brett"),
            (Fate.LOOP, "damit gerät dein Schiff in eine geschlossene Schleife"),
            (Fate.DAIKAIJU, "damit fährt dein Schiff einem Daikaiju entgegen"),
        )
    },
    f"{sea_placing.SHARING}{sea_placing.OTHERWISE}": "damit fahren zwei Schiffe im selben "
    f"Kielwasser in dieselbe Richtung{_OTHERWISE}",
}
"""Why a placement is forbidden, by the words of the rule."""

_SWITCHED: Final = {
    "classic": {
        "draw=literal": "der aktive Platz zieht zuerst",
        "ban=any_self_elimination": "kein eigener Zusammenstoß",
    },
    "kosmos": {
        "board=large": "Brett 7×7",
        "piles=3": "drei Stapel",
        "laid_down=hidden": "abgelegte Plättchen bleiben verdeckt",
    },
    "pocket": {},
    "seas": {
        "daikaiju=off": "ohne Daikaiju",
        "die=per_daikaiju": "ein Würfel für jeden Daikaiju",
        "removed=gone_if_off": "Daikaiju, die das Brett verlassen, sind weg",
        "removed=gone": "kein Daikaiju kommt wieder",
        "same_direction=last_resort": "lieber Kielwasser teilen als ein Schiff verlieren",
        "spawn_tile=gone": "Plättchen unter neuen Daikaiju sind verloren",
        "eliminated=roll": "wer raus ist, würfelt mit",
    },
    "phoenix": {
        "winds_of_change=on": "Winde des Wandels",
        "immolate=same_turn": "Aufstieg im Zug des Verlassens",
        "entry=ports_only": "Eintritt nur an Anschlüssen",
        "star=same_move_only": "Sterne nur im selben Zug",
        "winds_others=any_open": "alle Figuren folgen offenen Wegen",
        "winds_first=encountered": "Schleifen wenden den zuerst erreichten Stern",
    },
}
"""What `formats.heading` says in English; a test holds the two together."""
