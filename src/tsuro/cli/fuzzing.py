"""Random games with everything checked on the way; one `Case` is one game, told by its seed."""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, cycle, islice, product
from random import Random
from typing import Final

from tsuro.bots.base import Bot
from tsuro.bots.cautious import CautiousBot
from tsuro.bots.random_bot import RandomBot
from tsuro.core.actions import Action
from tsuro.core.asks import Chance, Decide
from tsuro.core.ids import Seat
from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.editions.registry import EDITIONS, MAX_SEATS, MIN_SEATS, build_edition
from tsuro.engine.chance import SeededChance
from tsuro.engine.determinize import determinize
from tsuro.engine.invariants import violations
from tsuro.engine.play import Step, advance, begin, waiting
from tsuro.engine.views import seen_state, view
from tsuro.formats.notation import parse_action
from tsuro.formats.position import format_position, parse_position
from tsuro.formats.record import parse_record, record_of

LONGEST: Final = 5000
"""Actions after which a game is taken to be endless; the longest real ones have some hundreds."""
SAMPLED: Final = 10
"""The slower checks are made of about one step in so many."""
CAREFUL: Final = 4
"""One game in so many is played by bots that try to live, so that boards fill up."""

Setting = tuple[str, int, tuple[tuple[str, str], ...]]
"""Edition, seats and switches."""


@dataclass(frozen=True)
class Case:
    edition: str
    seats: int
    switches: tuple[tuple[str, str], ...]
    seed: int
    kernel: bool = False
    """Whether a kernel is compared with the reference, or the reference checks itself."""

    @property
    def command(self) -> str:
        """The command that plays this very game again."""
        switches = "".join(f" --switch {name}={value}" for name, value in self.switches)
        kernel = " --kernel" if self.kernel else ""
        return (
            f"tsuro fuzz{kernel} --games 1 --edition {self.edition} --seats {self.seats}{switches} "
            f"--seed {self.seed}"
        )


@dataclass(frozen=True)
class Verdict:
    """What came of one game: its ending, or the first thing that was wrong."""

    case: Case
    ending: str | None = None
    actions: int = 0
    fault: str | None = None
    position: str | None = None
    """Where it went wrong."""

    @property
    def count(self) -> int:
        """Of games."""
        return 1

    @property
    def failed(self) -> int:
        return int(self.fault is not None)


class Fault(Exception):
    """A check failed."""


def settings(
    editions: Sequence[str], seats: Sequence[int], switches: dict[str, str]
) -> dict[str, list[Setting]]:
    """Every combination of seats and switches of each edition, fixed switches as given."""
    found: dict[str, list[Setting]] = {}
    for name in editions:
        choices = [
            [(switch.name, value) for value in switch.values]
            if switch.name not in switches
            else [(switch.name, switches[switch.name])]
            for switch in EDITIONS[name].switches
        ]
        found[name] = [(name, n, combination) for n in seats for combination in product(*choices)]
    return found


def schedule(
    games: int,
    *,
    editions: Sequence[str] = tuple(EDITIONS),
    seats: Sequence[int] = range(MIN_SEATS, MAX_SEATS + 1),
    switches: dict[str, str] | None = None,
    seed: int = 1,
    kernel: bool = False,
) -> Iterator[Case]:
    """Games in turn from two walks: one through every setting, one from edition to edition.

    The first reaches every combination of switches, the second gives editions that have few of
    them their share. Both are shuffled alike for every seed, so that short runs are varied too.
    """
    by_edition = settings(editions, seats, switches or {})
    rng = Random("order of settings")
    for found in by_edition.values():
        rng.shuffle(found)
    everything = list(chain(*by_edition.values()))
    rng.shuffle(everything)
    rounds = zip(*(cycle(found) for found in by_edition.values()), strict=True)
    walks = zip(cycle(everything), chain.from_iterable(rounds), strict=False)
    chosen = islice(chain.from_iterable(walks), games)
    for number, (name, count, own) in enumerate(chosen):
        yield Case(name, count, own, seed + number, kernel)


def play_case(case: Case) -> Verdict:
    """Play one game; whatever goes wrong is told, not raised."""
    run = _Run(case)
    try:
        run.play()
    except Fault as fault:
        return Verdict(case, None, len(run.actions), str(fault), run.where())
    except Exception as error:  # Any crash of the engine is a finding.
        last = traceback.extract_tb(error.__traceback__)[-1]
        what = f"{type(error).__name__}: {error} ({last.name}, line {last.lineno})"
        return Verdict(case, None, len(run.actions), what, run.where())
    result = run.step.state.result
    assert result is not None
    return Verdict(case, result.reason.value, len(run.actions))


