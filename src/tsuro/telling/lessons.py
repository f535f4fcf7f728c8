"""The tutorial of an edition: small steps on real positions, from its section `lessons`.

A step without a position goes on where the one before it ended. Whoever learns plays seat 0.
"""

from __future__ import annotations

from dataclasses import dataclass

from tsuro.editions.edition import EditionInfo
from tsuro.errors import EditionDataError
from tsuro.formats.wire.reading import Misfit, read
from tsuro.telling.edition_messages import Bilingual


@dataclass(frozen=True, slots=True, kw_only=True)
class StepWords:
    """What is said at a step; `{turn}` and the like are put into words for mouse or finger."""

    say: str
    done: str
    hint: str = ""
    """To somebody who tries something else than what is accepted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaughtStep:
    """A step as its edition writes it down."""

    en: StepWords
    de: StepWords
    position: str | None = None
    accepted: list[str] | None = None
    """None if whatever the rules allow is right."""
    brings: list[str] | None = None
    """The events that every accepted decision brings about, and no other one without a loss."""
    far: int = 0
    """The tiles that an accepted decision leads across, at least."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonStep:
    """A step as the page shows it."""

    begins: bool
    """Whether it has a position of its own; else it goes on at the table of the step before."""
    say: Bilingual
    done: Bilingual
    hint: Bilingual
    accepted: list[str] | None


def taught(info: EditionInfo) -> list[TaughtStep]:
    """The steps of an edition; none if it has no section `lessons`."""
    try:
        steps = read(list[TaughtStep], info.section("lessons").get("steps", []))
    except Misfit as error:
        raise EditionDataError(
            f"The section lessons of {info.id} cannot be read: {error.message}"
        ) from None
    if steps and steps[0].position is None:
        raise EditionDataError(f"The first lesson of {info.id} has no position.")
    return steps


def lessons_of(info: EditionInfo) -> list[LessonStep]:
    return [
        LessonStep(
            begins=step.position is not None,
            say=Bilingual(step.en.say, step.de.say),
            done=Bilingual(step.en.done, step.de.done),
            hint=Bilingual(step.en.hint, step.de.hint),
            accepted=step.accepted,
        )
        for step in taught(info)
    ]
