"""What players and luck can do. `str` gives the notation, `formats.notation` reads it back."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tsuro.core.geometry import Beside, Cell, Stop
from tsuro.core.ids import TileId
from tsuro.core.tiles import FACE_LETTERS, Laid


def laid_text(laid: Laid, *, two_faced: bool) -> str:
    tile, rotation, face = laid
    return f"{tile}{FACE_LETTERS[face]}/{rotation}" if two_faced else f"{tile}/{rotation}"


def is_two_faced(tile: TileId) -> bool:
    """Names of two-faced tiles begin with C or E, all others with another letter."""
    return tile.startswith(("C", "E"))


class Action:
    """Anything that moves a game on: a player's decision or an outcome of luck."""

    __slots__ = ()


class Decision(Action):
    """Chosen by a seat."""

    __slots__ = ()


class Outcome(Action):
    """Chosen by luck; its notation begins with a star."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class TakeMark(Decision):
    """Set the pawn on a start mark: `c1.0` (CL-5)."""

    mark: Stop

    def __str__(self) -> str:
        return str(self.mark)


@dataclass(frozen=True, slots=True)
class TakeSide(Decision):
    """Set the pawn beside an outer cell: `c1.n` (KO-7, PR-7)."""

    place: Beside

    def __str__(self) -> str:
        return str(self.place)


@dataclass(frozen=True, slots=True)
class PlaceTile(Decision):
    """Lay a tile of the hand before the pawn: `T17/2`, `E05b/1`; for pawn b of two: `b:T17/2`."""

    laid: Laid
    pawn: int | None = None
    """0 or 1 where each seat has two pawns (KO-20)."""

    def __str__(self) -> str:
        text = laid_text(self.laid, two_faced=is_two_faced(self.laid.tile))
        return text if self.pawn is None else f"{FACE_LETTERS[self.pawn]}:{text}"


@dataclass(frozen=True, slots=True)
class TurnTile(Decision):
    """Turn or flip the tile in front of the pawn: `turn:C03b/2` (PR-22)."""

    laid: Laid

    def __str__(self) -> str:
        return f"turn:{laid_text(self.laid, two_faced=True)}"


@dataclass(frozen=True, slots=True)
class Enter(Decision):
    """Choose the path by which a waiting pawn enters: `in:1` (KO-11, PR-21)."""

    point: int

    def __str__(self) -> str:
        return f"in:{self.point}"


@dataclass(frozen=True, slots=True)
class Swap(Decision):
    """Give a tile for one of an eliminated player's: `swap:T01>T05` (CL-18, SE-30)."""

    give: TileId
    take: TileId

    def __str__(self) -> str:
        return f"swap:{self.give}>{self.take}"


@dataclass(frozen=True, slots=True)
class Keep(Decision):
    """Exchange no (more) tiles: `keep` (CL-18)."""

    def __str__(self) -> str:
        return "keep"


@dataclass(frozen=True, slots=True)
class ChoosePile(Decision):
    """Draw from one of the face-down piles: `pile:2`, counted from 1 (KO-15)."""

    pile: int

    def __str__(self) -> str:
        return f"pile:{self.pile + 1}"


@dataclass(frozen=True, slots=True)
class Relocate(Decision):
    """Move a ship that waits at its start to another mark: `to:c1.0` (SE-32, SE-33)."""

    mark: Stop

    def __str__(self) -> str:
        return f"to:{self.mark}"


@dataclass(frozen=True, slots=True)
class Stay(Decision):
    """Decline to move the ship: `stay` (SE-33)."""

    def __str__(self) -> str:
        return "stay"


@dataclass(frozen=True, slots=True)
class Withdraw(Decision):
    """Take the own pawn off the board: `withdraw` (PR-18)."""

    def __str__(self) -> str:
        return "withdraw"


@dataclass(frozen=True, slots=True)
class Rise(Decision):
    """Return from the ashes beside an outer cell: `rise:c1.n` (PR-19)."""

    place: Beside

    def __str__(self) -> str:
        return f"rise:{self.place}"


@dataclass(frozen=True, slots=True)
class MoveLantern(Decision):
    """Where the lantern marker of the next scored star goes: `lantern:d3` (PR-32)."""

    cell: Cell

    def __str__(self) -> str:
        return f"lantern:{self.cell}"


class Axis(StrEnum):
    """Which edges of a tile change places when it is flipped (WC-3)."""

    LEFT_RIGHT = "lr"
    TOP_BOTTOM = "tb"


@dataclass(frozen=True, slots=True)
class Flip(Decision):
    """Turn a tile on the board over: `flip:d3.lr` (WC-3, WC-9, WC-10)."""

    cell: Cell
    axis: Axis

    def __str__(self) -> str:
        return f"flip:{self.cell}.{self.axis}"


@dataclass(frozen=True, slots=True)
class Draw(Outcome):
    """The tile on top of the pile: `*T05`."""

    tile: TileId

    def __str__(self) -> str:
        return f"*{self.tile}"


@dataclass(frozen=True, slots=True)
class RollDice(Outcome):
    """The gold and the blue die together: `*g2b5` (SE-4, SE-13)."""

    gold: int
    blue: int

    def __str__(self) -> str:
        return f"*g{self.gold}b{self.blue}"


@dataclass(frozen=True, slots=True)
class RollDie(Outcome):
    """One die: `*d4` (SE-14)."""

    die: int

    def __str__(self) -> str:
        return f"*d{self.die}"


@dataclass(frozen=True, slots=True)
class DrawDaikaiju(Outcome):
    """The daikaiju on top of its pile and how it is turned: `*G3/1` (SE-10)."""

    daikaiju: str
    rotation: int

    def __str__(self) -> str:
        return f"*{self.daikaiju}/{self.rotation}"


@dataclass(frozen=True, slots=True)
class LayCentre(Outcome):
    """The centre tile that comes to lie on the next centre cell: `*C03/2` (PR-9)."""

    tile: TileId
    rotation: int

    def __str__(self) -> str:
        return f"*{self.tile}/{self.rotation}"
