"""The HTTP side of analyses: a request in, JSON lines out as long as the caller listens."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Final

import msgspec
from starlette.responses import Response, StreamingResponse

from tsuro.errors import TsuroError
from tsuro.formats.wire.values import to_wire
from tsuro.server.endpoint import Call, Endpoint
from tsuro.server.study import Subject, viewer_for_study
from tsuro.server.study_messages import Failed, Scanned, Studied, Study, StudyLine
from tsuro.telling.match import Match
from tsuro.telling.refusals import Refusal
from tsuro.telling.viewers import EVERYTHING

LINES: Final = "application/x-ndjson"
log = logging.getLogger("tsuro.server")


async def study(call: Call) -> Response:
    """Begins only if it may; the caller stops it by closing the connection."""
    call.hall.studies.refuse_if_full(call.address)
    subject = await _subject(call)
    request: Study = call.body
    if not request.scan:
        subject.decision_from(request.at)
    lines = _lines(call, subject, request)
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(lines, media_type=LINES, headers=headers)


async def _subject(call: Call) -> Subject:
    request: Study = call.body
    if (request.table is None) == (request.record is None):
        raise Refusal("bad_request", "Give either the table or the record to be analysed.")
    if request.record is not None:
        match = await asyncio.to_thread(Match.of_text, request.record)
        return Subject(match, EVERYTHING)
    assert request.table is not None
    table = await call.hall.tables.get(request.table)
    viewer = viewer_for_study(table, call.identity)
    return Subject(table.match.snapshot(), viewer)


async def _lines(call: Call, subject: Subject, request: Study) -> AsyncIterator[bytes]:
    try:
        with call.hall.studies.seated(call.address):
            async with aclosing(_found(call, subject, request)) as found:
                async for line in found:
                    yield _encoded(line)
    except TsuroError as error:
        yield _encoded(Failed(code=error.code, message=error.message))
    except Exception:
        log.exception("an analysis failed")
        yield _encoded(Failed(code="internal", message="Something went wrong on the server."))


def _found(
    call: Call, subject: Subject, request: Study
) -> AsyncGenerator[Scanned, None] | AsyncGenerator[Studied, None]:
    studies = call.hall.studies
    return studies.scan(subject) if request.scan else studies.position(subject, request.at)


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
