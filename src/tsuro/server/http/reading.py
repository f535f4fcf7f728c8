"""Records that strangers send: read and replayed in a process of their own, in everybody's turn."""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec

from tsuro.engine.course import Move
from tsuro.formats.record import Record, parse_record
from tsuro.formats.wire.values import to_wire
from tsuro.server.settings import Limits
from tsuro.server.thinking.turns import Asker
from tsuro.server.thinking.workers import Workers
from tsuro.telling.match import Match
from tsuro.telling.messages import Language
from tsuro.telling.replaying import bounded_record, replay_of_record

LONGEST: Final = 20.0
"""Seconds after which reading a record is given up."""


class Reader:
    def __init__(self, limits: Limits) -> None:
        self._most = limits.record_actions
        self._workers = Workers(1, seconds=LONGEST)

    @property
    def waiting(self) -> int:
        """Games that nobody reads yet."""
        return len(self._workers.turns)

    async def replay(self, text: str, language: Language, *, address: str) -> bytes:
        """The steps of a recorded game as JSON."""
        asker = Asker(address, "")
        return await self._workers.run(_replayed, text, language, self._most, asker=asker)

    async def game(self, text: str, *, address: str) -> tuple[Record, Match]:
        """A recorded game with all its moves; to make them again would take much longer."""
        moves = await self._workers.run(_moves, text, self._most, asker=Asker(address, ""))
        return await asyncio.to_thread(_put_together, text, moves)

    async def prepare(self) -> None:
        """Start the process before anybody asks."""
        await self._workers.run(abs, 0)

    async def close(self) -> None:
        await self._workers.close()


def _replayed(text: str, language: Language, most: int) -> bytes:
    return msgspec.json.encode(to_wire(replay_of_record(text, language, most)))


def _moves(text: str, most: int) -> list[Move]:
    return Match.of_record(bounded_record(text, most)).moves


def _put_together(text: str, moves: list[Move]) -> tuple[Record, Match]:
    """The edition is this process's own: much is remembered by it."""
    record = parse_record(text)
    return record, Match.of_moves(record, moves)
