"""`tsuro` on a machine whose time of day jumps by up to an hour, back and forth, all the time."""

from __future__ import annotations

import random
import sys
import time

LARGEST = 3600.0
OFTEN = 0.2
"""How likely it is that the clock is another one when it is looked at."""


def jump() -> None:
    true, off = time.time, [0.0]

    def wrong() -> float:
        if random.random() < OFTEN:
            off[0] = random.uniform(-LARGEST, LARGEST)
        return true() + off[0]

    time.time = wrong


if __name__ == "__main__":
    jump()
    from tsuro.cli.main import main

    sys.exit(main())  # type: ignore[func-returns-value]
