"""A pile keeps no secret order: a bag above, known tiles below."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.support.tables import tiles
from tsuro.core.ids import Seat, TileId
from tsuro.core.pile import Buried, Pile

T01, T02, T03 = tiles("T01 T02 T03")


def test_any_tile_of_the_bag_may_be_on_top() -> None:
    pile = Pile((T01, T02, T02), (Buried(T03, None),))
    assert len(pile) == 4
    assert pile.draws() == Counter({T01: 1, T02: 2})
    assert pile.without(T02) == Pile((T01, T02), (Buried(T03, None),))


def test_under_an_empty_bag_tiles_come_up_in_order() -> None:
    pile = Pile((), (Buried(T03, (Seat(1),)), Buried(T01, ())))
    assert pile.draws() == Counter({T03: 1})
    assert pile.without(T03) == Pile((), (Buried(T01, ()),))
    with pytest.raises(AssertionError):
        pile.without(T01)


def test_an_empty_pile_has_nothing_to_draw() -> None:
    assert Pile().draws() == Counter()
    assert not Pile()


def test_shuffling_mixes_everything() -> None:
    pile = Pile((T02,), (Buried(T03, None),)).shuffled_with([TileId("T01")])
    assert pile == Pile((T01, T02, T03))


def test_tiles_put_under_the_pile_keep_their_order() -> None:
    one, other = Buried(T03, None), Buried(T02, (Seat(0),))
    assert Pile((T01,), (one,)).over([other]).bottom == (one, other)


def test_who_knows_a_buried_tile() -> None:
    assert Buried(T01, None).is_known_to(None)
    shown = Buried(T01, (Seat(2),))
    assert shown.is_known_to(Seat(2))
    assert not shown.is_known_to(Seat(0))
    assert not shown.is_known_to(None)
