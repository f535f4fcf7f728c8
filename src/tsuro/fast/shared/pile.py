"""The pile, over numbers: a bag in no order, and what is known to lie under it.

Not every record has a bottom. Where one does it is a ring, whose length is a power of two, that
begins at `bottom_at`.
"""

from __future__ import annotations

from typing import Protocol

from tsuro.fast.shared.rng import below


class Bag(Protocol):
    """The fields of a record that hold the bag."""

    rng: int
    bag_n: int
    bag: list[int]


class Bottom(Protocol):
    """The fields of a record that hold what lies under it."""

    bottom_at: int
    bottom_n: int
    bottom: list[int]
    bottom_known: list[int]


def put_in_bag(g: Bag, tile: int) -> None:
    g.bag[g.bag_n] = tile
    g.bag_n += 1


def take_from_bag(g: Bag, index: int) -> int:
    """The tile in a place of the bag, which the last one takes."""
    tile = g.bag[index] + 0
    g.bag_n -= 1
    g.bag[index] = g.bag[g.bag_n]
    return tile


def any_of_bag(g: Bag) -> int:
    """A tile by the record's own luck."""
    return take_from_bag(g, below(g, g.bag_n))


def place_in_bag(g: Bag, tile: int) -> int:
    """Where a tile is that the bag has."""
    index = 0
    while g.bag[index] != tile:
        index += 1
    return index


def is_in_bag(g: Bag, tile: int) -> bool:
    found = 0
    for index in range(g.bag_n):
        found |= g.bag[index] == tile
    return found > 0


def kinds_in_bag(g: Bag, first: int, out: list[int], weights: list[int]) -> int:
    """The different tiles, as codes from `first` on, and how many of each there are."""
    n = 0
    for index in range(g.bag_n):
        code = first + g.bag[index]
        place = 0
        while place < n and out[place] != code:
            place += 1
        if place == n:
            out[n] = code
            weights[n] = 0
            n += 1
        weights[place] += 1
    return n


def place_under(g: Bottom, number: int) -> int:
    """Where in the ring the tile lies that comes up after so many others."""
    return (g.bottom_at + 0 + number) & (len(g.bottom) - 1)


def bury(g: Bottom, tile: int, known_to: int) -> None:
    """A tile goes under the pile; the ring has room for every tile there is."""
    place = place_under(g, g.bottom_n)
    g.bottom[place] = tile
    g.bottom_known[place] = known_to
    g.bottom_n += 1


def take_from_bottom(g: Bottom) -> int:
    """The tile that comes up next, once the bag is empty."""
    tile = g.bottom[g.bottom_at] + 0
    g.bottom_at = place_under(g, 1)
    g.bottom_n -= 1
    return tile
