"""A game at a table: what was played under which number, and what can be taken back."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from copy import copy
from typing import Final, NamedTuple

from tsuro.core.actions import Action
from tsuro.core.asks import Ask, Chance, Decide
from tsuro.core.ids import Seat, TileId
from tsuro.core.state import GameState
from tsuro.core.tiles import HIDDEN
from tsuro.editions.edition import Edition
from tsuro.engine.chance import ChanceSource, SeededChance
from tsuro.engine.course import Course, Move
from tsuro.engine.play import Step, begin, resume, waiting
from tsuro.engine.views import seen_state
from tsuro.formats.notation import parse_action
from tsuro.formats.position import parse_position
from tsuro.formats.record import Record, parse_record
from tsuro.telling.luck import FairChance
from tsuro.telling.refusals import Refusal

MOST_UNDOS: Final = 300
"""Decisions that can be taken back in one game: its log must not grow without end."""
MOST_MOVES: Final = 5_000
"""In one game, luck included. Only who means to comes there: by some rules a tile can be turned for
ever, and a log must not grow without end."""


class Line(NamedTuple):
    """A row of the event log: an action in notation, or `undo` with the number of moves kept."""

    kind: str
    """`seat`, `luck` or `undo`."""
    seat: int | None
    command: str | None
    """The client's id of the command; None for luck and bots."""
    body: str


