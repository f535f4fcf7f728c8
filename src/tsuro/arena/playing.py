"""One game of an arena, and how its seats finished."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tsuro.arena.deals import Seating
from tsuro.arena.settings import Settings, Starts
from tsuro.bots.clocks import Countdown
from tsuro.bots.guarded import GuardedBot
from tsuro.bots.local import make_local_bot
from tsuro.core.actions import Action, Decision, TakeMark, TakeSide
from tsuro.core.asks import Chance, Decide
from tsuro.core.events import Event
from tsuro.core.ids import Seat
from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.engine.chance import SeededChance
from tsuro.engine.play import Step, advance, begin
from tsuro.engine.views import view
from tsuro.formats.record import name_headers, record_of


@dataclass(frozen=True)
class GameResult:
    """What came of a seating. Everything but `ms` repeats itself with the settings."""

    deal: int
    rotation: int
    bots: tuple[int, ...]
    ranks: tuple[int, ...]
    """Each seat's place: 1 for winners; those out by the same move share a place (GEN-20)."""
    reason: str
    turns: int
    decisions: tuple[int, ...]
    """How often each seat was asked with more than one option."""
    ms: tuple[float, ...]
    """How long each seat thought, together."""
    faults: tuple[dict[str, int], ...]
    """For each seat the forfeited decisions, by kind."""
    notes: tuple[tuple[str, ...], ...] = ()
    """For each seat the first of its faults, in words."""
    record: str | None = field(default=None, compare=False)

    def shares(self) -> tuple[float, ...]:
        """The win, divided among its winners."""
        winners = self.ranks.count(1)
        return tuple(1 / winners if rank == 1 else 0.0 for rank in self.ranks)

    def to_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in _STORED}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> GameResult:
        """Raises KeyError, TypeError or ValueError for what is no result."""
        lists = {name: tuple(value[name]) for name in _LISTS}
        notes = tuple(tuple(each) for each in value["notes"])
        plain = {name: value[name] for name in _STORED if name not in lists}
        result = cls(**{**plain, **lists, "notes": notes})
        if not result._is_well_formed():
            raise ValueError("not the result of a game")
        return result

    def _is_well_formed(self) -> bool:
        """Whether every list has an entry for each seat, and all are what they should be."""
        counts = [count for kinds in self.faults for count in dict(kinds).values()]
        whole = (self.deal, self.rotation, self.turns, *self.bots, *self.ranks, *self.decisions)
        return (
            len({len(getattr(self, name)) for name in _LISTS}) == 1
            and all(isinstance(each, int) for each in (*whole, *counts))
            and all(isinstance(each, int | float) for each in self.ms)
            and all(isinstance(note, str) for notes in self.notes for note in notes)
        )


_LISTS = ("bots", "ranks", "decisions", "ms", "faults", "notes")
_STORED = ("deal", "rotation", "reason", "turns", *_LISTS)


MOST_DECISIONS = 1000
"""A game with as many is broken off: careful phoenixes may turn one tile to and fro for ever."""
BROKEN_OFF = "broken_off"
"""The reason of the end of such a game; whoever is still in shares the win."""


def finish_ranks(state: GameState) -> tuple[int, ...]:
    """Places by seat: winners, then whoever is still in, then by the moment of leaving."""
    winners = state.result.winners if state.result is not None else ()
    moments = {out.seat: out.moment for out in state.exits}
    goodness = [
        (2, 0) if seat in winners
        else (1, 0) if seat not in moments
        else (0, moments[seat])
        for seat in map(Seat, range(state.seats))
    ]  # fmt: skip
    return tuple(1 + sum(other > own for other in goodness) for own in goodness)


def prepare_bots(settings: Settings) -> None:
    """Fill the caches that processes share, so that they do not all compile the same."""
    for spec in dict.fromkeys(settings.bots):
        GuardedBot(make_local_bot(spec)).prepare(settings.built_edition())


