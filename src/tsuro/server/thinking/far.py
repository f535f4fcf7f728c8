"""Thinking in processes of their own, here or on another machine: `tsuro think` answers questions.

Questions and answers go through the store. Whoever takes one is told how many seconds it has; if
there is no answer long after, whoever took it has died, and it is asked again.
"""

from __future__ import annotations

import asyncio
import io
import logging
import pickle
import secrets
from collections.abc import Callable
from typing import Any, Final, Protocol, TypeVar

from tsuro._version import __version__
from tsuro.editions.edition import RULES_VERSION
from tsuro.server.clock import Alarm, Timekeeper
from tsuro.server.storage.store import Answered, Asked, Questions
from tsuro.server.thinking.turns import NOBODY, Asker, Turns
from tsuro.server.thinking.workers import ATTEMPTS, LEAST_SHARE, Overdue, Workers
from tsuro.telling.refusals import Refusal

ResultT = TypeVar("ResultT")
VERSION: Final = f"{__version__} {RULES_VERSION}"
PLACES: Final = 32
"""Questions of one server that wait in the store; those behind them wait in everybody's turn."""
LOOK: Final = 0.03
"""Seconds between two looks for answers, while any is awaited."""
IDLE: Final = 0.1
"""Seconds until whoever has nothing to think about looks again."""
PATIENCE: Final = 10.0
"""Seconds beyond those given for thinking, after which whoever took a question has died."""
OURS: Final = "tsuro."
WORK: Final = frozenset(("answer", "appraise", "imagine"))
"""What may be asked for: the functions that think."""
PLAIN: Final = frozenset(("set", "frozenset", "dict", "list", "tuple"))
log = logging.getLogger("tsuro.server")


class _Reader(pickle.Unpickler):
    """Makes nothing but values of this program: a database is no place to run code from."""

    def find_class(self, module: str, name: str) -> Any:
        if module == "builtins" and name in PLAIN:
            return super().find_class(module, name)
        if module.startswith(OURS) and "." not in name:
            found = super().find_class(module, name)
            made_here = str(getattr(found, "__module__", "")).startswith(OURS)
            if made_here and (isinstance(found, type) or name in WORK):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is nothing that is thought about")


def read(data: bytes) -> Any:
    return _Reader(io.BytesIO(data)).load()


class Thinkers(Protocol):
    """Who does work that takes time: processes of this server, or those elsewhere."""

    turns: Turns

    @property
    def pids(self) -> list[int]: ...

    async def run(
        self, function: Callable[..., ResultT], *arguments: Any, asker: Asker = NOBODY
    ) -> ResultT: ...

    async def think(
        self, function: Callable[..., ResultT], *arguments: Any, asker: Asker, seconds: float
    ) -> ResultT: ...

    def rest(self) -> None: ...

    async def close(self) -> None: ...


