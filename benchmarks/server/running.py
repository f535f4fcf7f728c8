"""Servers of two commits, started and ended by a program that loads them."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from benchmarks.commits import ROOT, full_name, unpacked

DATA: Final = ROOT / "build" / "server_load"
"""On the disk of the sources: the folder for temporary files may be in memory."""
PATIENCE: Final = 15
"""Seconds a server has to end."""
SPARE_FILES: Final = 100
"""Files that either side needs besides the sockets."""


@dataclass(frozen=True)
class Side:
    """One of the versions that are compared."""

    title: str
    python: Path
    source: Path


def side_of(commit: str | None, environment: Path | None) -> Side:
    """A commit, or without one the working tree; the same packages around it unless told others."""
    python = Path(sys.executable) if environment is None else _interpreter(environment)
    if commit is None:
        return Side("working tree", python, ROOT / "src")
    return Side(full_name(commit)[:9], python, unpacked(commit))


def _interpreter(environment: Path) -> Path:
    python = environment / "bin" / "python" if environment.is_dir() else environment
    if not python.exists():
        raise SystemExit(f"There is no interpreter {python}; name a .venv or a python.")
    return python.absolute()


class ServerEnded(Exception):
    """Nobody has asked it to."""


@dataclass
class Server:
    """A server in a process of its own."""

    process: subprocess.Popen[str]
    host: str
    port: int
    protocol: int

    @property
    def origin(self) -> str:
        return f"http://{self.host}:{self.port}"

    def processor_seconds(self) -> float:
        return processor_seconds(self.process.pid)

    def resident(self) -> int:
        """Bytes in memory."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    async def order(self, word: str) -> dict[str, Any]:
        """`reset` or `report`; the sockets go on being read meanwhile."""
        return await asyncio.to_thread(_asked, self.process, word)


def processor_seconds(process: int) -> float:
    """All the CPU time that a process has used, in all its threads."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _asked(process: subprocess.Popen[str], word: str) -> dict[str, Any]:
    assert process.stdin is not None
    process.stdin.write(f"{word}\n")
    process.stdin.flush()
    return _line(process)


def _line(process: subprocess.Popen[str]) -> dict[str, Any]:
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        raise ServerEnded
    found: dict[str, Any] = json.loads(line)
    return found


@contextmanager
def running(side: Side, *, watch: bool = False) -> Iterator[Server]:
    """A server of one side, with an empty database on disk and a core for itself."""
    DATA.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=DATA) as folder:
        command = [str(side.python), "-P", "-m", "benchmarks.server.launcher", "--data", folder]
        command += ["--watch"] if watch else []
        if (cores := _cores()) is not None:
            command += ["--core", str(cores[0])]
            os.sched_setaffinity(0, {cores[1]})
        paths = os.pathsep.join([str(side.source), str(ROOT)])
        said = Path(folder) / "said.txt"
        process = subprocess.Popen(
            command,
            env={**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=said.open("w"),
            text=True,
            start_new_session=True,
        )
        try:
            ready = _line(process)
            if not Path(ready["package"]).is_relative_to(side.source):
                raise SystemExit(f"{side.python} took tsuro from {ready['package']}.")
            yield Server(process, ready["host"], ready["port"], ready["protocol"])
        except ServerEnded:
            raise SystemExit(f"The server of {side.title} ended:\n{said.read_text()}") from None
        finally:
            end(process)
            if cores is not None:
                os.sched_setaffinity(0, set(cores))


def _cores() -> tuple[int, ...] | None:
    """One for the server, and the next for its players; None if there is no choice."""
    if not hasattr(os, "sched_setaffinity"):
        return None
    cores = tuple(sorted(os.sched_getaffinity(0)))
    return cores if len(cores) > 1 else None


def end(process: subprocess.Popen[str]) -> None:
    """Ask a server to end; one that does not is killed, with its children."""
    process.terminate()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()


def room_for_sockets() -> int:
    """How many sockets this process and the server may each open, once all that is allowed is."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most - SPARE_FILES
