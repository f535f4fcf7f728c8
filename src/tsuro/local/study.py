"""Analyses on a device: a spell of thinking at a call, so that games go on in between.

The search is the server's, run by the plain kernel: it tries hundreds of games where compiled code
tries hundreds of thousands. What it tells is as true, but less sure, and its errors say so.
"""

from __future__ import annotations

from random import Random
from typing import Final

from tsuro.bots.base import Explanation
from tsuro.bots.clocks import Countdown
from tsuro.bots.mcts import MctsBot
from tsuro.engine.views import PlayerView
from tsuro.errors import TsuroError
from tsuro.studying.analysis import Analysis, Effort, Spell, position, scan
from tsuro.studying.messages import Failed, Study, StudyLine
from tsuro.studying.subject import Subject, imagined

EFFORT: Final = Effort(spells=(0.1, *(0.15,) * 12), glance=0.15, second_look=(0.3, 0.3))
"""A first answer at once, and no spell so long that a person's move would have to wait for it."""
JUDGE: Final = MctsBot()


class LocalStudy:
    """One analysis under way."""

    def __init__(self, subject: Subject, asked: Study, luck: Random) -> None:
        self._subject, self._luck = subject, luck
        self._analysis: Analysis = (
            scan(subject, EFFORT) if asked.scan else position(subject, asked.at, EFFORT)
        )
        self._explained: Explanation | None = None

    def next(self) -> StudyLine | None:
        """What is known after the next spell; None if nothing more comes."""
        try:
            while isinstance(item := self._analysis.send(self._explained), Spell):
                self._explained = self._think(item)
        except StopIteration:
            return None
        except TsuroError as error:
            return Failed(code=error.code, message=error.message)
        self._explained = None
        return item

    def _think(self, spell: Spell) -> Explanation:
        subject, at = self._subject, spell.at
        if subject.may_see(subject.seat(at)):
            return self._explain(subject.view(at), spell.seconds)
        state, viewer = subject.seen(at)
        decider = imagined(subject.match.edition, state, viewer, self._luck)
        told = self._explain(decider, spell.seconds)
        # The options are those of an imagined hand and mean nothing.
        return Explanation(told.seat, told.shares, (), told.note)

    def _explain(self, seen: PlayerView, seconds: float) -> Explanation:
        assert seen.decide is not None
        return JUDGE.explain(seen, seen.decide.options, self._luck, Countdown(seconds))
