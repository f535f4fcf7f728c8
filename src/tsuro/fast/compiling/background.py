"""Compiling while somebody goes on playing.

A compiler in a thread of this process would hold Python's lock for long stretches, so another
process fills the cache; a thread waits for it and then fetches the code. Where nothing can be
kept, code made elsewhere is lost: there the thread compiles after all, and nobody else does.
"""

from __future__ import annotations

import atexit
import logging
import os
import subprocess
import sys
from collections.abc import Callable
from threading import Event, Lock, Thread
from typing import Final

from tsuro.editions.edition import Edition
from tsuro.fast.compiling.cache import is_usable, kernel_folder

PATIENCE: Final = 2.0
"""Seconds that a program which wants to end waits for code that is being loaded."""
WARMING_VARIABLE: Final = "TSURO_WARMING"
"""If the environment says `never` here, nothing is compiled in the background."""
_TRIED: Final[set[object]] = set()
_LOCK: Final = Lock()
_LEAVING: Final = Event()
log = logging.getLogger("tsuro.fast")


def may_warm() -> bool:
    return os.environ.get(WARMING_VARIABLE) != "never"


def in_background(
    edition: Edition, templates: tuple[str, ...], code: object, *, then: Callable[[], object]
) -> Thread | None:
    """Fill the cache for an edition, `then` load it; None if this code has been tried before.

    A machine with no core to spare may have it switched off; the plain kernels go on playing.
    """
    if not may_warm():
        return None
    with _LOCK:
        if code in _TRIED:
            return None
        _TRIED.add(code)

    loading = Event()

    def work() -> None:
        try:
            if is_usable(kernel_folder()):
                _run(warm_command(edition, templates))
            # In this order: either the program that ends sees it, or it is not begun.
            loading.set()
            if not _LEAVING.is_set():
                then()
        except Exception:
            log.exception("the kernel for %s could not be made", edition.id)

    thread = Thread(target=work, name=f"warming {edition.id}", daemon=True)
    thread.start()
    atexit.register(_leave, thread, loading)
    return thread


def _leave(thread: Thread, loading: Event) -> None:
    """Code must not be loaded while the interpreter is taken apart; a thread that only waits for
    another process may end at any time."""
    _LEAVING.set()
    if loading.is_set():
        thread.join(PATIENCE)


def warm_command(edition: Edition, templates: tuple[str, ...]) -> list[str]:
    """What fills the cache in a process of its own."""
    command = [sys.executable, "-m", "tsuro", "warm", "--background"]
    command += ["--edition", edition.id, "--seats", str(edition.seats)]
    for name, value in edition.switches.items():
        command += ["--switch", f"{name}={value}"]
    for template in templates:
        command += ["--template", template]
    return command


def _run(command: list[str]) -> None:
    """A failure is no matter: then the thread that waits compiles for itself.

    In a session of its own the process is not stopped by Ctrl+C at the terminal: what it makes is
    good for the next time.
    """
    subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        check=False,
    )
