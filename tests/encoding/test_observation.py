"""What a seat may know as numbers: kernels and views tell the same, and nothing that is hidden."""

from __future__ import annotations

from random import Random

import numpy
import pytest

from tests.differential.test_tile_games import positions, scarce
from tests.encoding.support import (
    any_way_to_play,
    by_kernel,
    decisions_of_a_game,
    differences,
    names_of,
)
from tsuro.core.asks import Decide
from tsuro.core.ids import Seat
from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.editions.registry import OURS, build_edition
from tsuro.encoding import encoding_of
from tsuro.engine.determinize import determinize
from tsuro.engine.play import Step, resume
from tsuro.engine.views import view
from tsuro.fast import kernel_of
from tsuro.training import Games

GAMES = 4
CROWD = 400
"""Games at once where something rare is looked for."""


def check(edition: Edition, step: Step, seat: Seat) -> bytes:
    """Both ways to an observation give the same; returns it."""
    encoding = encoding_of(edition)
    seen = view(edition, step.state, step.ask, viewer=seat)
    told = encoding.observe(seen)
    assert differences(encoding, by_kernel(encoding, edition, step.state, seat), told) == []
    return told


@pytest.mark.parametrize("name", OURS)
def test_kernels_and_views_tell_the_same_at_every_decision(name: str) -> None:
    rng = Random(f"observe {name}")
    for _ in range(GAMES):
        edition = any_way_to_play(name, rng)
        for step in decisions_of_a_game(edition, rng):
            asked = step.ask.seat if isinstance(step.ask, Decide) else 0
            for seat in {asked, rng.randrange(edition.seats)}:
                check(edition, step, Seat(seat))


@pytest.mark.parametrize(("name", "seats"), [("classic", 5), ("kosmos", 2), ("kosmos", 6)])
def test_they_tell_the_same_where_tiles_are_short(name: str, seats: int) -> None:
    rng = Random(f"short {name} {seats}")
    edition = build_edition(name, seats=seats)
    for state in positions(edition, rng, 30):
        step = resume(edition, scarce(state, rng))
        for seat in range(seats):
            check(edition, step, Seat(seat))


@pytest.mark.parametrize("name", OURS)
def test_every_plane_and_entry_tells_something_now_and_then(name: str) -> None:
    """A number that is always 0 could be left out without anybody noticing."""
    rng = Random(f"used {name}")
    used: set[str] = set()
    items: set[str] = set()
    for _ in range(4):
        edition = any_way_to_play(name, rng)
        names = [each.partition("[")[0] for each in names_of(encoding_of(edition))]
        items |= set(names)
        games = Games(edition, CROWD, seed=rng.getrandbits(32))
        most = games.observe()[0]
        while not games.done.all():
            lines = games.observe(numpy.full(CROWD, rng.randrange(edition.seats)))
            most = numpy.maximum(most, lines.max(axis=0))
            games.step(games.sample())
        used |= {names[number] for number in numpy.flatnonzero(most)}
    assert items - used == NEVER_USED[name]


NEVER_USED = {
    "classic": {"heaps", "box", "half", "played", "entering"},
    "kosmos": {"give", "take", "dragon"},
    "pocket": {"give", "take", "dragon", "heaps", "box", "entering"},
    "seas": set[str](),
    "phoenix": set[str](),
}
"""What belongs to another edition of the same family."""


@pytest.mark.parametrize("name", OURS)
def test_compiled_kernels_tell_what_views_tell(name: str) -> None:
    rng = Random(f"compiled {name}")
    edition = any_way_to_play(name, rng)
    games = Games(edition, 6, seed=5)
    encoding = games.encoding
    while not games.done.all():
        seats = numpy.array([rng.randrange(edition.seats) for _ in range(games.count)])
        for index, line in enumerate(games.observe(seats)):
            seen = games.view(index, int(seats[index]))
            assert differences(encoding, line.tobytes(), encoding.observe(seen)) == []
        games.step(games.sample())


def masked(games: Games) -> list[bytes]:
    return [
        games.encoding.mask(games.view(index, max(0, int(seat))))
        for index, seat in enumerate(games.to_act)
    ]


@pytest.mark.parametrize("name", OURS)
def test_masks_are_the_options_of_the_reference(name: str) -> None:
    edition = any_way_to_play(name, Random(f"mask {name}"))
    games = Games(edition, 6, seed=6)
    while not games.done.all():
        assert [line.tobytes() for line in games.mask()] == masked(games)
        games.step(games.sample())
    assert not games.mask().any()


@pytest.mark.parametrize("name", OURS)
def test_nothing_hidden_is_told(name: str) -> None:
    """Worlds that a seat cannot tell apart give it the same numbers."""
    rng = Random(f"hidden {name}")
    for _ in range(GAMES // 2):
        edition = any_way_to_play(name, rng)
        encoding, kernel = encoding_of(edition), kernel_of(edition, ready="plain")
        for step in decisions_of_a_game(edition, rng):
            seat = Seat(rng.randrange(edition.seats))
            told = by_kernel(encoding, edition, step.state, seat)
            seen = view(edition, step.state, step.ask, viewer=seat)
            worlds: list[GameState] = [determinize(seen, rng)]
            row = kernel.to_row(step.state, luck=rng.getrandbits(32) | 1)
            encoding.family.function("deal_unseen")(row, seat)
            worlds.append(kernel.from_row(row))
            for world in worlds:
                other = by_kernel(encoding, edition, world, seat)
                assert differences(encoding, told, other) == []


def test_who_is_taken_tiles_from_does_not_see_them() -> None:
    """While hands are swapped, not even the loser knows what is left of its own (CL-18)."""
    rng = Random(18)
    edition = build_edition("classic", seats=6)
    encoding = encoding_of(edition)
    looked = 0
    for _ in range(40):
        for step in decisions_of_a_game(edition, rng):
            if step.state.cursor.phase == "exchange" and step.state.result is None:
                for loser in step.state.out_now():
                    told = check(edition, step, loser)
                    names = names_of(encoding)
                    hand = [n for name, n in zip(names, told, strict=True) if "kinds[" in name]
                    assert not any(hand)
                    looked += 1
    assert looked > 5
