"""Whose turn it is: every address, then every table of it, whoever asks how often."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Sequence

import pytest

from tsuro.bots.levels import LEVELS
from tsuro.errors import RecordError, TsuroError
from tsuro.server.thinking.bots import is_quick
from tsuro.server.thinking.turns import Asker, Turns
from tsuro.server.thinking.workers import LEAST_SHARE, Workers
from tsuro.telling.refusals import Refusal


async def served(askers: Sequence[Asker]) -> list[Asker]:
    """The order in which one place goes to all that want it at once."""
    turns, order = Turns(1), list[Asker]()
    await turns.take(Asker("first", ""))

    async def want(asker: Asker) -> None:
        await turns.take(asker)
        order.append(asker)
        turns.give_back()

    wishes = [asyncio.ensure_future(want(asker)) for asker in askers]
    await asyncio.sleep(0)
    assert len(turns) == len(askers)
    turns.give_back()
    await asyncio.gather(*wishes)
    assert len(turns) == 0
    return order


def test_whoever_asks_seldom_does_not_wait_behind_whoever_asks_often() -> None:
    greedy = [Asker("eve", f"table {n % 3}") for n in range(12)]
    ada, bob = Asker("ada", "a"), Asker("bob", "b")
    order = asyncio.run(served([*greedy, ada, bob]))
    assert order.index(ada) == 1
    assert order.index(bob) == 2
    tables = [each.table for each in order if each.address == "eve"]
    assert tables[:6] == ["table 0", "table 1", "table 2"] * 2


def test_whoever_gives_up_gives_up_the_turn() -> None:
    async def work() -> None:
        turns = Turns(1)
        await turns.take(Asker("a", ""))
        waiting = [asyncio.ensure_future(turns.take(Asker("b", ""))) for _ in range(2)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        await asyncio.sleep(0)
        assert (len(turns), turns.addresses) == (1, 1)
        turns.give_back()
        waiting[1].cancel()  # In the moment in which the place came.
        await asyncio.gather(*waiting, return_exceptions=True)
        assert turns.addresses == 0
        await turns.take(Asker("c", ""))

    asyncio.run(work())


@pytest.mark.parametrize("others", [0, 1, 2])
def test_a_place_given_back_to_whoever_has_just_given_up_is_not_lost(others: int) -> None:
    """Whoever is cancelled runs only a moment later; the place may be given back before."""

    async def work() -> None:
        turns = Turns(1)
        await turns.take(Asker("a", ""))
        leaving = [
            asyncio.ensure_future(turns.take(Asker("b", table))) for table in ("1", "1", "2")
        ]
        staying = [asyncio.ensure_future(turns.take(Asker("c", ""))) for _ in range(others)]
        await asyncio.sleep(0)
        for each in leaving:
            each.cancel()
        turns.give_back()
        await asyncio.gather(*leaving, return_exceptions=True)
        assert [each.cancelled() for each in leaving] == [True] * 3
        for each in staying:
            await each
            turns.give_back()
        assert (len(turns), turns.addresses) == (0, 0)
        await turns.take(Asker("d", ""))

    asyncio.run(work())


def test_the_more_addresses_wait_the_less_time_there_is_for_each() -> None:
    async def work() -> list[float]:
        workers = Workers(1)
        first = asyncio.ensure_future(workers.think(max, 0.0, asker=Asker("z", ""), seconds=2.0))
        others = [
            asyncio.ensure_future(workers.think(max, 0.0, asker=Asker(f"{n % 4}", ""), seconds=2.0))
            for n in range(8)
        ]
        found = await asyncio.gather(first, *others)
        await workers.close()
        return found

    shares = asyncio.run(work())
    assert shares[0] == 2.0, "it began before anybody waited"
    assert min(shares) == pytest.approx(2.0 / 5) or min(shares) == pytest.approx(2.0 / 4)
    assert shares[-1] == 2.0, "and the last one has all the time again"
    assert min(shares) >= LEAST_SHARE


def test_only_bots_that_search_wait_for_those_that_search() -> None:
    assert [is_quick(level) for level in LEVELS] == [True, True, False, False]
    assert [is_quick(bot) for bot in ("random", "cautious", "greedy", "flat")] == [
        True,
        True,
        True,
        False,
    ]


@pytest.mark.parametrize(
    "error", [RecordError("odd", column=3, line=2), Refusal("too_large", "Too long.")]
)
def test_errors_come_whole_out_of_another_process(error: TsuroError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert (again.code, again.message, vars(again)) == (error.code, error.message, vars(error))
