"""Random changes of position lines: slips of the pen, and plausible lies."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Final

from tsuro.core.state import Fate, Reason

SIGNS: Final = "T0123456789?*!_.,;:|+-<>=/[]{}abcdefghnoyesw "
TOKENS: Final = re.compile(r"[A-Za-z_]+(?:\d+)?|\d+|\s+|.")
"""Names, numbers and single signs: tiles and cells are one token each."""
KINDS: Final = (
    re.compile(r"[TCE]\d+"),
    re.compile(r"[GB][1-5]"),
    re.compile(r"[a-z]\d+"),
    re.compile(r"\d+"),
    re.compile(r"[a-z_]+"),
)
"""Tokens of one kind can stand for one another."""
WORDS: Final = (*Fate, *Reason, "yes", "no", "x", "off", "n", "e", "s", "w")
FIXED: Final = 7
"""Fields that every line has; named ones follow."""
MOST: Final = 3
"""Changes of one line."""


class Mutator:
    """Lines made from those of one game."""

    def __init__(self, lines: Sequence[str], rng: Random) -> None:
        self._lines = lines
        self._rng = rng
        self._changes: tuple[Callable[[str], str], ...] = (
            self._slip,
            self._other_token,
            self._other_token,
            self._swapped_tokens,
            self._other_number,
            self._other_number,
            self._other_field,
            self._other_field,
            self._other_item,
            self._other_item,
        )

    def line(self) -> str:
        """Any of the lines, changed in one to three ways."""
        line = self._rng.choice(self._lines)
        for _ in range(self._rng.randint(1, MOST)):
            line = self._rng.choice(self._changes)(line)
        return line

    def _slip(self, line: str) -> str:
        """Some signs more, fewer or others."""
        at = self._rng.randrange(len(line) + 1)
        extra = "".join(self._rng.choices(SIGNS, k=self._rng.randrange(3)))
        return line[:at] + extra + line[at + self._rng.randrange(3) :]

    def _other_token(self, line: str) -> str:
        """A tile, cell, number or word in place of another one."""
        tokens = TOKENS.findall(line)
        at = self._index(tokens)
        kind = _kind(tokens[at])
        pool = [
            token for token in TOKENS.findall(self._rng.choice(self._lines)) if _kind(token) == kind
        ]
        if kind == len(KINDS) - 1:
            pool += WORDS
        tokens[at] = self._rng.choice(pool or tokens)
        return "".join(tokens)

    def _swapped_tokens(self, line: str) -> str:
        """Two tokens of the same kind change places."""
        tokens = TOKENS.findall(line)
        one = self._index(tokens)
        others = [at for at, token in enumerate(tokens) if _kind(token) == _kind(tokens[one])]
        other = self._rng.choice(others)
        tokens[one], tokens[other] = tokens[other], tokens[one]
        return "".join(tokens)

    def _other_number(self, line: str) -> str:
        """A number, also one in a cell or a tile, is a little off."""
        numbers = list(re.finditer(r"\d+", line))
        if not numbers:
            return line
        found = self._rng.choice(numbers)
        value = int(found[0]) + self._rng.choice((-2, -1, 1, 2, self._rng.randrange(100)))
        return line[: found.start()] + str(abs(value)) + line[found.end() :]

    def _other_field(self, line: str) -> str:
        """A field of another position of the game, or one field less."""
        fields = line.split(" ")
        others = self._rng.choice(self._lines).split(" ")
        at = self._rng.randrange(max(len(fields), FIXED))
        if at < min(FIXED, len(fields)):
            fields[at] = others[at]
            return " ".join(fields)
        named = others[FIXED:]
        if named and self._rng.random() < 0.8:
            other = self._rng.choice(named)
            name = other.partition("=")[0] + "="
            same = (n for n, field in enumerate(fields) if field.startswith(name))
            place = next(same, len(fields))
            fields[place : place + 1] = [other]
        elif at < len(fields):
            del fields[at]
        return " ".join(fields)

    def _other_item(self, line: str) -> str:
        """An item of a list is left out, written twice, or changes places with another."""
        fields = line.split(" ")
        at = self._rng.randrange(len(fields))
        separator = self._rng.choice(",;|.+")
        items = fields[at].split(separator)
        one, other = self._rng.randrange(len(items)), self._rng.randrange(len(items))
        match self._rng.randrange(4):
            case 0 if len(items) > 1:
                del items[one]
            case 1:
                items.insert(other, items[one])
            case 2:
                items[one] = items[other]
            case _:
                items[one], items[other] = items[other], items[one]
        fields[at] = separator.join(items)
        return " ".join(fields)

    def _index(self, tokens: Sequence[str]) -> int:
        """Some token that has a kind."""
        telling = [at for at, token in enumerate(tokens) if _kind(token) is not None]
        return self._rng.choice(telling) if telling else self._rng.randrange(len(tokens))


@cache
def _kind(token: str) -> int | None:
    return next((n for n, kind in enumerate(KINDS) if kind.fullmatch(token)), None)
