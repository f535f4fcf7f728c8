"""Bots that think for long, from one address: those of other tables hardly wait."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from random import Random

import pytest

from tests.server.house import HandTime, House, play_on
from tests.support.waiting import PATIENCE, until
from tsuro.server.play.table import UNATTENDED
from tsuro.server.settings import UNLIMITED, Settings
from tsuro.server.thinking.turns import Asker

SLOW = "mcts:iterations=50"
PACE = 0.375
"""Seconds that a bot takes; no other alarm rings after a multiple of them."""


def occupy(house: House) -> None:
    """Keep every process busy that thinks for long."""
    turns = house.hall.bots._deep.turns
    for _ in range(house.settings.bot_workers):
        taken = turns.take(Asker("eve", "far away"))
        asyncio.run_coroutine_threadsafe(taken, house.loop).result(PATIENCE)


def test_a_simple_bot_never_waits_behind_those_that_search() -> None:
    with House() as house:
        occupy(house)
        eve = house.person()
        for _ in range(12):
            eve.create("classic", f"{SLOW} {SLOW}")
        until(lambda: house.hall.bots.waiting == 12, "twelve of them wait")
        ada = house.person()
        play_on([ada.sit(ada.create("classic", "you cautious greedy"))], Random(1))
        assert house.hall.bots.waiting == 12


def test_what_is_taken_back_is_thought_about_no_more() -> None:
    """Deciding and taking back again and again fills neither the queue nor the workers."""
    with House() as house:
        occupy(house)
        ada = house.person()
        sitting = ada.sit(ada.create("phoenix", f"you {SLOW}"))
        for number in range(8):
            assert sitting.until_asked()
            sitting.act(sitting.options()[0])
            if sitting.asks is None or sitting.asks["seat"] == 0:
                continue
            sitting.send(type="undo", id=f"back-{number}", seat=0, version=sitting.version)
            sitting.until("ack")
            sitting.until("shown")
        assert house.hall.bots.waiting <= 1


def waiting_addresses(house: House) -> list[str]:
    return list(house.hall.bots._deep.turns._waiting)


def test_tables_from_disk_share_one_turn_until_somebody_sits_down() -> None:
    """Or a thousand tables made before a restart would be a thousand askers after it."""
    with House() as house:
        occupy(house)
        ada = house.person()
        names = [ada.create("classic", f"{SLOW} you") for _ in range(3)]
        until(lambda: house.hall.bots.waiting == 3, "a bot is asked at every table")
        assert waiting_addresses(house) == ["127.0.0.1"]
        tables = house.hall.tables
        for table in [tables._loaded[name] for name in names]:
            house.call(partial(tables._put_aside, table))
        until(lambda: house.hall.bots.waiting == 0, "nobody wants to know any more")
        for name in names:
            assert ada.get(f"/api/tables/{name}")["state"] == "playing"
        until(lambda: house.hall.bots.waiting == 3, "they are asked again")
        assert waiting_addresses(house) == [UNATTENDED]
        ada.sit(names[1])
        until(lambda: waiting_addresses(house) == [UNATTENDED, "127.0.0.1"], "she is waited for")
        assert house.hall.bots.waiting == 3, "and nothing is asked twice"


@pytest.mark.parametrize("bot", ["cautious", "mcts:iterations=10"])
def test_a_bot_takes_as_long_for_one_option_as_for_many(bot: str) -> None:
    """By a clock that only the test moves: before its time nothing is heard of any decision."""
    time = HandTime()
    settings = Settings(limits=replace(UNLIMITED, loaded_tables=10), bot_pace=PACE)
    with House(settings, time=time) as house:
        ada = house.person()
        table = ada.create("pocket", f"{bot} {bot}")
        sitting = ada.sit(table)
        loaded = house.hall.tables._loaded[table]
        decisions = 0
        while not sitting.over and decisions < 12:
            version = sitting.version
            until(lambda: is_pausing(time), "the bot has decided")
            assert loaded.match.version == version
            time.advance(PACE)
            sitting.catch_up(version + 1)
            decisions += 1


def is_pausing(time: HandTime) -> bool:
    """Whether what a bot has decided waits for its time."""
    return any(alarm.when == time.now() + PACE for alarm in list(time._alarms))
