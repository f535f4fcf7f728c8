"""The title of a game: its edition, and which switches stand elsewhere than usual."""

from __future__ import annotations

from typing import Final

from tsuro.editions.edition import Edition
from tsuro.editions.words import Words

JOINT: Final = " · "


def heading_of(edition: Edition) -> str:
    words = Words(edition.info)
    return JOINT.join((words.title, *words.switched(edition)))
