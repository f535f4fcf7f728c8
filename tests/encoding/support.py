"""Games in which the numbers for learners are looked at, and names for what differs."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from random import Random

from tsuro.core.asks import Decide
from tsuro.core.ids import Seat
from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.editions.registry import MAX_SEATS, MIN_SEATS, build_edition, edition_info
from tsuro.encoding import Encoding
from tsuro.engine.play import Step, advance, begin
from tsuro.fast import kernel_of
from tsuro.fast.equality import by_luck
from tsuro.fast.shared.outline import Item


def any_way_to_play(name: str, rng: Random) -> Edition:
    """An edition with any number of seats and any switches."""
    switches = {each.name: rng.choice(each.values) for each in edition_info(name).switches}
    return build_edition(name, seats=rng.randint(MIN_SEATS, MAX_SEATS), switches=switches)


def decisions_of_a_game(edition: Edition, rng: Random) -> Iterator[Step]:
    """Every step of a random game at which somebody decides, and the end."""
    step = begin(edition, first=rng.randrange(edition.seats))
    while step.ask is not None:
        if isinstance(step.ask, Decide):
            yield step
        step = advance(edition, step, by_luck(step, rng))
    yield step


def by_kernel(encoding: Encoding, edition: Edition, state: GameState, seat: Seat) -> bytes:
    """What the plain kernel shows a seat of a state."""
    row = kernel_of(edition, ready="plain").to_row(state)
    numbers = [0] * encoding.length
    observing = import_module(f"{encoding.family.room}.observing")
    observing.observe(row, seat, encoding.totals(edition), numbers)
    return bytes(numbers)


def names_of(encoding: Encoding) -> list[str]:
    """What each number of an observation tells."""
    cells = [
        f"{item.name}[{plane}] {'abcdefgh'[at % encoding.size]}{at // encoding.size + 1}"
        for item, plane in _each(encoding.outline.planes)
        for at in range(encoding.size**2)
    ]
    return cells + [f"{item.name}[{entry}]" for item, entry in _each(encoding.outline.entries)]


def _each(items: tuple[Item, ...]) -> Iterator[tuple[Item, int]]:
    for item in items:
        for number in range(item.count):
            yield item, number


def differences(encoding: Encoding, one: bytes, other: bytes) -> list[str]:
    """The numbers that are not the same, by name."""
    return [
        f"{name}: {mine} and {theirs}"
        for name, mine, theirs in zip(names_of(encoding), one, other, strict=True)
        if mine != theirs
    ]
