"""An HTTP route with its types: what it takes, what it gives, who may call it how often."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from tsuro.errors import TsuroError
from tsuro.formats.wire.reading import Misfit, read
from tsuro.formats.wire.values import to_wire
from tsuro.server.hall import Hall
from tsuro.server.http.security import address_of
from tsuro.server.play.owning import Elsewhere
from tsuro.server.play.table import Table
from tsuro.server.storage.sessions import COOKIE, hashed
from tsuro.server.storage.store import Process
from tsuro.server.together.company import Retry
from tsuro.server.together.forwarding import NOT_HERE
from tsuro.server.together.inside import is_inside
from tsuro.telling.messages import Language
from tsuro.telling.refusals import Refusal, rule_of, status_of
from tsuro.telling.requests import Problem, ProblemBody

JSON: Final = "application/json"
BEARER: Final = "bearer "
BodyT = TypeVar("BodyT")
log = logging.getLogger("tsuro.server")


@dataclass(frozen=True, slots=True)
class Call:
    """One request, checked: the origin is ours, the budget was not spent."""

    hall: Hall
    request: Request
    player: str | None
    """The session the caller has, by the hash of its secret."""
    identity: frozenset[str]
    """Hashes of all secrets the caller claims to hold: the session's and seat tokens."""
    body: Any

    @property
    def address(self) -> str:
        return address_of(self.request.scope)

    async def table(self, name: str) -> Table:
        return await self.hall.table(name, self.address)

    def share_out(self) -> None:
        """Have a new table made where there are few, if it is not to stay here."""
        company = self.hall.company
        if company is None or is_inside(self.request.scope) or self.request.state.stays:
            return
        process = company.lighter()
        if process is not None:
            raise Elsewhere(process)

    def path(self, name: str) -> str:
        value: str = self.request.path_params[name]
        return value

    @property
    def seat(self) -> int:
        value: int = self.request.path_params["n"]
        return value

    @property
    def language(self) -> Language:
        return "de" if self.request.query_params.get("language") == "de" else "en"

    def flag(self, name: str) -> bool:
        return self.request.query_params.get(name, "0") in ("1", "true")

    def number(self, name: str) -> int | None:
        text = self.request.query_params.get(name)
        if text is None:
            return None
        if not (text.isascii() and text.isdigit() and len(text) < 7):
            raise Refusal("bad_request", f"{name} must be a number.")
        return int(text)


Handler = Callable[[Call], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Endpoint:
    method: str
    path: str
    handler: Handler
    summary: str
    body: Any = None
    """Type of the JSON body; `str` for plain text."""
    answer: Any = None
    """Type of the JSON answer; a string names another media type."""
    budget: str = "requests"
    cost: float = 1
    lines: Any = None
    """Type of every line, where the answer comes as JSON lines while it is worked out."""

    def route(self, hall: Hall) -> Route:
        async def serve(request: Request) -> Response:
            try:
                return await self._served(hall, request)
            except Elsewhere as elsewhere:
                return await self._passed_on(hall, request, elsewhere.process)
            except TsuroError as error:
                hall.metrics.refused(error.code)
                return problem(error)
            except ClientDisconnect:
                log.debug("%s %s: the caller went away", self.method, self.path)
                return Response(status_code=400)
            except Exception:
                hall.metrics.refused("internal")
                log.exception("%s %s failed", self.method, self.path)
                return problem(Refusal("internal", "Something went wrong on the server."))

        return Route(self.path, serve, methods=[self.method])

    async def _passed_on(self, hall: Hall, request: Request, process: Process) -> Response:
        """The answer of the process that has the table, or our own if we have it by now."""
        if is_inside(request.scope):
            return Response(status_code=NOT_HERE)  # Whoever passed it on looks again.
        assert hall.company is not None
        try:
            return await hall.company.forward(process, request, request.state.body)
        except Retry:
            request.state.stays = True
            return await self._answered(hall, request)
        except TsuroError as error:
            hall.metrics.refused(error.code)
            return problem(error)

    async def _served(self, hall: Hall, request: Request) -> Response:
        if not is_inside(request.scope):
            self._admit(hall, request)
        request.state.stays = False
        request.state.body = await self._received(hall, request)
        return await self._answered(hall, request)

    def _admit(self, hall: Hall, request: Request) -> None:
        headers = request.headers
        hall.guard.check_host(headers)
        changes = self.method != "GET"
        cookie = request.cookies.get(COOKIE)
        hall.guard.check_origin(headers, needed=changes and cookie is not None)
        hall.budgets.spend(address_of(request.scope), self.budget, self.cost)

    async def _answered(self, hall: Hall, request: Request) -> Response:
        headers = request.headers
        body = self._read(request, request.state.body)
        player = await hall.sessions.identify(request.cookies.get(COOKIE))
        identity = claimed_identity(player, headers.get("authorization"))
        answer = await self.handler(Call(hall, request, player, identity, body))
        return answer if isinstance(answer, Response) else json_response(answer)

    async def _received(self, hall: Hall, request: Request) -> bytes:
        if self.body is None:
            return b""
        limits = hall.limits
        large = self.body is str or self.budget in ("heavy", "studies")
        return await _bounded(request, limits.record_bytes if large else limits.body_bytes)

    def _read(self, request: Request, data: bytes) -> Any:
        if self.body is None:
            return None
        if self.body is str:
            return _decoded(data)
        if request.headers.get("content-type", "").partition(";")[0].strip() != JSON:
            raise Refusal("bad_request", f"The body must be {JSON}.")
        try:
            return read(self.body, msgspec.json.decode(data or b"{}"))
        except Misfit as error:
            raise Refusal("bad_request", f"The body cannot be read: {error.message}") from None
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
            raise Refusal("bad_request", f"The body cannot be read: {error}.") from None


async def _bounded(request: Request, limit: int) -> bytes:
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > limit:
            raise Refusal("too_large", f"The body is longer than {limit} bytes.")
    return bytes(data)


def _decoded(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise Refusal("bad_request", "The text is not UTF-8.") from None


def claimed_identity(player: str | None, authorization: str | None) -> frozenset[str]:
    """The session and the token of a caller. What a token opens is decided by the seat it fits."""
    found = set() if player is None else {player}
    if authorization is not None:
        if not authorization.lower().startswith(BEARER):
            raise Refusal("bad_token", "Authorization must be a bearer token.")
        found.add(hashed(authorization[len(BEARER) :].strip()))
    return frozenset(found)


def json_response(answer: Any, status: int = 200) -> Response:
    data = msgspec.json.encode(to_wire(answer))
    return Response(data, status, media_type=JSON, headers={"cache-control": "no-store"})


def problem(error: TsuroError) -> Response:
    detail = Problem(code=error.code, message=error.message, rule=rule_of(error))
    return json_response(ProblemBody(detail), status_of(error))
