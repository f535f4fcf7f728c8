"""The description of the HTTP interface and the JSON Schema of all messages, from the code."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from tsuro._version import __version__
from tsuro.formats.wire.schema import Schemas
from tsuro.server.http.endpoint import Endpoint
from tsuro.studying.messages import StudyLine
from tsuro.telling.messages import PROTOCOL, ClientMessage, ServerMessage
from tsuro.telling.requests import ProblemBody

REFERENCE: Final = "#/components/schemas/{name}"
DEFINITION: Final = "#/$defs/{name}"
JsonObject = dict[str, Any]
UNIONS: Final = {
    "ClientMessage": ClientMessage,
    "ServerMessage": ServerMessage,
    "StudyLine": StudyLine,
}


def message_schema(more: Sequence[Any] = ()) -> JsonObject:
    """JSON Schema of the socket's messages, and of further types, under `$defs`."""
    schemas = Schemas(DEFINITION)
    named = {name: schemas.of(kind) for name, kind in UNIONS.items()}
    for kind in more:
        schemas.of(kind)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Tsuro protocol",
        "version": PROTOCOL,
        "$defs": {
            **named,
            **dict(sorted(schemas.definitions.items())),
        },
    }


def http_types(endpoints: Sequence[Endpoint]) -> list[Any]:
    """All types of bodies and answers, without repetition."""
    kinds = [kind for each in endpoints for kind in (each.body, each.answer, each.lines)]
    typed = [kind for kind in kinds if kind not in (None, str) and not isinstance(kind, str)]
    return list({str(kind): kind for kind in (*typed, ProblemBody)}.values())


def describe(endpoints: Sequence[Endpoint]) -> JsonObject:
    return _describe(tuple(endpoints))


@cache
def _describe(endpoints: tuple[Endpoint, ...]) -> JsonObject:
    kinds = http_types(endpoints)
    schemas = Schemas(REFERENCE)
    by_kind = {str(kind): schemas.of(kind) for kind in kinds}
    paths: JsonObject = {}
    for each in endpoints:
        path = re.sub(r":int\}", "}", each.path)
        paths.setdefault(path, {})[each.method.lower()] = _operation(each, by_kind)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Tsuro server", "version": __version__},
        "paths": paths,
        "components": {"schemas": schemas.definitions},
    }


def _operation(endpoint: Endpoint, schemas: JsonObject) -> JsonObject:
    problem = {"application/json": {"schema": schemas[str(ProblemBody)]}}
    operation: JsonObject = {
        "operationId": endpoint.handler.__name__,
        "summary": endpoint.summary,
        "parameters": [
            {
                "name": name,
                "in": "path",
                "required": True,
                "schema": {"type": "integer" if kind else "string"},
            }
            for name, kind in re.findall(r"\{(\w+)(:int)?\}", endpoint.path)
        ],
        "responses": {
            "200": {"description": "Done", "content": _answer(endpoint, schemas)},
            "4XX": {"description": "Refused", "content": problem},
        },
    }
    if endpoint.body is not None:
        content = _content("text/plain" if endpoint.body is str else endpoint.body, schemas)
        operation["requestBody"] = {"required": True, "content": content}
    return operation


def _answer(endpoint: Endpoint, schemas: JsonObject) -> JsonObject:
    if endpoint.lines is not None:
        return {endpoint.answer: {"schema": schemas[str(endpoint.lines)]}}
    return _content(endpoint.answer, schemas)


def _content(kind: Any, schemas: JsonObject) -> JsonObject:
    if isinstance(kind, str):
        return {kind: {}}
    return {"application/json": {"schema": schemas[str(kind)]}}
