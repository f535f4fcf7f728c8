"""Games with another data file in place of the one in the package.

    python -m tests.support.other_box EDITION FILE GAMES

It prints everything that went wrong. Kernels make their tables when they are imported, so this
needs a process of its own.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from unittest.mock import patch

from tsuro.editions import sections


def main(name: str, file: str, games: int) -> None:
    data = tomllib.loads(Path(file).read_text(encoding="utf-8"))
    package = sections.read_section

    def read_section(home: str, asked: str) -> sections.Section:
        ours = (f"tsuro.editions.{name}", "printed")
        return data if (home, asked) == ours else package(home, asked)

    # Before any edition is imported: each takes the reader as it finds it.
    with patch.object(sections, "read_section", read_section):
        for fault in (*played(name, games), *drawn(name)):
            print(fault)


def played(name: str, games: int) -> Iterator[str]:
    """By the reference, which checks itself, and by reference and kernel side by side."""
    from tsuro.cli.fuzzing import play_case, schedule
    from tsuro.cli.kernel_fuzzing import play_kernel_case

    # The plain kernel is made of the same sources as the compiled one, at once.
    with patch("tsuro.fast.ready.has_numba", lambda: False):
        for seed, kernel in ((1, False), (2, True)):
            for case in schedule(games, editions=[name], seed=seed, kernel=kernel):
                verdict = (play_kernel_case if kernel else play_case)(case)
                if verdict.fault is not None:
                    yield f"{case.command}: {verdict.fault}"


def drawn(name: str) -> Iterator[str]:
    """A game drawn step by step; the pictures must come out, how they look is not judged."""
    from tsuro.formats.ascii import draw_text
    from tsuro.formats.svg import draw_svg
    from tsuro.game import Game

    game = Game(name, seats=3, seed=5)
    rng = Random(5)
    while not game.over:
        game.play(rng.choice(game.options))
    for step in game.steps[::10]:
        for picture in (draw_svg, draw_text):
            if not picture(game.edition, step.state):
                yield f"{picture.__name__} draws nothing"


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
