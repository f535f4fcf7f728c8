"""Words besides the log in every language of the page: titles and reasons."""

from __future__ import annotations

from typing import Final

from tsuro.core.state import Fate
from tsuro.editions.edition import Edition
from tsuro.editions.words import Words
from tsuro.rules import placing
from tsuro.rules.seas import placing as sea_placing
from tsuro.server.messages import Bilingual


def switches_in_words(edition: Edition) -> list[Bilingual]:
    """What is played otherwise than usual."""
    english, german = (Words(edition.info, each).switched(edition) for each in ("en", "de"))
    return [Bilingual(*both) for both in zip(english, german, strict=True)]


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
