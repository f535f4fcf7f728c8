"""Position lines of real games, changed at random, read, and played on from if they are accepted.

Whatever is read without complaint must be a position from which a game goes on as any other does.
"""

from __future__ import annotations

import re
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from tsuro.cli.fuzzing import Case, Fault, check_ask, schedule
from tsuro.cli.mutating import Mutator
from tsuro.core.actions import Action
from tsuro.core.asks import Chance, Decide
from tsuro.core.ids import Seat
from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.editions.registry import build_edition
from tsuro.engine.chance import SeededChance
from tsuro.engine.determinize import determinize
from tsuro.engine.invariants import violations
from tsuro.engine.play import Step, advance, begin, resume
from tsuro.engine.soundness import flaws
from tsuro.engine.views import PlayerView, seen_state
from tsuro.errors import PositionError, TsuroError
from tsuro.formats.ascii import draw_text
from tsuro.formats.position import Position, format_position, parse_position
from tsuro.formats.svg import draw_svg
from tsuro.formats.wire.views import ask_to_wire, state_to_wire

LINES: Final = 100
"""Lines that are made of the positions of one game."""
DECISIONS: Final = 4
"""How far the game goes on from a position, at most. Whatever it leads to is held to the same
checks as what is read, so that a position further on would be found wanting by itself."""
DRAWN: Final = 50
"""About one accepted position in so many is drawn as well."""


@dataclass(frozen=True)
class Batch:
    """A game whose positions are changed, and how many lines are made of them."""

    case: Case
    lines: int

    @property
    def command(self) -> str:
        """The command that makes the very same lines again."""
        return re.sub("--games 1 ", f"--positions {self.lines} ", self.case.command)


@dataclass(frozen=True)
class Finding:
    """A line after which something went wrong."""

    line: str
    fault: str


@dataclass(frozen=True)
class Reading:
    """What came of the lines of one game."""

    batch: Batch
    refused: int = 0
    accepted: int = 0
    decisions: int = 0
    """Played from the accepted ones."""
    findings: tuple[Finding, ...] = ()

    @property
    def count(self) -> int:
        """Of lines."""
        return self.refused + self.accepted

    @property
    def failed(self) -> int:
        return len(self.findings)


def batches(
    lines: int,
    *,
    editions: Sequence[str],
    seats: Sequence[int],
    switches: dict[str, str],
    seed: int,
) -> Iterator[Batch]:
    """As many games as it takes, of every edition, seat count and switch in turn."""
    games = -(-lines // LINES)
    cases = schedule(games, editions=editions, seats=seats, switches=switches, seed=seed)
    for number, case in enumerate(cases):
        yield Batch(case, min(LINES, lines - number * LINES))


def read_batch(batch: Batch) -> Reading:
    """Change and read the lines of one game; whatever goes wrong is told, not raised."""
    rng = Random(f"positions {batch.case.seed}")
    mutator = Mutator(list(_lines(batch.case, rng)), rng)
    counts: Counter[str] = Counter()
    findings: list[Finding] = []
    for number in range(batch.lines):
        line = mutator.line()
        try:
            position = parse_position(line)
        except PositionError:
            counts["refused"] += 1
            continue
        except Exception as error:  # Any other error is a finding.
            counts["refused"] += 1
            findings.append(Finding(line, _told(error)))
            continue
        counts["accepted"] += 1
        try:
            counts["decisions"] += _go_on(position, Random(f"{batch.case.seed} {number}"))
        except Exception as error:  # A position that was accepted can be played on from.
            findings.append(Finding(line, _told(error)))
    return Reading(
        batch, counts["refused"], counts["accepted"], counts["decisions"], tuple(findings)
    )


def _told(error: Exception) -> str:
    if isinstance(error, Fault):
        return str(error)
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({last.name}, line {last.lineno})"


def _lines(case: Case, rng: Random) -> Iterator[str]:
    """Every position of a random game, as everybody or as one seat sees it."""
    edition = build_edition(case.edition, seats=case.seats, switches=dict(case.switches))
    luck = SeededChance(case.seed)
    step = begin(edition, first=rng.randrange(case.seats))
    while True:
        viewer = rng.choice([None, *map(Seat, range(case.seats))])
        shown = step.state if rng.random() < 0.7 else seen_state(step.state, viewer)
        yield format_position(edition, shown)
        if step.ask is None:
            return
        step = advance(edition, step, _choose(step, luck, rng))


def _choose(step: Step, luck: SeededChance, rng: Random) -> Action:
    if isinstance(step.ask, Chance):
        return luck.pick(step.ask)
    assert isinstance(step.ask, Decide)
    return rng.choice(step.ask.options)


def _go_on(position: Position, rng: Random) -> int:
    """Play some decisions from a position with all checks; how many there were."""
    edition = position.edition
    if parse_position(str(position)) != position:
        raise Fault("it reads back as another position")
    if rng.randrange(DRAWN) == 0:
        _draw(edition, position.state)
    step = resume(edition, _full(position, rng))
    luck = SeededChance(rng.getrandbits(32))
    decided = 0
    _check(edition, step)
    while step.ask is not None and decided < DECISIONS:
        decided += isinstance(step.ask, Decide)
        action = _choose(step, luck, rng)
        try:
            step = advance(edition, step, action)
        except TsuroError as error:
            raise Fault(f"{action} was offered, but: {error}") from error
        if not isinstance(step.ask, Chance):
            _check(edition, step)
    return decided


def _full(position: Position, rng: Random) -> GameState:
    if position.is_full:
        return position.state
    seen = PlayerView(position.edition, None, position.state, decide=None, to_act=None)
    return determinize(seen, rng)


def _check(edition: Edition, step: Step) -> None:
    check_ask(step)
    for found in (*violations(edition, step.state), *flaws(edition, step.state)):
        raise Fault(f"it leads to: {found.what} ({found.rule})")


def _draw(edition: Edition, state: GameState) -> None:
    """Whoever looks at a position has it drawn."""
    draw_text(edition, state)
    draw_svg(edition, state)
    state_to_wire(state)
    if not state.hides_tiles():
        ask_to_wire(resume(edition, state).ask)
