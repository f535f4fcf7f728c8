"""What search trees found out, added up and put into words others understand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from tsuro.bots.base import Appraisal, Explanation
from tsuro.bots.search.nodes import LOST, OPEN, SUMS, WON
from tsuro.bots.search.tree import Tree
from tsuro.core.actions import Decision
from tsuro.core.ids import Seat
from tsuro.fast.shared.wins import WHOLE_WIN

LINE = 6
"""Decisions of a principal line at most."""


@dataclass
class Finding:
    """One option of the root in all trees together."""

    code: int
    visits: int
    parts: list[int]
    """Parts of wins of each seat."""
    squares: list[int]
    lived: int
    proof: int

    def rank(self, seat: int) -> tuple[int, int, float]:
        """Proved wins first, proved losses last; then what was visited most."""
        order = {WON: 2, OPEN: 1, LOST: 0}[self.proof]
        return order, self.visits, self.share(seat)

    def share(self, seat: int) -> float:
        return self.parts[seat] / (WHOLE_WIN * self.visits) if self.visits else 0.0

    def error(self, seat: int) -> float:
        """Standard error of the share; a few games that went alike make nothing certain."""
        if self.visits < 2:
            return 0.5
        mean = self.parts[seat] / self.visits
        doubt = 0.25 * WHOLE_WIN * WHOLE_WIN / self.visits
        spread = max(self.squares[seat] / self.visits - mean * mean, doubt)
        return sqrt(spread / (self.visits - 1)) / WHOLE_WIN


def findings(trees: Sequence[Tree]) -> dict[int, Finding]:
    """What the trees say about each option of the root, by its code."""
    found: dict[int, Finding] = {}
    for tree in trees:
        for number in _children_of_root(tree):
            _add(found, tree, number)
    return found


def _add(found: dict[int, Finding], tree: Tree, number: int) -> None:
    code = int(tree.node(number, "action"))
    new = found.setdefault(code, Finding(code, 0, [0] * 8, [0] * 8, 0, OPEN))
    new.visits += int(tree.node(number, "visits"))
    new.proof = new.proof or int(tree.node(number, "proof"))
    parts, squares, lived = tree.sums[SUMS * number : SUMS * number + SUMS]
    for seat in range(8):
        new.parts[seat] += int(parts[seat])
        new.squares[seat] += int(squares[seat])
    new.lived += int(lived[0])


def best_of(found: dict[int, Finding], codes: Sequence[int], seat: int) -> int:
    """The place in `codes` of the option to take."""
    ranks = [found[code].rank(seat) if code in found else (1, 0, 0.0) for code in codes]
    return max(range(len(codes)), key=lambda place: ranks[place])


def explanation(
    trees: Sequence[Tree], options: Sequence[Decision], seat: Seat, note: str
) -> Explanation:
    kernel = trees[0].kernel
    seats = kernel.edition.seats
    found = findings(trees)
    codes = {option: kernel.code_of(option) for option in options}
    blank = Finding(0, 0, [0] * 8, [0] * 8, 0, OPEN)
    lines = Lines(trees[0])
    ordered = sorted(
        options, key=lambda option: found.get(codes[option], blank).rank(seat), reverse=True
    )
    appraisals = []
    for option in ordered:
        each = found.get(codes[option], blank)
        appraisals.append(
            Appraisal(
                action=option,
                shares=_shares(each, seat, seats),
                errors=_errors(each, seat, seats),
                visits=each.visits,
                survival=_survival(each),
                line=(option, *lines.after(codes[option])),
            )
        )
    return Explanation(seat, appraisals[0].shares, tuple(appraisals), note)


def _shares(finding: Finding, seat: int, seats: int) -> tuple[float, ...]:
    if finding.proof == WON:
        return tuple(float(each == seat) for each in range(seats))
    if not finding.visits:
        return (1 / seats,) * seats
    shares = [finding.share(each) for each in range(seats)]
    if finding.proof == LOST:
        rest = sum(shares) - shares[seat]
        shares[seat] = 0.0
        shares = [share / rest if rest else 0.0 for share in shares]
    return tuple(shares)


def _errors(finding: Finding, seat: int, seats: int) -> tuple[float, ...]:
    if finding.proof == WON:
        return (0.0,) * seats
    errors = [finding.error(each) for each in range(seats)]
    if finding.proof == LOST:
        errors[seat] = 0.0
    return tuple(errors)


def _survival(finding: Finding) -> float:
    if finding.proof == WON:
        return 1.0
    return finding.lived / finding.visits if finding.visits else 0.0


class Lines:
    """The play a tree expects: from each node to the child visited most."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._first = {int(tree.node(n, "action")): n for n in _children_of_root(tree)}
        self._favourite = _favourites(tree)

    def after(self, code: int) -> tuple[Decision, ...]:
        """What is expected after an option of the root."""
        line: list[Decision] = []
        number = self._first.get(code, 0)
        while number and len(line) < LINE:
            number = int(self._favourite[number])
            if number:
                action: Any = self._tree.kernel.action_of(self._tree.node(number, "action"))
                line.append(action)
        return tuple(line)


def _children_of_root(tree: Tree) -> Iterator[int]:
    """The first nodes of a tree are those of its options."""
    for number in range(1, min(tree.used, len(tree.sums) // SUMS)):
        if tree.node(number, "parent") == 0:
            yield number


def _favourites(tree: Tree) -> Sequence[int]:
    """For each node its child visited most, the latest of several; 0 if it has none."""
    if tree.kernel.compiled:
        # There may be millions of nodes, and whoever asks for an explanation has a clock.
        import numpy as np

        nodes = tree.nodes[: tree.used]
        parents, visits = nodes["parent"][1:], nodes["visits"][1:]
        most = np.zeros(tree.used, visits.dtype)
        np.maximum.at(most, parents, visits)
        numbers = np.flatnonzero(visits == most[parents]) + 1
        favourites: Any = np.zeros(tree.used, np.int64)
        favourites[nodes["parent"][numbers]] = numbers
        found: Sequence[int] = favourites
        return found
    listed = [0] * tree.used
    for number in range(1, tree.used):
        parent = tree.node(number, "parent")
        best = listed[parent]
        if not best or tree.node(number, "visits") >= tree.node(best, "visits"):
            listed[parent] = number
    return listed
