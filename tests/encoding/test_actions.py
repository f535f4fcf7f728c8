"""Every decision has an index of its own, the same in all games of an edition on one board."""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.encoding.support import any_way_to_play
from tsuro.core.actions import Decision, Draw, PlaceTile
from tsuro.core.ids import TileId
from tsuro.core.tiles import Laid
from tsuro.editions.edition import Edition
from tsuro.editions.registry import OURS, build_edition
from tsuro.encoding import Encoding, encoding_of
from tsuro.encoding.actions import indexed_codes
from tsuro.engine.views import view
from tsuro.errors import BadSetting, IllegalAction, KernelError
from tsuro.fast import kernel_of
from tsuro.game import Game

BOARDS = [build_edition(name, seats=4) for name in OURS] + [build_edition("kosmos", seats=8)]
WAYS = 8
GAMES = 40
FROZEN = Path(__file__).with_name("frozen.toml")


def named(edition: Edition) -> str:
    return encoding_of(edition).name


@pytest.mark.parametrize("edition", BOARDS, ids=named)
def test_index_action_and_notation_belong_to_each_other(edition: Edition) -> None:
    encoding = encoding_of(edition)
    assert len(set(encoding.texts)) == len(set(encoding.codes)) == encoding.actions
    possible = set(encoding.family.decisions(encoding.family.tables(edition)))
    for index, code in enumerate(encoding.codes):
        if code in possible:
            action = encoding.action_at(edition, index)
            assert str(action).removeprefix("a:") == encoding.text_at(index).removeprefix("a:")
            assert encoding.index_of(edition, action) == index


def test_texts_do_not_depend_on_which_game_comes_first() -> None:
    for name in ("kosmos", "pocket"):
        for seats in (2, 4):
            assert list(indexed_codes(build_edition(name, seats=seats)).values()) == list(
                encoding_of(build_edition(name, seats=4)).texts
            )


@pytest.mark.parametrize("name", OURS)
def test_nothing_that_can_be_decided_lacks_an_index(name: str) -> None:
    rng = Random(f"index {name}")
    for _ in range(WAYS):
        edition = any_way_to_play(name, rng)
        kernel = kernel_of(edition)
        logs = kernel.logged_batch(kernel.new_rows(GAMES, seed=rng.getrandbits(32)))
        actions = [kernel.action_of(code) for code in {code for log in logs for code in log}]
        decided = [action for action in actions if isinstance(action, Decision)]
        assert decided
        for action in decided:
            assert encoding_of(edition).index_of(edition, action) >= 0


def test_an_index_means_the_same_at_every_number_of_seats() -> None:
    for name in OURS:
        known: dict[int, Encoding] = {}
        for seats in range(2, 9):
            encoding = encoding_of(build_edition(name, seats=seats))
            assert known.setdefault(encoding.size, encoding) is encoding


def fingerprint(encoding: Encoding) -> str:
    outline = [(item.name, item.count) for item in encoding.outline.planes]
    outline += [(item.name, item.count) for item in encoding.outline.entries]
    return hashlib.sha256(repr((encoding.texts, outline)).encode()).hexdigest()


def test_no_number_changes_its_meaning_under_the_same_name() -> None:
    """Weights of somebody depend on it: whoever changes an encoding gives it another version."""
    frozen: dict[str, Any] = tomllib.loads(FROZEN.read_text())
    assert {named(each): fingerprint(encoding_of(each)) for each in BOARDS} == frozen


def test_symmetric_placements_have_one_index() -> None:
    encoding = encoding_of(BOARDS[0])
    ways = BOARDS[0].tiles.ways(TileId("T01"))
    assert sum(text.startswith("T01/") for text in encoding.texts) == len(ways) < 4


CLASSIC = BOARDS[0]


@pytest.mark.parametrize("index", [-1, 1344, 0.5, "0", None, True])
def test_an_index_that_there_is_not_is_refused(index: Any) -> None:
    with pytest.raises((IllegalAction, KernelError)) as refused:
        encoding_of(CLASSIC).text_at(index)
    assert refused.value.code in {"illegal_action", "kernel"}


def test_luck_has_no_index() -> None:
    with pytest.raises(KernelError, match="luck has no index"):
        encoding_of(CLASSIC).index_of(CLASSIC, Draw(TileId("T01")))


def test_an_action_of_another_edition_is_refused() -> None:
    with pytest.raises(KernelError, match="is not an action of Classic"):
        encoding_of(CLASSIC).index_of(CLASSIC, PlaceTile(Laid(TileId("E01"), 0, 1)))


def test_an_index_that_this_number_of_seats_has_no_use_for_is_refused() -> None:
    edition = build_edition("pocket", seats=4)
    encoding = encoding_of(edition)
    index = encoding.texts.index("b:T01/0")
    with pytest.raises(KernelError, match="b:T01/0"):
        encoding.action_at(edition, index)
    assert str(encoding.action_at(build_edition("pocket", seats=2), index)) == "b:T01/0"


def test_a_view_of_another_game_or_of_nobody_is_refused() -> None:
    encoding = encoding_of(CLASSIC)
    other = Game("pocket", seats=2, seed=1)
    with pytest.raises(KernelError, match="classic-6x6-v0 is not for Pocket"):
        encoding.observe(other.view(0))
    own = Game("classic", seats=4, seed=1)
    watching = view(own.edition, own.state, None, viewer=None)
    with pytest.raises(BadSetting, match="spectator"):
        encoding.observe(watching)
