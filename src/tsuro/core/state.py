"""The whole state of a game: frozen, hashable, without luck or order of draws."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import ClassVar, Final, Literal, Self, TypeVar

from tsuro.core.board import Board
from tsuro.core.geometry import Beside, Cell, Stop
from tsuro.core.ids import PawnId, Seat, TileId
from tsuro.core.pile import Buried, Pile
from tsuro.core.replacing import replace, with_item
from tsuro.core.tiles import HIDDEN


class Status(StrEnum):
    """Where a pawn is in its life."""

    UNSET = "unset"
    """Its start place has not been chosen."""
    WAITING = "waiting"
    """Beside the board, before its first path (KO-24, PR-13)."""
    ON = "on"
    OFF = "off"
    """In front of its owner, who may still rise (PR-13)."""
    LOST = "lost"


_LOST: Final = Status.LOST
"""Asked for of every pawn again and again, and Python 3.11 finds members of an enum slowly."""


@dataclass(frozen=True, slots=True)
class Pawn:
    """A pawn: whose it is, where it stands and whether it still can."""

    seat: Seat
    status: Status = Status.UNSET
    stop: Stop | None = None
    """ON: the cell and port it will enter next (GEN-9)."""
    behind: Cell | None = None
    """ON: the last tile it crossed; None while it stands on its start place."""
    beside: Beside | None = None
    """WAITING: the outer cell and rim side."""


class Fate(StrEnum):
    """Why a pawn was lost or had to leave the board."""

    EDGE = "edge"
    COLLISION = "collision"
    LOOP = "loop"
    DAIKAIJU = "daikaiju"
    STRANDED = "stranded"
    """No start mark left to move to (SE-32), or no way to rise (PR-43)."""
    WITHDRAWN = "withdrawn"
    """Taken off the board by its owner (PR-18)."""


class Reason(StrEnum):
    """Why the game ended."""

    LAST_STANDING = "last_standing"
    ALL_OUT = "all_out"
    """Everyone left was eliminated by the same move."""
    TILES_OUT = "tiles_out"
    BOARD_FULL = "board_full"
    STARS = "stars"
    """The round in which somebody reached seven stars is over."""


@dataclass(frozen=True, slots=True)
class Result:
    """Who has won, and by which ending."""

    winners: tuple[Seat, ...]
    """More than one seat shares the win."""
    reason: Reason

    def __str__(self) -> str:
        return f"{'+'.join(str(seat) for seat in self.winners)} {self.reason}"


@dataclass(frozen=True, slots=True)
class Exit:
    """An eliminated seat; seats with the same `moment` left by the same move (GEN-20)."""

    seat: Seat
    turn: int
    moment: int
    fate: Fate


@dataclass(frozen=True, slots=True)
class Turn:
    """What the phases of the current turn need to remember."""

    seat: Seat
    number: int = 0
    """0 during set-up."""
    half: int = 0
    """1 in the second half-turn of a two-pawn game (KO-20)."""
    moment: int = 0
    """Counts placements and daikaiju actions: what happens in one moment is simultaneous."""
    pawn: PawnId | None = None
    """The pawn a tile was laid for in this (half-)turn."""
    played: PawnId | None = None
    """The pawn that had the first half-turn."""
    cell: Cell | None = None
    """Where the tile of this (half-)turn was laid."""
    drawn: tuple[Seat, ...] = ()
    """Seats that drew a tile in this (half-)turn, in order."""


@dataclass(frozen=True, slots=True)
class Cursor:
    """The phase that acts next."""

    section: Literal["setup", "turn"]
    phase: str


@dataclass(frozen=True, slots=True)
class Part:
    """State that only one rule module needs; subclasses name it for notation and views."""

    key: ClassVar[str]

    def seen_by(self, viewer: Seat | None) -> Self:
        """What a viewer may know of it; most parts lie open on the table."""
        return self

    def shows_hand(self, viewer: Seat | None, seat: Seat) -> bool | None:
        """Whether a viewer sees a seat's hand now; None leaves it at the owner alone."""
        return None

    def refilled(self, world: GameState) -> Self:
        """This part with what a viewer could not see made to fit a full state."""
        return self

    def can_be(self) -> bool:
        """Whether a game can come to this; a world that was made up is asked."""
        return True


