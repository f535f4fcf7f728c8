"""Servers as operators start them: `tsuro serve`, one process or several, on either database."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from benchmarks.commits import ROOT
from benchmarks.server.running import processor_seconds
from tests.support.postgres import Postgres

DATA: Final = ROOT / "build" / "scale"
"""On the disk of the sources: the folder for temporary files may be in memory."""
READY: Final = 120
"""Seconds in which a server has to be ready, however busy the machine is."""
COMMAND: tuple[str, ...] = (
    sys.executable,
    "-P",
    "-m",
    "tsuro",
    "serve",
    "--no-open",
    "--no-limits",
)


@dataclass
class Site:
    """A running `tsuro serve`."""

    process: subprocess.Popen[str]
    port: int
    log: Path
    host: str = "127.0.0.1"
    protocol: int = 2

    @property
    def origin(self) -> str:
        return f"http://{self.host}:{self.port}"

    @property
    def pids(self) -> list[int]:
        """The processes that serve: the workers if there are any, else the one."""
        found = children(self.process.pid)
        workers = [pid for pid in found if "--as-worker" in command_of(pid)]
        return workers or [self.process.pid]

    def processor_seconds(self) -> float:
        return sum(processor_seconds(pid) for pid in self.pids)

    def is_ready(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.origin}/readyz", timeout=2) as answer:
                return bool(answer.status == 200)
        except (OSError, urllib.error.URLError):
            return False

    def wait_ready(self, workers: int | None) -> None:
        end = time.monotonic() + READY
        while not self.is_ready() or (workers is not None and len(self.pids) < workers):
            if time.monotonic() > end or self.process.poll() is not None:
                raise SystemExit(f"A server did not start:\n{self.log.read_text()}")
            time.sleep(0.05)

    def end(self, number: int = signal.SIGTERM) -> None:
        if self.process.poll() is None:
            self.process.send_signal(number)
            try:
                self.process.wait(60)
            except subprocess.TimeoutExpired:
                self.kill()
        if self.process.stdout is not None:
            self.process.stdout.close()

    def kill(self) -> None:
        """All of it, at once."""
        for pid in (*children(self.process.pid), self.process.pid):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()


def children(pid: int) -> list[int]:
    path = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(each) for each in path.read_text().split()] if path.exists() else []


def command_of(pid: int) -> str:
    path = Path(f"/proc/{pid}/cmdline")
    try:
        return path.read_text().replace("\0", " ")
    except OSError:
        return ""


def start(
    *options: str,
    workers: int | None = None,
    port: int = 0,
    within: Sequence[str] = (),
    log: Path | None = None,
    host: str = "127.0.0.1",
) -> Site:
    """A server that is ready; `within` is a command it is started by, such as one of `ip netns`."""
    DATA.mkdir(parents=True, exist_ok=True)
    log = log or Path(tempfile.mkstemp(dir=DATA, suffix=".log")[1])
    also = () if workers is None else ("--workers", str(workers))
    paths = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    process = subprocess.Popen(
        (*within, *COMMAND, "--host", host, "--port", str(port), *also, *options),
        env={**os.environ, "PYTHONPATH": paths},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=log.open("a"),
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    link = process.stdout.readline().strip()
    if not link:
        raise SystemExit(f"A server did not start:\n{log.read_text()}")
    site = Site(process, int(link.rstrip("/").rpartition(":")[2]), log, host)
    if not within:
        site.wait_ready(workers)
    return site


@dataclass
class Kind:
    """A way to serve games."""

    title: str
    workers: int | None = None
    postgres: bool = False
    more: tuple[str, ...] = field(default=())


@contextmanager
def serving(kind: Kind, database: Postgres | None) -> Iterator[Site]:
    """A site with no games in it yet."""
    DATA.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        if kind.postgres:
            assert database is not None
            where = ("--database", database.database())
        else:
            where = ("--data", stack.enter_context(tempfile.TemporaryDirectory(dir=DATA)))
        site = start(*where, *kind.more, workers=kind.workers)
        stack.callback(site.end)
        yield site


@contextmanager
def private_postgres() -> Iterator[Postgres]:
    """On the same disk as SQLite's files, as safe as PostgreSQL is by itself."""
    DATA.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=DATA) as folder:
        Path(folder).chmod(0o755)
        database = Postgres(Path(folder) / "postgres")
        try:
            yield database
        finally:
            database.close()
