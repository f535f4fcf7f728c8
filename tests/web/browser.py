"""Starts what the page needs for tests: the built page, a server and Chromium."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Playwright

from tools.find_browser import NONE, find_browser

ROOT = Path(__file__).resolve().parent.parent.parent
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def build_page() -> None:
    """The page as its sources are now; does nothing if it is up to date."""
    subprocess.run([sys.executable, str(ROOT / "tools" / "build_web.py")], check=True)


@dataclass(frozen=True)
class Running:
    """A server in a process of its own."""

    address: str
    process: subprocess.Popen[str]

    def take_luck_of(self, name: str) -> None:
        """From now on tiles, dice and bots do what they did whenever this name was given."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{name}\n")
        self.process.stdin.flush()
        said = self.process.stdout.readline()
        assert said == f"{name}\n", f"the server said {said!r}"


@contextmanager
def running_server(*arguments: str) -> Iterator[Running]:
    """A server with a data base that it forgets, and with luck of our own."""
    command = [sys.executable, "-m", "tests.web.lucky_server", "serve"]
    command += ["--port", "0", "--no-open", "--no-limits"]
    if "--data" not in arguments:
        command += ["--data", ":memory:"]
    with subprocess.Popen(
        [*command, *arguments],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        assert server.stdout is not None
        try:
            yield Running(server.stdout.readline().strip().rstrip("/"), server)
        finally:
            server.terminate()


def launch(playwright: Playwright) -> Browser:
    found = find_browser(playwright)
    if found is None:
        raise RuntimeError(NONE)
    return playwright.chromium.launch(
        executable_path=found, args=list(FLAGS), chromium_sandbox=False
    )
