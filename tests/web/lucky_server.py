"""The server as people start it, but for its luck: whoever runs it names a seed, line by line.

With luck that is the same in every run, a test of the page cannot fail once in a hundred times
because a bot or a tile ended its game too early.
"""

from __future__ import annotations

import sys
from random import Random
from threading import Thread

from tsuro.cli.main import main
from tsuro.server import luck


def obey(rng: Random) -> None:
    """Each line is the next seed, said back once it holds."""
    for line in sys.stdin:
        rng.seed(line)
        print(line, end="", flush=True)


if __name__ == "__main__":
    rng = Random(0)
    vars(luck).update(
        game_seed=lambda: f"{rng.getrandbits(128):032x}",
        thinking_seed=lambda: rng.getrandbits(luck.SEED_BITS),
    )
    Thread(target=obey, args=(rng,), daemon=True).start()
    main()
