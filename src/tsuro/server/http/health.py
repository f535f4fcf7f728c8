"""For whatever watches over a server: is it alive, is it ready, and how is it?"""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from typing import Final

from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from tsuro.server.hall import Hall
from tsuro.server.http.endpoint import problem
from tsuro.telling.refusals import Refusal

FORWARDED: Final = ("x-forwarded-for", "forwarded", "x-real-ip")
NOT_KEPT: Final = {"cache-control": "no-store"}


def routes(hall: Hall) -> list[Route]:
    """They answer to every host name: whoever watches knows a number rather than a name."""

    async def healthz(request: Request) -> Response:
        return PlainTextResponse("ok\n", headers=NOT_KEPT)

    async def readyz(request: Request) -> Response:
        await hall.store.try_again()
        reason = why_not_ready(hall)
        return PlainTextResponse(f"{reason or 'ready'}\n", 503 if reason else 200, headers=NOT_KEPT)

    async def metrics(request: Request) -> Response:
        if not may_watch(request, hall.settings.metrics_from, behind=hall.settings.trusted_proxies):
            hall.metrics.refused("foreign_watcher")
            return problem(Refusal("foreign_watcher", "Figures are not shown to this address."))
        return Response(hall.metrics.text(), media_type=CONTENT_TYPE_PLAIN_0_0_4, headers=NOT_KEPT)

    return [
        Route("/healthz", healthz, methods=["GET"]),
        Route("/readyz", readyz, methods=["GET"]),
        Route("/metrics", metrics, methods=["GET"]),
    ]


def why_not_ready(hall: Hall) -> str | None:
    """One sentence, or None if somebody may be sent here."""
    if not hall.ready:
        return "Games are still being taken up."
    if hall.store.failing:
        return "The last write to the disk failed."
    return None


def may_watch(request: Request, allowed: Sequence[str], *, behind: Sequence[str]) -> bool:
    """The machine itself and whom the operator names; nobody whom an unknown proxy sent."""
    if not behind and any(name in request.headers for name in FORWARDED):
        return False
    try:
        address = ipaddress.ip_address(request.client.host if request.client else "")
    except ValueError:
        return False
    return address.is_loopback or any(address in ipaddress.ip_network(each) for each in allowed)
