"""Requests about tables of another process are passed on to it, and its answer is passed back."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any, Final

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from tsuro.server.http.security import address_of
from tsuro.server.storage.store import Process
from tsuro.server.together.inside import FOR, SECRET
from tsuro.telling.refusals import Refusal

NOT_HERE: Final = 421
"""The status between processes that says: this table is not here."""
HEAD_BYTES: Final = 64 * 1024
PASSED_ON: Final = ("cookie", "authorization", "content-type", "host", "accept-language")
NOT_PASSED_BACK: Final = frozenset(
    {"connection", "keep-alive", "transfer-encoding", "date", "server", "content-length"}
)
PATIENCE: Final = 5.0
"""Seconds for an answer to begin."""


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: list[tuple[str, str]]
    body: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def parts(self) -> AsyncIterator[bytes]:
        try:
            while part := await self.body.read(64 * 1024):
                yield part
        finally:
            self.writer.close()


class Unanswered(Exception):
    """The other process is not there, or not where it was."""


class Forwarder:
    def __init__(self, machine: str) -> None:
        self._machine = machine
        self.secret = ""

    async def _opened(self, process: Process) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if process.machine == self._machine:
            return await asyncio.open_unix_connection(process.door, limit=HEAD_BYTES)
        host, _, port = process.relay.rpartition(":")
        if not host:
            raise Unanswered
        return await asyncio.open_connection(host.strip("[]"), int(port), limit=HEAD_BYTES)

    async def ask(
        self,
        process: Process,
        method: str,
        target: str,
        headers: dict[str, str],
        body: bytes = b"",
    ) -> Answer:
        """An answer's head, and the way to its body."""
        # Told of the older protocol, the other side marks the end by closing and nothing else.
        lines = [f"{method} {target} HTTP/1.0"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        lines += [f"{SECRET}: {self.secret}", f"content-length: {len(body)}", "", ""]
        writer = None
        try:
            async with asyncio.timeout(PATIENCE):
                reader, writer = await self._opened(process)
                writer.write("\r\n".join(lines).encode("latin-1") + body)
                await writer.drain()
                head = await reader.readuntil(b"\r\n\r\n")
        except (OSError, TimeoutError, EOFError, asyncio.LimitOverrunError) as error:
            if writer is not None:
                writer.close()
            raise Unanswered from error
        if head.split(maxsplit=2)[1] == str(NOT_HERE).encode():
            writer.close()
            raise Unanswered
        first, *rest = head.decode("latin-1").rstrip("\r\n").split("\r\n")
        found = [line.partition(":")[::2] for line in rest]
        pairs = [(name.strip().lower(), value.strip()) for name, value in found]
        return Answer(int(first.split()[1]), pairs, reader, writer)

    async def forward(self, process: Process, request: Request, body: bytes) -> Response:
        """The answer of the process that owns the table."""
        target = request.url.path
        if request.url.query:
            target += f"?{request.url.query}"
        headers = _passed_on(request.headers, address_of(request.scope))
        answer = await self.ask(process, request.method, target, headers, body)
        response = StreamingResponse(answer.parts(), answer.status)
        for name, value in answer.headers:
            if name not in NOT_PASSED_BACK:
                response.headers.append(name, value)
        return response

    async def call(self, process: Process, target: str, question: object) -> Any:
        """Ask another process something that is between processes."""
        headers = {"content-type": "application/json", "host": "inside"}
        body = json.dumps(question).encode()
        answer = await self.ask(process, "POST", target, headers, body)
        data = b"".join([part async for part in answer.parts()])
        if answer.status != 200:
            raise Unanswered
        return json.loads(data)


def _passed_on(headers: Headers, address: str) -> dict[str, str]:
    found = {name: headers[name] for name in PASSED_ON if name in headers}
    return {**found, FOR: address}


def gone() -> Refusal:
    return Refusal("table_moved", "The server of this table does not answer; try again.")
