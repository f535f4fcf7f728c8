"""Everything that was counted as sheets of rows, for files and for other programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tsuro.simulation.results import Results
from tsuro.simulation.shares import Share

Value = str | int | float


@dataclass(frozen=True)
class Sheet:
    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]

    def records(self) -> list[dict[str, Value]]:
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


def sheets_of(results: Results) -> list[Sheet]:
    """Seats and turns are counted as in the game: seats from 0, turns from 1."""
    return [
        _seats(results),
        _starts(results),
        _seat_starts(results),
        _lengths(results),
        _exits(results),
        _tiles(results),
        _endings(results),
        *_measures(results),
    ]


def _interval(share: Share) -> tuple[float, float, float]:
    return share.value, share.low, share.high


def _seats(results: Results) -> Sheet:
    out = (f"out_{fate}{end}" for fate in results.fates for end in ("", "_low", "_high"))
    return Sheet(
        "seats",
        ("seat", "policy", "win_share", "low", "high", *out),
        tuple(
            (
                each.seat,
                each.policy,
                *_interval(each.wins),
                *(number for part in each.exits.values() for number in _interval(part)),
            )
            for each in results.seats
        ),
    )


def _starts(results: Results) -> Sheet:
    return Sheet(
        "starts",
        ("place", "taken", "win_share", "low", "high"),
        tuple((each.place, each.taken, *_interval(each.wins)) for each in results.starts()),
    )


def _seat_starts(results: Results) -> Sheet:
    return Sheet(
        "seat_starts",
        ("seat", "place", "taken", "win_share", "low", "high"),
        tuple(
            (seat, each.place, each.taken, *_interval(each.wins))
            for seat in range(results.job.seats)
            for each in results.starts(seat)
        ),
    )


def _lengths(results: Results) -> Sheet:
    """Games by number of turns and by number of decisions."""
    return Sheet(
        "lengths",
        ("count", "games_by_turns", "games_by_decisions"),
        tuple(_used(results.counters["turns"], results.counters["decisions"])),
    )


def _used(turns: list[int], decisions: list[int]) -> Iterator[tuple[int, int, int]]:
    for count in range(max(len(turns), len(decisions))):
        one = turns[count] if count < len(turns) else 0
        other = decisions[count] if count < len(decisions) else 0
        if one or other:
            yield count, one, other


def _exits(results: Results) -> Sheet:
    return Sheet(
        "exits",
        ("turn", "fate", "eliminations"),
        tuple(
            (turn, str(fate), count)
            for turn, fates in results.exits_by_turn
            for fate, count in fates.items()
        ),
    )


def _tiles(results: Results) -> Sheet:
    columns = ("tile", "laid", "survived_share", "survived_low", "survived_high")
    return Sheet(
        "tiles",
        (*columns, "win_share", "win_low", "win_high"),
        tuple(
            (each.tile, each.laid, *_interval(each.survived), *_interval(each.wins))
            for each in results.tiles
        ),
    )


def _endings(results: Results) -> Sheet:
    """Why games ended, and how many seats shared the win."""
    reasons = ((str(reason), *_interval(each)) for reason, each in results.reasons.items())
    winners = ((f"winners_{count}", *_interval(each)) for count, each in results.winners.items())
    return Sheet("endings", ("ending", "share", "low", "high"), (*reasons, *winners))


def _measures(results: Results) -> Iterator[Sheet]:
    if not results.measures:
        return
    yield Sheet(
        "measures_by_turn",
        ("measure", "turn", "games", "mean"),
        tuple((each.name, *moment) for each in results.measures for moment in each.by_turn),
    )
    yield Sheet(
        "measures_at_end",
        ("measure", "value", "games"),
        tuple(
            (each.name, value, games)
            for each in results.measures
            for value, games in enumerate(each.histogram)
            if games
        ),
    )
