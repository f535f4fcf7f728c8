"""Limits of what is read from the wire, written into type hints with `Annotated`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bounds:
    """The smallest and largest number, or length of a text, a list or an object."""

    least: int | None = None
    most: int | None = None
    pattern: str | None = None
    """A regular expression that a whole text must fit."""
