"""A log that strangers cannot fill: what they cause is for debugging, and nothing too often."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import Final

NOISE: Final = frozenset(
    {
        "Invalid HTTP request received.",
        "Unsupported upgrade request.",
        # What is said after a handshake was refused, as it should be.
        "ASGI callable returned without completing handshake.",
        "Invalid UTF-8 sequence received from client.",
        # Somebody went away while something was being sent.
        "socket.send() raised exception.",
    }
)
"""Lines of the HTTP server and the event loop that tell of nothing but a stranger."""
LIBRARY: Final = "uvicorn"
"""Its lines below a warning hold the heads of requests, with cookies and ids of tables."""
OFTEN: Final = 10
"""Lines of one kind ..."""
SECONDS: Final = 60.0
"""... in so many seconds; what is left out is counted and told with the next."""
KINDS: Final = 500
"""Kinds of lines that are counted; the one heard longest ago is forgotten."""


class Quiet(logging.Filter):
    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self._now = now
        self._kinds: OrderedDict[tuple[str, str], _Kind] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        if record.msg in NOISE:
            record.levelno, record.levelname = logging.DEBUG, "DEBUG"
            record.exc_info = None
            return logging.getLogger(record.name).isEnabledFor(logging.DEBUG)
        if record.levelno < logging.WARNING and record.name.startswith(LIBRARY):
            return False
        key = record.name, str(record.msg)
        kind = self._kinds.setdefault(key, _Kind(self._now()))
        self._kinds.move_to_end(key)
        if len(self._kinds) > KINDS:
            self._kinds.popitem(last=False)
        omitted = kind.counted(self._now())
        if omitted is None:
            return False
        if omitted:
            record.msg = f"{record.getMessage()} (and {omitted} more like it)"
            record.args = ()
        return True


class _Kind:
    """Lines that differ in their numbers and names only."""

    def __init__(self, now: float) -> None:
        self._since = now
        self._said = self._omitted = 0

    def counted(self, now: float) -> int | None:
        """How many were left out before this one; None if it is left out, too."""
        if now - self._since >= SECONDS:
            self._since, self._said = now, 0
        if self._said >= OFTEN:
            self._omitted += 1
            return None
        self._said += 1
        omitted, self._omitted = self._omitted, 0
        return omitted


QUIET: Final = Quiet()


def be_quiet() -> None:
    """From now on, in this process; once is enough."""
    for name in ("tsuro.server", "uvicorn.error", "uvicorn.access", "asyncio"):
        logging.getLogger(name).addFilter(QUIET)
