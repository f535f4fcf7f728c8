"""What the counters say: the numbers that the terminal, the tables and the page all show."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from tsuro.core.ids import TileId
from tsuro.core.state import Fate, Reason
from tsuro.editions.edition import Edition
from tsuro.fast.families import family_of
from tsuro.fast.shared.endings import FATES, REASONS
from tsuro.fast.shared.wins import WHOLE_WIN
from tsuro.fast.templates.census_record import MOST_FATES, MOST_MEASURES, MOST_PLACES, VALUES
from tsuro.simulation.counters import Counters, start_names, tile_order
from tsuro.simulation.job import Job
from tsuro.simulation.shares import Mean, Share, mean, share

TITLES: Final = {
    "daikaiju_on_board": "daikaiju on the board",
    "tiles_on_board": "tiles on the board",
    "stars_scored": "stars of all seats",
    "most_stars": "stars of the best seat",
    "life_tokens": "life tokens left",
}
"""The measures in words."""


@dataclass(frozen=True)
class SeatResult:
    seat: int
    policy: str
    wins: Share
    exits: dict[Fate, Share]
    """How it went out, each as a share of all games."""


@dataclass(frozen=True)
class StartResult:
    place: str
    taken: int
    wins: Share


@dataclass(frozen=True)
class TileResult:
    tile: TileId
    laid: int
    each_game: float
    survived: Share
    wins: Share


@dataclass(frozen=True)
class Measure:
    """A number that an edition has of its own, such as the daikaiju on the board."""

    name: str
    end: Mean
    histogram: list[int]
    """Games by the value at the end."""
    by_turn: list[tuple[int, int, float]]
    """Turn, games that came so far, mean at its beginning."""

    @property
    def title(self) -> str:
        return TITLES[self.name]


@dataclass(frozen=True)
class Results:
    """Counters with their names and intervals."""

    job: Job
    counters: Counters

    def __repr__(self) -> str:
        wins = ", ".join(f"{seat.wins.value:.1%}" for seat in self.seats)
        return f"<Results of {self.games:,} games of {self.job.edition_id}: wins {wins}>"

    @cached_property
    def edition(self) -> Edition:
        return self.job.edition

    @property
    def games(self) -> int:
        return self.counters.games

    @cached_property
    def seats(self) -> list[SeatResult]:
        return [
            SeatResult(
                seat,
                self.job.policies[seat],
                share(self.counters["wins"][seat] / WHOLE_WIN, self.games),
                {
                    fate: share(self.counters["seat_exits"][seat * MOST_FATES + number], self.games)
                    for number, fate in enumerate(FATES)
                    if fate in self.fates
                },
            )
            for seat in range(self.job.seats)
        ]

    @cached_property
    def fates(self) -> list[Fate]:
        """Those that occurred."""
        exits = self.counters["exits"]
        return [fate for number, fate in enumerate(FATES) if any(exits[number::MOST_FATES])]

    def starts(self, seat: int | None = None) -> list[StartResult]:
        """Every start place with the wins of pawns that began there, of all seats or of one."""
        seats = range(self.job.seats) if seat is None else (seat,)
        results = []
        for number, name in enumerate(start_names(self.edition)):
            taken = sum(self.counters["starts"][each * MOST_PLACES + number] for each in seats)
            wins = sum(self.counters["start_wins"][each * MOST_PLACES + number] for each in seats)
            results.append(StartResult(name, taken, share(wins / WHOLE_WIN, taken)))
        return results

    @cached_property
    def turns(self) -> Mean:
        return mean(self.counters["turn_total"][0], self.counters["turns"])

    @cached_property
    def decisions(self) -> Mean:
        return mean(self.counters["decision_total"][0], self.counters["decisions"])

    @cached_property
    def exits_by_turn(self) -> list[tuple[int, dict[Fate, int]]]:
        """For every turn from the first to the last with an elimination, how many of each fate."""
        exits = enumerate(self.counters["exits"])
        last = max((at // MOST_FATES for at, count in exits if count), default=0)
        return [
            (turn, {fate: self._exits(turn, fate) for fate in self.fates})
            for turn in range(1, last + 1)
        ]

    def _exits(self, turn: int, fate: Fate) -> int:
        return self.counters["exits"][turn * MOST_FATES + FATES.index(fate)]

    @cached_property
    def fate_shares(self) -> dict[Fate, Share]:
        """Of all eliminations."""
        exits = self.counters["exits"]
        total = sum(exits)
        return {
            fate: share(sum(exits[FATES.index(fate) :: MOST_FATES]), total) for fate in self.fates
        }

    @cached_property
    def tiles(self) -> list[TileResult]:
        """Every tile that was laid, best survivors first."""
        found = [
            TileResult(
                tile,
                laid,
                laid / self.games,
                share(self.counters["survived"][number], laid),
                share(self.counters["tile_wins"][number] / WHOLE_WIN, laid),
            )
            for number, tile in enumerate(tile_order(self.edition))
            if (laid := self.counters["laid"][number])
        ]
        return sorted(found, key=lambda each: (-each.survived.value, each.tile))

    @cached_property
    def reasons(self) -> dict[Reason, Share]:
        return {
            reason: share(self.counters["reasons"][number], self.games)
            for number, reason in enumerate(REASONS)
            if reason is not None and self.counters["reasons"][number]
        }

    @cached_property
    def winners(self) -> dict[int, Share]:
        """Games by how many seats won them."""
        return {
            count: share(games, self.games)
            for count, games in enumerate(self.counters["sharers"])
            if games
        }

    @cached_property
    def ties(self) -> Share:
        return share(sum(self.counters["sharers"][2:]), self.games)

    @cached_property
    def measures(self) -> list[Measure]:
        names = family_of(self.edition).measures
        return [self._measure(number, name) for number, name in enumerate(names)]

    def _measure(self, number: int, name: str) -> Measure:
        histogram = self.counters.row("values", number, VALUES)
        sums = self.counters["turn_values"][number::MOST_MEASURES]
        moments = zip(self.counters["turn_games"], sums, strict=True)
        by_turn = [
            (turn, games, total / games) for turn, (games, total) in enumerate(moments) if games
        ]
        return Measure(
            name, mean(self.counters["value_totals"][number], histogram), histogram, by_turn
        )
