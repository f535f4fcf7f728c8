"""The Chromium that the page is tested and photographed with; installs one if there is none.

    python tools/find_browser.py

`make test` calls this once before the tests: several test processes that find no browser at the
same moment would stand in each other's way installing it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Playwright, sync_playwright

NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
"""The first draws no windows that nobody sees, which takes a third of the processor time less."""
PACKAGES = ("chromium-headless-shell", "chromium")
OWN = (sys.executable, "-m", "playwright", "install", "chromium")
NONE = (
    "There is no Chromium for the page's tests: run `sudo apt-get install -y chromium` on Debian "
    f"or Ubuntu, else `{' '.join(OWN)}`."
)


def find_browser(playwright: Playwright) -> str | None:
    """The system's Chromium or playwright's own."""
    for name in NAMES:
        path = shutil.which(name)
        if path is not None:
            return path
    own = playwright.chromium.executable_path
    return own if Path(own).is_file() else None


def install_browser(playwright: Playwright) -> str | None:
    """Install Chromium the way this system allows, and find it."""
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(("apt-get", "update", "-qq"), check=False)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for package in PACKAGES:
            command = ("apt-get", "install", "-y", "-qq", package)
            subprocess.run(command, check=False, env=environment, stdout=subprocess.DEVNULL)
            if find_browser(playwright) is not None:
                break
    found = find_browser(playwright)
    if found is None:
        subprocess.run(OWN, check=False)
        found = find_browser(playwright)
    return found


def main() -> None:
    with sync_playwright() as playwright:
        if find_browser(playwright) is not None:
            return
        print(
            "Installing Chromium for the page's tests (once, about half a minute) ...", flush=True
        )
        if install_browser(playwright) is None:
            sys.exit(NONE)


if __name__ == "__main__":
    main()
