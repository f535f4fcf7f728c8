"""One table: the only place where its game and its seats are changed, one command at a time."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Collection, Coroutine, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from tsuro.engine.course import Move
from tsuro.engine.views import view
from tsuro.server.clock import MoveClock, Timekeeper, pause
from tsuro.server.play.audience import TRY_AGAIN, Audience
from tsuro.server.play.awaiting import Waiting, awaits_parts
from tsuro.server.play.connection import Connection
from tsuro.server.play.documents import match_of, stored
from tsuro.server.play.owning import Alone, Owners
from tsuro.server.settings import Limits
from tsuro.server.storage.store import Append, Change, Lease, Save, Store, lost_lease, not_written
from tsuro.server.thinking.bots import BotPool, Question, answer, nominal_seconds
from tsuro.server.thinking.turns import Asker
from tsuro.telling.documents import TableDocument
from tsuro.telling.foresight import Foresight
from tsuro.telling.match import Line, lines_of
from tsuro.telling.messages import Ack, Act, BotRelieved, Foresee, Ghost, Ghosts, TimeUp, Undo
from tsuro.telling.refusals import Refusal, stale
from tsuro.telling.standing import done_before

CAUTIOUS: Final = "cautious"
"""The bot that moves for people whose time is up."""
FAULTS: Final = 3
"""Decisions in a row after which a bot that fails is relieved."""
AT_ONCE: Final = 4
"""Options tried out before other tables may go on: no more work than one move makes."""
UNATTENDED: Final = ""
"""The address of all tables together that came from disk and where nobody has sat down since."""
log = logging.getLogger("tsuro.server")


@dataclass(frozen=True, slots=True)
class Services:
    """What every table needs from the server."""

    store: Store
    bots: BotPool
    time: Timekeeper
    limits: Limits
    watch: Watch
    owners: Owners = field(default_factory=Alone)
    pace: float = 0.0
    """Seconds that a bot takes for a decision at least."""


@dataclass(frozen=True, slots=True)
class Nap:
    """What a table that is put aside while somebody's time runs has to know when it comes back."""

    version: int
    deadline: float
    lapses: tuple[int, ...]


class Watch(Protocol):
    """Is told how games go, for whoever runs the server."""

    def played(self, rows: int) -> None: ...

    def told(self, seconds: float) -> None: ...


