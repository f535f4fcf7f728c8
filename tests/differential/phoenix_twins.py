"""Phoenix Rising played at once by reference and kernels, whatever the switches of each game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

import numpy

from tests.differential.twins import LEFT_OVERS, Image, Twins
from tsuro.core.actions import Action
from tsuro.core.asks import Decide
from tsuro.core.events import Event, GameEnded, SeatOut, TileDrawn
from tsuro.core.state import GameState, Reason, Result
from tsuro.editions.edition import Edition
from tsuro.engine.play import Step, advance, resume
from tsuro.fast.equality import check_options, check_state, every_way_to_play
from tsuro.fast.ready import kernel_of
from tsuro.fast.shared.codes import NO_ACTION
from tsuro.fast.shared.rng import stream
from tsuro.rules.phoenix.edge_stack import (
    PhoenixHandedOver,
    PhoenixReturned,
    PhoenixTaken,
    TileDiscarded,
    TileRobbed,
)
from tsuro.rules.phoenix.extending import TileTurned
from tsuro.rules.phoenix.flight import FlightBegan
from tsuro.rules.phoenix.lanterns import Lanterns, LanternStayed, StarsTaken
from tsuro.rules.phoenix.loops import LoopEscaped, LoopFlown, LoopHeld, StarTreated
from tsuro.rules.phoenix.rising import PawnRose
from tsuro.rules.phoenix.soaring import PawnLeft
from tsuro.rules.phoenix.winds import LanternBound, TileFlipped

GameT = TypeVar("GameT", bound=tuple[Any, ...])
NO_ORDER = frozenset({"centre"})
"""Fields of this record in no order; states compare what counts."""
SHORT_LISTS = frozenset({"in_vain", "stars", "touched", "treated"})
"""Lists that may have left-over numbers past their end."""


def phoenix_ways(seats: int) -> list[Edition]:
    """Every combination of switches that makes a difference, for a number of seats."""
    return [
        edition
        for edition in every_way_to_play("phoenix")
        if edition.seats == seats
        and (edition.switches["winds_of_change"] == "on" or has_default_winds(edition))
    ]


def by_seats(games: Iterable[GameT]) -> list[list[GameT]]:
    """Games, which begin with their edition, in batches that a kernel takes."""
    batches: dict[int, list[GameT]] = {}
    for game in games:
        batches.setdefault(game[0].seats, []).append(game)
    return list(batches.values())


def has_default_winds(edition: Edition) -> bool:
    chosen = edition.switches["winds_others"], edition.switches["winds_first"]
    return chosen == ("touched", "first_star")


class PhoenixTwins(Twins):
    """All ways to play with as many seats can be in one batch: the rules are in the records."""

    def __init__(self, editions: Sequence[Edition], states: Sequence[GameState]) -> None:
        self.editions = editions
        self.kernels = [kernel_of(edition, ready="plain") for edition in editions]
        self.steps = [
            resume(edition, state) for edition, state in zip(editions, states, strict=True)
        ]
        self.plain = self.kernels[0]
        self.fast = kernel_of(editions[0])
        self.rows = [
            kernel.to_row(step.state, luck=stream(1, number))
            for number, (kernel, step) in enumerate(zip(self.kernels, self.steps, strict=True))
        ]
        self.fast_rows = numpy.zeros(len(self.rows), self.fast.layout.dtype)
        for number, row in enumerate(self.rows):
            self.fast.layout.pack(self.fast_rows, number, row)
        self.image = Image(self.fast.layout)
        self.facts: Counter[str] = Counter()
        self.check(range(len(self.steps)))

    def play(self, actions: Sequence[Action | None]) -> None:
        decisions = [NO_ACTION] * len(actions)
        outcomes = [NO_ACTION] * len(actions)
        for number, action in enumerate(actions):
            if action is not None:
                before = self.steps[number]
                lists = decisions if isinstance(before.ask, Decide) else outcomes
                lists[number] = self.plain.code_of(action)
                self.steps[number] = advance(self.editions[number], before, action)
                self.facts.update(phoenix_facts(before, self.steps[number]))
        for kernel, rows in self._kernels():
            kernel.play_batch(rows, decisions)
            kernel.outcome_batch(rows, outcomes)
        self.check([number for number, action in enumerate(actions) if action is not None])

    def check(self, played: Sequence[int]) -> None:
        codes, counts = self.plain.legal_batch(self.rows)
        for number in played:
            kernel, step = self.kernels[number], self.steps[number]
            check_state(kernel.from_row(self.rows[number]), step.state)
            check_options(kernel, codes[number][: counts[number]], step)
        self.check_compiled(played, codes, counts)

    def check_conversion(self) -> None:
        for kernel, row, step in zip(self.kernels, self.rows, self.steps, strict=True):
            made = kernel.to_row(step.state, luck=row.rng)
            check_state(kernel.from_row(made), step.state)
            for field in kernel.layout.fields:
                if field.name not in LEFT_OVERS | NO_ORDER | SHORT_LISTS:
                    assert getattr(made, field.name) == getattr(row, field.name), field.name


PLAIN_FACTS: dict[type[Event], str] = {
    FlightBegan: "travel",
    LanternBound: "lantern bound",
    LanternStayed: "lantern stayed",
    LoopEscaped: "loop escaped",
    LoopFlown: "loop flown",
    PawnRose: "rising",
    PhoenixHandedOver: "phoenix handed over",
    PhoenixReturned: "phoenix returned",
    PhoenixTaken: "phoenix taken",
    StarTreated: "star treated",
    TileFlipped: "flip",
    TileRobbed: "robbery",
}


def phoenix_facts(before: Step, after: Step) -> Iterator[str]:
    """Which rules a step shows at work."""
    events = after.events
    yield from (PLAIN_FACTS[type(event)] for event in events if type(event) in PLAIN_FACTS)
    yield from story_facts(events)
    for event in events:
        match event:
            case PawnLeft(fate=fate):
                yield f"left by {fate}"
            case TileDrawn() if not before.state.pile.bag:
                yield "draw from under the stack"
            case StarsTaken(seat=seat) if not after.state.is_in(seat):
                yield "stars of an eliminated seat"
            case GameEnded(result):
                shared = " together" if len(result.winners) > 1 else ""
                yield f"ended {result.reason}{shared}"
                if result.reason is Reason.STARS and is_decided_by_life(after.state, result):
                    yield "Life token decides"
            case _:
                yield from tile_facts(event)


def is_decided_by_life(state: GameState, result: Result) -> bool:
    """Whether a seat that is still in has as many stars as the only winner (PR-45)."""
    scored = state.part(Lanterns).scored
    rivals = [seat for seat in state.live_seats() if seat not in result.winners]
    best = scored[result.winners[0]]
    return len(result.winners) == 1 and any(scored[seat] == best for seat in rivals)


def tile_facts(event: Event) -> Iterator[str]:
    match event:
        case LoopHeld(in_vain=vain):
            yield "flip in vain" if vain else "loop held"
        case TileDiscarded(heir=heir) if heir is not None:
            yield "tile for the holder"
        case TileTurned(before=one, after=other) if one == other:
            yield "tile left as it lay"


def story_facts(events: Sequence[Event]) -> Iterator[str]:
    """What is told by several events together."""
    kinds = [type(event) for event in events]
    if kinds.count(SeatOut) > 1:
        yield "several seats out at once"
    if kinds.count(FlightBegan) > 2:
        yield "several others move"
    if TileFlipped in kinds and FlightBegan in kinds[kinds.index(TileFlipped) :]:
        yield "flip moves another"
    if PhoenixReturned in kinds and PhoenixTaken in kinds[kinds.index(PhoenixReturned) :]:
        yield "phoenix passed on"
