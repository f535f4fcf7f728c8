"""The rules as people read them: short pages with pictures, from an edition's section `guide`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tsuro.core.actions import Decision
from tsuro.core.asks import Decide
from tsuro.core.events import Event
from tsuro.editions.edition import EditionInfo
from tsuro.engine.play import resume
from tsuro.engine.preview import foresee
from tsuro.errors import EditionDataError
from tsuro.formats.position import Position, parse_position
from tsuro.formats.wire.reading import Misfit, read
from tsuro.telling.edition_messages import Bilingual
from tsuro.telling.lessons import taught

Emblem = Literal["dragon", "bird"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageWords:
    title: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenPage:
    """A page as its edition writes it down."""

    en: PageWords
    de: PageWords
    step: int = 0
    """The step of the tutorial whose position is pictured, from 1 on; 0 for none."""
    play: str = ""
    """The decision whose ghost is drawn there."""
    emblem: Emblem | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GuidePage:
    """A page as somebody reads it."""

    title: Bilingual
    text: Bilingual
    pictured: bool
    """Whether there is a picture of a position."""
    emblem: Emblem | None
    """A piece to be shown instead."""


def written(info: EditionInfo) -> list[WrittenPage]:
    """The pages of an edition; none if it has no section `guide`."""
    try:
        return read(list[WrittenPage], info.section("guide").get("pages", []))
    except Misfit as error:
        raise EditionDataError(
            f"The section guide of {info.id} cannot be read: {error.message}"
        ) from None


def guide_of(info: EditionInfo) -> list[GuidePage]:
    return [
        GuidePage(
            title=Bilingual(page.en.title, page.de.title),
            text=Bilingual(page.en.text, page.de.text),
            pictured=page.step > 0,
            emblem=page.emblem,
        )
        for page in written(info)
    ]


def pictured(info: EditionInfo, page: WrittenPage) -> tuple[Position, tuple[Event, ...]]:
    """The position that a page shows, and what its decision would do there."""
    steps = taught(info)
    text = steps[page.step - 1].position if 0 < page.step <= len(steps) else None
    if text is None:
        raise EditionDataError(f"A page in the guide of {info.id} names no step with a position.")
    position = parse_position(text)
    if not page.play:
        return position, ()
    ask = resume(position.edition, position.state).ask
    offered: tuple[Decision, ...] = ()
    if isinstance(ask, Decide):
        offered = (*ask.options, *(barred.action for barred in ask.barred))
    for action in offered:
        if str(action) == page.play:
            return position, tuple(foresee(position.edition, position.state, action))
    raise EditionDataError(f"{page.play!r} in the guide of {info.id} is no decision there.")
