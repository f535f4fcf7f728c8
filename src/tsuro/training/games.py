"""`Games`: many games of one edition at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import numpy

from tsuro.bots.judgement.weights import weights_for
from tsuro.core.ids import Seat
from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.editions.registry import build_edition
from tsuro.encoding import Encoding, encoding_of
from tsuro.engine.play import resume
from tsuro.engine.views import PlayerView, view
from tsuro.errors import BadSetting, GameOver, IllegalAction, KernelError, did_you_mean
from tsuro.fast import kernel_of
from tsuro.fast.checks import whole_number
from tsuro.fast.shared.rng import streams_of
from tsuro.fast.templates.policies import POLICIES
from tsuro.training.arrays import room, truths, whole_numbers
from tsuro.training.rows import GREEDY, MOST_DECISIONS, NOBODY

ROWS: Final = "tsuro.training.rows"
OPPONENTS: Final = (*POLICIES, "greedy")
"""Bots that are compiled together with the games, by number."""
MOST_THREADS: Final = 256


class Games:
    """So many games of an edition, each at a decision or over: luck is done as it becomes due.

    Seats are numbered as at the table. Game i begins with the luck of stream `begin_at + i` of the
    seed, and every time it begins anew with a stream of its own, so results do not depend on
    threads or on which other games are over.
    """

    def __init__(
        self,
        edition: Edition | str,
        count: int,
        *,
        seats: int = 4,
        seed: int = 0,
        threads: int = 1,
        begin_at: int = 0,
        **switches: str,
    ) -> None:
        if not isinstance(edition, Edition):
            edition = build_edition(edition, seats=seats, switches=switches)
        self.edition = edition
        self.encoding: Encoding = encoding_of(edition)
        self.count = whole_number(count, "How many games", least=1)
        self.seed = whole_number(seed, "A seed")
        self.threads = whole_number(threads, "How many threads", least=1, most=MOST_THREADS)
        self._begin_at = whole_number(begin_at, "The first stream", least=0)
        self._pool: ThreadPoolExecutor | None = None
        self._prepare()
        self.reset()

    def _prepare(self) -> None:
        """Arrays that every call needs."""
        kernel = self._kernel = kernel_of(self.edition)
        self._loops = kernel.load(ROWS)
        self._codes = numpy.array(self.encoding.codes, "u2")
        self._indices = numpy.zeros(1 << 16, "u2")
        self._indices[self._codes] = numpy.arange(self.encoding.actions)
        self._totals = numpy.array(self.encoding.totals(self.edition), "u1")
        self._opening = kernel.new_rows(1, seed=0)
        self._rows = kernel.new_rows(self.count, seed=self.seed)
        self._weights = numpy.array(weights_for(self.edition), "f8")
        self._begun = numpy.zeros(self.count, "i8")
        self._played = numpy.zeros(self.count, "i8")

    @property
    def seats(self) -> int:
        return self.edition.seats

    @property
    def to_act(self) -> Any:
        """The seat whose decision each game awaits; -1 where the game is over."""
        return self._filled(self._loops.seats_to_act, (self.count,), "i8")

    @property
    def done(self) -> Any:
        """Whether each game is over."""
        return self._filled(self._loops.finished_rows, (self.count,), "?")

    @property
    def played(self) -> Any:
        """How many decisions each game has had."""
        return self._played.copy()

    @property
    def endless(self) -> Any:
        """Whether a game has had so many decisions that it is better broken off."""
        return self._played >= MOST_DECISIONS

    def mask(self, out: Any = None) -> Any:
        """What may be done in each game: 1 for every legal index of the seat to act."""
        return self._filled(
            lambda rows, begin, end, masks: self._loops.mask_rows(
                rows, begin, end, self._indices, masks, self._scratch()
            ),
            (self.count, self.encoding.actions),
            "u1",
            out,
        )

    def observe(self, seats: Any = None, out: Any = None) -> Any:
        """What a seat of each game may know: the one to act, unless others are given.

        -1 stands for nobody, who knows nothing: all zero.
        """
        viewers = self.to_act if seats is None else self._seats(seats)
        return self._filled(
            lambda rows, begin, end, lines: self._loops.observe_rows(
                rows, begin, end, viewers, self._totals, lines
            ),
            (self.count, self.encoding.length),
            "u1",
            out,
        )

    def sample(self, out: Any = None) -> Any:
        """Any legal action of each game, by its own luck; -1 where it is over."""
        return self._filled(
            lambda rows, begin, end, actions: self._loops.sample_rows(
                rows, begin, end, self._indices, actions, self._scratch()
            ),
            (self.count,),
            "i8",
            out,
        )

    def replaced(self, actions: Any) -> Any:
        """The actions, with any legal one in place of each that is not; -1 where a game is over."""
        given = whole_numbers(actions, self.count, "Actions").copy()
        self._share_out(
            lambda begin, end: self._loops.replace_rows(
                self._rows, begin, end, given, self._codes, self._indices, self._scratch()
            )
        )
        return given

    def step(self, actions: Any) -> None:
        """One decision in each game, by index, and the luck that follows it; -1 for none.

        If one of them is refused, none is carried out.
        """
        given = whole_numbers(actions, self.count, "Actions")
        wrong = self._loops.first_refused(
            self._rows, 0, self.count, given, self._codes, self._scratch()
        )
        if wrong < self.count:
            raise self._refusal(wrong, int(given[wrong]))
        self._share_out(
            lambda begin, end: self._loops.play_rows(
                self._rows, begin, end, given, self._codes, self._played
            )
        )

    def returns(self, out: Any = None) -> Any:
        """What each seat of each game has won: 1, a part of a shared win, or 0.

        A game that is broken off is shared by those still in; while one runs nobody has won.
        """
        shares = self._filled(self._loops.share_rows, (self.count, self.seats), "f8", out)
        broken = self.endless & ~self.done
        if broken.any():
            alive = self.alive()[broken]
            shares[broken] = alive / alive.sum(axis=1, keepdims=True)
        return shares

    def ranks(self, out: Any = None) -> Any:
        """The place of each seat: winners, those still in, then by the moment of leaving."""
        return self._filled(self._loops.rank_rows, (self.count, self.seats), "i8", out)

    def alive(self, out: Any = None) -> Any:
        """Whether each seat of each game is still in, or has won."""
        return self._filled(self._loops.alive_rows, (self.count, self.seats), "?", out)

    def reset(self, which: Any = None, *, seed: int | None = None) -> None:
        """New games: all of them, or those that are true in `which`; from the first on with a seed.

        A seed for only some of them begins the streams of just these anew.
        """
        wanted = (
            numpy.ones(self.count, "?")
            if which is None
            else truths(which, self.count, "Which games begin anew")
        )
        if seed is not None:
            self.seed = whole_number(seed, "A seed")
            self._begun[wanted] = 0
        luck = self._next_luck(wanted)
        self._share_out(
            lambda begin, end: self._loops.begin_rows(
                self._rows, begin, end, wanted, self._opening, luck
            )
        )
        self._begun[wanted] += 1
        self._played[wanted] = 0

    def choices(self, policies: Sequence[int]) -> Any:
        """What compiled bots would do in each game: the one of the seat to act.

        `policies` are numbers of `OPPONENTS`, one for each seat, or -1 for a seat without one;
        where that seat is to act, or nobody, the action is -1.
        """
        nobody = numpy.full(self.count, NOBODY, "i8")
        return self._decided(nobody, self._policies(policies))

    def let_others(self, learners: Any, opponents: Sequence[int]) -> None:
        """Let compiled bots decide for all other seats until the learner of a game is asked.

        They stop as well where the game is over, broken off, or the learner out. `opponents` are
        numbers of `OPPONENTS`, one for each seat.
        """
        seats, policies = self._seats(learners), self._policies(opponents)
        if seats.min() < 0 or policies.min() < 0:
            raise KernelError("Every game needs a learner, and every seat an opponent.")
        self._decided(seats, policies)

    def _decided(self, learners: Any, policies: Any) -> Any:
        """What policies would do where the learner is nobody; elsewhere they do it."""
        actions = numpy.zeros(self.count, "i8")

        def work(begin: int, end: int) -> None:
            self._loops.decide_rows(
                self._rows,
                begin,
                end,
                policies,
                learners,
                self._played,
                self._indices,
                actions,
                *self._thinking(),
            )

        self._share_out(work)
        return actions

    def stream(self, index: int) -> int:
        """The stream of luck that a game began with."""
        return int(self._begin_at + index + self.count * (self._begun[index] - 1))

    def state(self, index: int) -> GameState:
        """One game as the reference engine knows it."""
        return self._kernel.state(self._rows, index)

    def view(self, index: int, seat: int) -> PlayerView:
        """What a seat of one game may know, as bots are shown it."""
        step = resume(self.edition, self.state(index))
        return view(self.edition, step.state, step.ask, viewer=Seat(seat))

    def warm(self) -> None:
        """Have everything compiled, or fetched from the cache, before it is needed."""
        self.mask()
        self.observe()
        self.step(self.sample())
        self.returns()
        self.ranks()
        self.alive()
        self.let_others([0] * self.count, [GREEDY] * self.seats)

    def __getstate__(self) -> dict[str, Any]:
        """All but machine code and threads: a copy goes on as the original would."""
        return {
            "edition": (self.edition.id, self.seats, dict(self.edition.switches)),
            "count": self.count,
            "seed": self.seed,
            "threads": self.threads,
            "begin_at": self._begin_at,
            "rows": self._rows,
            "begun": self._begun,
            "played": self._played,
        }

    def __setstate__(self, kept: dict[str, Any]) -> None:
        name, seats, switches = kept["edition"]
        self.edition = build_edition(name, seats=seats, switches=switches)
        self.encoding = encoding_of(self.edition)
        self.count, self.seed, self.threads = kept["count"], kept["seed"], kept["threads"]
        self._begin_at, self._pool = kept["begin_at"], None
        self._prepare()
        self._rows, self._begun, self._played = kept["rows"], kept["begun"], kept["played"]

    def _next_luck(self, wanted: Any) -> Any:
        """For each game that begins the stream that comes next for it."""
        numbers = self._begin_at + numpy.arange(self.count) + self.count * self._begun
        luck = numpy.zeros(self.count, "i8")
        luck[wanted] = streams_of(self.seed, numbers[wanted])
        return luck

    def _filled(
        self,
        fill: Callable[[Any, int, int, Any], None],
        shape: tuple[int, ...],
        kind: str,
        out: Any = None,
    ) -> Any:
        """An array that a loop has filled, in pieces."""
        array = room(out, shape, kind, "This")
        self._share_out(lambda begin, end: fill(self._rows, begin, end, array))
        return array

    def _share_out(self, work: Callable[[int, int], None]) -> None:
        """Do `work` on stretches of rows, in parallel where that is asked for."""
        if self.threads == 1 or self.count < 2 * self.threads:
            work(0, self.count)
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.threads)
        size = -(-self.count // self.threads)
        jobs = [
            self._pool.submit(work, begin, min(begin + size, self.count))
            for begin in range(0, self.count, size)
        ]
        for job in jobs:
            job.result()

    def _policies(self, numbers: Sequence[int]) -> Any:
        """One for each seat."""
        policies = numpy.array(numbers, "i8")
        if policies.shape != (self.seats,):
            raise KernelError(
                f"There are {len(policies)} opponents for {self.seats} seats: give one each."
            )
        if policies.min() < -1 or policies.max() >= len(OPPONENTS):
            raise KernelError(f"Opponents are numbers from 0 to {len(OPPONENTS) - 1}, -1 for none.")
        return policies

    def _thinking(self) -> tuple[Any, ...]:
        """Room for policies to think in."""
        rows = self._kernel.buffers.records(self._kernel.layout, 3)
        terms = numpy.zeros(len(self._weights), "f8")
        return rows, self._scratch(), self._scratch(), self._weights, terms

    def _scratch(self) -> Any:
        return self._kernel.buffers.zeros("u2", self._kernel.family.most_options)

    def _seats(self, given: Any) -> Any:
        """A seat for each game, or nobody."""
        seats = whole_numbers(given, self.count, "Seats")
        if seats.size and not NOBODY <= seats.min() <= seats.max() < self.seats:
            raise KernelError(f"Seats are 0 to {self.seats - 1}, and -1 for nobody.")
        return seats

    def _refusal(self, index: int, action: int) -> Exception:
        if action >= self.encoding.actions:
            return IllegalAction(
                f"There is no action {action} for game {index}: they count from 0 to "
                f"{self.encoding.actions - 1}."
            )
        if self.done[index]:
            return GameOver(f"Game {index} is over; give it -1, or `reset(games.done)` first.")
        return IllegalAction(
            f"{self.encoding.text_at(action)} (action {action}) is not legal in game {index} now: "
            "`mask()` tells what is."
        )


def opponent_numbers(names: Sequence[str], seats: int) -> list[int]:
    """Compiled bots by name, one for each seat; a single one is for all of them."""
    given = [names] if isinstance(names, str) else list(names)
    numbers = []
    for name in given:
        if name not in OPPONENTS:
            raise BadSetting(
                f"There is no compiled opponent {name!r}.{did_you_mean(str(name), OPPONENTS)} "
                f"There are: {', '.join(OPPONENTS)}."
            )
        numbers.append(OPPONENTS.index(name))
    if len(numbers) == 1:
        return numbers * seats
    if len(numbers) != seats:
        raise BadSetting(f"{len(numbers)} opponents for {seats} seats: give one, or one each.")
    return numbers
