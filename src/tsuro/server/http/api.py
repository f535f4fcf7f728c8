"""The HTTP interface: editions, tables and seats. Replays and pictures are in `replays`."""

from __future__ import annotations

import logging
from collections.abc import Iterator

from starlette.responses import Response

from tsuro.bots.levels import LEVELS
from tsuro.bots.registry import BOTS, known_bots
from tsuro.editions.registry import EDITIONS, MIN_SEATS, build_edition, edition_info
from tsuro.errors import TsuroError, UnknownBot
from tsuro.formats.wire.values import Json
from tsuro.server.http.endpoint import Call, Endpoint, json_response
from tsuro.server.http.rulebook import rules_of
from tsuro.server.http.summaries import edition_summary
from tsuro.server.play import seating
from tsuro.server.play.table import Table
from tsuro.server.play.tables import uninterrupted
from tsuro.server.storage.sessions import COOKIE, hashed, new_secret
from tsuro.telling.documents import seat_infos
from tsuro.telling.edition_messages import EditionSummary
from tsuro.telling.guide import GuidePage, guide_of
from tsuro.telling.lessons import LessonStep, lessons_of
from tsuro.telling.messages import Catalogue, TableInfo
from tsuro.telling.position import catalogue
from tsuro.telling.refusals import Refusal
from tsuro.telling.requests import (
    AddPart,
    BotSummary,
    ChooseBot,
    Claim,
    Claimed,
    Done,
    Invitation,
    NewBranch,
    NewLesson,
    NewTable,
    RuleText,
    TableCreated,
    TableLink,
)

YEAR = 365 * 24 * 3600
LISTING = 5
"""What a look at many tables costs, in requests."""
SEARCHING = 10
"""What a search through all tables costs: the disk has nothing else to do meanwhile."""
log = logging.getLogger("tsuro.server")


async def open_session(call: Call) -> Response:
    """A caller who is known already keeps the session."""
    response = json_response(Done())
    if call.player is None:
        call.hall.budgets.spend(call.address, "sessions")
        secret = await call.hall.sessions.open()
        response.set_cookie(
            COOKIE,
            secret,
            max_age=YEAR,
            httponly=True,
            samesite="strict",
            secure=call.hall.settings.secure_cookie,
            path="/",
        )
    return response


async def invitation(call: Call) -> Invitation:
    settings = call.hall.settings
    return Invitation(settings.reachable, alone=settings.alone is not None)


async def list_editions(call: Call) -> list[EditionSummary]:
    return list(_editions())


def _editions() -> Iterator[EditionSummary]:
    for name in EDITIONS:
        try:
            yield edition_summary(name)
        except TsuroError as error:
            # An edition that was installed badly must not keep people from playing the others.
            log.error("the edition %s cannot be offered: %s", name, error.message)


async def edition_tiles(call: Call) -> Catalogue:
    return catalogue(build_edition(call.path("id"), seats=MIN_SEATS + 1))


async def edition_rules(call: Call) -> list[RuleText]:
    return rules_of(edition_info(call.path("edition")), call.language)


async def list_bots(call: Call) -> list[BotSummary]:
    """The levels first, then every kind, installed ones included."""
    return known_summaries()


def known_summaries() -> list[BotSummary]:
    levels = [
        BotSummary(spec=spec, name=level.name, level=True, character=level.character)
        for spec, level in LEVELS.items()
    ]
    try:
        kinds = known_bots()
    except UnknownBot:
        kinds = BOTS  # A bot that was installed badly must not keep people from playing.
    others = [
        BotSummary(spec=info.name, name=info.name.title(), level=False, character=info.summary)
        for info in kinds.values()
    ]
    return [*levels, *others]


async def create_table(call: Call) -> TableCreated:
    call.share_out()
    call.hall.budgets.spend(call.address, "tables")
    table = await uninterrupted(call.hall.tables.create(call.body, call.player, call.address))
    return _created(call, table)


def _created(call: Call, table: Table) -> TableCreated:
    owned = table.document.owned(call.identity)
    infos = seat_infos(table.document.seats, connected=(), yours=owned)
    return TableCreated(table=table.id, seats=infos)


async def list_tables(call: Call) -> list[TableInfo]:
    return await call.hall.tables.public(call.identity)


async def list_own(call: Call) -> list[TableInfo | Json]:
    """None for somebody who has never played here."""
    return [] if call.player is None else await call.hall.tables.of_player(call.player)


async def show_table(call: Call) -> TableInfo:
    return (await _table(call)).audience.info(call.identity)


async def _table(call: Call) -> Table:
    return await call.table(call.path("id"))


async def claim_seat(call: Call) -> Claimed:
    table = await _table(call)
    request: Claim = call.body
    token = new_secret() if request.token else None
    owner = call.player if token is None else hashed(token)
    if owner is None:
        raise Refusal("no_session", "Open a session first, or ask for a token.")
    work = seating.claim(table, call.seat, owner=owner, name=request.name, part=request.part)
    await uninterrupted(work)
    return Claimed(seat=call.seat, token=token)


async def add_part(call: Call) -> Done:
    work = seating.add_part(await _table(call), call.seat, call.body.part, call.identity)
    await uninterrupted(work)
    return Done()


async def leave_seat(call: Call) -> Done:
    await uninterrupted(seating.leave(await _table(call), call.seat, call.identity))
    return Done()


async def stand_in(call: Call) -> Done:
    await uninterrupted(seating.stand_in(await _table(call), call.seat, call.identity))
    return Done()


async def reclaim_seat(call: Call) -> Done:
    await uninterrupted(seating.reclaim(await _table(call), call.seat, call.identity))
    return Done()


