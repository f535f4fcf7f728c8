"""Looking back: replays, records and pictures of any step."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec
from starlette.responses import Response

from tsuro.editions.registry import edition_info
from tsuro.formats.wire.values import to_wire
from tsuro.server.http.endpoint import JSON, Call, Endpoint, json_response
from tsuro.server.play.table import Table
from tsuro.telling.messages import Language
from tsuro.telling.refusals import Refusal
from tsuro.telling.replaying import picture, record_text, replay_of_record, replay_of_table
from tsuro.telling.replaying import viewer_of as told_to
from tsuro.telling.requests import Replay
from tsuro.telling.viewers import Viewer

SVG: Final = "image/svg+xml"
GIF: Final = "image/gif"
TEXT: Final = "text/plain"
FOR_AN_HOUR: Final = {"cache-control": "public, max-age=3600"}
NOTHING_MORE: Final[Mapping[str, str]] = {}
PICTURE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


async def _table(call: Call) -> Table:
    return await call.table(call.path("id"))


def viewer_of(call: Call, table: Table) -> Viewer:
    return told_to(table.match, table.document.owned(call.identity))


async def show_steps(call: Call) -> Response:
    table = await _table(call)
    info = table.audience.info(call.identity)
    viewer, match = viewer_of(call, table), table.match.snapshot()
    language = call.language

    names = table.document.names
    return await _written(lambda: replay_of_table(info, match, names, viewer, language))


async def load_record(call: Call) -> Response:
    """The same as for a table, for a record from a file."""
    language, text = call.language, call.body
    data = await call.hall.reader.replay(text, language, address=call.address)
    return Response(data, media_type=JSON, headers={"cache-control": "no-store"})


async def show_demo(call: Call) -> Response:
    data = await asyncio.to_thread(_demo, call.language)
    return Response(data, media_type=JSON, headers=FOR_AN_HOUR)


@cache
def _demo(language: Language) -> bytes:
    return msgspec.json.encode(to_wire(demo_game(language)))


def demo_game(language: Language) -> Replay:
    """The game that the home page draws."""
    return replay_of_record(files(__package__).joinpath("demo.tsr").read_text("utf-8"), language)


async def _written(made: Callable[[], Replay]) -> Response:
    """A whole game is made and written in a thread: other tables go on meanwhile."""
    return await asyncio.to_thread(lambda: json_response(made()))


async def show_record(call: Call) -> Response:
    table = await _table(call)
    if not table.match.over:
        raise Refusal("still_running", "The record of a game is open once the game is over.")
    text = await asyncio.to_thread(record_text, table.match.snapshot(), table.document)
    headers = {"content-disposition": f'attachment; filename="tsuro-{table.id}.tsr"'}
    return Response(text, media_type=TEXT, headers=headers)


async def show_svg(call: Call) -> Response:
    table = await _table(call)
    viewer, match = viewer_of(call, table), table.match.snapshot()
    at = call.number("at")
    at = len(match.moves) if at is None else at
    svg = await asyncio.to_thread(picture, match, at, viewer, dark=call.flag("dark"))
    return _svg(svg)


def _svg(text: str, more: Mapping[str, str] = NOTHING_MORE) -> Response:
    headers = {"content-security-policy": PICTURE_POLICY, **more}
    return Response(text, media_type=SVG, headers=headers)


async def show_gif(call: Call) -> Response:
    table = await _table(call)
    animate = call.hall.settings.animate
    if animate is None:
        raise Refusal("pictures_missing", "Animations need an extra: install tsuro[pictures].")
    if not table.match.over:
        raise Refusal("still_running", "The animation of a game is open once the game is over.")
    record = await asyncio.to_thread(record_text, table.match.snapshot(), table.document)
    key = table.id, call.flag("dark")
    data = await call.hall.animations.draw(key, animate, record, address=call.address)
    return Response(data, media_type=GIF)


async def edition_board(call: Call) -> Response:
    edition = edition_info(call.path("id")).id
    return _svg(await call.hall.boards.get(edition, dark=call.flag("dark")), FOR_AN_HOUR)


async def guide_board(call: Call) -> Response:
    edition, dark = edition_info(call.path("id")).id, call.flag("dark")
    drawn = await call.hall.boards.page(edition, int(call.path("n")), dark=dark)
    return _svg(drawn, FOR_AN_HOUR)


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
        "/api/demo",
        show_demo,
        "A game between bots, for the home page",
        answer=Replay,
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
        "/api/editions/{id}/guide/{n:int}.svg",
        guide_board,
        "The picture of a page of an edition's guide",
        answer=SVG,
    ),
    Endpoint(
        "GET",
        "/api/editions/{id}/board.svg",
        edition_board,
        "A picture of the edition in play",
        answer=SVG,
    ),
)
