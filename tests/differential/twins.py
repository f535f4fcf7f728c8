"""Games played at once by the reference, the plain kernel and the compiled one, and compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from operator import attrgetter
from random import Random
from struct import Struct
from typing import Any, Final

from tsuro.core.actions import Action
from tsuro.core.asks import Decide
from tsuro.core.events import Event, GameEnded, Passed, PawnLost
from tsuro.core.state import Fate, GameState
from tsuro.editions.edition import Edition
from tsuro.engine.play import advance, resume
from tsuro.fast import kernel_of
from tsuro.fast.equality import by_luck, check_options, check_state, every_way_to_play
from tsuro.fast.kernel import Kernel
from tsuro.fast.shared.codes import NO_ACTION
from tsuro.fast.shared.layout import Layout
from tsuro.rules.dragon import DragonPassed, DragonReturned, DragonTaken
from tsuro.rules.exchange import ExchangeOpened, TilesSwapped

__all__ = ["LEFT_OVERS", "Twins", "by_luck", "every_way_to_play", "facts_of", "label"]


def label(edition: Edition) -> str:
    switches = "-".join(edition.switches.values())
    return f"{edition.id}-{edition.seats}" + (f"-{switches}" if switches else "")


LETTERS: Final = {"u1": "B", "u2": "H", "u4": "I", "i8": "Q"}
"""How `struct` calls the kinds of numbers; those of 64 bits may be sets or numbers with a sign."""


class Image:
    """Plain records as the bytes that a compiled one must have."""

    def __init__(self, layout: Layout[Any]) -> None:
        form, end = "=", 0
        places = layout.dtype.fields
        assert places is not None
        for field in layout.fields:
            kind, place = places[field.name][:2]
            form += f"{place - end}x{max(1, field.length)}{LETTERS[field.kind]}"
            end = place + kind.itemsize
        self._struct = Struct(f"{form}{layout.dtype.itemsize - end}x")
        self._values = attrgetter(*(field.name for field in layout.fields))

    def of(self, row: Any) -> bytes:
        values = ([each] if isinstance(each, int) else each for each in self._values(row))
        return self._struct.pack(*chain.from_iterable(values))


class Twins:
    """A batch of games in three forms that must never differ."""

    def __init__(self, edition: Edition, states: Sequence[GameState]) -> None:
        self.edition = edition
        self.steps = [resume(edition, state) for state in states]
        settled = [step.state for step in self.steps]
        self.plain = kernel_of(edition, ready="plain")
        self.rows = self.plain.rows_of(settled, seed=1)
        self.fast = kernel_of(edition)
        self.fast_rows = self.fast.rows_of(settled, seed=1)
        self.image = Image(self.fast.layout)
        self.facts: Counter[str] = Counter()
        self.check(range(len(self.steps)))

    @property
    def running(self) -> bool:
        return any(step.ask is not None for step in self.steps)

    def play_at_random(self, rng: Random) -> None:
        """The reference's options decide, until every game is over."""
        while self.running:
            self.play([by_luck(step, rng) if step.ask else None for step in self.steps])
        self.check(range(len(self.steps)))

    def replay(self, logs: Sequence[Sequence[int]]) -> None:
        """A kernel's logs decide."""
        for turn in range(max(map(len, logs))):
            codes = (log[turn] if turn < len(log) else None for log in logs)
            self.play([None if code is None else self.plain.action_of(code) for code in codes])
        self.check(range(len(self.steps)))

    def play(self, actions: Sequence[Action | None]) -> None:
        """One action in each game, then compare everything."""
        decisions = [NO_ACTION] * len(actions)
        outcomes = [NO_ACTION] * len(actions)
        for number, (step, action) in enumerate(zip(self.steps, actions, strict=True)):
            if action is not None:
                lists = decisions if isinstance(step.ask, Decide) else outcomes
                lists[number] = self.plain.code_of(action)
                self.steps[number] = advance(self.edition, step, action)
                self.facts.update(facts_of(self.steps[number].events))
        for kernel, rows in self._kernels():
            kernel.play_batch(rows, decisions)
            # A game that has just made its decision may already wait for luck: only those that
            # waited before are given an outcome.
            kernel.outcome_batch(rows, outcomes)
        self.check([number for number, action in enumerate(actions) if action is not None])

    def _kernels(self) -> Iterator[tuple[Kernel, Any]]:
        yield self.plain, self.rows
        yield self.fast, self.fast_rows

    def check(self, played: Sequence[int]) -> None:
        """Compare the games in which something was played; in the end all, as of the others nothing
        may change."""
        codes, counts = self.plain.legal_batch(self.rows)
        for number in played:
            step = self.steps[number]
            check_state(self.plain.from_row(self.rows[number]), step.state)
            check_options(self.plain, codes[number][: counts[number]], step)
        self.check_compiled(played, codes, counts)

    def check_compiled(self, played: Iterable[int], codes: Any, counts: Any) -> None:
        """The compiled records are those of the plain kernel, number by number."""
        for number in played:
            if self.fast_rows[number].tobytes() != self.image.of(self.rows[number]):
                self._name_difference(number)
        fast_codes, fast_counts = self.fast.legal_batch(self.fast_rows)
        assert fast_counts.tolist() == counts
        for mine, theirs, count in zip(codes, fast_codes.tolist(), counts, strict=True):
            assert mine[:count] == theirs[:count]

    def _name_difference(self, number: int) -> None:
        for field in self.fast.layout.fields:
            same = self.fast_rows[field.name][number].tolist()
            assert same == getattr(self.rows[number], field.name), field.name
        raise AssertionError("the records differ between their fields")

    def check_conversion(self) -> None:
        """A record made from the reference's state is the record that was played to it."""
        for row, step in zip(self.rows, self.steps, strict=True):
            made = self.plain.to_row(step.state, luck=row.rng)
            assert self.plain.from_row(made) == step.state
            for field in self.plain.layout.fields:
                one, other = getattr(made, field.name), getattr(row, field.name)
                if field.name in LEFT_OVERS:
                    continue
                assert one == other, field.name


LEFT_OVERS = frozenset(
    {
        "bag",
        "board",
        "bottom",
        "bottom_at",
        "bottom_known",
        "box",
        "box_known",
        "drawer",
        "drawn",
        "gone",
        "link",
        "offers",
        "sea_bottom",
        "unswapped",
    }
)
"""Fields with numbers that nobody will read again, or in no order; states compare what counts."""


RARE = {
    DragonTaken: "dragon taken",
    DragonReturned: "dragon returned",
    TilesSwapped: "swap",
    Passed: "pass",
}


def facts_of(events: Sequence[Event]) -> Iterator[str]:
    """Which rare rules some events show at work."""
    lost = [event for event in events if isinstance(event, PawnLost)]
    if len(lost) > 2:
        yield "several pawns lost"
    if any(event.fate is Fate.COLLISION for event in lost):
        yield "collision"
    yield from (RARE[type(event)] for event in events if type(event) in RARE)
    for event in events:
        match event:
            case DragonPassed(heir=heir):
                yield "dragon put back" if heir is None else "dragon inherited"
            case ExchangeOpened(losers=losers):
                yield "exchange with several" if len(losers) > 1 else "exchange"
            case GameEnded(result):
                yield f"ended {result.reason}"
