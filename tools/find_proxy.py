"""The nginx that the server is tested behind; installs one if there is none.

    python tools/find_proxy.py

`make test` calls this once before the tests, as it does `find_browser.py`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

FOLDERS = ("/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin")
"""Where it is found if the path of an ordinary user does not lead there."""
PACKAGES = ("nginx-light", "openssl")
NONE = (
    "There is no nginx for the test of the server behind a proxy: run "
    "`sudo apt-get install -y nginx-light` on Debian or Ubuntu, `brew install nginx` on a Mac."
)


def find_proxy() -> str | None:
    """None also where no certificate can be made."""
    path = os.pathsep.join((os.environ.get("PATH", ""), *FOLDERS))
    return shutil.which("nginx", path=path) if shutil.which("openssl") else None


def install_proxy() -> str | None:
    """Install nginx the way this system allows, without starting it, and find it."""
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(("apt-get", "update", "-qq"), check=False)
        # A package that starts its service would take a port of this machine.
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
        command = ("apt-get", "install", "-y", "-qq", "--no-install-recommends", *PACKAGES)
        subprocess.run(command, check=False, env=environment, stdout=subprocess.DEVNULL)
    return find_proxy()


def main() -> None:
    if find_proxy() is not None:
        return
    print("Installing nginx for the test of the server behind a proxy (once) ...", flush=True)
    if install_proxy() is None:
        sys.exit(NONE)


if __name__ == "__main__":
    main()
