"""Luck that can be checked: every event follows from a secret and from what each seat added.

Whoever keeps a table makes a secret and shows its hash before anybody sits down; then each seat
adds a part. A key is made of both, and each event of luck of the key and its own number, so the
same event always brings the same luck, whoever asks, and however often. docs/fair-luck.md tells
strangers how to compute all of it.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from typing import Final

from tsuro.core.actions import Outcome
from tsuro.core.asks import Chance
from tsuro.errors import BadSetting
from tsuro.telling.refusals import Refusal

SCHEME: Final = "1"
"""The way of deriving that this module knows; records name it."""
PART_LENGTH: Final = 64
WIDTH: Final = 4
"""Bytes of a hash that make a number."""
_PART: Final = re.compile(rf"[A-Za-z0-9._-]{{0,{PART_LENGTH}}}")
_HASH: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Proof:
    """What the luck of a game is derived from."""

    secret: str
    """64 hexadecimal digits, known to nobody but the keeper of the table until the end."""
    parts: tuple[str, ...]
    """What each seat added; bots and whoever says nothing add the empty text."""

    @property
    def commitment(self) -> str:
        return commitment_of(self.secret)

    def chance(self) -> FairChance:
        return FairChance(key_of(self.secret, self.parts))


def commitment_of(secret: str) -> str:
    """What is shown of a secret before the game."""
    return sha256(secret.encode()).hexdigest()


def is_hash(text: str) -> bool:
    """Whether a text can be a secret or a commitment."""
    return _HASH.fullmatch(text) is not None


def clean_part(text: str) -> str:
    """What a seat adds to the luck; refuses what could not be written down alike everywhere."""
    if _PART.fullmatch(text) is None:
        raise Refusal(
            "bad_part",
            f"What you add to the luck is at most {PART_LENGTH} letters from a to z, digits, "
            "dots, hyphens and underscores.",
        )
    return text


def key_of(secret: str, parts: Iterable[str]) -> bytes:
    """The key that all luck of a game is derived from."""
    text = "".join(f"{line}\n" for line in (f"tsuro luck {SCHEME}", *parts))
    return hmac.digest(secret.encode(), text.encode(), "sha256")


def number_below(key: bytes, event: int, limit: int) -> int:
    """A number from 0 on, less than `limit`, each as likely as the others."""
    most = 256**WIDTH
    if not 1 <= limit <= most:
        raise BadSetting(f"Luck can tell {most} ways apart, not {limit}.")
    fair = most - most % limit
    return next(number for number in _numbers(key, event) if number < fair) % limit


def _numbers(key: bytes, event: int) -> Iterator[int]:
    for attempt in count():
        text = f"event {event} try {attempt}"
        yield int.from_bytes(hmac.digest(key, text.encode(), "sha256")[:WIDTH])


def outcome_of(key: bytes, event: int, outcomes: Sequence[tuple[Outcome, int]]) -> Outcome:
    """What an event of luck brings: outcomes are counted in the order of their notation."""
    ordered = sorted(outcomes, key=lambda each: str(each[0]))
    number = number_below(key, event, sum(weight for _, weight in ordered))
    for outcome, weight in ordered:
        number -= weight
        if number < 0:
            return outcome
    raise AssertionError("The weights add up to more than the number.")


class FairChance:
    """Luck by number: the first event of a game is number 0."""

    def __init__(self, key: bytes, event: int = 0) -> None:
        self._key = key
        self._event = event

    def pick(self, chance: Chance) -> Outcome:
        outcome = outcome_of(self._key, self._event, chance.outcomes)
        self._event += 1
        return outcome

    def copy(self) -> FairChance:
        return self.at(self._event)

    def at(self, event: int) -> FairChance:
        """The same luck from an event on."""
        return FairChance(self._key, event)


HEADERS: Final = ("Luck", "LuckCommitment", "LuckSecret")


def luck_headers(proof: Proof) -> dict[str, str]:
    """What a record says about its luck."""
    parts = {f"LuckPart{seat}": part for seat, part in enumerate(proof.parts) if part}
    values = (SCHEME, proof.commitment, proof.secret)
    return dict(zip(HEADERS, values, strict=True)) | parts


def proof_in(headers: Mapping[str, str], seats: int) -> Proof:
    """What a record says its luck was derived from, as far as all of it is there."""
    return Proof(
        headers["LuckSecret"],
        tuple(headers.get(f"LuckPart{seat}", "") for seat in range(seats)),
    )
