"""A game as a server holds it: steps so far, luck, and what can be taken back."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from typing import NamedTuple

from tsuro.core.actions import Action
from tsuro.core.asks import Ask, Chance, Decide
from tsuro.core.ids import Seat, TileId
from tsuro.core.state import GameState
from tsuro.core.tiles import HIDDEN
from tsuro.editions.edition import Edition
from tsuro.engine.chance import SeededChance
from tsuro.engine.play import Step, advance, begin, resume
from tsuro.engine.views import seen_state
from tsuro.formats.notation import parse_action
from tsuro.formats.position import parse_position
from tsuro.formats.record import Record
from tsuro.telling.refusals import Refusal


@dataclass(frozen=True, slots=True)
class Move:
    """A step of the game and what led to it."""

    action: Action
    seat: Seat | None
    """Who decided; None for luck."""
    step: Step


class Line(NamedTuple):
    """A row of the event log: an action in notation, or `undo` with the number of moves kept."""

    kind: str
    """`seat`, `luck` or `undo`."""
    seat: int | None
    command: str | None
    """The client's id of the command; None for luck and bots."""
    body: str


class Match:
    """Nothing changes until `take_over`: moves are made first, written down, then taken over."""

    def __init__(self, edition: Edition, *, first: int, seed: str, position: str | None) -> None:
        self.edition = edition
        self._chance = SeededChance(seed)
        self._drawn = self._chance
        """Luck after the moves that are not yet on disk."""
        if position is None:
            self.opening = begin(edition, first=first)
        else:
            self.opening = resume(edition, parse_position(position).state)
        self.started = False
        """Whether every seat is taken: before that nobody decides anything."""
        self.moves: list[Move] = []
        self.seqs: list[int] = []
        """The sequence number of each move."""
        self.undone = 0
        """The sequence number of the last undo."""
        self.seq = 0
        """Rows of the log so far; an undo is a row, too."""
        self.commands: dict[tuple[int, str], int] = {}
        """Every command carried out, by seat and id, with the sequence number it got."""

    @classmethod
    def of_record(cls, record: Record) -> Match:
        """A recorded game, once it is known to replay."""
        record.steps()
        match = cls(record.edition, first=record.first, seed="", position=None)
        match.replay([Line("", None, None, str(action)) for action in record.actions])
        return match

    def snapshot(self) -> Match:
        """A copy to be read elsewhere while the game goes on."""
        twin = copy(self)
        twin.moves, twin.seqs, twin.commands = list(self.moves), list(self.seqs), {}
        return twin

    @property
    def step(self) -> Step:
        return self.moves[-1].step if self.moves else self.opening

    @property
    def state(self) -> GameState:
        return self.step.state

    @property
    def decide(self) -> Decide | None:
        """The decision that is awaited, if the game is on."""
        ask = self.step.ask
        return ask if self.started and isinstance(ask, Decide) else None

    @property
    def over(self) -> bool:
        return self.state.result is not None

    def decided(self, seat: int, action: str) -> list[Move]:
        """The moves that a decision and the luck after it make; nothing is changed."""
        ask = self.decide
        if ask is None:
            if self.over:
                raise Refusal("not_your_turn", "The game is over.")
            raise Refusal("not_started", "The game has not begun yet.")
        if ask.seat != seat:
            raise Refusal("not_your_turn", f"Seat {ask.seat} decides now, not seat {seat}.")
        return self._followed([self._made(self.step, action_of(action, ask), Seat(seat))])

    def luck(self) -> list[Move]:
        """The moves of luck that are due, such as the deal."""
        return self._followed([])

    def _made(self, step: Step, action: Action, seat: Seat | None) -> Move:
        return Move(action, seat, advance(self.edition, step, action))

    def _followed(self, moves: list[Move]) -> list[Move]:
        step = moves[-1].step if moves else self.step
        self._drawn = self._chance.copy() if isinstance(step.ask, Chance) else self._chance
        while isinstance(step.ask, Chance):
            moves.append(self._made(step, self._drawn.pick(step.ask), None))
            step = moves[-1].step
        return moves

    def take_over(self, moves: Sequence[Move], lines: Sequence[Line]) -> None:
        """Make moves part of the game, once their lines are on disk."""
        self._chance = self._drawn
        self.moves += moves
        for line in lines:
            self._count(line)
            self.seqs.append(self.seq)

    def drop(self, keep: int, line: Line) -> None:
        """Take back all moves but the first `keep`, once that is on disk."""
        del self.moves[keep:]
        del self.seqs[keep:]
        self._count(line)
        self.undone = self.seq

    def _count(self, line: Line) -> None:
        self.seq += 1
        if line.seat is not None and line.command is not None:
            self.commands[line.seat, line.command] = self.seq

    def before(self, index: int) -> Step:
        """The step from which a move was made."""
        return self.moves[index - 1].step if index else self.opening

    def moves_after(self, seq: int) -> int | None:
        """How many moves a client has seen that knows all up to `seq`; None if it must start anew.

        After an undo, only what came later can be told as a continuation.
        """
        if seq == self.seq:
            return len(self.moves)
        if seq > self.seq or seq < self.undone:
            return None
        return bisect_right(self.seqs, seq)

    def replay(self, lines: Iterable[Line]) -> None:
        """Rebuild a game from its log; luck is asked along so that it goes on as it would have."""
        for line in lines:
            if line.kind == "undo":
                self.drop(int(line.body), line)
                continue
            ask = self.step.ask
            action = action_of(line.body, ask)
            if isinstance(ask, Chance):
                self._chance.pick(ask)
            seat = ask.seat if isinstance(ask, Decide) else None
            self.take_over([self._made(self.step, action, seat)], [line])

    def undo_to(self, seat: int, *, bots: frozenset[int], alone: bool) -> int:
        """How many moves are left if a seat takes back its last decision; refuses if it may not.

        Nothing random and nothing hidden may have come up since, nobody but bots may have
        decided since, and with other people at the table the turn must not have passed on.
        """
        keep = self._last_decision(seat, bots)
        ask = self.decide
        if self.over or ask is None:
            raise Refusal("undo_refused", "The game is over.")
        if ask.seat != seat and not alone:
            raise Refusal("undo_refused", "Your turn is over; others have seen your move.")
        viewer = Seat(seat)
        if _known(self.state, viewer) - _known(self.before(keep).state, viewer):
            raise Refusal("undo_refused", "You have seen tiles that were hidden before.")
        return keep

    def _last_decision(self, seat: int, bots: frozenset[int]) -> int:
        for index in range(len(self.moves) - 1, -1, -1):
            move = self.moves[index]
            if move.seat == seat:
                return index
            if move.seat is None:
                raise Refusal("undo_refused", "Luck has come in since your last decision.")
            if move.seat not in bots:
                raise Refusal("undo_refused", "Somebody else has decided since.")
        raise Refusal("undo_refused", "There is nothing to take back.")


def action_of(text: str, ask: Ask | None) -> Action:
    """The action a text stands for: one of those that are asked for, else what its notation says.

    An edition may have actions of its own, which only those who offer them can tell apart.
    """
    offered: Iterable[Action] = ()
    if isinstance(ask, Decide):
        offered = (*ask.options, *(barred.action for barred in ask.barred))
    elif isinstance(ask, Chance):
        offered = (outcome for outcome, _ in ask.outcomes)
    return next((each for each in offered if str(each) == text), None) or parse_action(text)


def lines_of(moves: Iterable[Move], command: str | None) -> list[Line]:
    """The rows that moves make in the log; the command id belongs to the decision."""
    return [
        Line("luck", None, None, str(move.action))
        if move.seat is None
        else Line("seat", move.seat, command, str(move.action))
        for move in moves
    ]


def _known(state: GameState, viewer: Seat) -> Counter[TileId]:
    """All tiles a seat can name, wherever they are."""
    seen = seen_state(state, viewer)
    known = Counter(laid.tile for _, laid in seen.board.occupied())
    for hand in seen.hands:
        known.update(hand)
    known.update(buried.tile for buried in (*seen.pile.bottom, *seen.box))
    del known[HIDDEN]
    return known
