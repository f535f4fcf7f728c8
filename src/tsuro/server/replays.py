"""Looking back: replays, records and pictures of any step."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Final

from starlette.responses import Response

from tsuro.core.ids import Seat
from tsuro.editions.registry import edition_info
from tsuro.formats.record import format_record, name_headers, parse_record, record_of
from tsuro.server.documents import Seating, TableDocument, clean_name, seat_infos
from tsuro.server.endpoint import Call, Endpoint, json_response
from tsuro.server.pictures import animation, picture
from tsuro.server.requests import Replay, ReplayStep
from tsuro.server.table import Table
from tsuro.telling.bilingual import switches_in_words
from tsuro.telling.introducing import introduced
from tsuro.telling.log import Chronicle
from tsuro.telling.match import Match
from tsuro.telling.messages import Language, SeatInfo
from tsuro.telling.position import Ends, ends_after, view_of
from tsuro.telling.refusals import Refusal
from tsuro.telling.viewers import EVERYTHING, Viewer, action_for, events_for

SVG: Final = "image/svg+xml"
GIF: Final = "image/gif"
TEXT: Final = "text/plain"
PICTURE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


async def _table(call: Call) -> Table:
    return await call.hall.tables.get(call.path("id"))


def viewer_of(call: Call, table: Table) -> Viewer:
    """Everything of a finished game; of a running one what the caller's seat has seen.

    Whoever holds several seats is shown none of their hands: the device is passed around.
    """
    if table.match.over:
        return EVERYTHING
    owned = table.document.owned(call.identity)
    return Seat(owned[0]) if len(owned) == 1 else None


async def show_steps(call: Call) -> Response:
    table = await _table(call)
    info = table.audience.info(call.identity)
    viewer, match = viewer_of(call, table), table.match.snapshot()
    language = language_of(call)

    def made() -> Replay:
        game, tiles = introduced(match.edition)
        return Replay(
            table=info,
            edition=info.edition,
            switched=info.switched,
            game=game,
            seats=info.seats,
            tiles=tiles,
            complete=viewer == EVERYTHING,
            steps=list(_steps(match, table.document.names, viewer, language)),
        )

    return await _written(made)


async def load_record(call: Call) -> Response:
    """The same as for a table, for a record from a file."""
    language = language_of(call)

    def made() -> Replay:
        record = parse_record(call.body)
        names = tuple(clean_name(name or "") or f"Seat {n}" for n, name in enumerate(record.names))
        game, tiles = introduced(record.edition)
        return Replay(
            table=None,
            edition=record.edition.id,
            switched=switches_in_words(record.edition),
            game=game,
            seats=_record_seats(names),
            tiles=tiles,
            complete=True,
            steps=list(_steps(Match.of_record(record), names, EVERYTHING, language)),
        )

    return await _written(made)


async def _written(made: Callable[[], Replay]) -> Response:
    """A whole game is made and written in a thread: other tables go on meanwhile."""
    return await asyncio.to_thread(lambda: json_response(made()))


def language_of(call: Call) -> Language:
    return "de" if call.request.query_params.get("language") == "de" else "en"


def _steps(
    match: Match, names: tuple[str, ...], viewer: Viewer, language: Language
) -> Iterator[ReplayStep]:
    """The whole game so far as a viewer saw it, the opening first."""
    chronicle = Chronicle(match.edition, names)
    ends: Ends = {}
    for n in range(len(match.moves) + 1):
        step, move = match.before(n), match.moves[n - 1] if n else None
        events = events_for(step.events, viewer)
        ends = ends_after(ends, step.events)
        seat = None if move is None else move.seat
        yield ReplayStep(
            n=n,
            seat=seat,
            action=None if move is None else action_for(move, events),
            events=events,
            view=view_of(step.state, viewer, ends),
            log=chronicle.lines(n, seat, events, language),
        )


def _record_seats(names: tuple[str, ...]) -> list[SeatInfo]:
    """Nobody is away from a game that is read from a file, and nobody is called a bot."""
    seats = [Seating(kind="person", name=name) for name in names]
    return seat_infos(seats, connected=range(len(seats)), yours=())


async def show_record(call: Call) -> Response:
    table = await _table(call)
    if not table.match.over:
        raise Refusal("still_running", "The record of a game is open once the game is over.")
    text = await asyncio.to_thread(_record, table.match.snapshot(), table.document)
    headers = {"content-disposition": f'attachment; filename="tsuro-{table.id}.tsr"'}
    return Response(text, media_type=TEXT, headers=headers)


def _record(match: Match, document: TableDocument) -> str:
    if document.position is not None:
        raise Refusal("no_record", "A what-if of an unfinished game has no beginning to record.")
    actions = [move.action for move in match.moves]
    headers = name_headers(document.names)
    return format_record(record_of(match.edition, actions, match.state, headers=headers))


async def show_svg(call: Call) -> Response:
    table = await _table(call)
    viewer, match = viewer_of(call, table), table.match.snapshot()
    at = call.number("at")
    at = len(match.moves) if at is None else at
    if at > len(match.moves):
        raise Refusal("no_such_step", f"The game has {len(match.moves)} steps, not {at}.")
    svg = await asyncio.to_thread(picture, match, at, viewer, dark=call.flag("dark"))
    return _svg(svg)


def _svg(text: str) -> Response:
    return Response(text, media_type=SVG, headers={"content-security-policy": PICTURE_POLICY})


async def show_gif(call: Call) -> Response:
    table = await _table(call)
    animate = call.hall.settings.animate
    if animate is None:
        raise Refusal("pictures_missing", "Animations need an extra: install tsuro[pictures].")
    if not table.match.over:
        raise Refusal("still_running", "The animation of a game is open once the game is over.")
    record = await asyncio.to_thread(_record, table.match.snapshot(), table.document)
    data = await call.hall.animator.run(animation, animate, record, call.flag("dark"))
    return Response(data, media_type=GIF)


async def edition_board(call: Call) -> Response:
    edition = edition_info(call.path("id")).id
    response = _svg(await call.hall.boards.get(edition, dark=call.flag("dark")))
    response.headers["cache-control"] = "public, max-age=3600"
    return response


ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/tables/{id}/steps",
        show_steps,
        "The game so far, as the caller may know it; all of it once it is over",
        answer=Replay,
        budget="heavy",
    ),
    Endpoint(
        "POST",
        "/api/records",
        load_record,
        "The steps of a game record sent as text",
        body=str,
        answer=Replay,
        budget="heavy",
    ),
    Endpoint(
        "GET",
        "/api/tables/{id}/record",
        show_record,
        "The record of a finished game",
        answer=TEXT,
        budget="heavy",
    ),
    Endpoint(
        "GET",
        "/api/tables/{id}/svg",
        show_svg,
        "A picture of the board after step `at`",
        answer=SVG,
        budget="heavy",
    ),
    Endpoint(
        "GET",
        "/api/tables/{id}/gif",
        show_gif,
        "The game as an animation",
        answer=GIF,
        budget="heavy",
    ),
    Endpoint(
        "GET",
        "/api/editions/{id}/board.svg",
        edition_board,
        "A picture of the edition in play",
        answer=SVG,
    ),
)
