"""Does the luck of a recorded game follow from its secret and from what the seats added?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tsuro.core.actions import Action
from tsuro.core.asks import Chance
from tsuro.formats.record import UNFINISHED, Record
from tsuro.telling.luck import HEADERS, SCHEME, is_hash, outcome_of, proof_in
from tsuro.telling.luck import commitment_of as committed
from tsuro.telling.luck import key_of as made_key

UNPROVEN: Final = (
    "this record says nothing about its luck: it is of a game from before luck could be "
    "checked, of a table with a seed, of a what-if, or of no server at all"
)


@dataclass(frozen=True, slots=True)
class Misfit:
    """An event that does not follow."""

    event: int
    """The number of the event of luck, from 0."""
    action: Action
    expected: Action
    line: int | None
    column: int | None

    def __str__(self) -> str:
        where = f" (line {self.line}, column {self.column})" if self.line else ""
        return f"event {self.event} of luck{where} is {self.action}, but must be {self.expected}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of looking at the luck of a record."""

    checked: bool
    events: int
    """How many events of luck were found to follow."""
    parts: int = 0
    """How many seats added something."""
    reason: str | None = None
    """Why nothing was proved, in words."""
    misfit: Misfit | None = None
    """The first event that does not follow."""


def verify(record: Record, commitment: str | None = None) -> Verdict:
    """Replay a record, which must be sound, and derive its luck anew.

    `commitment` is what somebody noted before the game.
    """
    steps = record.steps()
    reason = _complaint(record, commitment)
    if reason is not None:
        return Verdict(checked=False, events=0, reason=reason)
    proof = proof_in(record.headers, record.edition.seats)
    key = made_key(proof.secret, proof.parts)
    parts = sum(map(bool, proof.parts))
    events = 0
    for number, (action, before) in enumerate(zip(record.actions, steps, strict=False)):
        if not isinstance(before.ask, Chance):
            continue
        expected = outcome_of(key, events, before.ask.outcomes)
        if expected != action:
            misfit = _misfit(record, number, events, expected)
            return Verdict(False, events, parts, str(misfit), misfit)
        events += 1
    return Verdict(checked=True, events=events, parts=parts)


def _complaint(record: Record, commitment: str | None) -> str | None:
    """Why the luck of this record cannot be derived, or not from what was promised."""
    headers = record.headers
    if "Luck" not in headers:
        return UNPROVEN
    if headers["Luck"] != SCHEME:
        return f"its luck was derived in the way {headers['Luck']!r}, which is not known here"
    if record.result == UNFINISHED:
        return "the game is not over, and its secret is shown at the end"
    missing = [name for name in HEADERS if not is_hash(headers.get(name, "")) and name != "Luck"]
    if missing:
        return f"the header {missing[0]} must be 64 hexadecimal digits"
    if committed(headers["LuckSecret"]) != headers["LuckCommitment"]:
        return "the secret is not the one that was committed to"
    if commitment is not None and commitment.strip().lower() != headers["LuckCommitment"]:
        return "another commitment was shown before the game"
    return None


def _misfit(record: Record, number: int, event: int, expected: Action) -> Misfit:
    place = record.places[number] if record.places else None
    line, column = (place.line, place.column) if place else (None, None)
    return Misfit(event, record.actions[number], expected, line, column)
