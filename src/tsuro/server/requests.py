"""Bodies of HTTP requests and answers; part of the same versioned schema."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tsuro.telling.edition_messages import Bilingual, GameInfo
from tsuro.telling.messages import (
    Actor,
    BotSpec,
    Catalogue,
    ClockRule,
    Json,
    LogLine,
    Name,
    SeatInfo,
    SeatNumber,
    TableId,
    TableInfo,
    Version,
    View,
)


class Request(Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    pass


class SeatRequest(Request, frozen=True, kw_only=True):
    """`hotseat` is a further person on the creator's device."""

    kind: Literal["you", "open", "bot", "hotseat"]
    bot: BotSpec = "cautious"
    name: Name = ""


Seats = Annotated[list[SeatRequest], Meta(min_length=2, max_length=8)]
SwitchText = Annotated[str, Meta(max_length=40)]


class NewTable(Request, frozen=True, kw_only=True):
    edition: SwitchText
    seats: Seats
    switches: Annotated[dict[SwitchText, SwitchText], Meta(max_length=12)] = {}
    first: SeatNumber = 0
    seed: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    """Same luck again; only at a table without open seats."""
    public: bool = False
    clock: ClockRule | None = None


class NewBranch(Request, frozen=True, kw_only=True):
    """A what-if: give the table or the text of a record, and the number of steps to keep."""

    table: TableId | None = None
    record: Annotated[str, Meta(max_length=262_144)] | None = None
    at: Version
    seats: Seats


class Claim(Request, frozen=True, kw_only=True):
    """`token: true` issues a seat token for a program instead of using the session cookie."""

    name: Name = ""
    token: bool = False


class ChooseBot(Request, frozen=True, kw_only=True):
    bot: BotSpec = "cautious"


class TableCreated(Struct, frozen=True, kw_only=True):
    table: str
    seats: list[SeatInfo]


class Claimed(Struct, frozen=True, kw_only=True):
    seat: int
    token: str | None = None


class Done(Struct, frozen=True):
    ok: bool = True


class TableLink(Struct, frozen=True):
    table: str


class BotSummary(Struct, frozen=True, kw_only=True):
    spec: str
    name: str
    level: bool
    """Meant for people, with a name and a character; the others are for the curious."""
    character: str


class RuleText(Struct, frozen=True, kw_only=True):
    id: str
    title: str
    status: str
    html: str


class ReplayStep(Struct, frozen=True, kw_only=True):
    n: int
    actor: Actor | None
    action: str | None
    seat: int | None
    events: list[Json]
    view: View
    log: list[LogLine]


class Replay(Struct, frozen=True, kw_only=True):
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
    steps: list[ReplayStep]


class Problem(Struct, frozen=True, kw_only=True):
    code: str
    message: str
    rule: str | None = None


class ProblemBody(Struct, frozen=True):
    error: Problem
