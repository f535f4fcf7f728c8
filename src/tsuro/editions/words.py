"""What people are told of an edition: its section `words`, with a default for everything in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from tsuro.editions.edition import Edition, EditionInfo
from tsuro.editions.sections import Section

ENGLISH: Final = "en"
"""The language of editions that speak only one, and of everything that is not translated."""


@dataclass(frozen=True)
class Words:
    """The words of an edition in one language; what it lacks there is told in English."""

    info: EditionInfo
    language: str = ENGLISH

    @property
    def title(self) -> str:
        return str(self._said("title", self.info.title))

    @property
    def twist(self) -> str:
        """What is special about it, in one sentence."""
        return str(self._said("twist", self.info.summary))

    @property
    def blurb(self) -> str:
        """What makes somebody want to play it; the twist if nothing is said of it."""
        return str(self._said("blurb", self.twist))

    @property
    def goal(self) -> str:
        """How one wins, in one sentence; empty if nothing is said of it."""
        return str(self._said("goal", ""))

    @property
    def signs(self) -> tuple[str, ...]:
        """Signs on the text board that only this edition has."""
        return tuple(self._said("signs", ()))

    def lesson(self, switches: Mapping[str, str]) -> tuple[str, ...]:
        """How the game goes with its switches, in a few sentences."""
        more = self._said("more", {})
        settings = (f"{name}={value}" for name, value in switches.items())
        return (
            *self._said("lesson", (self.info.summary,)),
            *(sentence for setting in settings for sentence in more.get(setting, ())),
        )

    def switch(self, name: str) -> str:
        """What a switch is for."""
        summaries = {switch.name: switch.summary for switch in self.info.switches}
        return str(self._said("switches", {}).get(name, summaries[name]))

    def value(self, name: str, value: str) -> str:
        """A value of a switch, for somebody who sets it."""
        return str(self._said("values", {}).get(f"{name}={value}", value.replace("_", " ")))

    def switched(self, edition: Edition) -> tuple[str, ...]:
        """What is played otherwise than usual, in words that go with the title."""
        said = self._said("switched", {})
        return tuple(str(said.get(each, each)) for each in switched(self.info, edition))

    def _said(self, key: str, default: Any) -> Any:
        section: Section = self.info.section("words")
        spoken = section.get(self.language, {})
        return spoken.get(key, section.get(ENGLISH, {}).get(key, default))


def switched(info: EditionInfo, edition: Edition) -> tuple[str, ...]:
    """The switches that differ from the usual game and mean something, such as `piles=3`."""
    return tuple(
        f"{switch.name}={value}"
        for switch in info.switches
        if (value := edition.switches[switch.name]) != switch.default
        and switch.matters(edition.switches)
    )
