"""Everything a running server consists of, put together once."""

from __future__ import annotations

import logging

from tsuro.server.boards import Boards
from tsuro.server.bots import BotPool
from tsuro.server.clock import LoopTime, Timekeeper
from tsuro.server.memory import Memory
from tsuro.server.security import Budgets, Guard
from tsuro.server.sessions import Sessions
from tsuro.server.settings import Settings
from tsuro.server.store import Store
from tsuro.server.study import StudyRoom
from tsuro.server.table import Services
from tsuro.server.tables import Tables
from tsuro.server.warming import Warmer
from tsuro.server.workers import Workers

log = logging.getLogger("tsuro.server")


class Hall:
    def __init__(self, settings: Settings, time: Timekeeper | None = None) -> None:
        self.settings = settings
        self.limits = settings.limits
        self.time = time or LoopTime()
        self.store = Store(settings.database)
        self.bots = BotPool(settings.bot_workers)
        self.studies = StudyRoom(settings.study_workers, settings.study_bot, settings.limits)
        self.boards = Boards()
        self.warmer = Warmer()
        self.animator = Workers(1)
        """Draws whole games, one after the other."""
        self.memory = Memory(self.time)
        self.sessions = Sessions(self.store)
        self.guard = Guard(settings.hosts)
        self.budgets = Budgets(settings.limits, self.time)
        self.tables = Tables(Services(self.store, self.bots, self.time, settings.limits))

    async def close(self) -> None:
        self.memory.stop()
        await self.tables.close()
        await self.warmer.close()
        self.bots.close()
        self.studies.close()
        self.animator.close()
        self.boards.close()
        self.store.close()
