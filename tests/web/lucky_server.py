"""The server as people start it, but for its luck: whoever runs it names a seed, line by line.

With luck that is the same in every run, a test of the page cannot fail once in a hundred times
because a bot or a tile ended its game too early. Bots of an earlier test may still be thinking:
so every decision has the same luck, and only new games take the next of a row. Bots answer at once.
"""

from __future__ import annotations

import sys
from random import Random
from threading import Thread

from tsuro.cli.main import main
from tsuro.server import luck, run


class Luck:
    """What the last line that was named brings."""

    def __init__(self) -> None:
        self.name = ""
        self.games = Random(self.name)

    def obey(self) -> None:
        """Each line is the next seed, said back once it holds."""
        for self.name in sys.stdin:
            self.games.seed(self.name)
            print(self.name, end="", flush=True)

    def game_seed(self) -> str:
        return f"{self.games.getrandbits(128):032x}"

    def game_secret(self) -> None:
        """Luck that browsers add to would be another in every run."""

    def thinking_seed(self) -> int:
        return Random(self.name).getrandbits(luck.SEED_BITS)


if __name__ == "__main__":
    ours = Luck()
    vars(luck).update(
        game_seed=ours.game_seed,
        game_secret=ours.game_secret,
        thinking_seed=ours.thinking_seed,
    )
    vars(run).update(BOT_PACE=0.0)
    Thread(target=ours.obey, daemon=True).start()
    main()
