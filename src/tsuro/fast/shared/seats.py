"""Seats in their order round the table, over numbers."""

from __future__ import annotations

from typing import Final, Protocol

SEATS: Final = 8
NOBODY: Final = SEATS

NEXT_SEAT: Final = bytes(
    next((seat % SEATS for seat in range(after + 1, after + SEATS + 1) if mask >> seat % SEATS & 1),
         NOBODY)
    for mask in range(1 << SEATS)
    for after in range(SEATS)
)  # fmt: skip
"""NEXT_SEAT[8 * mask + seat]: the next seat of a set clockwise, `seat` itself last (GEN-15)."""


class Starts(Protocol):
    """The fields of a record that tell whose start place comes next."""

    first: int
    seats: int
    started: int


def starting_seat(g: Starts) -> int:
    """Pawns are set from the first seat clockwise, one a round (CL-5, KO-19, SE-11, PR-7)."""
    seat = g.first + 0 + g.started - g.seats * (g.started >= g.seats)
    return seat if seat < g.seats else seat - g.seats


class Seated(Protocol):
    """The field of a record that tells how many seats there are."""

    seats: int


class Lively(Protocol):
    """The field of a record that tells which seats are still in."""

    alive: int


def turns_before(g: Lively, actor: int, seat: int) -> int:
    """How many seats still in decide before a seat that is still in does, from one that acts."""
    turns = 0
    other = actor + 0
    while other != seat and turns < SEATS:
        other = NEXT_SEAT[8 * g.alive + other] + 0
        turns += 1
    return turns


def seen_from(g: Seated, seat: int, other: int) -> int:
    """The place of a seat at the table, counted clockwise from a viewer's."""
    steps = other + 0 - seat
    return steps if steps >= 0 else steps + g.seats
