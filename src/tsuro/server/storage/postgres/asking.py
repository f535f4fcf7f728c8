"""Questions for processes that think, in PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from tsuro.server.storage.store import Answered, Asked

if TYPE_CHECKING:
    from tsuro.server.storage.postgres.store import PostgresStore

TAKE: Final = """
UPDATE questions SET taken=true WHERE number = (
    SELECT number FROM questions WHERE NOT taken AND version=$1
    ORDER BY hurried DESC, number FOR UPDATE SKIP LOCKED LIMIT 1)
RETURNING id, version, hurried, body
"""


class PostgresQuestions:
    def __init__(self, store: PostgresStore) -> None:
        self._store = store

    async def ask(self, asked: Asked) -> None:
        await self._store.read(
            lambda connection: connection.execute(
                "INSERT INTO questions(id, version, hurried, body) VALUES($1,$2,$3,$4)",
                *(asked.id, asked.version, asked.hurried, asked.body),
            )
        )

    async def take(self, version: str) -> Asked | None:
        found = await self._store.read(lambda connection: connection.fetchrow(TAKE, version))
        return None if found is None else Asked(**dict(found))

    async def answer(self, answered: Answered) -> None:
        await self._store.read(
            lambda connection: connection.execute(
                "UPDATE questions SET answer=$1 WHERE id=$2", answered.body, answered.id
            )
        )

    async def answers(self, ids: Sequence[str]) -> list[Answered]:
        rows = await self._store.read(
            lambda connection: connection.fetch(
                "DELETE FROM questions WHERE id = ANY($1::text[]) AND answer IS NOT NULL "
                "RETURNING id, answer",
                list(ids),
            )
        )
        return [Answered(row[0], row[1]) for row in rows]

    async def withdraw(self, ids: Sequence[str]) -> None:
        await self._store.read(
            lambda connection: connection.execute(
                "DELETE FROM questions WHERE id = ANY($1::text[])", list(ids)
            )
        )