class _Run:
    """One game in progress."""

    def __init__(self, case: Case) -> None:
        self.edition: Edition = build_edition(
            case.edition, seats=case.seats, switches=dict(case.switches)
        )
        self.chance = SeededChance(case.seed)
        self.rng = Random(f"fuzz {case.seed}")
        self.bot: Bot = CautiousBot(slips=0.1) if case.seed % CAREFUL == 0 else RandomBot()
        self.actions: list[Action] = []
        self.first = Seat(self.rng.randrange(case.seats))
        self.folded = self.edition.opening(self.first)
        self.step = Step(self.folded, (), None)

    def where(self) -> str:
        try:
            return format_position(self.edition, self.step.state)
        except Exception as error:  # A broken state need not have a notation; that is told, too.
            return f"cannot be written ({type(error).__name__}: {error})"

    def play(self) -> None:
        self._take(begin(self.edition, first=self.first))
        while self.step.ask is not None:
            if len(self.actions) >= LONGEST:
                raise Fault(f"the game goes on after {LONGEST} actions")
            action = self._choose()
            _expect(parse_action(str(action)) == action, f"{action} does not read back")
            self.actions.append(action)
            self._take(advance(self.edition, self.step, action))
        self._check_record()

    def _choose(self) -> Action:
        ask = self.step.ask
        if isinstance(ask, Chance):
            return self.chance.pick(ask)
        assert isinstance(ask, Decide)
        seen = view(self.edition, self.step.state, ask, viewer=ask.seat)
        return self.bot.choose(seen, ask.options, self.rng)

    def _take(self, step: Step) -> None:
        self.step = step
        for found in violations(self.edition, step.state):
            raise Fault(f"{found.rule}: {found.what}")
        for event in step.events:
            self.folded = event.fold(self.folded)
        settled = replace(self.folded, cursor=step.state.cursor)
        _expect(settled == step.state, "the events do not fold into the state")
        check_ask(step)
        if self.rng.randrange(SAMPLED) == 0:
            _check_position(self.edition, step.state)
            viewer = self.rng.choice([None, *range(self.edition.seats)])
            _check_worlds(self.edition, step, None if viewer is None else Seat(viewer), self.rng)

    def _check_record(self) -> None:
        state = self.step.state
        record = record_of(self.edition, self.actions, state, headers={"Fuzz": 'a "game" \\'})
        again = parse_record(str(record))
        _expect(again == record, "the record does not read back")
        _expect(again.steps()[-1].state == state, "the record replays to another state")


def _expect(fine: bool, complaint: str) -> None:
    if not fine:
        raise Fault(complaint)


def check_ask(step: Step) -> None:
    ask = step.ask
    if ask is None:
        _expect(step.state.result is not None, "nothing is asked, but there is no result")
    elif isinstance(ask, Decide):
        _expect(bool(ask.options), "a decision without an option")
        _expect(len(set(ask.options)) == len(ask.options), "an option is offered twice")
        barred = {each.action for each in ask.barred}
        _expect(barred.isdisjoint(ask.options), "an option is barred as well")
    else:
        _expect(all(weight > 0 for _, weight in ask.outcomes), "an impossible outcome is offered")
        _expect(bool(ask.outcomes), "luck is asked without an outcome")


def _check_position(edition: Edition, state: GameState) -> None:
    again = parse_position(format_position(edition, state))
    _expect(again.state == state, "the position does not read back")
    _expect(again.edition is edition, "the position names another edition")


def _check_worlds(edition: Edition, step: Step, viewer: Seat | None, rng: Random) -> None:
    """A world made up from what a viewer sees is possible and looks the same to that viewer."""
    seen = view(edition, step.state, step.ask, viewer=viewer)
    hidden = parse_position(format_position(edition, seen.state))
    _expect(hidden.state == seen.state, "the view’s position does not read back")
    world = determinize(seen, rng)
    for found in violations(edition, world):
        raise Fault(f"determinized, {found.rule}: {found.what}")
    _expect(seen_state(world, viewer) == seen.state, "a determinized world looks different")
    if seen.decide is not None:
        _expect(waiting(edition, world) == seen.decide, "a determinized world asks otherwise")
