"""Protocol version 2: every message between a table and whoever sits at it or looks on.

They hold what the engine is made of (events, actions, parts) as it is; `formats.wire` writes and
reads all of them, and the schema comes from the same classes. Those that every move needs anew are
not frozen: the guard would cost more than what it guards, and nobody keeps them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, Literal, NamedTuple

from tsuro.core.actions import Decision
from tsuro.core.board import Crossing
from tsuro.core.events import Event
from tsuro.core.geometry import Beside, Cell, Stop
from tsuro.core.ids import PawnId, Seat, TileId
from tsuro.core.state import Exit, Fate, Part, Result, Status, Turn
from tsuro.formats.wire.bounds import Bounds
from tsuro.formats.wire.schema import Inward
from tsuro.formats.wire.values import Tagged
from tsuro.telling.edition_messages import Bilingual, GameInfo

PROTOCOL: Final = 2

Language = Literal["en", "de"]
Name = Annotated[str, Bounds(most=80)]
"""Trimmed to `NAME_LENGTH` by the server."""
CommandId = Annotated[str, Bounds(1, 64)]
SeatNumber = Annotated[int, Bounds(0, 7)]
Version = Annotated[int, Bounds(0, 1_000_000)]
Token = Annotated[str, Bounds(1, 64)]
BotSpec = Annotated[str, Bounds(1, 80)]
TableId = Annotated[str, Bounds(1, 16)]
Notation = Annotated[str, Bounds(most=40)]
LuckPart = Annotated[str, Bounds(most=64)]
"""What somebody adds to the luck of a game: letters, digits, dots, hyphens and underscores."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hello(Tagged, Inward):
    """The first message; `after` asks to resume behind a version already seen."""

    protocol: int
    after: Version | None = None
    token: Token | None = None
    language: Language = "en"
    """Of the log and of reasons."""
    exact: bool = False
    """Whether lines of the log come with notation, too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act(Tagged, Inward):
    """A decision in notation. `id` is chosen by the client: sent twice, it is played once."""

    id: CommandId
    version: Version
    seat: SeatNumber
    action: Notation


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo(Tagged, Inward):
    """Take back the last own decision, where nothing hidden was revealed since."""

    id: CommandId
    version: Version
    seat: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class Foresee(Tagged, Inward):
    """Show what options of the awaited decision would do; all of them, or those named."""

    version: Version
    actions: Annotated[list[Notation], Bounds(most=400)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Look(Tagged, Inward):
    """Hot seat: show this seat's hand on this device; without a seat all hands are hidden."""

    seat: SeatNumber | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Speak(Tagged, Inward):
    """Go on in another language, with or without notation beside the sentences of the log."""

    language: Language
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Refresh(Tagged, Inward):
    """Something does not fit: tell the whole position again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Guess(Tagged, Inward):
    """Spectators and eliminated players guess the winner."""

    seat: SeatNumber


@dataclass(frozen=True, slots=True)
class Ping(Tagged, Inward):
    """Is anybody there?"""


ClientMessage = Hello | Act | Undo | Foresee | Look | Speak | Refresh | Guess | Ping


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatInfo:
    """`reclaimable` is a person's seat that turned into a bot; `hotseat` a further person on the
    creator's device."""

    n: int
    kind: Literal["open", "person", "bot"]
    name: str
    bot: str | None
    connected: bool
    away: int | None
    """Seconds since its person has gone; None for whoever is there, and for bots."""
    yours: bool
    reclaimable: bool
    hotseat: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockRule(Inward):
    """Seconds per decision, and how many timeouts in a row turn the seat into a bot."""

    seconds: Annotated[int, Bounds(5, 86_400)]
    grace: Annotated[int, Bounds(1, 20)] = 3


