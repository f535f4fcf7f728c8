"""Bodies of HTTP requests and answers; part of the same versioned schema."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from tsuro.core.events import Event
from tsuro.core.ids import Seat
from tsuro.formats.wire.bounds import Bounds
from tsuro.formats.wire.schema import Inward
from tsuro.telling.edition_messages import Bilingual, GameInfo
from tsuro.telling.messages import (
    BotSpec,
    Catalogue,
    ClockRule,
    Language,
    LogLine,
    LuckInfo,
    LuckPart,
    Name,
    SeatInfo,
    SeatNumber,
    TableId,
    TableInfo,
    Version,
    View,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRequest(Inward):
    """`hotseat` is a further person on the creator's device."""

    kind: Literal["you", "open", "bot", "hotseat"]
    bot: BotSpec = "cautious"
    name: Name = ""


Seats = Annotated[list[SeatRequest], Bounds(2, 8)]
SwitchText = Annotated[str, Bounds(most=40)]


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTable(Inward):
    edition: SwitchText
    seats: Seats
    switches: Annotated[dict[SwitchText, SwitchText], Bounds(most=12)] = field(default_factory=dict)
    first: SeatNumber = 0
    seed: Annotated[int, Bounds(0, 2**53)] | None = None
    """Same luck again; only at a table without open seats."""
    public: bool = False
    clock: ClockRule | None = None
    add_part: bool = False
    """Whether the game waits, for ten seconds at most, for what your seats add to its luck."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewBranch(Inward):
    """A what-if: give the table or the text of a record, and the number of steps to keep."""

    table: TableId | None = None
    record: Annotated[str, Bounds(most=262_144)] | None = None
    at: Version
    seats: Seats


@dataclass(frozen=True, slots=True, kw_only=True)
class NewLesson(Inward):
    """A table for a step of a tutorial, or for the last one before it that has a position."""

    edition: SwitchText
    step: Annotated[int, Bounds(0, 99)] = 0
    position: Annotated[str, Bounds(most=2_000)] | None = None
    """A position of one's own instead, to be tried out by whoever decides there."""
    name: Name = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim(Inward):
    """`token: true` issues a seat token for a program instead of using the session cookie."""

    name: Name = ""
    token: bool = False
    part: LuckPart = ""
    """What you add to the luck of the game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AddPart(Inward):
    """What a seat adds to the luck of the game, until it begins."""

    part: LuckPart


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseBot(Inward):
    bot: BotSpec = "cautious"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCreated:
    table: str
    seats: list[SeatInfo]


@dataclass(frozen=True, slots=True, kw_only=True)
class Claimed:
    seat: int
    token: str | None = None


@dataclass(frozen=True, slots=True)
class Invitation:
    address: str | None
    """Where friends reach this server; None if nobody but this machine does."""
    alone: bool = False
    """Whether the page that goes on without a server is handed out, at `/alone/`."""


@dataclass(frozen=True, slots=True)
class Done:
    ok: bool = True


@dataclass(frozen=True, slots=True)
class TableLink:
    table: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BotSummary:
    spec: str
    name: str
    level: bool
    """Meant for people, with a name and a character; the others are for the curious."""
    character: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleText:
    """A rule in the language asked for; in English where nobody has translated it."""

    id: str
    language: Language
    title: str
    status: str
    html: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayStep:
    """The position after `n` steps, and what led to it; the first has neither seat nor action."""

    n: int
    seat: Seat | None
    action: str | None
    events: tuple[Event, ...]
    view: View
    log: list[LogLine]


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """`table` is null for a record that was loaded from a file."""

    table: TableInfo | None
    edition: str
    switched: list[Bilingual]
    """What was played otherwise than usual, in words."""
    game: GameInfo
    seats: list[SeatInfo]
    tiles: Catalogue
    complete: bool
    """Whether nothing is hidden: the game is over."""
    luck: LuckInfo | None
    """What its luck was derived from, if the game or the record tells."""
    steps: list[ReplayStep]


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    code: str
    message: str
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class ProblemBody:
    error: Problem
