"""Threads or processes that play batches, and that let go at once if they have to."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing.synchronize import Event
from threading import Thread


@contextmanager
def threads(workers: int) -> Iterator[Executor]:
    """They cannot be interrupted, but nobody waits for them before the program ends."""
    pool = ThreadPoolExecutor(workers)
    try:
        yield pool
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()


@contextmanager
def processes(workers: int) -> Iterator[Executor]:
    """Whoever leaves by an error, such as a second Ctrl-C, does not wait for games under way."""
    context = multiprocessing.get_context("spawn")
    enough = context.Event()
    pool = ProcessPoolExecutor(workers, context, initializer=_serve, initargs=(enough,))
    try:
        yield pool
    except BaseException:
        enough.set()
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()


def _serve(enough: Event) -> None:
    """Ctrl-C reaches every process of a terminal; only the first one is to act on it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_leave_when, args=(enough,), daemon=True).start()


def _leave_when(enough: Event) -> None:
    enough.wait()
    os._exit(1)
