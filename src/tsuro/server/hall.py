"""Everything a running server consists of, put together once."""

from __future__ import annotations

import logging

from tsuro.server.clock import LoopTime, Timekeeper
from tsuro.server.http.animations import Animations
from tsuro.server.http.boards import Boards
from tsuro.server.http.doorway import Door
from tsuro.server.http.reading import Reader
from tsuro.server.http.security import Budgets, Guard
from tsuro.server.memory import Memory
from tsuro.server.metrics import Metrics
from tsuro.server.play.table import Services, Table
from tsuro.server.play.tables import Tables
from tsuro.server.settings import Settings
from tsuro.server.storage.keeping import Keeper
from tsuro.server.storage.sessions import Sessions
from tsuro.server.storage.store import Store
from tsuro.server.thinking.bots import BotPool
from tsuro.server.thinking.study import StudyRoom
from tsuro.server.thinking.warming import Warmer

log = logging.getLogger("tsuro.server")


class Hall:
    def __init__(self, settings: Settings, time: Timekeeper | None = None) -> None:
        self.settings = settings
        self.limits = settings.limits
        self.time = time or LoopTime()
        self.store = Store(settings.database)
        self.bots = BotPool(settings.bot_workers, settings.limits.thinking_seconds)
        self.studies = StudyRoom(settings.study_workers, settings.study_bot, settings.limits)
        self.boards = Boards()
        self.warmer = Warmer()
        self.animations = Animations(settings.limits)
        self.reader = Reader(settings.limits)
        self.memory = Memory(self.time)
        self.sessions = Sessions(self.store)
        self.guard = Guard(settings.hosts)
        self.door = Door(settings.limits, self.time, proxies=settings.trusted_proxies)
        self.budgets = Budgets(settings.limits, self.time)
        self.metrics = Metrics(self, self.time)
        self.tables = Tables(
            Services(
                store=self.store,
                bots=self.bots,
                time=self.time,
                limits=settings.limits,
                watch=self.metrics,
                pace=settings.bot_pace,
            )
        )
        self.store.watch = self.metrics.commit.observe
        self.keeper = Keeper(self.store, self.time, settings.keep_days)
        self.ready = False
        """Whether the games that were going on have been taken up again."""

    async def table(self, name: str, address: str) -> Table:
        """A table that somebody asks for; bringing it back from disk has a budget."""
        if not self.tables.is_loaded(name):
            self.budgets.spend(address, "waking")
        return await self.tables.get(name)

    async def close(self) -> None:
        self.memory.stop()
        self.metrics.stop()
        await self.keeper.close()
        await self.tables.close()
        await self.warmer.close()
        await self.bots.close()
        await self.studies.close()
        await self.animations.close()
        await self.reader.close()
        await self.boards.close()
        self.store.close()
