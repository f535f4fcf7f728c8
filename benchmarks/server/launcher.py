"""A server of whichever version of the package is first on the path, for a program that loads it.

It says in one JSON line where it listens, and then obeys its standard input: `reset` and `report`,
each answered by one JSON line. When the input ends, so does the server: who started it has gone.
The settings are those of `tsuro serve --no-limits`, but nothing is prepared behind the scenes.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import importlib.util
import json
import os
import resource
import signal
import socket
import sys
import threading
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import uvicorn

from benchmarks.server.watch import Watch

HOST: Final = "127.0.0.1"
PATIENCE: Final = 10
"""Seconds to end in, once nobody is left to ask for it."""


@dataclass(frozen=True)
class Standing:
    """How much the process holds."""

    resident: int
    objects: int
    """Those that the collector looks at."""
    frozen: int

    @classmethod
    def now(cls) -> Standing:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        resident = pages * os.sysconf("SC_PAGE_SIZE")
        return cls(resident, len(gc.get_objects()), gc.get_freeze_count())


class Server(uvicorn.Server):
    """Says when it is ready."""

    def __init__(self, config: uvicorn.Config, port: int, watch: Watch | None) -> None:
        super().__init__(config)
        self._port = port
        self._watch = watch
        self._began: Standing | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._watch is not None:
            self._watch.start()
        gc.collect()
        self._began = Standing.now()
        threading.Thread(target=self._obey, name="orders", daemon=True).start()
        package = importlib.import_module("tsuro").__file__
        answer(host=HOST, port=self._port, protocol=protocol(), package=package)

    def _obey(self) -> None:
        for line in sys.stdin:
            if line.strip() == "report":
                answer(**self._report())
            else:
                if self._watch is not None:
                    self._watch.reset()
                answer(reset=True)
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(PATIENCE)
        os._exit(1)

    def _report(self) -> dict[str, Any]:
        assert self._began is not None
        held = self._watch.report() if self._watch is not None else {}
        return {
            **held,
            "began": vars(self._began),
            "ended": vars(Standing.now()),
            "thresholds": gc.get_threshold(),
        }


def answer(**fields: object) -> None:
    print(json.dumps(fields), flush=True)


def protocol() -> int:
    """Which version is spoken; its module has moved since version 1."""
    moved = importlib.util.find_spec("tsuro.telling") is not None
    module = importlib.import_module(f"tsuro.{'telling' if moved else 'server'}.messages")
    number: int = module.PROTOCOL
    return number


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", required=True, help="the folder of the database, or :memory:")
    parser.add_argument("--watch", action="store_true", help="look for what holds the loop up")
    parser.add_argument("--core", type=int, help="the only core to run on")
    options = parser.parse_args()
    if options.core is not None:
        os.sched_setaffinity(0, {options.core})
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    from tsuro.server import run
    from tsuro.server.app import create_app
    from tsuro.server.settings import UNLIMITED

    limits = replace(UNLIMITED, connections_per_table=1_000_000)
    # Earlier versions were told the folder, and made the file's name themselves.
    database = run.games_in(options.data, None) if hasattr(run, "games_in") else options.data
    settings = replace(run.settings_for(HOST, database, limits=limits), prepare=False)
    listener = run.bind(HOST, 0, search=False)
    config = run.server_config(create_app(settings), settings)
    watch = Watch() if options.watch else None
    Server(config, listener.getsockname()[1], watch).run(sockets=[listener])


if __name__ == "__main__":
    main()