class Player:
    """Plays games of an arena; its bots are made once, each copy at the table for itself."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._edition = settings.built_edition()
        self._bots: dict[tuple[int, int], GuardedBot] = {}

    def play(self, seating: Seating, *, keep_record: bool = False) -> GameResult:
        return _Play(self._settings, self._edition, seating, self._seated(seating)).result(
            keep_record=keep_record
        )

    def close(self) -> None:
        for bot in self._bots.values():
            bot.close()

    def _seated(self, seating: Seating) -> list[GuardedBot]:
        copies: Counter[int] = Counter()
        found = []
        for bot in seating.bots:
            key = (bot, copies[bot])
            copies[bot] += 1
            if key not in self._bots:
                self._bots[key] = GuardedBot(make_local_bot(self._settings.bots[bot]))
                self._bots[key].prepare(self._edition)
            found.append(self._bots[key])
        return found


class _Play:
    """A game in progress."""

    def __init__(
        self, settings: Settings, edition: Edition, seating: Seating, bots: Sequence[GuardedBot]
    ) -> None:
        self._settings = settings
        self._edition = edition
        self._seating = seating
        self._bots = bots
        luck = f"{settings.seed} {seating.deal}"
        self._chance = SeededChance(f"arena {luck}")
        self._starts = Random(f"tsuro arena {luck} starts")
        self._thoughts = [
            Random(f"tsuro arena {luck} {seating.rotation} seat {seat}")
            for seat in range(len(bots))
        ]
        self._decisions = [0] * len(bots)
        self._seconds = [0.0] * len(bots)
        self._events: list[Event] = []

    def result(self, *, keep_record: bool) -> GameResult:
        actions: list[Action] = []
        step = begin(self._edition)
        while step.ask is not None and sum(self._decisions) < MOST_DECISIONS:
            self._events += step.events
            action = self._answer(step)
            actions.append(action)
            step = advance(self._edition, step, action)
        result = step.state.result
        taken = [bot.take_faults() for bot in self._bots]
        return GameResult(
            deal=self._seating.deal,
            rotation=self._seating.rotation,
            bots=self._seating.bots,
            ranks=finish_ranks(step.state),
            reason=BROKEN_OFF if result is None else result.reason.value,
            turns=step.state.turn.number,
            decisions=tuple(self._decisions),
            ms=tuple(round(1000 * spent, 2) for spent in self._seconds),
            faults=tuple(counts for counts, _ in taken),
            notes=tuple(tuple(notes) for _, notes in taken),
            record=self._record(actions, step.state) if keep_record else None,
        )

    def _answer(self, step: Step) -> Action:
        ask = step.ask
        if isinstance(ask, Chance):
            return self._chance.pick(ask)
        assert isinstance(ask, Decide)
        is_start = isinstance(ask.options[0], TakeMark | TakeSide)
        if is_start and self._settings.starts is Starts.DEALT:
            return self._starts.choice(ask.options)
        if len(ask.options) == 1:
            return ask.options[0]
        return self._ask_bot(step, ask)

    def _ask_bot(self, step: Step, ask: Decide) -> Decision:
        seat = ask.seat
        seen = view(self._edition, step.state, ask, viewer=seat, events=self._events)
        ms = self._settings.ms
        began = time.perf_counter()
        clock = None if ms is None else Countdown(ms / 1000)
        chosen = self._bots[seat].choose(seen, ask.options, self._thoughts[seat], clock)
        self._seconds[seat] += time.perf_counter() - began
        self._decisions[seat] += 1
        return chosen

    def _record(self, actions: Sequence[Action], state: GameState) -> str:
        labels = self._settings.labels
        headers = name_headers(labels[bot] for bot in self._seating.bots)
        headers["Deal"] = f"{self._seating.deal}.{self._seating.rotation}"
        return str(record_of(self._edition, actions, state, headers=headers))
