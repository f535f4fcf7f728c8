"""Tables of a data file, read in such a way that everything wrong with them is noted at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from textwrap import shorten
from typing import Any, Final, TypeVar

from tsuro.errors import EditionDataError

STATUSES: Final = ("stated", "public", "reconstruction")
UNKNOWN: Final = "nothing is known by this name"
FEW: Final = 8
"""Names that are all listed; of more the first and the last are told."""

Read = TypeVar("Read")


@dataclass(frozen=True)
class Finding:
    """Something about a data file, where it stands, and how to mend it."""

    place: str
    """Tables and key with dots between, such as `tiles.copies.T07`."""
    sentence: str

    def __str__(self) -> str:
        return f"{self.place}: {self.sentence}"


@dataclass(frozen=True)
class Findings:
    errors: list[Finding] = field(default_factory=list)
    """What contradicts the rulebook, or could not be played."""
    warnings: list[Finding] = field(default_factory=list)
    """What may well be so, but deserves a second look at the box."""

    def raise_errors(self) -> None:
        if self.errors:
            raise EditionDataError("\n".join(map(str, self.errors)))


@dataclass(frozen=True)
class DataTable:
    """One table of a data file. Whoever reads on after an error reads something harmless."""

    values: Mapping[str, Any]
    place: str = ""
    findings: Findings = field(default_factory=Findings)

    def at(self, name: str = "") -> str:
        """The place of a key, or of the table itself."""
        return ".".join(filter(None, (self.place, name))) or "file"

    def require(self, condition: bool, name: str, sentence: str) -> bool:
        if not condition:
            self.findings.errors.append(Finding(self.at(name), sentence))
        return condition

    def warn_unless(self, condition: bool, name: str, sentence: str) -> None:
        if not condition:
            self.findings.warnings.append(Finding(self.at(name), sentence))

    def only(self, *names: str) -> None:
        """A key that nobody reads is most likely a slip."""
        known = ", ".join(names) if len(names) <= FEW else f"{names[0]} to {names[-1]}"
        for name in self.values:
            self.require(name in names, name, f"{UNKNOWN}; here belong {known}")

    def below(self, name: str) -> DataTable:
        """A table inside this one. If there is none, nothing more is found wrong inside it."""
        found = self.values.get(name)
        if isinstance(found, Mapping):
            return DataTable(found, self.at(name), self.findings)
        self._refuse(name, f"a table that begins with [{self.at(name)}]")
        return DataTable({}, self.at(name))

    def whole(self, name: str, low: int, high: int) -> int:
        """A whole number within limits; the highest if there is none."""
        found = self.values.get(name)
        if type(found) is int and low <= found <= high:
            return found
        self._refuse(name, str(low) if low == high else f"a whole number from {low} to {high}")
        return high

    def word(self, name: str, choices: tuple[str, ...]) -> str | None:
        """One of some words; None if there is none, or a wrong one."""
        found = self.values.get(name)
        if isinstance(found, str) and found in choices:
            return found
        if name in self.values:
            self._refuse(name, " or ".join(choices))
        return None

    def _refuse(self, name: str, wanted: str) -> None:
        if name in self.values:
            found = shorten(repr(self.values[name]), width=60, placeholder=" ...")
            self.require(False, name, f"this must be {wanted}, not {found}")
        else:
            self.require(False, name, f"this is missing; it must be {wanted}")

    def check_status(self) -> None:
        """Every printed fact says how well it is known."""
        self.require(
            self.values.get("status") in STATUSES,
            "status",
            f"status must be one of {', '.join(STATUSES)}: stated for what the rulebook says, "
            "public for what you have read off the box, reconstruction for a guess",
        )
        note = self.values.get("note")
        self.require(
            isinstance(note, str) and bool(note.strip()),
            "note",
            "a note must say where the facts come from",
        )


def checked(read: Callable[[DataTable], Read], data: Mapping[str, Any]) -> Read:
    """What a reader makes of a data file, unless anything is wrong with it."""
    root = DataTable(data)
    result = read(root)
    root.findings.raise_errors()
    return result
