"""What keeps strangers out: hosts, origins, budgets per address, and headers on every answer."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tsuro.server.clock import Timekeeper
from tsuro.server.settings import Limits, Rate
from tsuro.telling.refusals import Refusal

CONTENT_POLICY: Final = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self' ws: wss:; worker-src 'self'; "
    "manifest-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS: Final[Mapping[str, str]] = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class Guard:
    """Decides whether a request may come in at all."""

    def __init__(self, hosts: frozenset[str] | None) -> None:
        self._hosts = hosts

    def check_host(self, headers: Headers) -> None:
        """A name that is not ours points here only by a trick (DNS rebinding)."""
        if self._hosts is not None and _without_port(headers.get("host", "")) not in self._hosts:
            raise Refusal("foreign_host", "This server does not answer to that name.")

    def check_origin(self, headers: Headers, *, needed: bool) -> None:
        """Pages of other sites must not act for a player whose browser visits them."""
        origin = headers.get("origin")
        if origin is None:
            if needed:
                raise Refusal("foreign_origin", "Requests with a cookie must name their origin.")
            return
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or parts.netloc != headers.get("host"):
            raise Refusal("foreign_origin", "Requests from other sites are refused.")


def _without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdigit() else host).lower()


def address_of(scope: Scope) -> str:
    """Whom a budget belongs to: an address, or the network of an IPv6 subscriber."""
    client = scope.get("client")
    if not client:
        return "unknown"
    try:
        address = ipaddress.ip_address(client[0])
    except ValueError:
        return "unknown"
    if address.version == 6:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


class Budget:
    """A token bucket."""

    __slots__ = ("_left", "_rate", "_since")

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate = rate
        self._left = rate.burst
        self._since = now

    def spend(self, now: float) -> bool:
        """Whether there was something left."""
        refilled = self._left + (now - self._since) * self._rate.per_second
        self._left = min(self._rate.burst, refilled)
        self._since = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Budgets:
    """Budgets by address and purpose; the addresses heard from longest ago are forgotten."""

    def __init__(self, limits: Limits, time: Timekeeper) -> None:
        self._limits = limits
        self._time = time
        self._budgets: OrderedDict[tuple[str, str], Budget] = OrderedDict()
        self._connections: dict[str, int] = {}

    def spend(self, address: str, purpose: str) -> None:
        rate: Rate = getattr(self._limits, purpose)
        key = (address, purpose)
        budget = self._budgets.get(key)
        if budget is None:
            budget = self._budgets[key] = Budget(rate, self._time.now())
        self._budgets.move_to_end(key)
        if len(self._budgets) > self._limits.addresses:
            self._budgets.popitem(last=False)
        if not budget.spend(self._time.now()):
            raise Refusal("too_many_requests", f"Too many {purpose} from your address; wait.")

    def connect(self, address: str) -> None:
        count = self._connections.get(address, 0)
        if count >= self._limits.connections_per_address:
            raise Refusal("too_many_connections", "Too many connections from your address.")
        self._connections[address] = count + 1

    def disconnect(self, address: str) -> None:
        left = self._connections[address] - 1
        if left:
            self._connections[address] = left
        else:
            del self._connections[address]


class SafeHeaders:
    """Adds the headers that every answer carries; what a route has set itself stays."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, send_safely)
