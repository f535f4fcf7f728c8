"""A WebSocket as tables use it: whole messages in, bytes out, and as little as can be between.

uvicorn hands each frame on by a queue, a task and a dictionary, and stops reading until somebody
has taken it. Here whoever listens is called with the message at once, and what is written goes
straight to the transport. All the rest is uvicorn's: the handshake, pings, closing, and frames
that come in pieces or are wrong.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final, Protocol, cast

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import State

from tsuro.server.http.doorway import plain_client, untie
from tsuro.server.play.attachment import Parcel

EXTENSION: Final = "tsuro.frames"
"""Where an application finds the connection in its scope."""
TEXT: Final = 0x81
"""The first byte of a text that is one frame."""
MASKED: Final = 0x80
SHORT, LONG = 126, 127
"""In the place of a length: that two, or eight, bytes follow which tell it."""
MASK_BYTES: Final = 4


class Listener(Protocol):
    def heard(self, message: str | bytes) -> None:
        """A message came; bytes where it is not a text."""

    def writable(self) -> None:
        """What waits can be written now."""

    def gone(self) -> None:
        """Nothing more comes."""


class Silent:
    """A transport on which nothing is said: the client has been answered long ago."""

    def __init__(self, transport: Any) -> None:
        self._transport = transport

    def write(self, data: bytes) -> None: ...

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


class Frames(WebSocketsSansIOProtocol):
    _listener: Listener | None = None
    remembers: ClassVar[bool] = False
    """Whether connections may be handed over, which takes the request that they began with."""
    _head: bytes | None = None
    _real: Any = None
    """The transport, while nothing is to be said on it."""
    continued: Parcel | None = None
    """What was known of a connection that another process began."""

    @classmethod
    def of(cls, scope: Scope) -> Frames:
        """Taken out of the scope: as it holds that, both would wait for a search of garbage."""
        return cast(Frames, scope["extensions"].pop(EXTENSION))

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.client = plain_client(self.client)
        if self.continued is not None:
            self._begin_again(self.continued.head)

    @classmethod
    def go_on_with(cls, parcel: Parcel, **made: Any) -> Frames:
        """A connection that another process began: the handshake is gone through in silence."""
        frames = cls(**made)
        frames.continued = parcel
        return frames

    def _begin_again(self, head: bytes) -> None:
        self._real = self.transport
        self.transport = cast(Any, Silent(self._real))
        self.data_received(head)

    async def run_asgi(self) -> None:
        cast(dict[str, Any], self.scope["extensions"])[EXTENSION] = self
        await super().run_asgi()

    def listen(self, listener: Listener) -> None:
        """Tell somebody what comes, beginning with what came too early."""
        self._listener = listener
        if self._real is not None:
            self.transport, self._real = self._real, None
        while not self.queue.empty():
            event = self.queue.get_nowait()
            if event["type"] == "websocket.disconnect":
                listener.gone()
            elif event["type"] == "websocket.receive":
                text = event.get("text")
                listener.heard(event.get("bytes") or b"" if text is None else text)
        self.go_on()

    @property
    def calm(self) -> bool:
        """Whether nothing is half said or half heard, so that it can be handed over as it is."""
        waits: int = self.transport.get_write_buffer_size()
        return not (waits or self._is_amid() or self.transport.is_closing())

    @property
    def handle(self) -> int:
        """The connection's file descriptor."""
        number: int = self.transport.get_extra_info("socket").fileno()
        return number

    @property
    def head(self) -> bytes:
        return self._head or b""

    def let_go(self) -> None:
        """Forget the connection without a word: it is another process's now."""
        self._listener = None
        self.stop_keepalive()
        self.close_sent = True
        self.transport.abort()

    def ignore(self) -> None:
        """Tell nobody any more."""
        self._listener = None

    @property
    def free(self) -> bool:
        """Whether the transport takes more at once."""
        return self.writable.is_set()

    def write(self, message: bytes) -> None:
        """Send a text; to whoever has gone nothing is sent."""
        if self.conn.state is State.OPEN:
            self.transport.write(head_of(message) + message)

    def pause(self) -> None:
        """Let what comes wait in the network."""
        if not (self.read_paused or self.transport.is_closing()):
            self.read_paused = True
            self.transport.pause_reading()

    def go_on(self) -> None:
        if self.read_paused and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()

    def data_received(self, data: bytes) -> None:
        if self.remembers and self._head is None:
            self._head = data
        listener, text = self._listener, None
        if listener is not None and not self._is_amid():
            text = text_of(data, self.config.ws_max_size)
        if listener is None or text is None:
            super().data_received(data)
        else:
            listener.heard(text)

    def _is_amid(self) -> bool:
        """Whether a frame or a message has been begun, or none may come any more."""
        conn = self.conn
        amid = conn.reader.buffer or conn.current_size is not None
        return bool(amid) or conn.state is not State.OPEN

    def send_receive_event_to_app(self) -> None:
        if self._listener is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        data = b"".join(self.frames)
        message: str | bytes = data
        if self.curr_msg_data_type == "text":
            try:
                message = data.decode()
            except UnicodeDecodeError:
                super().send_receive_event_to_app()  # It closes the connection, and says why.
                return
        self.frames = []
        self._listener.heard(message)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._listener is not None:
            self._listener.writable()

    def handle_close(self, event: Frame) -> None:
        super().handle_close(event)
        self._tell_gone()

    def handle_parser_exception(self) -> None:
        super().handle_parser_exception()
        self._tell_gone()

    def shutdown(self) -> None:
        super().shutdown()
        self._tell_gone()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        # Its reader of frames refers to itself, with all that is unread; so does what broke it.
        self.conn.parser.close()
        self.conn.parser_exc = None
        untie(self.transport)
        self._tell_gone()

    def _tell_gone(self) -> None:
        if self._listener is not None:
            self._listener.gone()


def head_of(message: bytes) -> bytes:
    """What stands before the text of a frame."""
    size = len(message)
    if size < SHORT:
        return bytes((TEXT, size))
    if size < 1 << 16:
        return bytes((TEXT, SHORT)) + size.to_bytes(2, "big")
    return bytes((TEXT, LONG)) + size.to_bytes(8, "big")


def text_of(data: bytes, most: int) -> str | None:
    """The text of one whole frame of a client, as nearly all data are; None of anything else."""
    if len(data) < 2 + MASK_BYTES or data[0] != TEXT:
        return None
    size, start = data[1] - MASKED, 2 + MASK_BYTES
    if size == SHORT:
        size, start = int.from_bytes(data[2:4], "big"), start + 2
    elif not 0 <= size < SHORT:
        return None
    if len(data) != start + size or size > most:
        return None
    try:
        return unmasked(data[start:], data[start - MASK_BYTES : start]).decode()
    except UnicodeDecodeError:
        return None


def unmasked(masked: bytes, mask: bytes) -> bytes:
    size = len(masked)
    repeated = (mask * (size // MASK_BYTES + 1))[:size]
    return (int.from_bytes(masked, "big") ^ int.from_bytes(repeated, "big")).to_bytes(size, "big")
