"""Many games at once: the safe door to the kernels.

Everything that comes from outside is checked here (`checks.py`), before any row is changed; the
kernels behind it check nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from types import ModuleType
from typing import Any, Final

from tsuro.core.actions import Action
from tsuro.core.asks import Chance
from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.engine.play import begin, resume
from tsuro.errors import GameOver, IllegalAction, KernelError
from tsuro.fast.buffers import Buffers
from tsuro.fast.checks import (
    as_whole,
    codes_for,
    count_rows,
    has_room,
    require_games,
    require_seats,
    require_state,
    whole_number,
)
from tsuro.fast.compiling.compile import load, require_numba
from tsuro.fast.families import family_of
from tsuro.fast.shared.layout import NONE
from tsuro.fast.shared.rng import stream, streams
from tsuro.fast.shared.seats import SEATS
from tsuro.fast.shared.wins import WHOLE_WIN

LOOPS: Final = "tsuro.fast.templates.loops"
_CHUNKS: Final = 8
"""Pieces of work for each thread, so that none waits long for the last."""

MOST_STREAMS: Final = 2**62
"""Streams of luck that a seed has."""

Rows = Any
"""Plain: a list of records. Compiled: a structured array with one row a game."""


class Kernel:
    """The kernel of one edition, as plain Python or compiled: what `kernel_of` gives."""

    def __init__(self, edition: Edition, *, compiled: bool) -> None:
        if compiled:
            require_numba()
        self.family = family_of(edition)
        self.tables = self.family.tables(edition)
        self.edition = edition
        self.layout = self.tables.layout
        self.compiled = compiled
        self.buffers = Buffers(compiled)
        self._openings: dict[int, Rows] = {}

    @cached_property
    def loops(self) -> ModuleType:
        """The loops over rows; nothing is compiled before one of them is called."""
        return self.load(LOOPS)

    def load(self, template: str) -> ModuleType:
        """A module written over `FROM_KERNEL`, such as a search, for this kernel's records."""
        return load(template, self.family.room, self.layout.name, compiled=self.compiled)

    def warm(self) -> None:
        """Compile what games, bots and simulations need, or fetch it from the cache."""
        rows = self.new_rows(2, seed=0)
        self.roll_batch(rows)
        codes, _ = self.legal_batch(rows)
        self.step_batch(rows, [row[0] for row in codes])
        self.rollouts(rows, 0, times=1)
        self.playout_batch(rows)

    def new_rows(self, count: int, *, seed: int, first: int = 0, begin_at: int = 0) -> Rows:
        """Games before the deal; game i has the luck of stream `begin_at + i` of the seed."""
        count = whole_number(count, "How many games", least=0)
        opening = self._opening(first)
        luck = self.luck(seed, begin_at, count)
        if not self.compiled:
            rows = [self.layout.copy(opening[0]) for _ in range(count)]
            for row, state in zip(rows, luck, strict=True):
                row.rng = state
            return rows
        rows = opening.repeat(count)
        rows["rng"] = luck
        return rows

    def rows_of(self, states: Iterable[GameState], *, seed: int = 0) -> Rows:
        """Games that go on from settled states."""
        if not isinstance(states, Iterable):
            raise KernelError("Give a list of states, even of a single one.")
        seed = whole_number(seed, "A seed")
        plain = [self.to_row(state, luck=stream(seed, i)) for i, state in enumerate(states)]
        if not self.compiled:
            return plain
        rows = self.buffers.records(self.layout, len(plain))
        for number, row in enumerate(plain):
            self.layout.pack(rows, number, row)
        return rows

    def to_row(self, state: GameState, *, luck: int = 1) -> Any:
        """A plain record, whether the kernel is compiled or not."""
        require_state(state, self.edition)
        row = self.family.to_row(self.tables, state, luck=luck)
        if (field := self.layout.misfit(row)) is not None:
            raise KernelError(f"A record has no room for {field!r} of this state.")
        return row

    def from_row(self, row: Any) -> GameState:
        if not self.layout.fits(row):
            raise KernelError("This is no record of this kernel: take one of its `row`.")
        require_seats(row.seats, self.edition.seats)
        return self.family.from_row(self.tables, row)

    def row(self, rows: Rows, index: int) -> Any:
        """One game as a plain record of its own."""
        game = self._game(rows, index)
        return self.layout.unpack(rows, game) if self.compiled else self.layout.copy(rows[game])

    def state(self, rows: Rows, index: int) -> GameState:
        return self.from_row(self.row(rows, index))

    def action_of(self, code: int) -> Action:
        return self.family.action_of(self.tables, whole_number(code, "A code", least=0))

    def code_of(self, action: Action) -> int:
        return self.family.code_of(self.tables, action)

    def legal_batch(self, rows: Rows, *, into: tuple[Any, Any] | None = None) -> tuple[Any, Any]:
        """For each row its options and how many they are: none for luck and finished games.

        `into` takes the answer of an earlier call for as many rows, to be written over.
        """
        count = self._checked(rows)
        most = self.family.most_options
        if into is None:
            into = self._codes(count, most), self._counts(count)
        codes, counts = into
        compiled = self.compiled
        if not (
            has_room(codes, count, most, compiled=compiled)
            and has_room(counts, count, compiled=compiled)
        ):
            raise KernelError(
                f"The options of {count} games cannot be written there: give `into` the answer of "
                "an earlier `legal_batch` for as many games, or leave it out."
            )
        self.loops.legal_rows(rows, 0, count, codes, counts)
        return codes, counts

    def options(self, rows: Rows, index: int) -> list[int]:
        """The legal codes of one game, none if it is over; while luck is due nobody has any."""
        game = self._game(rows, index)
        (codes,), (count,) = self.legal_batch(rows[game : game + 1])
        if not count and self._awaits_luck(rows, game):
            raise KernelError(
                f"Game {game} waits for luck, such as the deal: `roll_batch` comes before options."
            )
        return [int(code) for code in codes[: int(count)]]

    def roll_batch(self, rows: Rows) -> None:
        """Let luck do whatever is due, from each row's own stream."""
        self.loops.roll_rows(rows, 0, self._checked(rows))

    def play_batch(self, rows: Rows, codes: Sequence[int]) -> None:
        """One decision in each row, NO_ACTION for none; luck stays due."""
        self._play(rows, self._checked(rows), codes)

    def step_batch(self, rows: Rows, codes: Sequence[int]) -> None:
        """One decision in each row and the luck that follows it."""
        count = self._checked(rows)
        self._play(rows, count, codes)
        self.loops.roll_rows(rows, 0, count)

    def _play(self, rows: Rows, count: int, codes: Sequence[int]) -> None:
        given = codes_for(codes, count, compiled=self.compiled)
        wrong = self.loops.first_illegal(rows, 0, count, given, self._scratch())
        if wrong < count:
            raise self._refusal(rows, wrong, int(given[wrong]))
        self.loops.play_rows(rows, 0, count, given)

    def outcome_batch(self, rows: Rows, codes: Sequence[int]) -> None:
        """One outcome of luck, chosen outside, in each row; NO_ACTION for none."""
        count = self._checked(rows)
        given = codes_for(codes, count, compiled=self.compiled)
        wrong = self.loops.first_impossible(rows, 0, count, given)
        if wrong < count:
            raise self._refusal(rows, wrong, int(given[wrong]))
        self.loops.outcome_rows(rows, 0, count, given)

    def playout_batch(self, rows: Rows, *, threads: int = 1) -> Any:
        """Play every game to its end, each legal decision equally likely; decisions of each."""
        self._checked(rows)
        luck = self._counts(0)
        return self._playouts(rows, afresh=False, opening=rows, luck=luck, threads=threads)

    def fresh_playouts(
        self, rows: Rows, *, seed: int, first: int = 0, begin_at: int = 0, threads: int = 1
    ) -> Any:
        """The same with new games in the same rows, as `new_rows` would make them, only faster."""
        opening = self._opening(first)
        luck = self.luck(seed, begin_at, self._count(rows))
        return self._playouts(rows, afresh=True, opening=opening, luck=luck, threads=threads)

    def _playouts(self, rows: Rows, *, afresh: bool, opening: Rows, luck: Any, threads: int) -> Any:
        count = len(rows)
        threads = whole_number(threads, "How many threads", least=1)
        decisions = self._counts(count)

        def work(start: int, stop: int) -> None:
            out = self._scratch()
            self.loops.playout_rows(rows, start, stop, afresh, opening, luck, out, decisions)

        _share_out(work, count, threads)
        return decisions

    def logged_batch(self, rows: Rows, *, room: int | None = None) -> list[list[int]]:
        """As `playout_batch`, with every decision and outcome of each game as codes."""
        count = self._checked(rows)
        space = self.family.longest
        if room is not None:
            space = whole_number(room, "The room for a log", least=1)
        logs = self._codes(count, space)
        lengths = self._counts(count)
        full = self.loops.logged_rows(rows, 0, count, self._scratch(), logs, lengths, space)
        if full < count:
            raise KernelError(f"Game {full} of the batch has more than {space} actions.")
        return [[int(code) for code in logs[i][: int(lengths[i])]] for i in range(count)]

    def rollouts(
        self, rows: Rows, index: int, *, times: int, viewer: int | None = None
    ) -> list[float]:
        """How large a share of random games from here each seat wins.

        With a viewer, what that seat cannot see is dealt anew for each game.
        """
        game = self._game(rows, index)
        times = whole_number(times, "How many games are played", least=1)
        seats = self.edition.seats
        hidden_from = NONE
        if viewer is not None:
            hidden_from = whole_number(viewer, "The seat of a viewer", least=0, most=seats - 1)
        wins = self._counts(SEATS)
        work = self.buffers.records(self.layout, 1)
        self.loops.rollouts(rows, game, hidden_from, times, work, 0, self._scratch(), wins)
        return [int(parts) / (WHOLE_WIN * times) for parts in wins[:seats]]

    def _opening(self, first: int) -> Rows:
        """The one row all new games begin as."""
        first = whole_number(first, "The first seat", least=0, most=self.edition.seats - 1)
        if first not in self._openings:
            self._openings[first] = self.rows_of([begin(self.edition, first=first).state])
        return self._openings[first]

    def luck(self, seed: int, begin_at: int, count: int) -> Any:
        """The states that start so many streams of a seed, from one of them on."""
        seed = whole_number(seed, "A seed")
        begin_at = whole_number(begin_at, "The first stream", least=0, most=MOST_STREAMS)
        count = whole_number(count, "How many streams", least=0)
        if self.compiled:
            return streams(seed, begin_at, count)
        return [stream(seed, begin_at + number) for number in range(count)]

    def _counts(self, count: int) -> Any:
        return self.buffers.zeros("i8", count)

    def _codes(self, count: int, width: int) -> Any:
        return self.buffers.lines("u2", count, width)

    def _scratch(self) -> Any:
        return self.buffers.zeros("u2", self.family.most_options)

    def _count(self, rows: Rows) -> int:
        """The number of rows, if they have the shape of this kernel's."""
        return count_rows(rows, self.layout, compiled=self.compiled)

    def _checked(self, rows: Rows) -> int:
        """The number of rows, if they are games of this kernel."""
        count = self._count(rows)
        require_games(rows, self.edition.seats, compiled=self.compiled)
        return count

    def _game(self, rows: Rows, index: int) -> int:
        """The number of a game, if there is one of that number: compiled code would not ask."""
        count = self._count(rows)
        game = as_whole(index)
        if game is None or not 0 <= game < count:
            raise KernelError(f"There is no game {index!r} among {count}: games count from 0.")
        self._checked(rows[game : game + 1])
        return game

    def _awaits_luck(self, rows: Rows, index: int) -> bool:
        return isinstance(resume(self.edition, self.state(rows, index)).ask, Chance)

    def _refusal(self, rows: Rows, index: int, code: int) -> Exception:
        state = self.state(rows, index)
        if state.result is not None:
            return GameOver(f"Game {index} of the batch is over; code {code} comes too late.")
        if self._awaits_luck(rows, index):
            return IllegalAction(
                f"Game {index} of the batch waits for luck, such as the deal: `roll_batch` comes "
                f"before code {code}."
            )
        return IllegalAction(f"Code {code} is not among the options of game {index} of the batch.")


def _share_out(work: Callable[[int, int], None], count: int, threads: int) -> None:
    """Do `work` on stretches of rows, in parallel where compiled code lets other threads run."""
    if threads <= 1 or count <= 1:
        work(0, count)
        return
    size = -(-count // (threads * _CHUNKS))
    with ThreadPoolExecutor(threads) as pool:
        jobs = [
            pool.submit(work, start, min(start + size, count)) for start in range(0, count, size)
        ]
        for job in jobs:
            job.result()
