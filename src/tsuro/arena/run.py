"""Holding an arena: play what is missing, deal by deal, until enough or until the test decides."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from tsuro.arena.crew import play_all
from tsuro.arena.deals import Seating, deal_seatings, seatings
from tsuro.arena.journal import Journal
from tsuro.arena.playing import GameResult
from tsuro.arena.sequential import SequentialTest, Verdict
from tsuro.arena.settings import Settings

RECORD_NAME = "deal-{deal:05d}-{rotation}.tsr"


@dataclass
class Arena:
    """A run in progress. `play` may be interrupted; what is done stays in `results`."""

    settings: Settings
    games: int
    jobs: int = 1
    journal: Journal | None = None
    records: Path | None = None
    """Folder for the record of every game played."""
    test: SequentialTest | None = None
    results: list[GameResult] = field(default_factory=list)
    decided_after: int | None = None
    """The number of deals after which the test decided."""

    def __post_init__(self) -> None:
        self._plan = list(seatings(self.settings, self.games))
        self._sizes = {seating.deal: 0 for seating in self._plan}
        for seating in self._plan:
            self._sizes[seating.deal] += 1
        planned = set(self._plan)
        for result in self.journal.results if self.journal else ():
            if _seating(result) in planned:
                self.results.append(result)
        self._by_deal: dict[int, list[GameResult]] = defaultdict(list)
        for result in self.results:
            self._by_deal[result.deal].append(result)
        self._next_deal = 0
        self._judge()

    @property
    def total(self) -> int:
        return len(self._plan)

    def play(self, on_result: Callable[[GameResult], None] = lambda result: None) -> None:
        """Play every game of the plan that has no result yet."""
        done = {(result.deal, result.rotation) for result in self.results}
        missing = [each for each in self._plan if (each.deal, each.rotation) not in done]
        if self.decided_after is not None:
            return
        jobs = max(1, min(self.jobs, len(missing)))
        keep = self.records is not None
        with closing(play_all(self.settings, missing, jobs=jobs, keep_records=keep)) as games:
            for result in games:
                self._take(result)
                on_result(result)
                if self.decided_after is not None:
                    return

    def counted(self) -> list[GameResult]:
        """The results that count, in order: whole deals, up to where the test decided."""
        last = self.decided_after
        return [
            result
            for deal in sorted(self._by_deal)
            if self._is_whole(deal) and (last is None or deal < last)
            for result in sorted(self._by_deal[deal], key=lambda result: result.rotation)
        ]

    def _take(self, result: GameResult) -> None:
        if self.records is not None and result.record is not None:
            name = RECORD_NAME.format(deal=result.deal, rotation=result.rotation)
            (self.records / name).write_text(result.record, encoding="utf-8")
        if self.journal is not None:
            self.journal.add(result)
        self.results.append(result)
        self._by_deal[result.deal].append(result)
        self._judge()

    def _is_whole(self, deal: int) -> bool:
        return len(self._by_deal.get(deal, ())) == self._sizes[deal]

    def _judge(self) -> None:
        """Show the test the deals that are finished, in their order."""
        while self.test is not None and self.decided_after is None:
            deal = self._next_deal
            if deal not in self._sizes or not self._is_whole(deal):
                return
            self._next_deal += 1
            score = first_score(self._by_deal[deal])
            if score is not None and self.test.add(score) is not Verdict.OPEN:
                self.decided_after = self._next_deal


def whole_deals(settings: Settings, results: Sequence[GameResult]) -> list[GameResult]:
    """The results of deals of which every rotation was played, in order."""
    played = {_seating(result): result for result in results}
    deals = (deal_seatings(settings, deal) for deal in sorted({each.deal for each in results}))
    return [
        played[seating]
        for deal in deals
        if all(each in played for each in deal)
        for seating in deal
    ]


def _seating(result: GameResult) -> Seating:
    """The game that a result is of."""
    return Seating(result.deal, result.rotation, result.bots)


def first_score(deal: Sequence[GameResult]) -> float | None:
    """What the first bot took of the wins of a deal, per seat it held; None if it held none."""
    shares = [
        share
        for result in deal
        for bot, share in zip(result.bots, result.shares(), strict=True)
        if bot == 0
    ]
    return sum(shares) / len(shares) if shares else None
