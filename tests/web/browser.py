"""Starts what the page needs for tests: the built page, a server and Chromium."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Playwright

from tools.find_browser import NONE, find_browser

ROOT = Path(__file__).resolve().parent.parent.parent
ARTEFACTS = ROOT / "build" / "screens"
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


@contextmanager
def running_server(*arguments: str) -> Iterator[str]:
    """The address of a server of its own, with a data base that it forgets."""
    command = [sys.executable, "-m", "tsuro", "serve", "--port", "0", "--no-open", "--no-limits"]
    if "--data" not in arguments:
        command += ["--data", ":memory:"]
    with subprocess.Popen(
        [*command, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().strip().rstrip("/")
        finally:
            server.terminate()


def launch(playwright: Playwright) -> Browser:
    found = find_browser(playwright)
    if found is None:
        raise RuntimeError(NONE)
    return playwright.chromium.launch(
        executable_path=found, args=list(FLAGS), chromium_sandbox=False
    )
