"""A program of its own that is talked to by lines; no call ever waits without bound."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import weakref
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, Queue, SimpleQueue
from typing import IO

LONGEST_LINE = 50_000
MOST_LINES = 200
"""A program that says more before somebody listens is not listened to any more: what waits to be
heard takes 10 MB at most."""
LAST_WORDS = 20
"""Lines of standard error that are kept."""
FAREWELL = 0.5
"""Seconds between the end of its input and its being killed."""
LISTENING = 1.0
"""Seconds in which what it said last is still heard; what it started may keep its streams open."""


class Ended(Exception):
    """The program has closed its output."""


class TooMuch(Exception):
    """The program said more than anybody could listen to."""


class Silent(Exception):
    """Nothing was said in time."""


class Program:
    def __init__(self, command: Sequence[str]) -> None:
        """Start it. An `OSError` says why that is impossible."""
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # Ctrl-C is for the one who asks; and whatever the program starts ends with it.
            start_new_session=True,
        )
        assert self._process.stdin
        assert self._process.stdout
        assert self._process.stderr
        self._said: Queue[bytes | type[Exception]] = Queue()
        self._to_say: SimpleQueue[bytes | None] = SimpleQueue()
        self._complaints: deque[str] = deque(maxlen=LAST_WORDS)
        # The threads know the streams but not this object, so that it can be forgotten.
        self._threads = [
            _thread(_write, self._process.stdin, self._to_say),
            _thread(_read, self._process.stdout, self._said),
            _thread(_overhear, self._process.stderr, self._complaints),
        ]
        self._end = weakref.finalize(self, _end, self._process, self._to_say, self._threads)

    def say(self, line: str) -> None:
        self._to_say.put(line.encode() + b"\n")

    def hear(self, seconds: float) -> str:
        """The next line of its output; raises `Silent`, `Ended` or `TooMuch`."""
        try:
            line = self._said.get(timeout=max(seconds, 0))
        except Empty:
            raise Silent from None
        if isinstance(line, bytes):
            return line.decode(errors="replace").strip()
        raise line

    def complaints(self) -> str:
        """The last lines of its standard error."""
        return "\n".join(self._complaints)

    def stop(self, *, at_once: bool = False) -> None:
        """End it, and wait until it is gone; it may finish what it does unless `at_once`."""
        if at_once:
            _kill(self._process)
        self._end()


def _thread(target: object, *arguments: object) -> threading.Thread:
    thread = threading.Thread(target=target, args=arguments, daemon=True)  # type: ignore[arg-type]
    thread.start()
    return thread


def _write(stream: IO[bytes], lines: SimpleQueue[bytes | None]) -> None:
    with suppress(OSError):
        while (line := lines.get()) is not None:
            stream.write(line)
            stream.flush()
    with suppress(OSError):
        stream.close()


def _read(stream: IO[bytes], lines: Queue[bytes | type[Exception]]) -> None:
    """Whole lines, and at last why there are no more."""
    while line := stream.readline(LONGEST_LINE):
        is_whole = line.endswith(b"\n")
        if lines.qsize() >= MOST_LINES or (len(line) == LONGEST_LINE and not is_whole):
            lines.put(TooMuch)
            break
        if is_whole:
            lines.put(line)
    else:
        lines.put(Ended)
    stream.close()


def _overhear(stream: IO[bytes], lines: deque[str]) -> None:
    while line := stream.readline(500):
        lines.append(line.decode(errors="replace").rstrip())
    stream.close()


def _end(
    process: subprocess.Popen[bytes],
    to_say: SimpleQueue[bytes | None],
    threads: Sequence[threading.Thread],
) -> None:
    to_say.put(None)
    with suppress(subprocess.TimeoutExpired):
        process.wait(FAREWELL)
    _kill(process)
    process.wait()
    for thread in threads:
        thread.join(LISTENING)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """With everything it has started, where the system knows such groups."""
    if os.name == "posix":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
