"""Whether a record is of a game that people are still playing here: it is not analysed.

Whoever sits in a running game could write down what everybody has seen, make up what is hidden, and
have it judged as a record from a file. So the decisions are compared as onlookers know them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tsuro.server.play.table import Table
from tsuro.telling.match import Match
from tsuro.telling.viewers import action_for, events_for

Seen = tuple[int, str | None]
"""Who decided, and what, as far as an onlooker learns it."""


def is_played_elsewhere(record: Match, running: Iterable[Table]) -> bool:
    """Whether a record begins as a game of several people does that is going on, or the other way.

    Until everybody has set a pawn and somebody has moved, many games look alike.
    """
    known = list(_seen(record))
    return any(
        _is_alike(table.match, record)
        and table.document.position is None
        and len(table.document.seats) - len(table.document.bots) > 1
        and _continues(known, _seen(table.match), least=record.edition.seats + 1)
        for table in running
    )


def _is_alike(one: Match, two: Match) -> bool:
    first, second = one.edition, two.edition
    return (first.id, first.seats, dict(first.switches)) == (
        second.id,
        second.seats,
        dict(second.switches),
    ) and one.opening.state.first == two.opening.state.first


def _continues(known: list[Seen], other: Iterator[Seen], *, least: int) -> bool:
    """Whether one of two rows of decisions begins with the whole of the other."""
    common = 0
    for mine, theirs in zip(known, other, strict=False):
        if mine != theirs:
            return False
        common += 1
    return common >= least


def _seen(match: Match) -> Iterator[Seen]:
    for move in match.moves:
        if move.seat is not None:
            yield move.seat, action_for(move, events_for(move.step.events, None))