PartT = TypeVar("PartT", bound=Part)


@cache
def pawn_ids(seat: Seat, per_seat: int) -> tuple[PawnId, ...]:
    return tuple(PawnId(i) for i in range(seat * per_seat, (seat + 1) * per_seat))


@cache
def clockwise(after: Seat, seats: int) -> tuple[Seat, ...]:
    """All seats in clockwise order, beginning with the left neighbour, ending with `after`."""
    return tuple(Seat((after + step) % seats) for step in range(1, seats + 1))


@dataclass(frozen=True, slots=True)
class GameState:
    """All there is to know of a game at one moment, hidden tiles included; never changed."""

    first: Seat
    """The seat that begins (GEN-16)."""
    board: Board
    pawns: tuple[Pawn, ...]
    hands: tuple[tuple[TileId, ...], ...]
    """In the order drawn."""
    pile: Pile
    turn: Turn
    cursor: Cursor
    box: tuple[Buried, ...] = ()
    """Tiles out of the game."""
    parts: tuple[Part, ...] = ()
    exits: tuple[Exit, ...] = ()
    """Eliminated seats, in order."""
    result: Result | None = None

    @property
    def seats(self) -> int:
        return len(self.hands)

    def part(self, kind: type[PartT]) -> PartT:
        for part in self.parts:
            if type(part) is kind:
                return part
        raise LookupError(kind.__name__)

    def has_part(self, kind: type[Part]) -> bool:
        return any(type(part) is kind for part in self.parts)

    def with_part(self, new: Part) -> GameState:
        return replace(self, parts=self.parts_with(new))

    def parts_with(self, *new: Part) -> tuple[Part, ...]:
        """All parts, some of them changed."""
        changed = {type(part): part for part in new}
        return tuple([changed.get(type(part), part) for part in self.parts])

    def with_pawn(self, pawn: PawnId, new: Pawn) -> GameState:
        return replace(self, pawns=with_item(self.pawns, pawn, new))

    def with_hand(self, seat: Seat, hand: tuple[TileId, ...]) -> GameState:
        return replace(self, hands=with_item(self.hands, seat, hand))

    def pawns_of(self, seat: Seat) -> tuple[PawnId, ...]:
        return pawn_ids(seat, len(self.pawns) // len(self.hands))

    def is_in(self, seat: Seat) -> bool:
        """Whether a seat has not been eliminated."""
        per_seat = len(self.pawns) // len(self.hands)
        for number in range(seat * per_seat, (seat + 1) * per_seat):
            if self.pawns[number].status is not _LOST:
                return True
        return False

    def live_seats(self) -> tuple[Seat, ...]:
        return tuple(dict.fromkeys([pawn.seat for pawn in self.pawns if pawn.status is not _LOST]))

    def clockwise(self, after: Seat) -> tuple[Seat, ...]:
        """All seats in clockwise order, beginning with the left neighbour, ending with `after`."""
        return clockwise(after, len(self.hands))

    def hides_tiles(self) -> bool:
        """Whether it is only what somebody sees: nobody can play on from there."""
        buried = (*self.pile.bottom, *self.box)
        return (
            HIDDEN in self.pile.bag
            or any(HIDDEN in hand for hand in self.hands)
            or any(each.tile == HIDDEN for each in buried)
        )

    def out_now(self) -> tuple[Seat, ...]:
        """Seats eliminated in the present moment (GEN-20)."""
        moment = self.turn.moment
        return tuple([out.seat for out in self.exits if out.moment == moment])