async def seat_bot(call: Call) -> Done:
    table = await _table(call)
    work = seating.seat_bots(table, [call.seat], bot=call.body.bot, identity=call.identity)
    await uninterrupted(work)
    return Done()


async def start_table(call: Call) -> Done:
    table = await _table(call)
    work = seating.seat_bots(table, None, bot=call.body.bot, identity=call.identity)
    await uninterrupted(work)
    return Done()


async def rematch(call: Call) -> TableLink:
    call.hall.budgets.spend(call.address, "tables")
    table = await _table(call)
    again = call.hall.tables.rematch(table, call.identity, call.address)
    return TableLink(await uninterrupted(again))


async def edition_guide(call: Call) -> list[GuidePage]:
    return guide_of(edition_info(call.path("id")))


async def edition_lessons(call: Call) -> list[LessonStep]:
    return lessons_of(edition_info(call.path("id")))


async def create_lesson(call: Call) -> TableCreated:
    call.share_out()
    call.hall.budgets.spend(call.address, "tables")
    table = await uninterrupted(call.hall.tables.lesson(call.body, call.player, call.address))
    return _created(call, table)


async def create_branch(call: Call) -> TableCreated:
    call.hall.budgets.spend(call.address, "tables")
    request: NewBranch = call.body
    tables = call.hall.tables
    if (request.table is None) == (request.record is None):
        raise Refusal("bad_request", "Give either the table or the record to branch off from.")
    if request.record is not None:
        record, match = await call.hall.reader.game(request.record, address=call.address)
        work = tables.branch_record(
            record,
            match,
            request.at,
            request.seats,
            player=call.player,
            address=call.address,
            is_played=await call.hall.is_played(request.record, match),
        )
    else:
        assert request.table is not None
        origin = await call.table(request.table)
        work = tables.branch(
            origin,
            request.at,
            request.seats,
            player=call.player,
            identity=call.identity,
            address=call.address,
        )
    return _created(call, await uninterrupted(work))


ENDPOINTS = (
    Endpoint("POST", "/api/session", open_session, "Become a player: sets a cookie", answer=Done),
    Endpoint("GET", "/api/invitation", invitation, "Where friends come in", answer=Invitation),
    Endpoint("GET", "/api/editions", list_editions, "All editions", answer=list[EditionSummary]),
    Endpoint(
        "GET",
        "/api/editions/{id}/tiles",
        edition_tiles,
        "The tiles of an edition",
        answer=Catalogue,
    ),
    Endpoint(
        "GET",
        "/api/editions/{id}/guide",
        edition_guide,
        "The rules of an edition as people read them, on short pages",
        answer=list[GuidePage],
    ),
    Endpoint(
        "GET",
        "/api/editions/{id}/lessons",
        edition_lessons,
        "The steps of an edition's tutorial",
        answer=list[LessonStep],
    ),
    Endpoint(
        "POST",
        "/api/lessons",
        create_lesson,
        "Make a table for a step of a tutorial or a position; only one seat decides there",
        body=NewLesson,
        answer=TableCreated,
    ),
    Endpoint(
        "GET",
        "/api/rules/{edition}",
        edition_rules,
        "The rules of an edition",
        answer=list[RuleText],
    ),
    Endpoint("GET", "/api/bots", list_bots, "All kinds of bots", answer=list[BotSummary]),
    Endpoint(
        "GET",
        "/api/tables",
        list_tables,
        "Public tables that wait or are being played",
        answer=list[TableInfo],
        cost=LISTING,
    ),
    Endpoint(
        "POST",
        "/api/tables",
        create_table,
        "Make a table; it begins once every seat is taken",
        body=NewTable,
        answer=TableCreated,
    ),
    Endpoint(
        "GET",
        "/api/my/tables",
        list_own,
        "Tables of this session, latest first",
        answer=list[TableInfo],
        cost=SEARCHING,
    ),
    Endpoint("GET", "/api/tables/{id}", show_table, "One table", answer=TableInfo),
    Endpoint(
        "POST",
        "/api/tables/{id}/start",
        start_table,
        "Put bots into all open seats and begin (its creator)",
        body=ChooseBot,
        answer=Done,
    ),
    Endpoint(
        "POST",
        "/api/tables/{id}/seats/{n:int}/claim",
        claim_seat,
        "Take an open seat",
        body=Claim,
        answer=Claimed,
    ),
    Endpoint(
        "POST",
        "/api/tables/{id}/seats/{n:int}/part",
        add_part,
        "Add to the luck of the game, until it begins",
        body=AddPart,
        answer=Done,
    ),
    Endpoint(
        "POST",
        "/api/tables/{id}/seats/{n:int}/leave",
        leave_seat,
        "Give a seat up; during a game a bot plays on",
        answer=Done,
    ),
    Endpoint(
        "POST",
        "/api/tables/{id}/seats/{n:int}/stand-in",
        stand_in,
        "Let a bot play for somebody who has been gone for a minute",
        answer=Done,
    ),
    Endpoint(
        "POST",
        "/api/tables/{id}/seats/{n:int}/reclaim",
        reclaim_seat,
        "Take back a seat that turned into a bot",
        answer=Done,
    ),
    Endpoint(
        "POST",
        "/api/tables/{id}/seats/{n:int}/bot",
        seat_bot,
        "Put a bot into an open seat (its creator)",
        body=ChooseBot,
        answer=Done,
    ),
    Endpoint(
        "POST",
        "/api/tables/{id}/rematch",
        rematch,
        "Play again with the same seats, the next one first",
        answer=TableLink,
    ),
    Endpoint(
        "POST",
        "/api/branches",
        create_branch,
        "Branch a what-if off from a step of a game or record",
        body=NewBranch,
        answer=TableCreated,
        budget="heavy",
    ),
)
