"""Who is out went out once, in order, and not later than now (GEN-20)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from tsuro.core.ids import Seat
from tsuro.core.state import Exit, Fate, GameState
from tsuro.editions.edition import Edition
from tsuro.editions.violation import Violation
from tsuro.rules.phoenix.rising import Ashes
from tsuro.rules.seas.daikaiju import Sea


def exits_fit(edition: Edition, state: GameState) -> Iterator[Violation]:
    seats = [out.seat for out in state.exits]
    for seat in seats:
        if state.is_in(seat):
            yield Violation("GEN-20", "exits", f"seat {seat} is still in")
    if len(set(seats)) < len(seats):
        yield Violation("GEN-20", "exits", "a seat went out twice")
    for number in range(state.seats):
        if number not in seats and not state.is_in(Seat(number)):
            yield Violation("GEN-20", "exits", f"seat {number} is out, but not in `exits`")
    yield from _times(state)


def fates_are_known(edition: Edition, state: GameState) -> Iterator[Violation]:
    for out in state.exits:
        if out.fate not in _fates(state):
            yield Violation("GEN-20", "exits", f"nobody goes out by {out.fate} in {edition.title}")


def _times(state: GameState) -> Iterator[Violation]:
    now = state.turn
    for out in state.exits:
        early = 1 <= out.turn <= now.number and out.moment <= now.moment
        if not early or (out.moment == now.moment and out.turn < now.number):
            yield Violation(
                "GEN-20",
                "exits",
                f"seat {out.seat} cannot have gone out at turn {out.turn}, moment {out.moment}",
            )
    for one, other in pairwise(state.exits):
        if not _in_order(one, other):
            yield Violation("GEN-20", "exits", f"seat {one.seat} went out after seat {other.seat}")


def _in_order(one: Exit, other: Exit) -> bool:
    if one.moment == other.moment:
        return one.turn == other.turn
    return one.turn <= other.turn and one.moment < other.moment


def _fates(state: GameState) -> tuple[Fate, ...]:
    if state.has_part(Ashes):
        return (Fate.STRANDED,)
    if state.has_part(Sea):
        return (Fate.EDGE, Fate.LOOP, Fate.DAIKAIJU, Fate.STRANDED)
    return (Fate.EDGE, Fate.LOOP, Fate.COLLISION)
