"""Several faults, each told only if it is there."""

from __future__ import annotations

from collections.abc import Iterator

from tsuro.editions.violation import Violation


def complaints(*rows: tuple[bool, str, str, str]) -> Iterator[Violation]:
    """A row says whether something is wrong, by which rule, with what, and in which words."""
    return (Violation(rule, about, what) for wrong, rule, about, what in rows if wrong)
