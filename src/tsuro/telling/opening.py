"""How tables begin: what somebody asks for becomes the document of a new table.

Luck comes from whoever keeps the tables, and so does the word that a bot can be had.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Final

from tsuro.core.asks import Decide
from tsuro.core.ids import Seat
from tsuro.editions.edition import RULES_VERSION
from tsuro.editions.registry import build_edition, edition_info
from tsuro.engine.determinize import determinize
from tsuro.engine.play import begin, resume
from tsuro.engine.views import view
from tsuro.errors import PositionError
from tsuro.formats.position import format_position, parse_position
from tsuro.formats.record import Record
from tsuro.telling.documents import Seating, TableDocument, clean_name
from tsuro.telling.lessons import taught
from tsuro.telling.match import Line, Match, lines_of
from tsuro.telling.messages import BranchInfo
from tsuro.telling.refusals import Refusal
from tsuro.telling.requests import NewLesson, NewTable, SeatRequest

LESSON_SEED: Final = "lesson"
BOT_NAMES: Final = ("Aki", "Ren", "Hana", "Kei", "Mio", "Sora", "Yuki", "Taro")
"""What bots are called whom nobody gave a name, by seat."""


def new_document(
    request: NewTable, player: str | None, seed: str, secret: str | None = None
) -> TableDocument:
    """A table as it was asked for.

    If no seed was given, its luck can be checked and is made of `secret`, or is that of `seed`.
    """
    if request.seed is not None and any(seat.kind == "open" for seat in request.seats):
        raise Refusal("seed_not_allowed", "A seed is only for tables without open seats.")
    edition = build_edition(request.edition, seats=len(request.seats), switches=request.switches)
    begin(edition, first=request.first)
    document = TableDocument(
        id="",
        edition=request.edition,
        switches=dict(edition.switches),
        seats=seatings(request.seats, player),
        first=request.first,
        seed=seed if request.seed is None else str(request.seed),
        public=request.public,
        clock=request.clock,
        creator=player,
        rules_version=RULES_VERSION,
        secret=secret if request.seed is None else None,
    )
    if document.secret is not None and request.add_part:
        for seat in document.people:
            document.seats[seat].part = None
    return document


def rematch_document(
    document: TableDocument, seed: str, secret: str | None = None
) -> TableDocument:
    """The same seats again, the next seat first; who added to the luck is asked to do so again."""
    again = TableDocument(
        id="",
        edition=document.edition,
        switches=document.switches,
        seats=deepcopy(document.seats),
        first=(document.first + 1) % len(document.seats),
        seed=seed,
        public=document.public,
        clock=document.clock,
        creator=document.creator,
        rules_version=RULES_VERSION,
        secret=secret,
    )
    for seat in again.seats:
        asked = secret is not None and seat.kind == "person" and seat.part != ""
        seat.part = None if asked else ""
    return again


def lesson_document(request: NewLesson, player: str | None) -> TableDocument:
    """A table that begins at a step of a tutorial, with luck that is always the same."""
    text = _taught_position(request) if request.position is None else request.position
    position = parse_position(text)
    if not position.is_full:
        raise PositionError("tiles of this position are hidden, so nobody plays on", column=1)
    ask = resume(position.edition, position.state).ask
    me = ask.seat if isinstance(ask, Decide) else position.state.turn.seat
    seats = [SeatRequest(kind="bot") for _ in range(position.edition.seats)]
    seats[me] = SeatRequest(kind="you", name=request.name)
    return TableDocument(
        id="",
        edition=position.edition.id,
        switches=dict(position.edition.switches),
        seats=seatings(seats, player),
        first=0,
        seed=LESSON_SEED,
        public=False,
        clock=None,
        creator=player,
        position=text,
        lesson=True,
        rules_version=RULES_VERSION,
    )


def _taught_position(request: NewLesson) -> str:
    """Where a step of a tutorial begins."""
    steps = taught(edition_info(request.edition))
    if request.step >= len(steps):
        raise Refusal("no_such_step", f"This tutorial has {len(steps)} steps.")
    begun = [step.position for step in steps[: request.step + 1] if step.position is not None]
    return begun[-1]


def branch_document(
    origin: TableDocument, at: int, seats: Sequence[SeatRequest], player: str | None, seed: str
) -> TableDocument:
    """A private what-if from a step of a game."""
    if len(seats) != len(origin.seats):
        raise Refusal("bad_request", f"This game has {len(origin.seats)} seats.")
    return TableDocument(
        id="",
        edition=origin.edition,
        switches=origin.switches,
        seats=seatings(seats, player),
        first=origin.first,
        seed=seed,
        public=False,
        clock=None,
        creator=player,
        branched_from=BranchInfo(origin.id or None, at),
        rules_version=origin.rules_version,
    )


def recorded_document(record: Record) -> TableDocument:
    """A recorded game as if it had been played at a table, for a what-if to come from."""
    return TableDocument(
        id="",
        edition=record.edition.id,
        switches=dict(record.edition.switches),
        seats=[Seating(kind="bot")] * record.edition.seats,
        first=record.first,
        seed="",
        public=False,
        clock=None,
        creator=None,
        rules_version=record.rules_version,
    )


def continued(
    document: TableDocument, origin: TableDocument, match: Match, at: int, seat: int, luck: Random
) -> tuple[TableDocument, list[Line]]:
    """A what-if with where it begins: behind the moves of a finished game, or in a position that
    a seat cannot tell from the real one."""
    if match.over:
        return replace(document, position=origin.position), copied_lines(match, at)
    return replace(document, position=possible_position(match, at, Seat(seat), luck)), []


def refuse_beyond(at: int, steps: int) -> None:
    """Refuse a step that a game does not have."""
    if at > steps:
        raise Refusal("no_such_step", f"The game has {steps} steps, not {at}.")


def seatings(seats: Sequence[SeatRequest], player: str | None) -> list[Seating]:
    """Seats as a new table begins with them."""
    return [_seating(number, seat, player) for number, seat in enumerate(seats)]


def _seating(number: int, seat: SeatRequest, player: str | None) -> Seating:
    name = clean_name(seat.name)
    if seat.kind == "open":
        return Seating(kind="open")
    if seat.kind == "bot":
        return Seating(kind="bot", bot=seat.bot, name=name or bot_name(number))
    if player is None:
        raise Refusal("no_session", "Open a session first (POST /api/session).")
    return Seating(
        kind="person",
        owner=player,
        name=name or person_name(number),
        hotseat=seat.kind == "hotseat",
    )


def bot_name(seat: int) -> str:
    """A name of its own, in any language; the page says beside it how well the bot plays."""
    return BOT_NAMES[seat % len(BOT_NAMES)]


def person_name(seat: int) -> str:
    return f"Player {seat + 1}"


def copied_lines(match: Match, at: int) -> list[Line]:
    """The log of a game's first steps, without the ids of the commands."""
    return lines_of(match.moves[:at], None)


def possible_position(match: Match, at: int, seat: Seat, luck: Random) -> str:
    """A position that a seat cannot tell from the real one: what it has not seen is dealt anew."""
    step = match.before(at)
    seen = view(match.edition, step.state, match.asked(at), viewer=seat)
    return format_position(match.edition, determinize(seen, luck))
