"""Bots and analyses that are thought about by others."""

from __future__ import annotations

import asyncio
import pickle
import subprocess
from random import Random

import pytest

from tests.server.house import HandTime, House, Person, play_on
from tests.server.stores.kinds import Kind, tell
from tests.support.waiting import PATIENCE
from tsuro.server.clock import LoopTime
from tsuro.server.settings import UNLIMITED, Settings, Sharing
from tsuro.server.storage.store import Answered, Asked, Store
from tsuro.server.thinking.bots import LONGEST
from tsuro.server.thinking.far import VERSION, FarWorkers, answer_questions, read
from tsuro.server.thinking.turns import NOBODY
from tsuro.server.thinking.workers import Overdue, Workers


class Thinkers:
    """What `tsuro think` does, in the loop of a house."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._stopping = asyncio.Event()
        self._workers = Workers(1, seconds=LONGEST)
        work = answer_questions(
            house.hall.store.questions, self._workers, LoopTime(), self._stopping
        )
        self._future = asyncio.run_coroutine_threadsafe(work, house.loop)

    def stop(self) -> None:
        self._house.call(self._stopping.set)
        self._future.result(PATIENCE)
        asyncio.run_coroutine_threadsafe(self._workers.close(), self._house.loop).result(PATIENCE)


def far_house(kind: Kind) -> House:
    sharing = Sharing(machine="here")
    settings = Settings(
        database=kind.address, sharing=sharing, think_elsewhere=True, limits=UNLIMITED
    )
    return House(settings)


def test_bots_play_whose_thinking_is_done_elsewhere(kind: Kind) -> None:
    with far_house(kind) as house:
        thinkers = Thinkers(house)
        ada = house.person()
        play_on([ada.sit(ada.create("pocket", "you random cautious"))], Random(1))
        assert house.hall.bots._quick.pids == []
        thinkers.stop()


def test_positions_are_studied_elsewhere(kind: Kind) -> None:
    with far_house(kind) as house:
        thinkers = Thinkers(house)
        ada = house.person()
        table = ada.create("classic", "you random")
        sitting = ada.sit(table)
        play_on([sitting], Random(2))
        answer = _study(ada, table)
        assert '"studied"' in answer, answer[:300]
        assert "failed" not in answer
        thinkers.stop()


def _study(person: Person, table: str) -> str:
    with person.http.stream("POST", "/api/study", json={"table": table, "at": 0}) as answer:
        for line in answer.iter_lines():
            return line
    return ""


def test_questions_are_taken_once_and_the_hurried_first(kind: Kind) -> None:
    async def story(one: Store, two: Store) -> None:
        for name, hurried in (("slow", False), ("other", False), ("quick", True)):
            await one.questions.ask(Asked(name, "1", hurried, name.encode()))
        await one.questions.ask(Asked("new", "2", False, b""))
        taken = [await store.questions.take("1") for store in (one, two, one)]
        assert [each and each.id for each in taken] == ["quick", "slow", "other"]
        assert await two.questions.take("1") is None, "another version's are left to it"
        await two.questions.answer(Answered("slow", b"yes"))
        found = await one.questions.answers(["slow", "other"])
        assert found == [Answered("slow", b"yes")]
        assert await one.questions.answers(["slow", "other"]) == []
        await one.questions.withdraw(["other"])
        await two.questions.answer(Answered("other", b"too late"))
        assert await one.questions.answers(["other"]) == []

    tell(kind, story, processes=2)


def test_what_nobody_answers_is_asked_again_and_then_given_up(kind: Kind) -> None:
    async def story(store: Store) -> None:
        time = HandTime()
        far = FarWorkers(store.questions, time, seconds=1)
        asked = asyncio.ensure_future(far.run(abs, -1, asker=NOBODY))
        seen = set()
        while not asked.done():
            found = await store.questions.take(VERSION)
            if found is not None:
                seen.add(found.id)
                time.advance(60)
            await asyncio.sleep(0)
        with pytest.raises(Overdue):
            await asked
        assert len(seen) == 3
        await far.close()

    tell(kind, story)


@pytest.mark.parametrize("function", [subprocess.run, eval, pickle.loads])
def test_a_database_is_no_place_to_run_code_from(function: object) -> None:
    with pytest.raises(pickle.UnpicklingError):
        read(pickle.dumps((function, ())))
    hidden = b"\x80\x04\x8c\x10tsuro.server.run\x8c\tos.system\x93."
    with pytest.raises(pickle.UnpicklingError):
        read(hidden)
