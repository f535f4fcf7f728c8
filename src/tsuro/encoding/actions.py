"""The dense index of every decision of an edition on one board."""

from __future__ import annotations

from collections.abc import Iterator

from tsuro.editions.edition import Edition
from tsuro.editions.registry import MAX_SEATS, MIN_SEATS, build_edition
from tsuro.fast.families import family_of


def indexed_codes(edition: Edition) -> dict[int, str]:
    """Every code that a decision may have, in order, and how it is written.

    What any number of seats and any value of a switch brings is in, as long as the board is of the
    same size: so an index means the same in all of these games.
    """
    family = family_of(edition)
    found: dict[int, str] = {}
    for variant in _variants(edition):
        tables = family.tables(variant)
        for code in family.decisions(tables):
            if code not in found:
                found[code] = str(family.action_of(tables, code))
    return dict(sorted(found.items()))


def _variants(edition: Edition) -> Iterator[Edition]:
    """The edition with each number of seats and each switch set otherwise; duels come last.

    In them a placement names the pawn, which is left out wherever nobody has two.
    """
    changes = [{}, *({each.name: value} for each in edition.info.switches for value in each.values)]
    for seats in range(MAX_SEATS, MIN_SEATS - 1, -1):
        for change in changes:
            variant = build_edition(edition.id, seats=seats, switches=change)
            if variant.size == edition.size:
                yield variant
    yield edition
