"""Words besides the log in every language of the page: titles, lessons and reasons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from tsuro.core.state import Fate
from tsuro.editions.edition import Edition, EditionInfo
from tsuro.editions.words import Words
from tsuro.formats.heading import JOINT
from tsuro.rules import placing
from tsuro.rules.seas import placing as sea_placing
from tsuro.telling.edition_messages import Bilingual, BilingualTexts


def both(info: EditionInfo, say: Callable[[Words], str]) -> Bilingual:
    """Something an edition says, in both languages."""
    return Bilingual(*(say(Words(info, each)) for each in ("en", "de")))


def both_lists(info: EditionInfo, say: Callable[[Words], Sequence[str]]) -> BilingualTexts:
    """Sentences an edition says, in both languages; one may need more of them than the other."""
    return BilingualTexts(*(list(say(Words(info, each))) for each in ("en", "de")))


def switches_in_words(edition: Edition) -> list[Bilingual]:
    """What is played otherwise than usual."""
    said = both_lists(edition.info, lambda words: words.switched(edition))
    return [Bilingual(*each) for each in zip(said.en, said.de, strict=True)]


def heading_in_words(edition: Edition) -> Bilingual:
    """The title of a game, and what is played otherwise than usual."""
    return both(edition.info, lambda words: JOINT.join((words.title, *words.switched(edition))))


@lru_cache(256)
def reason_of(why: str) -> Bilingual:
    """Why a placement is forbidden; what a rule says that we do not know is told in English."""
    return Bilingual(why, _BARRED.get(why, why))


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