@dataclass(frozen=True, slots=True)
class BranchInfo:
    """The game a what-if comes from; without a table it was a record."""

    table: str | None
    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LuckInfo:
    """What the luck of a game is derived from (docs/fair-luck.md)."""

    commitment: str
    """The SHA-256 of the secret, shown before anybody adds a part."""
    secret: str | None
    """Told when the game is over."""
    parts: list[str | None]
    """What each seat added; empty for bots and for who said nothing, null where it is awaited."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableInfo:
    """A table as one of those at it sees it."""

    id: str
    edition: str
    title: str
    heading: Bilingual
    """The title of the game in every language of the page, with `switched`."""
    switches: dict[str, str]
    """Every switch with its value, defaults included."""
    switched: list[Bilingual]
    """What is played otherwise than usual, in words that go with the title."""
    state: Literal["waiting", "playing", "finished"]
    """A table waits until every seat is taken."""
    seats: list[SeatInfo]
    first: int
    public: bool
    clock: ClockRule | None
    to_act: Seat | None
    """The seat that must decide now, as far as it is known without looking into the game."""
    version: int
    result: Result | None
    rematch: str | None
    branched_from: BranchInfo | None
    luck: LuckInfo | None
    """None where luck cannot be checked: with a seed, in what-ifs, and in games from before."""
    creator: bool
    """Whether the receiver made this table."""
    can_branch: bool
    """Whether the receiver may try what-if lines now."""
    can_study: bool
    """Whether the receiver may have the game analysed: it is over, or only bots play against."""
    guesses: list[int]
    """How many guess each seat to win."""
    spectators: int


class Square(NamedTuple):
    """A tile on the board: column, row, tile, rotation, face."""

    cell: Cell
    tile: TileId
    rotation: int
    face: int


@dataclass(slots=True, kw_only=True)
class PawnInfo:
    """A pawn as it stands; `end` is where the way ended of one that is lost."""

    seat: Seat
    status: Status
    stop: Stop | None
    behind: Cell | None
    beside: Beside | None
    end: Stop | None


@dataclass(slots=True, kw_only=True)
class View:
    """A position as one viewer may know it; an unseen tile is `?`."""

    turn: Turn
    phase: str
    first: Seat
    board: list[Square]
    pawns: list[PawnInfo]
    hands: tuple[tuple[TileId, ...], ...]
    pile: int
    """How many tiles are left."""
    exits: tuple[Exit, ...]
    result: Result | None
    parts: dict[str, Part]
    """What only some editions have, by name: dragon, heaps, sea, lanterns, ..."""


@dataclass(slots=True, kw_only=True)
class Change:
    """What is different from the position before; all the rest is as it was.

    Pawns and hands go by their number, `laid` are tiles that lie there now, and `gone` are cells
    that have become empty.
    """

    turn: Turn | None = None
    phase: str | None = None
    laid: list[Square] | None = None
    gone: list[Cell] | None = None
    pawns: dict[int, PawnInfo] | None = None
    hands: dict[int, tuple[TileId, ...]] | None = None
    pile: int | None = None
    exits: tuple[Exit, ...] | None = None
    result: Result | None = None
    parts: dict[str, Part] | None = None


@dataclass(slots=True, kw_only=True)
class BarredOption:
    """A forbidden placement, why, and a legal one like it."""

    action: Decision
    rule: str
    why: str
    nearest: str | None


@dataclass(slots=True, kw_only=True)
class Asks:
    """Whose decision is awaited; options only for the viewer who decides."""

    seat: Seat
    kind: str
    rule: str | None = None
    options: tuple[Decision, ...] | None = None
    barred: list[BarredOption] | None = None


@dataclass(slots=True, kw_only=True)
class GhostMove:
    """The way a pawn would go, and how it would be lost."""

    pawn: PawnId
    route: tuple[Crossing, ...]
    stop: Stop | None
    fate: Fate | None


@dataclass(slots=True, kw_only=True)
class Ghost:
    """What an option would do before luck or another decision comes in."""

    moves: list[GhostMove]
    events: tuple[Event, ...]


@dataclass(slots=True, kw_only=True)
class LogLine:
    """A sentence about step `n`, and the rule that a reader may want to look up."""

    n: int
    seat: int | None
    text: str
    rule: str | None
    exact: str | None
    """The same with names of tiles and marks, for those who asked for it, where the sentence for
    people leaves them out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockInfo:
    """How many seconds a seat has left, at the moment this was sent."""

    seat: Seat
    left: float
    seconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """One side of a tile: the ports that its paths join."""

    pairs: list[tuple[int, int]]
    glowing: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TileInfo:
    """A tile as it is printed."""

    faces: list[Face]
    lantern: str | None
    copies: int
    """How many of it are in the pile before anything is drawn."""


Catalogue = dict[str, TileInfo]


@dataclass(slots=True, kw_only=True)
class Shown(Tagged):
    """The whole position, decision and log: after a welcome, an undo, a look, or if asked for."""

    version: int
    looking: Seat | None
    view: View
    asks: Asks | None
    log: list[LogLine]
    clock: ClockInfo | None
    undo: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Welcome(Tagged):
    """The table, whose seats are yours, the game and its tiles, and the position."""

    protocol: int
    table: TableInfo
    you: list[int]
    game: GameInfo
    tiles: Catalogue
    shown: Shown


@dataclass(slots=True, kw_only=True)
class MoveInfo:
    """A decision, or without a seat an outcome of luck; `action` only for who may know it."""

    seat: Seat | None
    action: str | None
    events: tuple[Event, ...]


@dataclass(slots=True, kw_only=True)
class Played(Tagged):
    """A decision, the luck after it, what changed, and what is awaited next.

    `id` is the receiver's own command that this answers.
    """

    version: int
    id: str | None
    moves: list[MoveInfo]
    change: Change
    asks: Asks | None
    log: list[LogLine]
    clock: ClockInfo | None
    undo: bool


@dataclass(slots=True, kw_only=True)
class Ghosts(Tagged):
    """What options would do, by their notation."""

    version: int
    ghosts: dict[str, Ghost]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableChanged(Tagged):
    """Somebody sat down, left, turned into a bot, connected or guessed."""

    table: TableInfo


@dataclass(frozen=True, slots=True, kw_only=True)
class Ack(Tagged):
    """A command that was carried out before, or an undo, led to this version."""

    id: str
    version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused(Tagged):
    """A message was not carried out, and nothing has changed."""

    id: str | None
    code: str
    message: str
    rule: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeUp(Tagged):
    """A seat let its time pass, so a bot decided for it; `relieved` if the bot keeps the seat."""

    seat: Seat
    relieved: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BotRelieved(Tagged):
    """The bot of a seat failed again and again, so a simple one plays on."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class RematchOffered(Tagged):
    table: str


@dataclass(frozen=True, slots=True)
class Pong(Tagged):
    """Yes."""


ServerMessage = (
    Welcome
    | Shown
    | Played
    | Ghosts
    | TableChanged
    | Ack
    | Refused
    | TimeUp
    | BotRelieved
    | RematchOffered
    | Pong
)
