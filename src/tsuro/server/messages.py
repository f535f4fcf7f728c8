"""The one message schema, version 1: everything that crosses the wire, in both directions."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from tsuro.server.edition_messages import Bilingual, GameInfo

PROTOCOL: Final = 1

Json = dict[str, Any]
CellJson = tuple[int, int]
"""Column and row, from 0."""
StopJson = tuple[int, int, int]
"""Column, row and port."""
BesideJson = tuple[int, int, int]
"""Column, row and side: 0 north, 1 east, 2 south, 3 west."""
CrossingJson = tuple[int, int, int, int]
"""Column, row, port of entry, port of exit."""

Name = Annotated[str, Meta(max_length=80)]
"""Trimmed to `NAME_LENGTH` by the server."""
CommandId = Annotated[str, Meta(min_length=1, max_length=64)]
SeatNumber = Annotated[int, Meta(ge=0, le=7)]
Version = Annotated[int, Meta(ge=0, le=1_000_000)]
Token = Annotated[str, Meta(min_length=1, max_length=64)]
BotSpec = Annotated[str, Meta(min_length=1, max_length=80)]
TableId = Annotated[str, Meta(min_length=1, max_length=16)]


class Inbound(Struct, forbid_unknown_fields=True, frozen=True, tag_field="type", kw_only=True):
    """A message from a client."""


class Hello(Inbound, tag="hello", frozen=True, kw_only=True):
    """The first message; `after` asks to resume behind a step already seen."""

    protocol: int
    after: Version | None = None
    token: Token | None = None
    previews: bool = True
    """Programs that need no ghosts spare the server half its work by saying so."""


class Act(Inbound, tag="act", frozen=True, kw_only=True):
    """A decision in notation. `id` is chosen by the client: sent twice, it is played once."""

    id: CommandId
    version: Version
    seat: SeatNumber
    action: Annotated[str, Meta(max_length=40)]


class Undo(Inbound, tag="undo", frozen=True, kw_only=True):
    """Take back the last own decision, where nothing hidden was revealed since."""

    id: CommandId
    version: Version
    seat: SeatNumber


class Look(Inbound, tag="look", frozen=True, kw_only=True):
    """Hot seat: show this seat's hand on this device; None hides all hands."""

    seat: SeatNumber | None


class Guess(Inbound, tag="guess", frozen=True, kw_only=True):
    """Spectators and eliminated players guess the winner."""

    seat: SeatNumber


class Ping(Inbound, tag="ping", frozen=True):
    pass


ClientMessage = Hello | Act | Undo | Look | Guess | Ping


class SeatInfo(Struct, frozen=True, kw_only=True):
    n: int
    kind: Literal["open", "person", "bot"]
    name: str
    bot: str | None
    connected: bool
    yours: bool
    reclaimable: bool
    """A person's seat that turned into a bot after too many timeouts."""
    hotseat: bool
    """A further person on the creator's device."""


