"""The HTTP side of analyses: a request in, JSON lines out as long as the caller listens."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import ExitStack, aclosing
from typing import Final

import msgspec
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from tsuro.errors import TsuroError
from tsuro.formats.wire.values import to_wire
from tsuro.server.http.endpoint import Call, Endpoint
from tsuro.server.thinking.study import refuse_what_is_played
from tsuro.server.thinking.turns import Asker
from tsuro.studying.messages import Failed, Scanned, Studied, Study, StudyLine
from tsuro.studying.subject import Subject, viewer_for_study
from tsuro.telling.refusals import Refusal
from tsuro.telling.viewers import EVERYTHING

LINES: Final = "application/x-ndjson"
log = logging.getLogger("tsuro.server")


class _Counted(StreamingResponse):
    """Lines as long as the caller listens; whatever becomes of them, the place is free again."""

    def __init__(self, lines: AsyncIterator[bytes], seat: ExitStack) -> None:
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        super().__init__(lines, media_type=LINES, headers=headers)
        self._seat = seat

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._seat:
            await super().__call__(scope, receive, send)


async def study(call: Call) -> Response:
    """Begins only if it may; the caller stops it by closing the connection."""
    with ExitStack() as seat:
        seat.enter_context(call.hall.studies.seated(call.address))
        subject, asker = await _subject(call)
        request: Study = call.body
        if not request.scan:
            subject.decision_from(request.at)
        return _Counted(_lines(call, subject, asker), seat.pop_all())


async def _subject(call: Call) -> tuple[Subject, Asker]:
    """What is analysed, and for whom."""
    request: Study = call.body
    if (request.table is None) == (request.record is None):
        raise Refusal("bad_request", "Give either the table or the record to be analysed.")
    if request.record is not None:
        _, match = await call.hall.reader.game(request.record, address=call.address)
        if await call.hall.is_played(request.record, match):
            raise refuse_what_is_played()
        return Subject(match, EVERYTHING), Asker(call.address, "")
    assert request.table is not None
    table = await call.table(request.table)
    viewer = viewer_for_study(table.document, table.match, call.identity)
    return Subject(table.match.snapshot(), viewer), Asker(call.address, table.id)


async def _lines(call: Call, subject: Subject, asker: Asker) -> AsyncIterator[bytes]:
    try:
        async with aclosing(_found(call, subject, asker)) as found:
            async for line in found:
                yield _encoded(line)
    except TsuroError as error:
        yield _encoded(Failed(code=error.code, message=error.message))
    except Exception:
        log.exception("an analysis failed")
        yield _encoded(Failed(code="internal", message="Something went wrong on the server."))


def _found(call: Call, subject: Subject, asker: Asker) -> AsyncGenerator[Studied | Scanned, None]:
    request: Study = call.body
    studies = call.hall.studies
    if request.scan:
        return studies.scan(subject, asker)
    return studies.position(subject, request.at, asker)


def _encoded(line: StudyLine) -> bytes:
    return msgspec.json.encode(to_wire(line)) + b"\n"


ENDPOINTS = (
    Endpoint(
        "POST",
        "/api/study",
        study,
        "Analyse a position, or all decisions of a game, of a table or record",
        body=Study,
        answer=LINES,
        lines=StudyLine,
        budget="studies",
    ),
)
