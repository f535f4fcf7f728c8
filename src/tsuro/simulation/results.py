"""What the counters say: the numbers that the terminal, the tables and the page all show."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from tsuro.core.ids import TileId
from tsuro.core.state import Fate, Reason
from tsuro.editions.edition import Edition
from tsuro.fast.facts import MEASURES as NAMES
from tsuro.fast.facts import start_names
from tsuro.fast.shared.wins import WHOLE_WIN
from tsuro.fast.templates.census_record import FATES, MEASURES, PLACES, VALUES
from tsuro.simulation.job import Job
from tsuro.simulation.shares import Mean, Share, mean, share
from tsuro.simulation.tally import FATE_ORDER, REASON_ORDER, Tally, tile_order

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
    tally: Tally

    @cached_property
    def edition(self) -> Edition:
        return self.job.edition

    @property
    def games(self) -> int:
        return self.tally.games

    @cached_property
    def seats(self) -> list[SeatResult]:
        return [
            SeatResult(
                seat,
                self.job.policies[seat],
                share(self.tally["wins"][seat] / WHOLE_WIN, self.games),
                {
                    fate: share(self.tally["seat_exits"][seat * FATES + number], self.games)
                    for number, fate in enumerate(FATE_ORDER)
                    if fate in self.fates
                },
            )
            for seat in range(self.job.seats)
        ]

    @cached_property
    def fates(self) -> list[Fate]:
        """Those that occurred."""
        exits = self.tally["exits"]
        return [fate for number, fate in enumerate(FATE_ORDER) if any(exits[number::FATES])]

    def starts(self, seat: int | None = None) -> list[StartResult]:
        """Every start place with the wins of pawns that began there, of all seats or of one."""
        seats = range(self.job.seats) if seat is None else (seat,)
        results = []
        for number, name in enumerate(start_names(self.edition)):
            taken = sum(self.tally["starts"][each * PLACES + number] for each in seats)
            wins = sum(self.tally["start_wins"][each * PLACES + number] for each in seats)
            results.append(StartResult(name, taken, share(wins / WHOLE_WIN, taken)))
        return results

    @cached_property
    def turns(self) -> Mean:
        return mean(self.tally["turn_total"][0], self.tally["turns"])

    @cached_property
    def decisions(self) -> Mean:
        return mean(self.tally["decision_total"][0], self.tally["decisions"])

    @cached_property
    def exits_by_turn(self) -> list[tuple[int, dict[Fate, int]]]:
        """For every turn from the first to the last with an elimination, how many of each fate."""
        last = max((at // FATES for at, n in enumerate(self.tally["exits"]) if n), default=0)
        return [
            (turn, {fate: self._exits(turn, fate) for fate in self.fates})
            for turn in range(1, last + 1)
        ]

    def _exits(self, turn: int, fate: Fate) -> int:
        return self.tally["exits"][turn * FATES + FATE_ORDER.index(fate)]

    @cached_property
    def fate_shares(self) -> dict[Fate, Share]:
        """Of all eliminations."""
        exits = self.tally["exits"]
        total = sum(exits)
        return {
            fate: share(sum(exits[FATE_ORDER.index(fate) :: FATES]), total) for fate in self.fates
        }

    @cached_property
    def tiles(self) -> list[TileResult]:
        """Every tile that was laid, best survivors first."""
        found = [
            TileResult(
                tile,
                laid,
                laid / self.games,
                share(self.tally["survived"][number], laid),
                share(self.tally["tile_wins"][number] / WHOLE_WIN, laid),
            )
            for number, tile in enumerate(tile_order(self.edition))
            if (laid := self.tally["laid"][number])
        ]
        return sorted(found, key=lambda each: (-each.survived.value, each.tile))

    @cached_property
    def reasons(self) -> dict[Reason, Share]:
        return {
            reason: share(self.tally["reasons"][number], self.games)
            for number, reason in enumerate(REASON_ORDER)
            if self.tally["reasons"][number]
        }

    @cached_property
    def winners(self) -> dict[int, Share]:
        """Games by how many seats won them."""
        return {
            count: share(games, self.games)
            for count, games in enumerate(self.tally["sharers"])
            if games
        }

    @cached_property
    def ties(self) -> Share:
        return share(sum(self.tally["sharers"][2:]), self.games)

    @cached_property
    def measures(self) -> list[Measure]:
        return [self._measure(i, name) for i, name in enumerate(NAMES.get(self.edition.id, ()))]

    def _measure(self, number: int, name: str) -> Measure:
        histogram = self.tally.row("values", number, VALUES)
        sums = self.tally["turn_values"][number::MEASURES]
        by_turn = [
            (turn, games, total / games)
            for turn, (games, total) in enumerate(zip(self.tally["turn_games"], sums, strict=True))
            if games
        ]
        return Measure(
            name, mean(self.tally["value_totals"][number], histogram), histogram, by_turn
        )
