"""Analysis of positions: who may have it, of what, and how it is worked out bit by bit.

Every spell of thinking is short and runs in a worker process. Between spells the answer so far is
handed on; who gives up listening stops the analysis with the spell that is running.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncGenerator, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from tsuro.bots.base import Appraisal, Explanation
from tsuro.core.actions import Decision
from tsuro.core.asks import Decide
from tsuro.core.ids import Seat
from tsuro.engine.course import Move
from tsuro.engine.views import PlayerView, seen_state, view
from tsuro.server import luck
from tsuro.server.http.study_messages import Estimate, Scanned, Studied
from tsuro.server.play.elsewhere import is_played_elsewhere
from tsuro.server.play.table import Table
from tsuro.server.settings import Limits
from tsuro.server.thinking.appraising import (
    HiddenDecision,
    JoinedExplanations,
    appraise,
    imagine,
    loss_of,
)
from tsuro.server.thinking.bots import Question
from tsuro.server.thinking.turns import NOBODY, Asker
from tsuro.server.thinking.workers import Workers
from tsuro.telling.foresight import Foresight
from tsuro.telling.match import Match
from tsuro.telling.refusals import Refusal
from tsuro.telling.viewers import EVERYTHING, Viewer

SPELLS: Final = (0.1, 0.15, *(0.25,) * 9)
"""Seconds of thinking about one position; no spell is so long that stopping it takes a while."""
GLANCE: Final = 0.08
"""Seconds for each decision of a whole game."""
SECOND_LOOK: Final = (0.25, 0.25)
SUSPECTS: Final = 8
"""How many decisions of a whole game are looked at twice."""
SHOWN: Final = 5
"""How many options are told of, besides the one that was played."""


def viewer_for_study(table: Table, identity: Collection[str]) -> Viewer:
    """Whose knowledge an analysis may use; refused about a running game with people."""
    if not table.audience.can_study(identity):
        raise Refusal(
            "study_refused",
            "A running game is analysed only for the one person who plays it against bots.",
        )
    if table.match.over:
        return EVERYTHING
    (seat,) = table.document.owned(identity)
    return Seat(seat)


def refuse_if_played_here(record: Match, running: Iterable[Table]) -> None:
    if is_played_elsewhere(record, running):
        raise Refusal(
            "study_refused",
            "People are playing this game here; it can be analysed once it is over.",
        )


@dataclass(frozen=True, slots=True)
class Subject:
    """A game to be analysed, whose knowledge may be used for it, and who wants to know."""

    match: Match
    viewer: Viewer
    asker: Asker = NOBODY

    def decision_from(self, at: int | None) -> int | None:
        """The first decision at or after a step; None if none came any more."""
        last = len(self.match.moves)
        at = last if at is None else at
        if at > last:
            raise Refusal("no_such_step", f"The game has {last} steps, not {at}.")
        return next((n for n in range(at, last + 1) if self.decide(n) is not None), None)

    def decisions(self) -> list[int]:
        """All decisions that were made."""
        return [n for n in range(len(self.match.moves)) if self.decide(n) is not None]

    def decide(self, at: int) -> Decide | None:
        ask = self.match.asked(at)
        return ask if isinstance(ask, Decide) else None

    def may_see(self, seat: Seat) -> bool:
        """Whether the options of a seat may be told."""
        return self.viewer in (EVERYTHING, seat)

    def played(self, at: int) -> Move | None:
        return self.match.moves[at] if at < len(self.match.moves) else None

    def view(self, at: int) -> PlayerView:
        """The position as the deciding seat sees it."""
        state, decide = self.match.before(at).state, self.decide(at)
        assert decide is not None
        events = tuple(e for move in self.match.moves[:at] for e in move.step.events)
        return view(self.match.edition, state, decide, viewer=decide.seat, events=events)

    def hidden_decision(self, at: int, bot: str) -> HiddenDecision:
        """Another seat's decision as the viewer sees it."""
        assert isinstance(self.viewer, int)
        edition = self.match.edition
        return HiddenDecision(
            bot=bot,
            edition=edition.id,
            seats=edition.seats,
            switches=tuple(edition.switches.items()),
            state=seen_state(self.match.before(at).state, self.viewer),
            viewer=self.viewer,
            seed=luck.thinking_seed(),
        )


@dataclass(frozen=True, slots=True)
class Suspect:
    """A decision that may have been dear."""

    at: int
    best: Decision
    """What should have been played, as far as a first look can tell."""
    loss: float
    """What was given away at least, as far as a first look can tell."""


