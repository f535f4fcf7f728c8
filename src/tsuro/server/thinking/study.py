"""Analyses of a server: who has a place, and spells of thinking in worker processes."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager
from typing import Final

from tsuro.bots.base import Explanation
from tsuro.server import luck
from tsuro.server.settings import Limits
from tsuro.server.thinking.appraising import HiddenDecision, appraise, imagine
from tsuro.server.thinking.bots import Question
from tsuro.server.thinking.far import Thinkers
from tsuro.server.thinking.turns import NOBODY, Asker
from tsuro.server.thinking.workers import Workers
from tsuro.studying.analysis import Analysis, Effort, Spell, position, scan
from tsuro.studying.messages import Scanned, Studied
from tsuro.studying.subject import Subject
from tsuro.telling.refusals import Refusal

EFFORT: Final = Effort(spells=(0.1, 0.15, *(0.25,) * 9), glance=0.08, second_look=(0.25, 0.25))


def refuse_what_is_played() -> Refusal:
    return Refusal(
        "study_refused",
        "People are playing this game here; it can be analysed once it is over.",
    )


def hidden_decision(subject: Subject, at: int, bot: str) -> HiddenDecision:
    """Another seat's decision as the viewer sees it."""
    edition = subject.match.edition
    state, viewer = subject.seen(at)
    return HiddenDecision(
        bot=bot,
        edition=edition.id,
        seats=edition.seats,
        switches=tuple(edition.switches.items()),
        state=state,
        viewer=viewer,
        seed=luck.thinking_seed(),
    )


class StudyRoom:
    def __init__(
        self, workers: int, bot: str, limits: Limits, *, far: Thinkers | None = None
    ) -> None:
        self._workers: Thinkers = far or Workers(workers)
        self._bot = bot
        self._limits = limits
        self._going: Counter[str] = Counter()

    @property
    def going(self) -> int:
        """Analyses that are not finished yet."""
        return self._going.total()

    @contextmanager
    def seated(self, address: str) -> Iterator[None]:
        """Counts an analysis from when it is asked for until it is over; refuses one too many."""
        if self._going[address] >= self._limits.studies_at_once:
            raise Refusal("too_many_requests", "Too many analyses from your address; wait.")
        self._going[address] += 1
        try:
            yield
        finally:
            self._going[address] -= 1
            self._going += Counter()

    def position(
        self, subject: Subject, at: int | None, asker: Asker = NOBODY
    ) -> AsyncGenerator[Studied | Scanned, None]:
        return self._lines(subject, position(subject, at, EFFORT), asker)

    def scan(
        self, subject: Subject, asker: Asker = NOBODY
    ) -> AsyncGenerator[Studied | Scanned, None]:
        return self._lines(subject, scan(subject, EFFORT), asker)

    async def _lines(
        self, subject: Subject, analysis: Analysis, asker: Asker
    ) -> AsyncGenerator[Studied | Scanned, None]:
        explained: Explanation | None = None
        while True:
            try:
                item = analysis.send(explained)
            except StopIteration:
                return
            explained = None
            if isinstance(item, Spell):
                explained = await self._think(subject, item, asker)
            else:
                yield item

    async def _think(self, subject: Subject, spell: Spell, asker: Asker) -> Explanation:
        at, seconds = spell.at, spell.seconds
        if subject.may_see(subject.seat(at)):
            question = Question.of(self._bot, subject.view(at))
            return await self._workers.run(appraise, question, seconds, asker=asker)
        hidden = hidden_decision(subject, at, self._bot)
        return await self._workers.run(imagine, hidden, seconds, asker=asker)

    async def close(self) -> None:
        await self._workers.close()
