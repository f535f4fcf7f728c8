"""Questions for processes that think, in SQLite: for those of one machine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import apsw

from tsuro.server.storage.store import Answered, Asked

if TYPE_CHECKING:
    from tsuro.server.storage.sqlite import SqliteStore

TAKE: Final = """
UPDATE questions SET taken=1 WHERE number = (
    SELECT number FROM questions WHERE taken=0 AND version=?
    ORDER BY hurried DESC, number LIMIT 1)
RETURNING id, version, hurried, body
"""


class SqliteQuestions:
    def __init__(self, store: SqliteStore) -> None:
        self._do = store.do

    async def ask(self, asked: Asked) -> None:
        row = asked.id, asked.version, asked.hurried, asked.body
        await self._do(
            lambda connection: connection.execute(
                "INSERT INTO questions(id, version, hurried, body) VALUES(?,?,?,?)", row
            ).fetchall()
        )

    async def take(self, version: str) -> Asked | None:
        def work(connection: apsw.Connection) -> Asked | None:
            found = connection.execute(TAKE, (version,)).fetchall()
            if not found:
                return None
            row: Any = found[0]
            name, of, hurried, body = row
            return Asked(name, of, bool(hurried), body)

        return await self._do(work)

    async def answer(self, answered: Answered) -> None:
        row = answered.body, answered.id
        await self._do(
            lambda connection: connection.execute(
                "UPDATE questions SET answer=? WHERE id=?", row
            ).fetchall()
        )

    async def answers(self, ids: Sequence[str]) -> list[Answered]:
        def work(connection: apsw.Connection) -> list[Answered]:
            marks = ",".join("?" * len(ids))
            rows: Any = connection.execute(
                f"DELETE FROM questions WHERE id IN ({marks}) AND answer IS NOT NULL "
                "RETURNING id, answer",
                tuple(ids),
            ).fetchall()
            return [Answered(name, body) for name, body in rows]

        return await self._do(work)

    async def withdraw(self, ids: Sequence[str]) -> None:
        def work(connection: apsw.Connection) -> None:
            connection.executemany("DELETE FROM questions WHERE id=?", [(name,) for name in ids])

        await self._do(work)
