"""Waiting for something to happen: the only place where tests look at a clock.

A test must not depend on how fast the machine is. So it waits for an event, searches by iterations
or moves a clock by hand; time alone is nothing but a guard against waiting for ever.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Final

PATIENCE: Final = 300.0
"""Seconds after which something that must come is taken to hang, however busy the machine is."""
AGES: Final = 3600.0
"""Seconds of a search that its iterations end long before."""
PAUSE: Final = 0.01
HANGING: Final = ("-c", f"import time; time.sleep({AGES})")
"""What Python is told to be a program that does nothing until it is ended."""


def until(condition: Callable[[], bool], what: str) -> None:
    """Wait until a condition holds; `what` says in words what is waited for."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, (
            f"Waited {PATIENCE:.0f} s in vain: {what}. Either it never happens, or something else "
            f"keeps this machine busy. Run the test alone, and then beside busy loops: "
            f'make busy ARGS=".venv/bin/pytest <the test>"'
        )
        time.sleep(PAUSE)


def is_gone(process: int) -> bool:
    """Whether a process has ended, to be waited for."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


def hang() -> None:
    """Do nothing for longer than any test lasts, yet not for ever: nothing must be left behind.

    In naps, because a signal that comes in the moment before one long sleep would not end it:
    Python looks at signals before it calls the system, and the system then knows of none.
    """
    end = time.monotonic() + AGES
    while time.monotonic() < end:
        time.sleep(PAUSE)
