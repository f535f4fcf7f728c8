"""Ctrl-C as a wish to stop soon: never in the middle of an addition."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import resource_tracker
from types import FrameType


@dataclass
class Wish:
    """Whether somebody wants to stop."""

    stop: bool = False


@contextmanager
def heeding_interrupts() -> Iterator[Wish]:
    """The first Ctrl-C is a wish, the second one an interrupt as ever."""
    wish = Wish()
    if threading.current_thread() is not threading.main_thread():
        yield wish
        return

    def note(number: int, frame: FrameType | None) -> None:
        if wish.stop:
            raise KeyboardInterrupt
        wish.stop = True

    before = signal.signal(signal.SIGINT, note)
    try:
        yield wish
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def unheard_by_children() -> Iterator[None]:
    """Threads that begin here, and all processes they ever start, take no notice of Ctrl-C.

    A terminal sends it to every process. Here it waits until this is over.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # Otherwise it is started here, and lets interrupts through again when that is done.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
