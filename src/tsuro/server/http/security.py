"""What keeps strangers out: hosts, origins, budgets per address, and headers on every answer."""

from __future__ import annotations

import ipaddress
import math
import re
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Mapping
from heapq import nlargest
from operator import itemgetter
from typing import Final

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tsuro.server.clock import Timekeeper, pause
from tsuro.server.settings import Limits, Rate
from tsuro.telling.refusals import Refusal

CONTENT_POLICY: Final = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'{sockets}; worker-src 'self'; "
    "manifest-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HOST: Final = re.compile(r"[a-z0-9._-]+(:\d{1,5})?|\[[0-9a-f:.]+\](:\d{1,5})?", re.IGNORECASE)
"""A name or an address as browsers write it."""
HEADERS: Final[Mapping[str, str]] = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
STRICT: Final[Mapping[str, str]] = {"strict-transport-security": "max-age=31536000"}
"""Where the public address is https: browsers are to come by no other way for a year."""
UNKNOWN: Final = "unknown"
"""Everybody whose address cannot be told."""
MAPPED: Final = "::ffff:"
LEAST_WAIT: Final = 0.01
"""Seconds: numbers that are rounded must not have anybody ask again at once."""


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
        # Compared as text: reading an address that somebody made up has its own ways to fail.
        scheme, _, host = origin.partition("://")
        if scheme not in ("http", "https") or host != headers.get("host"):
            raise Refusal("foreign_origin", "Requests from other sites are refused.")


def content_policy(host: str) -> str:
    """What a page may load; older browsers have to be told that its sockets are its own."""
    sockets = f" ws://{host} wss://{host}" if HOST.fullmatch(host) else ""
    return CONTENT_POLICY.format(sockets=sockets)


def _without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdigit() else host).lower()


def address_of(scope: Scope) -> str:
    """Whom the budget of a request belongs to."""
    client = scope.get("client")
    return whose(client[0]) if client else UNKNOWN


def whose(text: str) -> str:
    """Whom a budget belongs to: an address, or the network of an IPv6 subscriber."""
    try:
        address = ipaddress.ip_address(plain(text))
    except ValueError:
        return UNKNOWN
    if address.version == 6:
        return str(ipaddress.IPv6Network((int(address), 64), strict=False))
    return str(address)


def plain(text: str) -> str:
    """An IPv4 address as itself, also where a listener for both kinds shows it as one of IPv6."""
    return text[len(MAPPED) :] if text.lower().startswith(MAPPED) and "." in text else text


class Budget:
    """A token bucket."""

    __slots__ = ("_left", "_rate", "_since")

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate = rate
        self._left = rate.burst
        self._since = now

    def spend(self, now: float, cost: float = 1) -> bool:
        """Whether there was enough left."""
        if self.wait(now, cost) > 0:
            return False
        self._left -= cost
        return True

    def lower(self, now: float, cost: float) -> None:
        """Something was spent elsewhere, perhaps more than was left."""
        self.wait(now, 0)
        self._left = max(-self._rate.burst, self._left - cost)

    def wait(self, now: float, cost: float) -> float:
        """Seconds until there is enough left; a full bucket is enough for anything."""
        refilled = self._left + (now - self._since) * self._rate.per_second
        self._left = min(self._rate.burst, refilled)
        self._since = now
        missing = min(cost, self._rate.burst) - self._left
        if missing <= 0:
            return 0.0
        return missing / self._rate.per_second if self._rate.per_second else math.inf


TOLD: Final = 500
"""Budgets that the other processes are told of: those that were used most."""
PURPOSES: Final = frozenset(
    ("calls", "requests", "sessions", "tables", "heavy", "studies", "talk", "waking")
)
_news: Final = msgspec.json.Encoder()
_heard: Final = msgspec.json.Decoder(list[tuple[str, str, float]])


