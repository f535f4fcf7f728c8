"""The PostgreSQL that the server is tested with; installs one if there is none.

    python tools/find_database.py

`make test` calls this once before the tests, as it does `find_browser.py`.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

FOLDERS = ("/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt")
"""Where versions of it have folders of their own."""
PACKAGE = "postgresql"
NONE = (
    "There is no PostgreSQL for the tests of the server: run `sudo apt-get install -y postgresql` "
    "on Debian or Ubuntu, `brew install postgresql` on a Mac."
)


def find_database() -> Path | None:
    """The folder with the programs of the newest PostgreSQL; None if there is none."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    folders = [each for root in FOLDERS for each in Path(root).glob("*/bin/initdb")]
    return max((each.parent for each in folders), key=_version, default=None)


def _version(folder: Path) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", folder.parent.name))


def install_database() -> Path | None:
    """Install PostgreSQL the way this system allows, without starting it, and find it."""
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(("apt-get", "update", "-qq"), check=False)
        # A package that starts its service would take a port of this machine.
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
        command = ("apt-get", "install", "-y", "-qq", "--no-install-recommends", PACKAGE)
        subprocess.run(command, check=False, env=environment, stdout=subprocess.DEVNULL)
    return find_database()


def main() -> None:
    if find_database() is not None:
        return
    print("Installing PostgreSQL for the tests of the server (once) ...", flush=True)
    if install_database() is None:
        sys.exit(NONE)


if __name__ == "__main__":
    main()
