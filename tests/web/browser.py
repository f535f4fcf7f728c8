"""Starts what the page needs for tests: the built page, a server and Chromium."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Playwright

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
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NO_BROWSER = (
    "no Chromium for the page's tests: run `sudo apt-get install -y chromium` on Debian or Ubuntu, "
    f"else `{sys.executable} -m playwright install chromium`"
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


def find_chromium(playwright: Playwright) -> str:
    """The system's Chromium, playwright's own, or one that is installed now."""
    found = _installed(playwright)
    if found is None and hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        subprocess.run(["apt-get", "install", "-y", "-qq", "chromium"], check=False)
        found = _installed(playwright)
    if found is None:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)
        found = _installed(playwright)
    if found is None:
        raise RuntimeError(NO_BROWSER)
    return found


def _installed(playwright: Playwright) -> str | None:
    for name in CHROMIUMS:
        path = shutil.which(name)
        if path is not None:
            return path
    own = playwright.chromium.executable_path
    return own if Path(own).is_file() else None


def launch(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(
        executable_path=find_chromium(playwright), args=list(FLAGS), chromium_sandbox=False
    )
