"""Duplicate deals: the luck of one deal is played by every rotation of its line-up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from random import Random

from tsuro.arena.settings import ArenaError, Lineup, Settings


@dataclass(frozen=True)
class Seating:
    """One game to be played."""

    deal: int
    rotation: int
    bots: tuple[int, ...]
    """For each seat the number of its bot in the settings."""


def seatings(settings: Settings, games: int) -> Iterator[Seating]:
    """Whole deals, until there are at least so many games."""
    found = deal = 0
    while found < games:
        for seating in deal_seatings(settings, deal):
            found += 1
            yield seating
        deal += 1


def deal_seatings(settings: Settings, deal: int) -> list[Seating]:
    """Every different rotation of a deal's line-up over the seats."""
    lineup = lineup_of(settings, deal)
    turned = (lineup[-turn:] + lineup[:-turn] for turn in range(len(lineup)))
    return [Seating(deal, number, bots) for number, bots in enumerate(dict.fromkeys(turned))]


def lineup_of(settings: Settings, deal: int) -> tuple[int, ...]:
    """Who plays in a deal, in the order round the table."""
    bots, seats = len(settings.bots), settings.seats
    if settings.lineup is Lineup.ONE_VS_REST:
        return (0, *(1 + deal % (bots - 1) for _ in range(seats - 1)))
    if bots > seats:
        chosen = list(_chosen(bots, seats, settings.seed, deal))
    else:
        extra = seats % bots
        chosen = list(range(bots)) * (seats // bots)
        chosen += [(deal * extra + number) % bots for number in range(extra)]
    Random(f"tsuro arena {settings.seed} line-up {deal}").shuffle(chosen)
    return tuple(chosen)


def seats_of_first(settings: Settings) -> int:
    """How many seats the first bot holds whenever it plays; refuses line-ups where that varies."""
    bots, seats = len(settings.bots), settings.seats
    if settings.lineup is Lineup.ONE_VS_REST or bots >= seats:
        return 1
    if seats % bots:
        raise ArenaError(
            f"{bots} bots cannot share {seats} seats evenly: test with --lineup one-vs-rest."
        )
    return seats // bots


def _chosen(bots: int, seats: int, seed: int, deal: int) -> Sequence[int]:
    """One of all choices of bots; every choice comes once before any comes again."""
    choices = _choices(bots, seats, seed)
    return choices[deal % len(choices)]


@cache
def _choices(bots: int, seats: int, seed: int) -> list[tuple[int, ...]]:
    choices = list(combinations(range(bots), seats))
    Random(f"tsuro arena {seed} choices").shuffle(choices)
    return choices