class ClockRule(Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """Seconds per decision, and how many timeouts in a row turn the seat into a bot."""

    seconds: Annotated[int, Meta(ge=5, le=86_400)]
    grace: Annotated[int, Meta(ge=1, le=20)] = 3


class ResultInfo(Struct, frozen=True):
    winners: tuple[int, ...]
    reason: str


class BranchInfo(Struct, frozen=True):
    table: str | None
    at: int


class TableInfo(Struct, frozen=True, kw_only=True):
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
    seq: int
    result: ResultInfo | None
    rematch: str | None
    branched_from: BranchInfo | None
    creator: bool
    """Whether the receiver made this table."""
    can_branch: bool
    """Whether the receiver may try what-if lines now."""
    can_study: bool
    """Whether the receiver may have the game analysed: it is over, or only bots play against."""
    guesses: list[int]
    """How many guess each seat to win."""
    spectators: int


class TurnJson(Struct, frozen=True, kw_only=True):
    seat: int
    number: int
    """0 during set-up."""
    half: int
    pawn: int | None
    cell: CellJson | None


class SquareJson(Struct, frozen=True, kw_only=True):
    cell: CellJson
    tile: str
    rotation: int
    face: int


class PawnJson(Struct, frozen=True, kw_only=True):
    seat: int
    index: int
    """Number of the pawn in events."""
    status: Literal["unset", "waiting", "on", "off", "lost"]
    stop: StopJson | None
    behind: CellJson | None
    beside: BesideJson | None
    trail: list[CrossingJson]


class PileJson(Struct, frozen=True, kw_only=True):
    count: int
    heaps: list[int] | None


class ExitJson(Struct, frozen=True, kw_only=True):
    seat: int
    turn: int
    fate: str


class View(Struct, frozen=True, kw_only=True):
    """A position as one viewer may know it; an unseen tile is `?`."""

    edition: str
    size: int
    turn: TurnJson
    phase: str
    first: int
    board: list[SquareJson]
    pawns: list[PawnJson]
    hands: list[list[str]]
    pile: PileJson
    exits: list[ExitJson]
    result: ResultInfo | None
    parts: dict[str, Json]
    """What only some editions have, by name: dragon, heaps, sea, lanterns, ..."""


class PreviewMove(Struct, frozen=True, kw_only=True):
    pawn: int
    route: list[CrossingJson]
    stop: StopJson | None
    fate: str | None


class Preview(Struct, frozen=True, kw_only=True):
    """What an option would do before luck or another decision comes in."""

    moves: list[PreviewMove]
    events: list[Json]


class Option(Struct, frozen=True, kw_only=True):
    action: str
    kind: str
    data: Json
    preview: Preview | None
    """Null for who asked for none."""


class BarredOption(Struct, frozen=True, kw_only=True):
    action: str
    kind: str
    data: Json
    rule: str
    why: str
    reason: Bilingual
    """The same as `why`, in every language of the page."""
    nearest: str | None
    """A legal action like it."""
    preview: Preview | None


class Asks(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Whose decision is awaited; options only for the viewer who decides."""

    seat: int
    kind: str
    rule: str | None = None
    options: list[Option] | None = None
    barred: list[BarredOption] | None = None


class LogLine(Struct, frozen=True, kw_only=True):
    n: int
    seat: int | None
    text: Bilingual
    rule: str | None


class ClockInfo(Struct, frozen=True, kw_only=True):
    seat: int
    left: float
    """Seconds left when this was sent."""
    seconds: int


class Face(Struct, frozen=True, kw_only=True):
    pairs: list[tuple[int, int]]
    glowing: bool


class TileInfo(Struct, frozen=True, kw_only=True):
    faces: list[Face]
    lantern: str | None


Catalogue = dict[str, TileInfo]


class Outbound(Struct, frozen=True, tag_field="type", kw_only=True):
    """A message from the server."""


class Welcome(Outbound, tag="welcome", frozen=True, kw_only=True):
    protocol: int
    table: TableInfo
    you: list[int]
    looking: int | None
    seq: int
    version: int
    game: GameInfo
    tiles: Catalogue
    view: View
    asks: Asks | None
    log: list[LogLine]
    clock: ClockInfo | None
    undo: bool


class Actor(Struct, frozen=True, omit_defaults=True):
    kind: Literal["seat", "luck"]
    seat: int | None = None


class StepMessage(Outbound, tag="step", frozen=True, kw_only=True):
    """One decision or one outcome of luck; `action` is null where the viewer may not know it."""

    seq: int
    version: int
    actor: Actor
    action: str | None
    events: list[Json]
    view: View
    asks: Asks | None
    log: list[LogLine]
    clock: ClockInfo | None
    undo: bool


class Undone(Outbound, tag="undone", frozen=True, kw_only=True):
    """Decisions were taken back; `to` steps of the game are left, the log is the whole log."""

    seq: int
    version: int
    to: int
    view: View
    asks: Asks | None
    log: list[LogLine]
    clock: ClockInfo | None
    undo: bool


class Looked(Outbound, tag="looked", frozen=True, kw_only=True):
    looking: int | None
    seq: int
    version: int
    view: View
    asks: Asks | None
    log: list[LogLine]
    undo: bool


class TableChanged(Outbound, tag="table", frozen=True, kw_only=True):
    """Somebody sat down, left, turned into a bot, connected or guessed."""

    table: TableInfo


class Ack(Outbound, tag="ack", frozen=True, kw_only=True):
    id: str
    version: int


class ErrorMessage(Outbound, tag="error", frozen=True, kw_only=True):
    id: str | None
    code: str
    message: str
    rule: str | None


class Ended(Outbound, tag="ended", frozen=True, kw_only=True):
    result: ResultInfo


class RematchOffered(Outbound, tag="rematch", frozen=True, kw_only=True):
    table: str


class Pong(Outbound, tag="pong", frozen=True):
    pass


ServerMessage = (
    Welcome
    | StepMessage
    | Undone
    | Looked
    | TableChanged
    | Ack
    | ErrorMessage
    | Ended
    | RematchOffered
    | Pong
)
