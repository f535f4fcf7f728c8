"""Everything a running server consists of, put together once."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from tsuro.server.clock import LoopTime, Timekeeper
from tsuro.server.http.animations import Animations
from tsuro.server.http.boards import Boards
from tsuro.server.http.doorway import Door
from tsuro.server.http.reading import Reader
from tsuro.server.http.security import Budgets, Guard
from tsuro.server.memory import Memory
from tsuro.server.metrics import Metrics
from tsuro.server.play.elsewhere import is_played_elsewhere
from tsuro.server.play.owning import Alone
from tsuro.server.play.table import Services, Table
from tsuro.server.play.tables import Tables
from tsuro.server.settings import Settings
from tsuro.server.storage.keeping import Keeper
from tsuro.server.storage.opening import open_store
from tsuro.server.storage.sessions import Sessions
from tsuro.server.thinking.bots import LONGEST, BotPool
from tsuro.server.thinking.far import FarWorkers
from tsuro.server.thinking.study import StudyRoom
from tsuro.server.thinking.warming import Warmer
from tsuro.server.together.company import Company
from tsuro.telling.match import Match

if TYPE_CHECKING:
    from tsuro.server.play.socket import Socket

log = logging.getLogger("tsuro.server")


class Hall:
    def __init__(self, settings: Settings, time: Timekeeper | None = None) -> None:
        self.settings = settings
        self.limits = settings.limits
        self.time = time or LoopTime()
        self.store = open_store(settings.database, shared=settings.sharing is not None)
        far = [self._far(hurried=each) for each in (False, True, False)]
        self.bots = BotPool(
            settings.bot_workers,
            settings.limits.thinking_seconds,
            far=(far[0], far[1]) if far[0] and far[1] else None,
        )
        self.studies = StudyRoom(
            settings.study_workers, settings.study_bot, settings.limits, far=far[2]
        )
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
        self.sockets: set[Socket] = set()
        """Connections of tables, wherever the tables are."""
        sharing = settings.sharing
        self.company = None if sharing is None else Company(self, sharing, self.time)
        self.tables = Tables(
            Services(
                store=self.store,
                bots=self.bots,
                time=self.time,
                limits=settings.limits,
                watch=self.metrics,
                owners=self.company or Alone(),
                pace=settings.bot_pace,
            )
        )
        self.store.watch = self.metrics.commit.observe
        self.keeper = Keeper(self.store, self.time, settings.keep_days)
        self.ready = False
        """Whether the games that were going on have been taken up again."""

    def _far(self, *, hurried: bool) -> FarWorkers | None:
        """Those who think elsewhere, if it is to be so."""
        if not self.settings.think_elsewhere:
            return None
        return FarWorkers(self.store.questions, self.time, seconds=LONGEST, hurried=hurried)

    async def table(self, name: str, address: str) -> Table:
        """A table that somebody asks for; bringing it back from disk has a budget."""
        if not self.tables.is_loaded(name):
            self.budgets.spend(address, "waking")
        return await self.tables.get(name)

    async def is_played(self, text: str, record: Match) -> bool:
        """Whether a record is of a game that is going on, here or with another process."""
        if is_played_elsewhere(record, self.tables.running):
            return True
        return self.company is not None and await self.company.is_played(text)

    async def close(self) -> None:
        self.memory.stop()
        self.metrics.stop()
        await self.keeper.close()
        if self.company is not None:
            await self.company.close()
        await self.tables.close()
        await self.warmer.close()
        await self.bots.close()
        await self.studies.close()
        await self.animations.close()
        await self.reader.close()
        await self.boards.close()
        await self.store.stop()
