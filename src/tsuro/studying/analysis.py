"""How an analysis goes: what is thought about, for how long, and what is told in between.

Spells of thinking are short. An analysis yields the next one, is sent what came of it, and yields
what is known by then; who gives up listening stops with the spell that is running.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tsuro.bots.base import Appraisal, Explanation
from tsuro.core.actions import Decision
from tsuro.studying.joining import JoinedExplanations, loss_of
from tsuro.studying.messages import Estimate, Scanned, Studied
from tsuro.studying.subject import Subject
from tsuro.telling.foresight import Foresight
from tsuro.telling.match import Match

SUSPECTS: Final = 8
"""How many decisions of a whole game are looked at twice."""
SHOWN: Final = 5
"""How many options are told of, besides the one that was played."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How long is thought, in seconds; no spell is so long that stopping it takes a while."""

    spells: tuple[float, ...]
    """About one position."""
    glance: float
    """About each decision of a whole game."""
    second_look: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Spell:
    """So long is to be thought about a decision."""

    at: int
    seconds: float


Analysis = Generator[Spell | Studied | Scanned, Explanation | None, None]
"""After a spell it is sent the explanation, after a line nothing."""
Thought = Generator[Spell, Explanation | None, JoinedExplanations]


@dataclass(frozen=True, slots=True)
class Suspect:
    """A decision that may have been dear."""

    at: int
    best: Decision
    """What should have been played, as far as a first look can tell."""
    loss: float
    """What was given away at least, as far as a first look can tell."""


def position(subject: Subject, at: int | None, effort: Effort) -> Analysis:
    """A position, better and better known."""
    decision = subject.decision_from(at)
    if decision is None:
        yield _finished(subject.match)
        return
    joined, total = JoinedExplanations(), sum(effort.spells)
    done = 0.0
    for seconds in effort.spells:
        explained = yield Spell(decision, seconds)
        assert explained is not None
        joined.add(explained)
        done += seconds
        yield _studied(subject, decision, joined, done / total)


def scan(subject: Subject, effort: Effort) -> Analysis:
    """Every decision that was made, looked at for a moment; then again what seems dearest.

    The best of many options seen for a moment looks better than it is, so what it is worth
    against the move that was played is judged anew, by other games than those that chose it.
    """
    decisions = subject.decisions()
    suspects: list[Suspect] = []
    spells = len(decisions) + SUSPECTS * len(effort.second_look)
    for number, at in enumerate(decisions, 1):
        joined = yield from _joined(at, (effort.glance,))
        suspects += _suspect(subject, at, joined)
        yield _scanned(subject, at, joined, None, number / spells)
    dearest = sorted(suspects, key=lambda each: each.loss, reverse=True)[:SUSPECTS]
    for number, each in enumerate(dearest, 1):
        joined = yield from _joined(each.at, effort.second_look)
        done = (len(decisions) + number * len(effort.second_look)) / spells
        yield _scanned(subject, each.at, joined, each, done)


def _joined(at: int, spells: Sequence[float]) -> Thought:
    joined = JoinedExplanations()
    for seconds in spells:
        explained = yield Spell(at, seconds)
        assert explained is not None
        joined.add(explained)
    return joined


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
    seat = subject.seat(at)
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
    seat = subject.seat(at)
    ranked = joined.ranked(seat)
    played = _played(subject, at, ranked)
    if played is not None and ranked[0].action != played.action:
        loss, error = loss_of(ranked[0], played, seat)
        yield Suspect(at, ranked[0].action, loss - error)


def _scanned(
    subject: Subject, at: int, joined: JoinedExplanations, suspect: Suspect | None, progress: float
) -> Scanned:
    """The `suspect` is given with the second look at it."""
    seat = subject.seat(at)
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
