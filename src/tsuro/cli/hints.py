"""What a bot thinks of the options, in lines for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tsuro.bots.base import Appraisal, Explanation
from tsuro.core.actions import Decision

SHOWN = 3
"""Options a hint tells about."""
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
    """The best options with their chances, then how every seat stands."""
    lines = [_option(each, told.seat) for each in told.appraisals[:SHOWN]]
    chances = zip(names, told.shares, strict=True)
    standing = ", ".join(f"{name} {share:.0%}" for name, share in chances)
    return [*lines, f"Chances: {standing} ({told.note})."]


def _option(each: Appraisal, seat: int) -> str:
    error = each.errors[seat]
    margin = f" ±{error:.0%}" if error >= 0.005 else ""
    text = f"{each.action}: wins {each.shares[seat]:.0%}{margin}, still in {each.survival:.0%}"
    line = each.line[1 : LINE + 1]
    return f"{text}, then {' '.join(map(str, line))}" if line else text
