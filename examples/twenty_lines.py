"""A bot in twenty lines: stay in, and keep open squares around your pawns.

tsuro arena --seats 4 --bots python:examples/twenty_lines.py:Bot,random --games 100
"""

from collections.abc import Sequence
from random import Random

from tsuro import Clock, Decision, PlayerView, Step, advance, determinize


class Bot:
    def choose(
        self, view: PlayerView, options: Sequence[Decision], rng: Random, clock: Clock | None = None
    ) -> Decision:
        world = Step(determinize(view, rng), (), view.decide)
        return max(options, key=lambda option: self.worth(view, world, option) + rng.random())

    def worth(self, view: PlayerView, world: Step, option: Decision) -> float:
        after, me = advance(view.edition, world, option).state, view.viewer
        if after.result is not None:
            return 99 if me in after.result.winners else -99
        places = [pawn.stop or pawn.beside for pawn in after.pawns if pawn.seat == me]
        own = [place.cell for place in places if place is not None]
        free = [(cell, to) for cell in own for to in after.board.empty_cells()]
        near = sum(abs(cell.col - to.col) + abs(cell.row - to.row) <= 2 for cell, to in free)
        return near + 20 * len(own)
