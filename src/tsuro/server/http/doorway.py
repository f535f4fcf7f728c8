"""Connections before they are anything: few from each address, and none for long without a word."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Sequence
from ipaddress import ip_address, ip_network
from typing import Any, ClassVar, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tsuro.server.clock import Alarm, Timekeeper
from tsuro.server.http.security import LEAST_WAIT, UNKNOWN, Budget, plain, whose
from tsuro.server.settings import Limits

SPARE_FILES: Final = 128
"""Descriptors for the database, the page, worker processes and listeners."""
MOST_FILES: Final = 65_536
TIE: Final = "_read_ready_cb"
_SOUND: Final = re.compile(rb"[\t\x20-\x7e\x80-\xff]*")


class Door:
    """Everybody who is connected without a socket of a table: asking, or saying nothing.

    Where there is no room, whoever has stood there longest goes: a person asks and is answered in a
    moment, so the one who waits is hardly ever one.
    """

    def __init__(self, limits: Limits, time: Timekeeper, *, proxies: Sequence[str] = ()) -> None:
        """`proxies` are addresses and networks that many people come from."""
        self._proxies = [ip_network(each) for each in proxies]
        self.time = time
        self.seconds = limits.request_seconds
        self._limits = limits
        self._standing: OrderedDict[Doorway, str] = OrderedDict()
        self._by_address: dict[str, OrderedDict[Doorway, None]] = {}
        self._arrivals: OrderedDict[str, Budget] = OrderedDict()
        self.shown_out = 0
        """How many had to go because there was no room."""
        self.delayed = 0
        """How many came too often from one address and were heard later."""

    def __len__(self) -> int:
        return len(self._standing)

    def wait(self, address: str) -> float:
        """Seconds until somebody is heard who comes from an address; a proxy comes for many."""
        if self._is_proxy(address):
            return 0.0
        now, caller = self.time.now(), whose(address)
        budget = self._arrivals.get(caller)
        if budget is None:
            budget = self._arrivals[caller] = Budget(self._limits.arrivals, now)
        self._arrivals.move_to_end(caller)
        if len(self._arrivals) > self._limits.addresses:
            self._arrivals.popitem(last=False)
        return 0.0 if budget.spend(now) else max(LEAST_WAIT, budget.wait(now, 1))

    def enter(self, guest: Doorway, address: str) -> None:
        caller = whose(address)
        own = self._by_address.setdefault(caller, OrderedDict())
        self._standing[guest] = caller
        own[guest] = None
        if len(own) > self._limits.standing_per_address and not self._is_proxy(address):
            self._show_out(next(iter(own)))
        elif len(self._standing) > self._limits.standing:
            self._show_out(next(iter(self._standing)))

    def _is_proxy(self, address: str) -> bool:
        if not self._proxies or address == UNKNOWN:
            return False
        return any(ip_address(address) in network for network in self._proxies)

    def leave(self, guest: Doorway) -> None:
        caller = self._standing.pop(guest, None)
        if caller is not None:
            own = self._by_address[caller]
            del own[guest]
            if not own:
                del self._by_address[caller]

    def _show_out(self, guest: Doorway) -> None:
        self.shown_out += 1
        self.leave(guest)
        guest.transport.abort()


class Doorway(H11Protocol):
    """A connection that speaks HTTP: head and body of a request have to come in time."""

    door: ClassVar[Door]
    _hurry: Alarm | None = None
    _turn: Alarm | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.client = _plain_client(self.client)
        address = UNKNOWN if self.client is None else self.client[0]
        self.door.enter(self, address)
        self._expect()
        self._come_in(address)

    def _come_in(self, address: str) -> None:
        """Be heard, at once or later: whoever is sent away only comes again at once."""
        seconds = self.door.wait(address)
        if seconds <= 0:
            self._turn = None
            self.transport.resume_reading()
            return
        if self._turn is None:
            self.door.delayed += 1
            self.transport.pause_reading()
        time = self.door.time
        self._turn = time.call_at(time.now() + seconds, lambda: self._come_in(address))

    def connection_lost(self, exc: Exception | None) -> None:
        self._relax()
        if self._turn is not None:
            self._turn.cancel()
        self.door.leave(self)
        super().connection_lost(exc)
        _untie(self.transport)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self.transport.get_protocol() is not self or self._is_complete():
            self._relax()
        elif self._hurry is None:
            self._expect()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._relax()
        if not all(_SOUND.fullmatch(value) for _, value in self.headers):
            # The reader of handshakes gives up on such headers without closing the connection.
            self.send_400_response("Invalid HTTP request received.")
            return
        self.door.leave(self)
        super().handle_websocket_upgrade(event)

    def _is_complete(self) -> bool:
        """Whether nothing is missing of what has been begun."""
        waits = self.conn.their_state is h11.IDLE and bool(self.conn.trailing_data[0])
        return not (waits or self.conn.their_state is h11.SEND_BODY)

    def _expect(self) -> None:
        end = self.door.time.now() + self.door.seconds
        self._hurry = self.door.time.call_at(end, self.transport.abort)

    def _relax(self) -> None:
        if self._hurry is not None:
            self._hurry.cancel()
            self._hurry = None


class Passage(WebSocketsSansIOProtocol):
    """A socket, which is told where somebody comes from in the same way."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.client = _plain_client(self.client)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        # Its reader of frames refers to itself, with all that is unread; so does what broke it.
        self.conn.parser.close()
        self.conn.parser_exc = None
        _untie(self.transport)


def _untie(transport: Any) -> None:
    """A transport of asyncio keeps one of its own methods, and so itself, until garbage is searched
    for, which a busy server does once an hour: whoever comes and goes without end would fill it."""
    if getattr(transport, TIE, None) is not None:
        setattr(transport, TIE, None)


def _plain_client(client: tuple[str, int] | None) -> tuple[str, int] | None:
    return None if client is None else (plain(client[0]), client[1])


def doorway(door: Door) -> type[Doorway]:
    """The protocol of one server's connections."""
    return type("Doorway", (Doorway,), {"door": door})


def room_for_connections() -> int | None:
    """Raise the number of descriptors as far as it goes; how many connections that is room for."""
    try:
        import resource
    except ImportError:  # Not every system has such limits.
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return max(1, min(soft, MOST_FILES) - SPARE_FILES)
