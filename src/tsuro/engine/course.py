"""A game under way: its opening, the moves so far, and the luck it goes on with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tsuro.core.actions import Action
from tsuro.core.asks import Chance, Decide
from tsuro.core.ids import Seat
from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.engine.chance import ChanceSource
from tsuro.engine.play import Step, advance


@dataclass(frozen=True, slots=True)
class Move:
    """A step of the game and what led to it."""

    action: Action
    seat: Seat | None
    """Who decided; None for luck."""
    step: Step


class Course:
    """Moves are made first and taken over afterwards, so that they can be written down between."""

    def __init__(self, edition: Edition, opening: Step, chance: ChanceSource) -> None:
        self.edition = edition
        self.opening = opening
        self.chance = chance
        self.moves: list[Move] = []

    @property
    def step(self) -> Step:
        return self.moves[-1].step if self.moves else self.opening

    @property
    def state(self) -> GameState:
        return self.step.state

    @property
    def over(self) -> bool:
        return self.state.result is not None

    def decided(self, action: Action) -> list[Move]:
        """What a decision and the luck after it make; of all this only the luck is drawn now."""
        return self._followed([self.made(action)])

    def luck(self) -> list[Move]:
        """The luck that is due, such as the deal."""
        return self._followed([])

    def made(self, action: Action) -> Move:
        """The move that one action makes now."""
        return self._made(self.step, action)

    def take(self, moves: Sequence[Move]) -> None:
        self.moves += moves

    def keep(self, count: int) -> None:
        """Take back all moves but the first ones."""
        del self.moves[count:]

    def before(self, index: int) -> Step:
        """The step from which a move was made."""
        return self.moves[index - 1].step if index else self.opening

    def _made(self, step: Step, action: Action) -> Move:
        seat = step.ask.seat if isinstance(step.ask, Decide) else None
        return Move(action, seat, advance(self.edition, step, action))

    def _followed(self, moves: list[Move]) -> list[Move]:
        step = moves[-1].step if moves else self.step
        while isinstance(step.ask, Chance):
            moves.append(self._made(step, self.chance.pick(step.ask)))
            step = moves[-1].step
        return moves