class Match(Course):
    """Nothing changes until `take_over`: moves are made first, written down, then taken over.

    What was asked in the past is forgotten, as every seat had dozens of options each time; if it
    is needed once more, it is asked anew.
    """

    def __init__(
        self,
        edition: Edition,
        *,
        first: int,
        seed: str,
        position: str | None,
        chance: ChanceSource | None = None,
    ) -> None:
        """`chance` is its luck, where that is not what the seed brings."""
        if position is None:
            opening = begin(edition, first=first)
        else:
            opening = resume(edition, parse_position(position).state)
        super().__init__(edition, opening, chance or SeededChance(seed))
        self.started = False
        """Whether every seat is taken: before that nobody decides anything."""
        self.versions: list[int] = []
        """The version that each move led to."""
        self.undone = 0
        """The version that the last undo led to."""
        self.undos = 0
        """How often something was taken back."""
        self.version = 0
        """Rows of the log so far; an undo is a row, too."""
        self.commands: dict[tuple[int, str], int] = {}
        """Every command carried out, by seat and id, with the version it led to."""

    @classmethod
    def of_record(cls, record: Record) -> Match:
        """A recorded game; one that does not replay is refused."""
        steps = record.steps()
        moves = [
            Move(action, before.ask.seat if isinstance(before.ask, Decide) else None, after)
            for action, before, after in zip(record.actions, steps, steps[1:], strict=False)
        ]
        return cls.of_moves(record, moves)

    @classmethod
    def of_moves(cls, record: Record, moves: Sequence[Move]) -> Match:
        """A recorded game whose moves have been made already, here or in another process."""
        match = cls(record.edition, first=record.first, seed="", position=None)
        match.take_over(moves, lines_of(moves, None))
        return match

    @classmethod
    def of_text(cls, record: str) -> Match:
        return cls.of_record(parse_record(record))

    def snapshot(self) -> Match:
        """A copy to be read elsewhere while the game goes on."""
        twin = copy(self)
        twin.moves, twin.versions, twin.commands = list(self.moves), list(self.versions), {}
        return twin

    @property
    def decide(self) -> Decide | None:
        """The decision that is awaited, if the game is on."""
        ask = self.step.ask
        return ask if self.started and isinstance(ask, Decide) and not self.endless else None

    @property
    def endless(self) -> bool:
        """Whether the game has gone on for so long that nobody decides any more."""
        return len(self.moves) >= MOST_MOVES

    def asked(self, index: int) -> Ask | None:
        """What was asked before a move was made."""
        step = self.before(index)
        return waiting(self.edition, step.state) if step.ask is None else step.ask

    def chosen(self, seat: int, action: str) -> list[Move]:
        """The moves that a seat's decision and the luck after it make."""
        ask = self.decide
        if ask is None:
            if self.over:
                raise Refusal("not_your_turn", "The game is over.")
            if self.endless:
                raise Refusal("game_too_long", f"A game has {MOST_MOVES} moves at most.")
            raise Refusal("not_started", "The game has not begun yet.")
        if ask.seat != seat:
            raise Refusal("not_your_turn", f"Seat {ask.seat} decides now, not seat {seat}.")
        return self.decided(action_of(action, ask))

    def _followed(self, moves: list[Move]) -> list[Move]:
        """What was made and never became part of the game comes again with the same luck."""
        if isinstance(self.chance, FairChance):
            self.chance = self.chance.at(sum(move.seat is None for move in self.moves))
        return super()._followed(moves)

    def take_over(self, moves: Sequence[Move], lines: Sequence[Line]) -> None:
        """Make moves part of the game, once their lines are on disk."""
        if not moves:
            return
        self._forget_ask()
        self.take([Move(move.action, move.seat, _past(move.step)) for move in moves[:-1]])
        self.take(moves[-1:])
        for line in lines:
            self._count(line)
            self.versions.append(self.version)

    def drop(self, keep: int, line: Line) -> None:
        """Take back all moves but the first `keep`, once that is on disk."""
        self.keep(keep)
        del self.versions[keep:]
        self._replace_last(Step(self.state, self.step.events, waiting(self.edition, self.state)))
        self._count(line)
        self.undone = self.version
        self.undos += 1

    def _forget_ask(self) -> None:
        self._replace_last(_past(self.step))

    def _replace_last(self, step: Step) -> None:
        if self.moves:
            last = self.moves[-1]
            self.moves[-1] = Move(last.action, last.seat, step)
        else:
            self.opening = step

    def _count(self, line: Line) -> None:
        self.version += 1
        if line.seat is not None and line.command is not None:
            self.commands[line.seat, line.command] = self.version

    def moves_after(self, version: int) -> int | None:
        """How many moves a client has seen that knows all up to a version; None if it must start
        anew.

        After an undo, only what came later can be told as a continuation.
        """
        if version == self.version:
            return len(self.moves)
        if version > self.version or version < self.undone:
            return None
        return bisect_right(self.versions, version)

    def version_after(self, moves: int) -> int:
        """The version that the first moves led to."""
        if moves == len(self.moves):
            return self.version
        # Whoever saw the last undo knows a later version than that of the last move left by it.
        return max(self.versions[moves - 1] if moves else 0, self.undone)

    def decision_ends(self, start: int) -> list[int]:
        """After how many moves each decision from a move on was done, luck included."""
        later = range(start + 1, len(self.moves))
        ends = [n for n in later if self.moves[n].seat is not None]
        return [*ends, len(self.moves)] if start < len(self.moves) else []

    def replay(self, lines: Iterable[Line]) -> None:
        """Rebuild a game from its log; luck is asked along so that it goes on as it would have."""
        for line in lines:
            if line.kind == "undo":
                self.drop(int(line.body), line)
                continue
            ask = self.step.ask
            action = action_of(line.body, ask)
            if isinstance(ask, Chance):
                self.chance.pick(ask)
            self.take_over([self.made(action)], [line])

    def undo_to(self, seat: int, *, bots: frozenset[int], alone: bool) -> int:
        """How many moves are left if a seat takes back its last decision; refuses if it may not.

        Nothing random and nothing hidden may have come up since, nobody but bots may have
        decided since, and with other people at the table the turn must not have passed on.
        """
        if self.undos >= MOST_UNDOS:
            raise Refusal("undo_refused", f"{MOST_UNDOS} decisions have been taken back; go on.")
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


def _past(step: Step) -> Step:
    return Step(step.state, step.events, None)


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