class Budgets:
    """Budgets by address and purpose; the addresses heard from longest ago are forgotten."""

    def __init__(self, limits: Limits, time: Timekeeper) -> None:
        self._limits = limits
        self._time = time
        self._budgets: OrderedDict[tuple[str, str], Budget] = OrderedDict()
        self._connections: dict[str, int] = {}
        self.connected = 0
        """Sockets of all addresses."""
        self.shared = False
        """Whether other processes want to know what is spent here."""
        self._spent: defaultdict[tuple[str, str], float] = defaultdict(float)
        """What was spent here since the others were last told."""

    def news(self) -> bytes:
        """For the other processes: who has spent how much here since they were last told."""
        most = nlargest(TOLD, self._spent.items(), key=itemgetter(1))
        self._spent.clear()
        return _news.encode([(*key, cost) for key, cost in most])

    def hear(self, news: bytes) -> None:
        """Take off what was spent with another process."""
        now = self._time.now()
        for address, purpose, cost in _heard.decode(news or b"[]"):
            if purpose in PURPOSES:
                self._budget(address, purpose).lower(now, cost)

    def spend(self, address: str, purpose: str, cost: float = 1) -> None:
        if not self._budget(address, purpose).spend(self._time.now(), cost):
            raise Refusal("too_many_requests", f"Too many {purpose} from your address; wait.")
        self._note(address, purpose, cost)

    async def afford(self, address: str, purpose: str, cost: float) -> None:
        """Spend something as soon as there is enough left; nobody else waits meanwhile."""
        while not (budget := self._budget(address, purpose)).spend(self._time.now(), cost):
            now = self._time.now()
            await pause(self._time, now + max(LEAST_WAIT, budget.wait(now, cost)))
        self._note(address, purpose, cost)

    def _note(self, address: str, purpose: str, cost: float) -> None:
        if self.shared:
            self._spent[address, purpose] += cost

    def _budget(self, address: str, purpose: str) -> Budget:
        key = (address, purpose)
        budget = self._budgets.get(key)
        if budget is None:
            rate: Rate = getattr(self._limits, purpose)
            budget = self._budgets[key] = Budget(rate, self._time.now())
        self._budgets.move_to_end(key)
        if len(self._budgets) > self._limits.addresses:
            self._budgets.popitem(last=False)
        return budget

    def connect(self, address: str) -> None:
        if self.connected >= self._limits.connections:
            raise Refusal("too_many_connections", "The server is full; try again later.")
        count = self._connections.get(address, 0)
        if count >= self._limits.connections_per_address:
            raise Refusal("too_many_connections", "Too many connections from your address.")
        self._connections[address] = count + 1
        self.connected += 1

    def refuse_onlookers_if_crowded(self) -> None:
        """What is left is kept for people with a seat."""
        limits = self._limits
        if self.connected > limits.connections * (1 - limits.reserved):
            raise Refusal(
                "too_many_connections", "The server is full; only players can come in now."
            )

    def disconnect(self, address: str) -> None:
        self.connected -= 1
        left = self._connections[address] - 1
        if left:
            self._connections[address] = left
        else:
            del self._connections[address]


class Turnstile:
    """Counts whatever an address asks for: who asks without end is answered later.

    Whoever is refused at once asks again at once; who waits does not, and only so many may wait.
    """

    def __init__(self, app: ASGIApp, *, budgets: Budgets, most: int, refused: ASGIApp) -> None:
        self._app = app
        self._budgets = budgets
        self._most = most
        self._refused = refused
        self._waiting: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or await self._passed(address_of(scope)):
            await self._app(scope, receive, send)
        else:
            await self._refused(scope, receive, send)

    async def _passed(self, address: str) -> bool:
        if self._waiting[address] >= self._most:
            return False
        self._waiting[address] += 1
        try:
            await self._budgets.afford(address, "calls", 1)
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address]
        return True


class SafeHeaders:
    """Adds the headers that every answer carries; what a route has set itself stays."""

    def __init__(self, app: ASGIApp, *, secure: bool = False) -> None:
        self._app = app
        self._headers = {**HEADERS, **STRICT} if secure else HEADERS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        policy = content_policy(Headers(scope=scope).get("host", ""))

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
                headers.setdefault("content-security-policy", policy)
            await send(message)

        await self._app(scope, receive, send_safely)
