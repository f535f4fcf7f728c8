"""Dealing anew what a seat cannot see, over numbers (GEN-18).

As `engine.determinize` does for views, but from one possible world to another: all that a viewer
cannot see goes into the bag, and then every place gets any tile of it.
"""

from __future__ import annotations

from typing import Protocol

from tsuro.fast.shared.hands import Hands, slots_each
from tsuro.fast.shared.layout import NONE
from tsuro.fast.shared.pile import Bag, Bottom, any_of_bag, place_under, put_in_bag


class HandsAndBag(Hands, Bag, Protocol):
    """The fields of a record with hands and a bag."""


class BottomAndBag(Bottom, Bag, Protocol):
    """The fields of a record with a whole pile."""


class BoxAndBag(Bag, Protocol):
    """The fields of a record with a bag and tiles out of the game."""

    box_n: int
    box: list[int]
    box_known: list[int]


def is_secret(known_to: int, viewer: int) -> bool:
    """Whether a viewer has not seen a tile go under the pile or out of the game."""
    return (known_to != NONE) & (known_to != viewer)


def gather_hands(g: HandsAndBag, shown: int) -> None:
    """Tiles of all slots but those of a mask."""
    each = slots_each(g)
    for seat in range(g.seats):
        for slot in range(each * seat, each * seat + g.hand_n[seat]):
            if shown >> slot & 1 == 0:
                put_in_bag(g, g.hand[slot])


def deal_hands(g: HandsAndBag, shown: int) -> None:
    each = slots_each(g)
    for seat in range(g.seats):
        for slot in range(each * seat, each * seat + g.hand_n[seat]):
            if shown >> slot & 1 == 0:
                g.hand[slot] = any_of_bag(g)


def gather_bottom(g: BottomAndBag, viewer: int) -> None:
    """Tiles under the pile that others put there."""
    for i in range(g.bottom_n):
        place = place_under(g, i)
        if is_secret(g.bottom_known[place], viewer):
            put_in_bag(g, g.bottom[place])


def deal_bottom(g: BottomAndBag, viewer: int) -> None:
    for i in range(g.bottom_n):
        place = place_under(g, i)
        if is_secret(g.bottom_known[place], viewer):
            g.bottom[place] = any_of_bag(g)


def gather_box(g: BoxAndBag, viewer: int) -> None:
    """Tiles out of the game that others laid down."""
    for i in range(g.box_n):
        if is_secret(g.box_known[i], viewer):
            put_in_bag(g, g.box[i])


def deal_box(g: BoxAndBag, viewer: int) -> None:
    for i in range(g.box_n):
        if is_secret(g.box_known[i], viewer):
            g.box[i] = any_of_bag(g)
