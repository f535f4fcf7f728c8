"""Pairs of worlds that a viewer cannot tell apart, and whether any surface tells them apart.

    python -m tests.server.leak_pairs --pairs 2000

Compared are the whole position with its log, the decision, every ghost, the replay, the picture,
and every frame of a socket that comes, comes back, is handed over or asks: bytes, sizes and order.
Prints how many pairs of each edition were compared; ends with status 1 if one differed.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import count, cycle
from random import Random

import msgspec

from tests.server.leak_frames import frames_of
from tsuro.core.ids import Seat
from tsuro.editions.registry import EDITIONS, build_edition
from tsuro.engine.determinize import determinize
from tsuro.engine.play import Step
from tsuro.engine.views import view
from tsuro.formats.wire.values import to_wire
from tsuro.telling.foresight import Foresight
from tsuro.telling.log import Chronicle, Speech
from tsuro.telling.match import Match, lines_of
from tsuro.telling.replaying import picture, replay_steps
from tsuro.telling.teller import Teller

SEATS = 3
NAMES = ("Ada", "Bob", "Cyd")
EXACT = Speech("en", exact=True)
"""Whoever is told most."""


def bytes_of(match: Match, step: Step, viewer: Seat | None) -> bytes:
    """All that a viewer can get of a position: itself, the decision, and every ghost."""
    twin = match.snapshot()
    twin._replace_last(step)
    teller = Teller(twin, Chronicle(match.edition, NAMES))
    told: list[object] = [teller.shown(viewer, EXACT, clock=None, undo=False)]
    decide = twin.decide
    if decide is not None and decide.seat == viewer:
        foresight = Foresight.of(match.edition, step.state, decide)
        told += [foresight.ghost(notation) for notation in foresight.actions]
    return msgspec.json.encode(to_wire(told))


def surfaces(match: Match, step: Step, viewer: Seat | None) -> list[bytes]:
    """Everything that a viewer can get."""
    twin = match.snapshot()
    twin._replace_last(step)
    replay = list(replay_steps(twin, NAMES, viewer, "de"))
    drawn = picture(twin, len(twin.moves), viewer, dark=False)
    return [
        bytes_of(match, step, viewer),
        msgspec.json.encode(to_wire(replay[-1])),
        drawn.encode(),
        *frames_of(twin, viewer),
    ]


def games(edition: str, rng: Random) -> Iterator[Match]:
    """Games under way, at every decision of each."""
    for seed in count():
        match = Match(build_edition(edition, seats=SEATS), first=0, seed=str(seed), position=None)
        match.started = True
        match.take_over(moves := match.luck(), lines_of(moves, None))
        while not match.over:
            yield match
            ask = match.decide
            assert ask is not None
            moves = match.decided(rng.choice(ask.options))
            match.take_over(moves, lines_of(moves, None))


def run(pairs: int, seed: int) -> Counter[str]:
    rng = Random(seed)
    counted: Counter[str] = Counter()
    under_way = {edition: games(edition, rng) for edition in EDITIONS}
    viewers = cycle((Seat(0), Seat(1), Seat(2), None))
    while sum(counted.values()) < pairs:
        for edition, positions in under_way.items():
            match, viewer = next(positions), next(viewers)
            step = match.step
            other = determinize(view(match.edition, step.state, step.ask, viewer=viewer), rng)
            if other == step.state:
                continue
            twin = Step(other, step.events, step.ask)
            same = surfaces(match, step, viewer) == surfaces(match, twin, viewer)
            counted[f"{edition}: {'the same' if same else 'DIFFERENT'}"] += 1
        done = sum(counted.values())
        if sys.stderr.isatty():
            print(f"\r{done}/{pairs} pairs", end="", file=sys.stderr, flush=True)
    return counted


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    counted = run(options.pairs, options.seed)
    for what, times in sorted(counted.items()):
        print(f"{times:6} {what}")
    sys.exit(any("DIFFERENT" in what for what in counted))


if __name__ == "__main__":
    main()
