"""The whole server as an ASGI application."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from functools import cache, partial

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from tsuro.server.clock import Timekeeper
from tsuro.server.hall import Hall
from tsuro.server.http import api, health, replays, study_api
from tsuro.server.http.endpoint import JSON, Endpoint, problem
from tsuro.server.http.openapi import describe
from tsuro.server.http.security import SafeHeaders, Turnstile
from tsuro.server.http.static import Pages, serve_page
from tsuro.server.play.socket import Socket
from tsuro.server.settings import Settings
from tsuro.telling.refusals import Refusal

ENDPOINTS: tuple[Endpoint, ...] = (
    *api.ENDPOINTS,
    *replays.ENDPOINTS,
    *study_api.ENDPOINTS,
)
log = logging.getLogger("tsuro.server")


def create_app(settings: Settings, *, time: Timekeeper | None = None) -> Starlette:
    hall = Hall(settings, time)
    pages = Pages(settings.web, settings.alone)
    description = Endpoint(
        "GET", "/openapi.json", _describe, "This description", answer="application/json"
    )

    async def page(request: Request) -> Response:
        return serve_page(hall, pages, request)

    async def socket(connection: WebSocket) -> None:
        await _attended(Socket(hall, connection))

    async def wrong_method(request: Request, error: Exception) -> Response:
        return problem(Refusal("method_not_allowed", "This address does not take that method."))

    async def too_many(scope: Scope, receive: Receive, send: Send) -> None:
        said = Refusal("too_many_requests", "Too many requests from your address; wait.")
        hall.metrics.refused(said.code)
        await problem(said)(scope, receive, send)

    async def not_found(request: Request, error: Exception) -> Response:
        return problem(Refusal("not_found", "There is nothing here."))

    inner = [] if hall.company is None else hall.company.routes()
    app = Starlette(
        routes=[
            *(endpoint.route(hall) for endpoint in (*ENDPOINTS, description)),
            *health.routes(hall),
            *inner,
            WebSocketRoute("/ws/{id}", socket),
            Route("/{path:path}", page, methods=["GET"]),
        ],
        middleware=[
            Middleware(SafeHeaders, secure=settings.secure_cookie),
            Middleware(
                Turnstile,
                budgets=hall.budgets,
                most=settings.limits.standing_per_address,
                refused=too_many,
            ),
        ],
        exception_handlers={404: not_found, 405: wrong_method},
        lifespan=partial(_lifespan, hall),
    )
    app.router.redirect_slashes = False  # It would repeat a host that somebody made up.
    app.state.hall = hall
    return app


@contextlib.asynccontextmanager
async def _lifespan(hall: Hall, app: Starlette) -> AsyncIterator[None]:
    if hall.settings.tidy:
        hall.memory.start()
        hall.metrics.start()
    await hall.store.start()
    hall.keeper.start(hall.tables.is_loaded)
    if hall.company is not None:
        await hall.company.open(app)
    waking = asyncio.ensure_future(_wake(hall))
    yield
    waking.cancel()
    await asyncio.gather(waking, return_exceptions=True)
    await hall.close()


async def _attended(socket: Socket) -> None:
    try:
        await socket.run()
    except asyncio.CancelledError:
        log.debug("a connection that would not end was cut when the server stopped")


async def _wake(hall: Hall) -> None:
    """Take unfinished games up again; then make ready what pages and bots will want."""
    try:
        await hall.tables.wake()
        hall.ready = True
        if hall.settings.prepare:
            await hall.reader.prepare()
            await hall.boards.prepare()
            await hall.warmer.run()
    except Exception:
        log.exception("not everything could be prepared")


async def _describe(call: object) -> Response:
    return Response(_description(), media_type=JSON, headers={"cache-control": "no-store"})


@cache
def _description() -> bytes:
    return msgspec.json.encode(describe(ENDPOINTS))
