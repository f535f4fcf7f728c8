"""Editions are shared by all games of a process: nobody can change one for the others."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from copy import deepcopy
from typing import Any, cast

import pytest

from tsuro.core.frozen import FrozenMap
from tsuro.editions.edition import Edition, EditionInfo
from tsuro.editions.registry import EDITIONS, build_edition
from tsuro.editions.seas.printed import printed_seas
from tsuro.formats.position import format_edition
from tsuro.game import Game


def edition(name: str = "classic") -> Edition:
    return build_edition(name, seats=3)


def stranger() -> EditionInfo:
    return EditionInfo(
        id="ours",
        title="Ours",
        summary="",
        build=cast(Any, None),
        read=print,
        sections={"words": {}},
    )


@pytest.mark.parametrize(
    "shared",
    [
        edition().switches,
        edition().tiles.tiles,
        printed_seas().chart.arrows,
        printed_seas().on_board,
        stranger().sections,
        Game("classic", seed=1).record(Event="a test").headers,
    ],
    ids=["switches", "tiles", "arrows", "on_board", "sections", "headers"],
)
def test_a_shared_mapping_cannot_be_changed(shared: Mapping[Any, Any]) -> None:
    before = dict(shared)
    key = next(iter(before))
    with pytest.raises(TypeError, match="item assignment"):
        cast(Any, shared)[key] = "other"
    with pytest.raises(TypeError, match="item deletion"):
        del cast(Any, shared)[key]
    for word in ("clear", "pop", "popitem", "update", "setdefault"):
        assert not hasattr(shared, word)
    assert shared == before


def test_who_builds_an_edition_keeps_no_hand_on_its_switches() -> None:
    switches = {"draw": "literal"}
    ours = build_edition("classic", seats=2, switches=switches)
    switches["draw"] = "holder_first"
    assert format_edition(ours) == "classic/2:draw=literal"


@pytest.mark.parametrize("name", EDITIONS)
def test_editions_can_be_hashed_copied_and_pickled(name: str) -> None:
    original = edition(name)
    assert {original: 1}[build_edition(name, seats=3)] == 1
    for twin in (deepcopy(original), pickle.loads(pickle.dumps(original))):
        assert (twin.id, twin.seats) == (name, 3)
        assert twin.switches == original.switches
        assert twin.tiles == original.tiles
        assert hash(twin) == hash(original)
        assert hash(twin.tiles) == hash(original.tiles)


def test_a_frozen_map_is_a_mapping() -> None:
    frozen = FrozenMap({"a": 1, "b": 2})
    assert frozen == {"b": 2, "a": 1}
    assert (len(frozen), list(frozen), frozen["b"], frozen.get("c")) == (2, ["a", "b"], 2, None)
    assert eval(repr(frozen)) == frozen
    assert hash(frozen) == hash(FrozenMap({"b": 2, "a": 1}))
