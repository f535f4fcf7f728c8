"""Hands, over numbers: as many slots for every seat, filled from the front in the order drawn."""

from __future__ import annotations

from typing import Final, Protocol

from tsuro.fast.shared.shapes import NO_TILE

HAND: Final = 3
"""Slots of a hand in the tile games and at sea; loops over a hand are written for this number."""


class Hands(Protocol):
    """The fields of a record that hold the hands of all seats, and whose turn it is."""

    seat: int
    seats: int
    hand_n: list[int]
    hand: list[int]


def add_to_hand(g: Hands, seat: int, tile: int) -> None:
    g.hand[slots_each(g) * seat + g.hand_n[seat]] = tile
    g.hand_n[seat] += 1


def slots_each(g: Hands) -> int:
    """How many slots a seat has; a record has room for eight."""
    return len(g.hand) >> 3


def take_from_hand(g: Hands, tile: int) -> None:
    """Close the gap a tile leaves in the active hand of three, without a branch."""
    slot = HAND * g.seat
    first = g.hand[slot] == tile
    second = first | (g.hand[slot + 1] == tile)
    g.hand[slot] = g.hand[slot + first]
    g.hand[slot + 1] = g.hand[slot + 1 + second]
    g.hand[slot + 2] = NO_TILE
    g.hand_n[g.seat] -= 1


def repeats(g: Hands, slot: int, i: int) -> int:
    """Whether slot number `i` of a hand of three holds the same kind of tile as one before it."""
    tile = g.hand[slot]
    return ((i > 0) & (tile == g.hand[slot - 1])) | ((i > 1) & (tile == g.hand[slot - 2]))
