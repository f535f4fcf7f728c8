"""What a bot thinks of the options, in lines for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tsuro.bots.base import Appraisal, Explanation
from tsuro.core.actions import Decision

SHOWN = 3
"""Options a hint tells about."""
SURE = 1.96
"""Standard errors on either side of which the truth lies in 95 of 100 cases, as in the page."""
LINE = 3
"""Decisions of the expected play after the option itself."""


@dataclass(frozen=True)
class Hint:
    """What a bot would do, and why."""

    action: Decision
    lines: tuple[str, ...]


def hint_of(told: Explanation, options: Sequence[Decision], names: Sequence[str]) -> Hint:
    """Refuses what a bot of somebody else may have made up."""
    best = told.appraisals[0].action
    if best not in options:
        raise ValueError(f"{best} is not one of the options")
    return Hint(best, tuple(hint_lines(told, names)))


def hint_lines(told: Explanation, names: Sequence[str]) -> list[str]:
    """The best options with everybody's chances; the margins are those of 95 % intervals."""
    lines = [_option(each, told.seat, names) for each in told.appraisals[:SHOWN]]
    return [*lines, f"({told.note})"]


def _option(each: Appraisal, seat: int, names: Sequence[str]) -> str:
    chances = [f"{name} {share:.0%}" for name, share in zip(names, each.shares, strict=True)]
    margin = SURE * each.errors[seat]
    if margin >= 0.005:
        chances[seat] += f" ±{margin:.0%}"
    facts = [f"{', '.join(chances)} to win", f"{each.survival:.0%} still in", _games(each.visits)]
    line = each.line[1 : LINE + 1]
    if line:
        facts.append(f"then {' '.join(map(str, line))}")
    return f"{each.action}: {'; '.join(facts)}"


def _games(count: int) -> str:
    return "1 game tried" if count == 1 else f"{count:,} games tried"