class FarWorkers:
    """Asks, and waits for whoever answers."""

    def __init__(
        self, questions: Questions, time: Timekeeper, *, seconds: float, hurried: bool = False
    ) -> None:
        self._questions = questions
        self._time = time
        self._seconds = seconds
        self._hurried = hurried
        self._awaited: dict[str, asyncio.Future[bytes]] = {}
        self._alarm: Alarm | None = None
        self._looking: asyncio.Task[None] | None = None
        self.turns = Turns(PLACES)

    @property
    def pids(self) -> list[int]:
        """None of them are ours."""
        return []

    async def run(
        self, function: Callable[..., ResultT], *arguments: Any, asker: Asker = NOBODY
    ) -> ResultT:
        await self.turns.take(asker)
        try:
            return await self._answered(function, arguments, self._seconds)
        finally:
            self.turns.give_back()

    async def think(
        self, function: Callable[..., ResultT], *arguments: Any, asker: Asker, seconds: float
    ) -> ResultT:
        """Fewer seconds, the more addresses wait for a place."""
        await self.turns.take(asker)
        try:
            share = max(LEAST_SHARE, seconds * PLACES / (self.turns.addresses + 1))
            given = min(seconds, share)
            return await self._answered(function, (*arguments, given), given)
        finally:
            self.turns.give_back()

    async def _answered(
        self, function: Callable[..., ResultT], arguments: tuple[Any, ...], seconds: float
    ) -> ResultT:
        body = pickle.dumps((function, arguments))
        for _ in range(ATTEMPTS):
            data = await self._ask(body, seconds)
            if data is not None:
                worked, found = read(data)
                if not worked:
                    raise Overdue(f"Whoever thought about this failed: {found}.")
                result: ResultT = found
                return result
            log.error("nobody answers; is `tsuro think` running?")
        raise Overdue("Nobody has thought about this.")

    async def _ask(self, body: bytes, seconds: float) -> bytes | None:
        """What is answered; None if nobody does."""
        name = secrets.token_hex(12)
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._awaited[name] = answer
        await self._questions.ask(Asked(name, VERSION, self._hurried, body))
        self._look_soon()
        end = self._time.now() + seconds + PATIENCE
        alarm = self._time.call_at(end, lambda: _give_up(answer))
        try:
            return await answer
        except asyncio.CancelledError:
            if not answer.cancelled() or asyncio.current_task().cancelling():  # type: ignore[union-attr]
                raise  # Whoever waited gave up.
            return None
        finally:
            alarm.cancel()
            if self._awaited.pop(name, None) is not None and not _came(answer):
                await self._withdraw(name)

    async def _withdraw(self, name: str) -> None:
        try:
            await asyncio.shield(self._questions.withdraw([name]))
        except Refusal:
            log.debug("a question that nobody needs stays in the store")

    def _look_soon(self) -> None:
        if self._alarm is None:
            self._alarm = self._time.call_at(self._time.now() + LOOK, self._look)

    def _look(self) -> None:
        self._alarm = None
        if self._awaited and (self._looking is None or self._looking.done()):
            self._looking = asyncio.ensure_future(self._collect())
        elif self._awaited:
            self._look_soon()

    async def _collect(self) -> None:
        try:
            for each in await self._questions.answers(list(self._awaited)):
                waiting = self._awaited.get(each.id)
                if waiting is not None and not waiting.done():
                    waiting.set_result(each.body)
        except Refusal:
            log.debug("answers could not be looked for")
        if self._awaited:
            self._look_soon()

    def rest(self) -> None:
        """There is nothing to let go."""

    async def close(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        for each in self._awaited.values():
            each.cancel()
        if self._looking is not None:
            await asyncio.gather(self._looking, return_exceptions=True)


def _give_up(answer: asyncio.Future[bytes]) -> None:
    answer.cancel()


def _came(answer: asyncio.Future[bytes]) -> bool:
    return answer.done() and not answer.cancelled()


async def answer_questions(
    questions: Questions, workers: Workers, time: Timekeeper, stopping: asyncio.Event
) -> None:
    """Take one question after the other, until it is enough; what was taken is answered."""
    while not stopping.is_set():
        try:
            asked = await questions.take(VERSION)
        except Refusal:
            asked = None
        if asked is None:
            await _wait(time, stopping)
            continue
        body = await _thought(workers, asked)
        try:
            await questions.answer(Answered(asked.id, body))
        except Refusal as refusal:
            log.error("an answer could not be given: %s", refusal.message)


async def _thought(workers: Workers, asked: Asked) -> bytes:
    try:
        function, arguments = read(asked.body)
        return pickle.dumps((True, await workers.run(function, *arguments)))
    except Exception as error:
        log.error("a question could not be answered: %s", type(error).__name__)
        return pickle.dumps((False, type(error).__name__))


async def _wait(time: Timekeeper, stopping: asyncio.Event) -> None:
    """A moment, or until it is enough."""
    alarm = time.call_at(time.now() + IDLE, (passed := asyncio.Event()).set)
    waiting = [asyncio.ensure_future(each.wait()) for each in (stopping, passed)]
    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    alarm.cancel()
    for each in waiting:
        each.cancel()