class StudyRoom:
    def __init__(self, workers: int, bot: str, limits: Limits) -> None:
        self._workers = Workers(workers)
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

    async def position(self, subject: Subject, at: int | None) -> AsyncGenerator[Studied, None]:
        """A position, better and better known."""
        decision = subject.decision_from(at)
        if decision is None:
            yield _finished(subject.match)
            return
        joined, total = JoinedExplanations(), sum(SPELLS)
        done = 0.0
        for seconds in SPELLS:
            joined.add(await self._think(subject, decision, seconds))
            done += seconds
            yield _studied(subject, decision, joined, done / total)

    async def scan(self, subject: Subject) -> AsyncGenerator[Scanned, None]:
        """Every decision that was made, looked at for a moment; then again what seems dearest.

        The best of many options seen for a moment looks better than it is, so what it is worth
        against the move that was played is judged anew, by other games than those that chose it.
        """
        decisions = subject.decisions()
        suspects: list[Suspect] = []
        spells = len(decisions) + SUSPECTS * len(SECOND_LOOK)
        for number, at in enumerate(decisions, 1):
            joined = await self._joined(subject, at, (GLANCE,))
            suspects += _suspect(subject, at, joined)
            yield _scanned(subject, at, joined, None, number / spells)
        dearest = sorted(suspects, key=lambda each: each.loss, reverse=True)[:SUSPECTS]
        for number, each in enumerate(dearest, 1):
            joined = await self._joined(subject, each.at, SECOND_LOOK)
            done = (len(decisions) + number * len(SECOND_LOOK)) / spells
            yield _scanned(subject, each.at, joined, each, done)

    async def _joined(
        self, subject: Subject, at: int, spells: Sequence[float]
    ) -> JoinedExplanations:
        joined = JoinedExplanations()
        for seconds in spells:
            joined.add(await self._think(subject, at, seconds))
        return joined

    async def _think(self, subject: Subject, at: int, seconds: float) -> Explanation:
        if subject.may_see(_seat(subject, at)):
            question = Question.of(self._bot, subject.view(at))
            return await self._workers.run(appraise, question, seconds, asker=subject.asker)
        hidden = subject.hidden_decision(at, self._bot)
        return await self._workers.run(imagine, hidden, seconds, asker=subject.asker)

    async def close(self) -> None:
        await self._workers.close()


def _seat(subject: Subject, at: int) -> Seat:
    decide = subject.decide(at)
    assert decide is not None
    return decide.seat


def _finished(match: Match) -> Studied:
    """A game that is over: the win is shared out."""
    result = match.state.result
    winners = () if result is None else result.winners
    shares = [1 / len(winners) if seat in winners else 0.0 for seat in range(match.edition.seats)]
    return Studied(
        at=len(match.moves),
        seat=None,
        shares=shares,
        options=[],
        played=None,
        loss=None,
        error=None,
        visits=0,
        note="",
        progress=1.0,
    )


def _played(subject: Subject, at: int, ranked: list[Appraisal]) -> Appraisal | None:
    move = subject.played(at)
    if move is None:
        return None
    return next((each for each in ranked if each.action == move.action), None)


def _studied(subject: Subject, at: int, joined: JoinedExplanations, progress: float) -> Studied:
    seat = _seat(subject, at)
    ranked = joined.ranked(seat)
    played = _played(subject, at, ranked)
    loss = None if played is None else loss_of(ranked[0], played, seat)
    decide = subject.decide(at)
    assert decide is not None
    foresight = Foresight.of(subject.match.edition, subject.match.before(at).state, decide)
    return Studied(
        at=at,
        seat=seat,
        shares=_rounded(joined.shares(seat)),
        options=[_estimate(foresight, each) for each in ranked[:SHOWN]],
        played=None if played is None else _estimate(foresight, played),
        loss=None if loss is None else round(loss[0], 4),
        error=None if loss is None else round(loss[1], 4),
        visits=joined.visits,
        note=joined.note,
        progress=round(progress, 3),
    )


def _suspect(subject: Subject, at: int, joined: JoinedExplanations) -> Iterator[Suspect]:
    """A decision that seems to have given something away."""
    seat = _seat(subject, at)
    ranked = joined.ranked(seat)
    played = _played(subject, at, ranked)
    if played is not None and ranked[0].action != played.action:
        loss, error = loss_of(ranked[0], played, seat)
        yield Suspect(at, ranked[0].action, loss - error)


def _scanned(
    subject: Subject, at: int, joined: JoinedExplanations, suspect: Suspect | None, progress: float
) -> Scanned:
    """The `suspect` is given with the second look at it."""
    seat = _seat(subject, at)
    ranked = joined.ranked(seat)
    played = _played(subject, at, ranked)
    best = ranked[0] if ranked else None
    if suspect is not None:
        best = next(each for each in ranked if each.action == suspect.best)
    loss = None if played is None or best is None else loss_of(best, played, seat)
    return Scanned(
        at=at,
        seat=seat,
        shares=_rounded(joined.shares(seat)),
        played=None if played is None else str(played.action),
        best=None if best is None else str(best.action),
        loss=None if loss is None else round(loss[0], 4),
        error=None if loss is None else round(loss[1], 4),
        confirmed=suspect is not None,
        progress=min(1.0, round(progress, 3)),
    )


def _estimate(foresight: Foresight, each: Appraisal) -> Estimate:
    return Estimate(
        option=each.action,
        ghost=foresight.ghost(str(each.action)),
        shares=_rounded(each.shares),
        errors=_rounded(each.errors),
        visits=each.visits,
        survival=round(each.survival, 4),
        line=[str(action) for action in each.line],
    )


def _rounded(values: tuple[float, ...]) -> list[float]:
    return [round(value, 4) for value in values]