class Table:
    def __init__(
        self,
        document: TableDocument,
        lines: Sequence[Line],
        services: Services,
        lease: Lease | None = None,
    ) -> None:
        """`lease` is the right to write it, where several processes share the store."""
        self.document = document
        self.lease = lease
        self.match = match_of(document, lines)
        self._services = services
        clock = document.clock
        self._clock = MoveClock(services.time, clock.seconds) if clock else None
        self.audience = Audience(document, self.match, self._clock, services.time)
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._lapses = [0] * len(document.seats)
        """Timeouts in a row, by seat."""
        self._foresight: tuple[int, Foresight] | None = None
        """What has been tried out of the decision of a version."""
        self._faults = [0] * len(document.seats)
        """Decisions in a row that a bot failed to make, by seat."""
        self._thinking: int | None = None
        """The version a bot thinks about."""
        self._thinker: asyncio.Task[None] | None = None
        self._nap: Nap | None = None
        self._waiting = Waiting(services.time, self._give_up_waiting)
        self.address = UNATTENDED
        """Who is to wait if its bots want to think often: whoever made it, or sat down last."""
        self.broken = False
        """Whether writing failed, so that this object must not be used any more."""
        self.moved = False
        """Whether the table is another process's now."""

    @property
    def id(self) -> str:
        return self.document.id

    @property
    def idle(self) -> bool:
        """Whether it can be put aside: all of it is on disk and nothing is going on."""
        return not (self.audience.connections or self._tasks or self._lock.locked())

    @property
    def watched(self) -> bool:
        """Whether somebody would notice if it were put aside; a bot that thinks would not."""
        busy = self._tasks - {self._thinker}
        return bool(self.audience.connections or busy or self._lock.locked())

    def fall_asleep(self) -> Nap | None:
        """Stop what runs; if somebody's time does, it says when to be woken."""
        self._stop_thinking()
        self._waiting.stop()
        deadline = None if self._clock is None else self._clock.deadline
        self._stop_clock()
        if deadline is None:
            return None
        return Nap(self.match.version, deadline, tuple(self._lapses))

    def wake_up(self, nap: Nap | None) -> None:
        """Go on where it was put aside."""
        if nap is not None:
            self._nap, self._lapses = nap, list(nap.lapses)
        self.go_on()

    def attend(self, address: str) -> None:
        """Somebody sits down: from now on, bots think here in the turn of this address."""
        if address != self.address:
            self.address = address
            if self._thinker is not None:
                self._stop_thinking()
                self.go_on()

    def draft(self) -> TableDocument:
        """A copy of the seats to be changed and handed to `reseat`."""
        return deepcopy(self.document)

    @property
    def lock(self) -> asyncio.Lock:
        """Held by whoever changes the table."""
        return self._lock

    async def act(self, connection: Connection, message: Act) -> None:
        """Play a decision; one that was played already is only answered."""
        async with self._lock:
            done = self._done_before(connection.identity, message)
            if done is not None:
                connection.send(Ack(id=message.id, version=done))
                return
            moves = self.match.chosen(message.seat, message.action)
            self._lapses[message.seat] = 0
            await self._play(moves, command=message.id, answers=(connection, message.id))

    async def undo(self, connection: Connection, message: Undo) -> None:
        async with self._lock:
            done = self._done_before(connection.identity, message)
            if done is not None:
                connection.send(Ack(id=message.id, version=done))
                return
            keep = self.audience.undo_to(message.seat)
            line = Line("undo", message.seat, message.id, str(keep))
            await self._write(Append(self.id, self.match.version, [line], at=time.time()))
            self._stop_thinking()
            self.match.drop(keep, line)
            connection.send(Ack(id=message.id, version=self.match.version))
            self.go_on()
            self.audience.tell_undone()

    async def foresee(self, connection: Connection, message: Foresee) -> None:
        """Show whoever decides what options would do; other tables may go on in between."""
        decide, version = self.match.decide, self.match.version
        if message.version != version:
            raise stale(message.version, version)
        if decide is None or connection.looking != decide.seat:
            raise Refusal("not_your_turn", "Only the seat that decides is shown its options.")
        if self._foresight is None or self._foresight[0] != version:
            of = Foresight.of(self.match.edition, self.match.state, decide)
            self._foresight = version, of
        foresight = self._foresight[1]
        ghosts: dict[str, Ghost] = {}
        for notation in foresight.asked_for(message.actions, decide.rule):
            if ghosts and len(ghosts) % AT_ONCE == 0:
                await asyncio.sleep(0)
            ghosts[notation] = foresight.ghost(notation)
        if self.match.version == version:
            connection.send(Ghosts(version=version, ghosts=ghosts))

    def _done_before(self, identity: Collection[str], message: Act | Undo) -> int | None:
        return done_before(self.document, self.match, identity, message)

    async def reseat(self, draft: TableDocument) -> None:
        """Take over changed seats; the game begins once every seat is taken."""
        moves: list[Move] = []
        begins = draft.status == "waiting" and draft.is_full and not draft.awaited
        if begins:
            draft.status = "playing"
            if draft.proof is not None:
                self.match.chance = draft.proof.chance()
            moves = self.match.luck()
        await self._change(draft, moves, command=None)
        self.audience.reseated(draft)
        self._tell(moves)
        if begins and not moves:
            # Where no luck comes first, no step tells that somebody must decide now.
            self.audience.show_all()

    async def _play(
        self,
        moves: Sequence[Move],
        *,
        command: str | None,
        answers: tuple[Connection, str] | None = None,
        draft: TableDocument | None = None,
    ) -> None:
        """Write moves down, then make them part of the game, then tell everybody."""
        over = moves[-1].step.state.result is not None
        if over and draft is None:
            draft = self.draft()
        if over and draft is not None:
            draft.status = "finished"
        await self._change(draft, moves, command=command)
        self._tell(moves, answers)
        if draft is not None:
            self.audience.reseated(draft)

    async def _change(
        self, draft: TableDocument | None, moves: Sequence[Move], *, command: str | None
    ) -> None:
        """The one way to the disk: rows and seats together, and nothing changes before."""
        lines = lines_of(moves, command)
        now = time.time()
        changes: list[Change] = []
        if lines:
            changes.append(Append(self.id, self.match.version, lines, at=now))
        if draft is not None:
            changes.append(Save(stored(draft), at=now))
        await self._write(*changes)
        self._services.watch.played(len(lines))
        if draft is not None:
            self.document = draft
            self.match.started = draft.status != "waiting"
        self.match.take_over(moves, lines)

    def send_off_if_broken(self) -> None:
        """Have everybody come back to what is on disk, or go where the table has gone."""
        if self.broken:
            self._stop_clock()
            self._waiting.stop()
            if self.moved:
                self.audience.move()
            else:
                self.audience.send_off(TRY_AGAIN)

    async def give_up(self) -> None:
        """Be another process's table from now on; a command under way is done before."""
        async with self._lock:
            self.broken = self.moved = True
        await self.close()

    async def _write(self, *changes: Change) -> None:
        if self.broken:
            raise lost_lease() if self.moved else not_written()
        try:
            await self._services.store.write(*changes, lease=self.lease)
        except Refusal as refusal:
            # Nobody can say what is on disk now: whoever comes next reads it anew.
            self.broken = True
            self.moved = refusal.code == lost_lease().code
            raise

    def _tell(self, moves: Sequence[Move], answers: tuple[Connection, str] | None = None) -> None:
        self.go_on()
        began = time.perf_counter()
        self.audience.tell_played(len(self.match.moves) - len(moves), answers)
        self._services.watch.told(time.perf_counter() - began)

    def go_on(self) -> None:
        """See to it that whoever must decide now does: start a bot, or the clock."""
        self._waiting.look(self.document)
        decide = self.match.decide
        if decide is None:
            self._stop_clock()
            return
        seat = self.document.seats[decide.seat]
        if self.document.lesson:
            return  # What was done stays to be looked at.
        if seat.kind == "bot":
            self._stop_clock()
            if self._thinking != self.match.version:
                self._thinking = self.match.version
                work = self._bot_decides(seat.bot or CAUTIOUS, self.match.version)
                self._thinker = self._start(work)
        elif self._clock is not None:
            version, nap = self.match.version, self._nap
            deadline = nap.deadline if nap is not None and nap.version == version else None
            self._clock.start(decide.seat, version, lambda: self._ring(version), deadline=deadline)

    def _give_up_waiting(self) -> None:
        self._start(self._begin_in_silence())

    async def _begin_in_silence(self) -> None:
        async with self._lock:
            draft = self.draft()
            if awaits_parts(draft):
                for number in draft.awaited:
                    draft.seats[number].part = ""
                await self.reseat(draft)

    def _stop_clock(self) -> None:
        if self._clock is not None:
            self._clock.stop()

    def _stop_thinking(self) -> None:
        """Nobody wants to know any more what a bot would do."""
        if self._thinker is not None:
            self._thinker.cancel()
        self._thinker = self._thinking = None

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("table %s: a bot or the clock failed: %s", self.id, type(error).__name__)
            self.send_off_if_broken()

    async def _bot_decides(self, bot: str, version: int) -> None:
        time = self._services.time
        end = time.now() + self._pace(bot)
        action = await self._chosen(bot)
        await pause(time, end)
        async with self._lock:
            if self.match.version != version:
                return
            decide = self.match.decide
            assert decide is not None
            self._thinker = self._thinking = None
            if self.document.seats[decide.seat].kind == "bot":
                moves = self.match.chosen(decide.seat, action)
                draft = self._relieved(decide.seat)
                await self._play(moves, command=None, draft=draft)
                if draft is not None:
                    self.audience.tell_all(BotRelieved(seat=decide.seat))

    def _pace(self, bot: str) -> float:
        """Seconds for a decision, however few options there are: how many, is for its seat only."""
        pace = self._services.pace
        longest = self._services.limits.thinking_seconds
        return max(pace, min(nominal_seconds(bot), longest)) if pace else 0.0

    def _relieved(self, seat: int) -> TableDocument | None:
        """Seats with a simple bot where one has failed too often."""
        if self._faults[seat] < FAULTS:
            return None
        self._faults[seat] = 0
        draft = self.draft()
        draft.seats[seat].bot = CAUTIOUS
        return draft

    async def _chosen(self, bot: str) -> str:
        """A bot's decision; one that fails is replaced by the first option."""
        question = self._question(bot)
        seat = question.decide.seat
        try:
            asker = Asker(self.address, self.id)
            action = await self._services.bots.choose(question, asker)
        except Exception as error:
            log.error("table %s: the bot %s failed: %s", self.id, bot, type(error).__name__)
            self._faults[seat] += 1
            return str(question.decide.options[0])
        self._faults[seat] = 0
        return action

    def _question(self, bot: str) -> Question:
        decide, state = self.match.decide, self.match.state
        assert decide is not None
        events = tuple(event for move in self.match.moves for event in move.step.events)
        seen = view(self.match.edition, state, decide, viewer=decide.seat, events=events)
        return Question.of(bot, seen)

    def _ring(self, version: int) -> None:
        """The time for a decision is up."""
        if self.match.version == version:
            self._start(self._time_is_up(version))

    async def _time_is_up(self, version: int) -> None:
        """The cautious bot moves; after `grace` timeouts in a row it keeps the seat."""
        # Not by the workers: whatever keeps them busy, time is up.
        action = await asyncio.to_thread(answer, self._question(CAUTIOUS))
        async with self._lock:
            decide, rule = self.match.decide, self.document.clock
            if self.match.version != version or decide is None or rule is None:
                return
            self._lapses[decide.seat] += 1
            draft: TableDocument | None = None
            if self._lapses[decide.seat] >= rule.grace:
                draft = self.draft()
                seat = draft.seats[decide.seat]
                seat.kind, seat.bot = "bot", CAUTIOUS
                self._lapses[decide.seat] = 0
            moves = self.match.chosen(decide.seat, action)
            await self._play(moves, command=None, draft=draft)
            self.audience.tell_all(TimeUp(seat=decide.seat, relieved=draft is not None))

    async def close(self) -> None:
        """Stop bots and the clock; everything that was played is on disk."""
        self._stop_clock()
        self._waiting.stop()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
