"""Positions built by hand and played in notation, so that tests read like the rulebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from tsuro.core.asks import Chance, Decide
from tsuro.core.board import Board
from tsuro.core.events import Event, PawnLost
from tsuro.core.geometry import Cell
from tsuro.core.ids import Seat, TileId
from tsuro.core.pile import Buried, Pile
from tsuro.core.state import Cursor, Fate, GameState, Part, Pawn, Status, Turn
from tsuro.core.tiles import Laid
from tsuro.editions.registry import build_edition
from tsuro.engine.play import Step, advance, resume
from tsuro.formats.notation import (
    parse_action,
    parse_beside,
    parse_cell,
    parse_laid,
    parse_stop,
)


def tiles(text: str) -> tuple[TileId, ...]:
    """`"T01 T02"` as a tuple of tiles."""
    return tuple(TileId(name) for name in text.split())


class Table:
    """A game in the middle, with whatever a test needs and nothing else.

    Tiles that are not mentioned lie in the pile's bag, unless `pile` says otherwise. Copies are not
    counted: a fixture may use a tile more often than its edition has it.
    """

    def __init__(
        self,
        edition: str,
        *,
        pawns: Sequence[str],
        board: Mapping[str, str] | None = None,
        hands: Sequence[str] | None = None,
        pile: str | None = None,
        bottom: Sequence[Buried] = (),
        turn: int = 0,
        number: int = 1,
        at: str = "place",
        first: int = 0,
        memo: Turn | None = None,
        parts: Sequence[Part] = (),
        switches: Mapping[str, str] | None = None,
    ) -> None:
        """`pawns` holds one text a seat: `c1.0`, `c2.1<c1`, `c1.n`, `off`, `x`; two joined by `+`.

        `hands` holds one text a seat such as `"T01 T02"`; `pile` lists the bag the same way.
        """
        self.edition = build_edition(edition, seats=len(pawns), switches=switches)
        laid = {parse_cell(cell): parse_laid(text) for cell, text in (board or {}).items()}
        held = tuple(map(tiles, hands)) if hands is not None else ((),) * len(pawns)
        replaced = {type(part): part for part in parts}
        state = replace(
            self.edition.opening(Seat(first)),
            board=_board(self.edition.size, laid),
            pawns=tuple(
                _pawn(text, Seat(seat))
                for seat, group in enumerate(pawns)
                for text in group.split("+")
            ),
            hands=held,
            pile=Pile(
                tuple(sorted(tiles(pile))) if pile is not None else self._rest(laid, held),
                tuple(bottom),
            ),
            turn=memo if memo is not None else Turn(Seat(turn), number, moment=number),
            cursor=Cursor("turn", at),
            parts=tuple(replaced.get(type(part), part) for part in self.edition.parts),
        )
        self.events: tuple[Event, ...] = ()
        """What the last call of `play` (or the construction) brought about."""
        self.step = Step(state, (), None)
        self._settle(resume(self.edition, state))

    def _rest(
        self, laid: Mapping[Cell, Laid], held: Sequence[tuple[TileId, ...]]
    ) -> tuple[TileId, ...]:
        used = Counter(each.tile for each in laid.values())
        for hand in held:
            used.update(hand)
        return tuple(sorted((Counter(self.edition.bag) - used).elements()))

    def _settle(self, step: Step) -> None:
        self.step = step
        self.events = (*self.events, *step.events)

    @property
    def state(self) -> GameState:
        return self.step.state

    @property
    def decide(self) -> Decide:
        assert isinstance(self.step.ask, Decide), self.step.ask
        return self.step.ask

    @property
    def chance(self) -> Chance:
        assert isinstance(self.step.ask, Chance), self.step.ask
        return self.step.ask

    @property
    def options(self) -> list[str]:
        """The legal decisions in notation."""
        return [str(option) for option in self.decide.options]

    @property
    def outcomes(self) -> dict[str, int]:
        """What luck may bring, in notation, with weights."""
        return {str(outcome): weight for outcome, weight in self.chance.outcomes}

    @property
    def barred(self) -> dict[str, str]:
        """Barred decisions in notation and the rule that bars each."""
        return {str(each.action): each.rule for each in self.decide.barred}

    @property
    def to_act(self) -> int | None:
        """The seat that must decide; None for luck or after the end."""
        return self.step.ask.seat if isinstance(self.step.ask, Decide) else None

    @property
    def phase(self) -> str:
        return self.state.cursor.phase

    @property
    def lost(self) -> dict[int, Fate]:
        """Pawns lost in the last call of `play`, and why."""
        return {each.pawn: each.fate for each in self.events if isinstance(each, PawnLost)}

    @property
    def winners(self) -> tuple[int, ...] | None:
        return None if self.state.result is None else self.state.result.winners

    def of(self, kind: type[Event]) -> list[Event]:
        """Events of one kind in the last call of `play`."""
        return [event for event in self.events if type(event) is kind]

    def play(self, *actions: str) -> Table:
        """Play decisions and outcomes given in notation."""
        self.events = ()
        for action in actions:
            self._settle(advance(self.edition, self.step, parse_action(action)))
        return self

    def stop(self, pawn: int = 0) -> str:
        """Where a pawn faces, in notation."""
        return str(self.state.pawns[pawn].stop)


def _board(size: int, laid: Mapping[Cell, Laid]) -> Board:
    board = Board.empty(size)
    for cell, each in laid.items():
        board = board.with_tile(cell, each)
    return board


def _pawn(text: str, seat: Seat) -> Pawn:
    simple = {"-": Status.UNSET, "x": Status.LOST, "off": Status.OFF}
    if text in simple:
        return Pawn(seat, simple[text])
    if text[-1] in "nesw":
        return Pawn(seat, Status.WAITING, beside=parse_beside(text))
    stop, _, behind = text.partition("<")
    return Pawn(
        seat, Status.ON, stop=parse_stop(stop), behind=parse_cell(behind) if behind else None
    )
