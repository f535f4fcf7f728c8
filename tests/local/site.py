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
WORKER: Final = "assets/worker-*.js"
LUCK: Final = """{
  let state = 0;
  for (const letter of self.name) state = (Math.imul(state, 31) + letter.charCodeAt(0)) | 0;
  crypto.getRandomValues = (array) => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let place = 0; place < bytes.length; place++) {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      bytes[place] = mixed >>> 14;
    }
    return array;
  };
}
"""
"""Put before the worker: its luck, with which Python deals and bots decide, hangs on its name."""
NAMED: Final = """(() => {
  const Nameless = Worker;
  globalThis.Worker = class extends Nameless {
    constructor(address, options) {
      const before = Number(localStorage.getItem("workers") ?? 0);
      localStorage.setItem("workers", before + 1);
      super(address, { ...options, name: `worker ${before + 1} of a browser` });
    }
  };
})()"""
"""Names the workers of a browser, each by its number: run before the page."""


def take_luck_from_names(site: Path) -> None:
    """Let every run play the same games: by bad luck, a bot could end one before its test does."""
    (worker,) = site.glob(WORKER)
    worker.write_text(LUCK + worker.read_text(encoding="utf-8"), encoding="utf-8")


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
