"""The page without a server, handed out as plain files under a path of its own."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

PLACE: Final = "games/tsuro"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Nobody reads it."""


@dataclass
class Files:
    """A folder behind an address; `cut` takes it away from everybody."""

    root: Path
    server: ThreadingHTTPServer

    @property
    def site(self) -> Path:
        return self.root / PLACE

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}/{PLACE}/"

    def cut(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@contextmanager
def handed_out(root: Path) -> Iterator[Files]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(root)))
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    files = Files(root, server)
    try:
        yield files
    finally:
        files.cut()
        thread.join()
