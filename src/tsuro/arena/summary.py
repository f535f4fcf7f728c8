"""What the results of an arena say: shares, ratings and who beats whom, with intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from tsuro.arena.playing import GameResult
from tsuro.arena.ratings import Tally, numpy_module
from tsuro.arena.settings import ArenaError, Settings

if TYPE_CHECKING:
    from tsuro.arena.ratings import Numbers

RESAMPLES = 1000
CHUNK = 100
"""Resamples computed at a time, which bounds the memory."""
LEVEL = 0.95
NO_SPREAD = 1e-9
"""Ratios of equal deals differ by less, because sums are rounded."""


@dataclass(frozen=True)
class Estimate:
    """A number and the interval that holds it with 95 % confidence."""

    value: float
    low: float
    high: float

    def to_json(self) -> list[float]:
        return [round(number, 4) for number in (self.value, self.low, self.high)]

    def is_above(self, bound: float) -> bool:
        """Whether the whole interval is."""
        return self.low > bound


@dataclass(frozen=True)
class Standing:
    """How one bot did."""

    bot: int
    label: str
    seats: int
    """Games it played, counted for every seat it held."""
    share: Estimate
    """Its share of the wins per seat it held."""
    elo: Estimate
    """The average of all bots is 0."""
    place: float
    """Mean finishing place."""
    decisions: int
    ms: float
    """Mean time for a decision."""
    faults: dict[str, int]
    """Forfeited decisions by kind."""
    notes: tuple[str, ...]

    @property
    def forfeits(self) -> int:
        return sum(self.faults.values())


@dataclass(frozen=True)
class Summary:
    settings: Settings
    deals: int
    games: int
    standings: tuple[Standing, ...]
    """Best rating first."""
    pairs: dict[tuple[int, int], Estimate]
    """How often a bot finishes before another, ties counted half, where both played."""
    fewest_deals: int
    """In how many deals those two met that met least often."""


def sum_up(settings: Settings, results: Sequence[GameResult]) -> Summary:
    """Numbers from whole deals, given in order."""
    if not results:
        raise ArenaError("No deal has been finished.")
    deals = [list(games) for _, games in groupby(results, key=lambda result: result.deal)]
    bots = len(settings.bots)
    weights = list(_weights(len(deals), settings.seed))
    tally = Tally.of(deals, bots)
    elo = _estimates([tally.ratings(each) for each in weights])
    shares = _ratio_estimates(weights, *_share_sums(deals, bots))
    before, met = _pair_sums(deals, bots)
    pairs = _ratio_estimates(weights, before, met)
    standings = [
        _standing(settings, results, bot, share=shares[bot], elo=elo[bot])
        for bot in range(bots)
        if shares[bot] is not None
    ]
    standings.sort(key=lambda standing: -standing.elo.value)
    return Summary(
        settings=settings,
        deals=len(deals),
        games=len(results),
        standings=tuple(standings),
        pairs={
            (one, other): estimate
            for one in range(bots)
            for other in range(bots)
            if (estimate := pairs[one * bots + other]) is not None
        },
        fewest_deals=min(int(count) for count in (met > 0).sum(axis=0) if count),
    )


def _weights(deals: int, seed: int) -> Iterator[Numbers]:
    """How often each deal counts: once each in the first row, then as resampled."""
    np = numpy_module()
    rng = np.random.default_rng(seed)
    yield np.ones((1, deals))
    for _ in range(RESAMPLES // CHUNK):
        yield rng.multinomial(deals, np.full(deals, 1 / deals), size=CHUNK).astype(float)


def _estimates(chunks: Sequence[Numbers]) -> list[Estimate]:
    """For each column the value of the first row and the interval of the others that have one."""
    np = numpy_module()
    rows = np.concatenate(chunks)
    tail = (1 - LEVEL) / 2
    lows, highs = np.nanquantile(rows[1:], (tail, 1 - tail), axis=0)
    return [
        Estimate(float(value), float(low), float(high))
        for value, low, high in zip(rows[0], lows, highs, strict=True)
    ]


def _ratio_estimates(
    weights: Sequence[Numbers], above: Numbers, below: Numbers
) -> list[Estimate | None]:
    """Estimates of the ratios of sums over deals; None where there was nothing to divide by."""
    np = numpy_module()
    deals = (below > 0).sum(axis=0)
    known = np.flatnonzero(deals)
    chunks = [_ratios(each @ above[:, known], each @ below[:, known]) for each in weights]
    found: list[Estimate | None] = [None] * len(deals)
    for column, estimate in zip(known, _estimates(chunks), strict=True):
        found[column] = _widened(estimate, int(deals[column]))
    return found


def _ratios(above: Numbers, below: Numbers) -> Numbers:
    """Not a number where a resample holds none of the deals that count: it says nothing."""
    np = numpy_module()
    nothing = np.full(below.shape, np.nan)
    ratios: Numbers = np.divide(above, below, out=nothing, where=below > 0)
    return ratios


def _widened(estimate: Estimate, deals: int) -> Estimate:
    """An interval where all deals went alike, such as all won, and resampling shows no spread.

    If in truth a larger share of the deals than `beyond` went otherwise, so many alike would come
    too seldom; and those might all have been won, or all lost.
    """
    if estimate.high - estimate.low > NO_SPREAD:
        return estimate
    beyond = 1 - ((1 - LEVEL) / 2) ** (1 / deals)
    value = estimate.value
    return Estimate(value, value * (1 - beyond), value + (1 - value) * beyond)


def _share_sums(deals: Sequence[Sequence[GameResult]], bots: int) -> tuple[Numbers, Numbers]:
    """deal x bot: wins, and seats held."""
    np = numpy_module()
    wins, seats = np.zeros((len(deals), bots)), np.zeros((len(deals), bots))
    for number, deal in enumerate(deals):
        for result in deal:
            for bot, share in zip(result.bots, result.shares(), strict=True):
                wins[number, bot] += share
                seats[number, bot] += 1
    return wins, seats


def _pair_sums(deals: Sequence[Sequence[GameResult]], bots: int) -> tuple[Numbers, Numbers]:
    """deal x (one, other): how often one finished before the other, and how often they met."""
    np = numpy_module()
    before, met = np.zeros((len(deals), bots, bots)), np.zeros((len(deals), bots, bots))
    for number, deal in enumerate(deals):
        for result in deal:
            seats = list(zip(result.bots, result.ranks, strict=True))
            for one, rank in seats:
                for other, other_rank in seats:
                    if one != other:
                        met[number, one, other] += 1
                        before[number, one, other] += (
                            1 if rank < other_rank else 0.5 if rank == other_rank else 0
                        )
    return before.reshape(len(deals), -1), met.reshape(len(deals), -1)


def _standing(
    settings: Settings,
    results: Sequence[GameResult],
    bot: int,
    *,
    share: Estimate | None,
    elo: Estimate,
) -> Standing:
    assert share is not None
    own = [
        (result, seat) for result in results for seat, each in enumerate(result.bots) if each == bot
    ]
    decisions = sum(result.decisions[seat] for result, seat in own)
    faults: Counter[str] = Counter()
    for result, seat in own:
        faults.update(result.faults[seat])
    notes = [note for result, seat in own for note in result.notes[seat]]
    return Standing(
        bot=bot,
        label=settings.labels[bot],
        seats=len(own),
        share=share,
        elo=elo,
        place=sum(result.ranks[seat] for result, seat in own) / len(own),
        decisions=decisions,
        ms=sum(result.ms[seat] for result, seat in own) / max(decisions, 1),
        faults=dict(faults),
        notes=tuple(notes[:3]),
    )


def summary_to_json(summary: Summary) -> dict[str, Any]:
    labels = summary.settings.labels
    return {
        "settings": summary.settings.to_json(),
        "deals": summary.deals,
        "games": summary.games,
        "fair_share": round(summary.settings.fair_share, 4),
        "bots": [
            {
                "bot": each.label,
                "seats": each.seats,
                "share": each.share.to_json(),
                "elo": each.elo.to_json(),
                "place": round(each.place, 4),
                "decisions": each.decisions,
                "ms": round(each.ms, 3),
                "faults": each.faults,
                "notes": list(each.notes),
            }
            for each in summary.standings
        ],
        "pairs": [
            {"bot": labels[one], "before": labels[other], "score": estimate.to_json()}
            for (one, other), estimate in summary.pairs.items()
        ],
    }
