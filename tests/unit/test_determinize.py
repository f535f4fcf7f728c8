"""Filling in what somebody cannot see, whatever a position says of the rest."""

from __future__ import annotations

from collections import Counter
from random import Random

from tests.support.moments import moment
from tsuro.core.ids import Seat
from tsuro.core.replacing import replace
from tsuro.engine.determinize import determinize
from tsuro.engine.views import view


def test_a_pile_that_is_known_gives_its_tiles_to_nobody_else() -> None:
    """Nobody sees the pile of a game, but a position may name it and hide the hands."""
    edition, state = moment("classic", "place")
    seen = view(edition, state, None, viewer=Seat(0))
    told = replace(seen, state=replace(seen.state, pile=state.pile))
    world = determinize(told, Random(1))
    held = Counter(tile for hand in (*world.hands, world.pile.bag) for tile in hand)
    held.update(laid.tile for _, laid in world.board.occupied())
    assert held == Counter(edition.bag)
