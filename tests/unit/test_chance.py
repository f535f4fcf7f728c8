"""Sources of luck: seeded, scripted and exhaustive."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.support.tables import tiles
from tsuro.core.actions import Action, Draw, RollDice, RollDie
from tsuro.core.asks import Chance, Decide
from tsuro.core.ids import TileId
from tsuro.editions.registry import EDITIONS
from tsuro.engine.chance import ScriptedChance, SeededChance, enumerate_outcomes
from tsuro.errors import IllegalAction
from tsuro.game import Game

DIE = Chance(tuple((RollDie(die), 1) for die in range(1, 7)), "SE-14")


def draw(bag: Counter[TileId]) -> Chance:
    return Chance.of(bag, Draw, rule="CL-3")


def deal(source: SeededChance, bag: Counter[TileId]) -> list[Draw]:
    dealt = []
    left = Counter(bag)
    while left:
        outcome = source.pick(draw(left))
        assert isinstance(outcome, Draw)
        left -= Counter([outcome.tile])
        dealt.append(outcome)
    return dealt


def test_a_seed_fixes_the_order_of_tiles() -> None:
    bag = Counter(tiles("T01 T02 T03 T04 T05 T05"))
    orders = [deal(SeededChance(seed), bag) for seed in (1, 1, 2)]
    assert orders[0] == orders[1] != orders[2]
    assert Counter(str(outcome) for outcome in orders[0]) == Counter(
        {"*T01": 1, "*T02": 1, "*T03": 1, "*T04": 1, "*T05": 2}
    )


def test_dice_do_not_disturb_the_order_of_tiles() -> None:
    bag = Counter(tiles("T01 T02 T03 T04 T05"))
    plain, rolled = SeededChance(3), SeededChance(3)
    first = [plain.pick(draw(bag)), rolled.pick(draw(bag))]
    assert first[0] == first[1]
    for _ in range(5):
        rolled.pick(DIE)
    left = bag - Counter([TileId(str(first[0])[1:])])
    assert deal(plain, left) == deal(rolled, left)


def test_tiles_that_return_come_up_again() -> None:
    source = SeededChance(4)
    bag = Counter(tiles("T01 T02 T03"))
    deal(source, bag)
    again = deal(source, Counter(tiles("T02 T03")))
    assert sorted(map(str, again)) == ["*T02", "*T03"]


def test_a_tile_known_to_come_next_needs_no_luck() -> None:
    source = SeededChance(5)
    bag = Counter(tiles("T01 T02 T03"))
    first = source.pick(draw(bag))
    assert source.pick(draw(Counter(tiles("T09")))) == Draw(TileId("T09"))
    left = bag - Counter([TileId(str(first)[1:])])
    twin = SeededChance(5)
    twin.pick(draw(bag))
    assert deal(source, left) == deal(twin, left)


def test_a_tile_known_to_come_next_leaves_the_luck_of_later_shuffles_alone() -> None:
    bag, returned = Counter(tiles("T01 T02")), Counter(tiles("T01 T02 T03 T04 T05 T06"))
    source, twin = SeededChance(5), SeededChance(5)
    assert deal(source, bag) == deal(twin, bag)
    assert source.pick(draw(Counter(tiles("T09")))) == Draw(TileId("T09"))
    assert deal(source, returned) == deal(twin, returned)


def test_the_last_tile_in_the_order_leaves_it_like_every_other() -> None:
    """Were it left behind, the same seed would shuffle returning tiles otherwise than it did."""
    bag = Counter(tiles("T01 T02 T03 T04"))
    source = SeededChance(4)
    assert " ".join(map(str, deal(source, bag))) == "*T03 *T04 *T01 *T02"
    assert " ".join(map(str, deal(source, bag))) == "*T03 *T04 *T01 *T02"


def test_copies_of_one_tile_alone_keep_their_places_in_the_order() -> None:
    source, twin = SeededChance(8), SeededChance(8)
    bag, returned = Counter(tiles("T01 T01 T01")), Counter(tiles("T02 T03 T04 T05"))
    assert deal(source, bag) == [Draw(TileId("T01"))] * 3
    assert deal(twin, Counter(tiles("T06 T07 T08")))
    assert deal(source, returned) == deal(twin, returned)


def test_a_copy_has_the_same_luck_from_here_on() -> None:
    source = SeededChance("abc")
    bag = Counter(tiles("T01 T02 T03 T04"))
    source.pick(draw(bag))
    source.pick(DIE)
    twin = source.copy()
    assert [source.pick(DIE) for _ in range(20)] == [twin.pick(DIE) for _ in range(20)]
    left = bag - Counter([TileId("T01")])
    assert source.pick(draw(left)) == twin.pick(draw(left))


def test_a_copy_that_goes_on_first_leaves_the_luck_of_its_source_alone() -> None:
    source, untouched = SeededChance("abc"), SeededChance("abc")
    twin = source.copy()
    rolled = [twin.pick(DIE) for _ in range(20)]
    third = twin.copy()
    assert [source.pick(DIE) for _ in range(20)] == rolled
    assert [untouched.pick(DIE) for _ in range(20)] == rolled
    further = [source.pick(DIE) for _ in range(20)]
    assert [third.pick(DIE) for _ in range(20)] == further
    assert [twin.pick(DIE) for _ in range(20)] == further


@pytest.mark.parametrize("name", EDITIONS)
def test_games_share_what_they_may_ask_for(name: str) -> None:
    """A server keeps the asks of all steps of all its games."""
    seen: list[dict[Action, Action]] = []
    for _ in range(2):
        asks = [step.ask for step in Game(name, seats=3, seed=2).steps]
        chances = [ask for ask in asks if isinstance(ask, Chance)]
        actions: list[Action] = [action for ask in chances for action, _ in ask.outcomes]
        actions += [action for ask in asks if isinstance(ask, Decide) for action in ask.options]
        seen.append({action: action for action in actions})
    assert seen[0].keys() == seen[1].keys()
    assert all(seen[0][action] is seen[1][action] for action in seen[0])


def test_seeded_luck_follows_the_weights() -> None:
    heavy = Chance(((RollDie(1), 1), (RollDie(2), 9)), "SE-14")
    source = SeededChance(6)
    rolls = Counter(str(source.pick(heavy)) for _ in range(1000))
    assert 850 < rolls["*d2"] < 950


def test_a_script_gives_what_it_says_and_then_ends() -> None:
    script = ScriptedChance([RollDie(4), RollDice(2, 5)])
    twin = script.copy()
    assert [script.pick(DIE), script.pick(DIE)] == [RollDie(4), RollDice(2, 5)]
    with pytest.raises(IllegalAction, match="script of outcomes has ended"):
        script.pick(DIE)
    assert twin.pick(DIE) == RollDie(4)


def test_every_outcome_with_its_probability() -> None:
    bag = draw(Counter(tiles("T01 T02 T02 T03")))
    assert dict(enumerate_outcomes(bag)) == {
        Draw(TileId("T01")): 0.25,
        Draw(TileId("T02")): 0.5,
        Draw(TileId("T03")): 0.25,
    }
