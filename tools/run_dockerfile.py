"""The steps of the Dockerfile in a clean Debian, for machines on which containers cannot run.

    python -m tools.run_dockerfile [--folder build/image] [--keep]

Every stage gets a root of its own, made by debootstrap; its instructions are carried out there in
the order they stand in. Then the server of the last stage is started as the user it names, on a
root that cannot be written, is asked for its health, and plays a game. It needs a superuser, and
the package debootstrap; what this machine needs to reach its package registries is lent to the
roots while they are built. A base image with Node.js gets the one of this machine.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parent.parent
SUITE: Final = "bookworm"
REACHING: Final = (
    "/etc/resolv.conf",
    "/etc/hosts",
    "/etc/pip.conf",
    "/etc/ssl/certs",
    "/etc/apt/apt.conf.d",
    "/root/.config/pip",
    "/root/.npmrc",
)
"""Files by which programs find package registries, as far as this machine has them."""
PASSED: Final = ("PIP_", "SSL_", "NODE_EXTRA_", "REQUESTS_CA_", "CURL_CA_", "npm_config_")
"""Variables that do the same begin so."""
NODE: Final = ("/usr/bin/node", "/usr/bin/npm", "/usr/bin/npx", "/usr/lib/node_modules/npm")
LEFT_OUT: Final = ("EXPOSE", "STOPSIGNAL")
PATIENCE: Final = 180
"""Seconds for a server to start and a game to be played."""


class Failed(Exception):
    """A step that did not go as it should."""


@dataclass
class Stage:
    base: str
    name: str
    root: Path
    folder: str = "/"
    user: str = "root"
    environment: dict[str, str] = field(default_factory=dict)
    volumes: list[str] = field(default_factory=list)
    command: list[str] = field(default_factory=list)
    health: list[str] = field(default_factory=list)


def instructions(path: Path) -> Iterator[tuple[str, str]]:
    """Name and rest of every instruction; ours are a line each."""
    for line in path.read_text("utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            name, _, rest = line.partition(" ")
            yield name, rest


class Builder:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stages: dict[str, Stage] = {}
        self._stage: Stage | None = None

    @property
    def stage(self) -> Stage:
        if self._stage is None:
            raise Failed("The first instruction must be FROM.")
        return self._stage

    def carry_out(self, name: str, rest: str) -> None:
        if name in LEFT_OUT:
            return
        steps: dict[str, Callable[[str], None]] = {
            "FROM": self._begin,
            "RUN": self._run,
            "COPY": self._copy,
            "WORKDIR": self._enter,
        }
        if name in steps:
            steps[name](rest)
        else:
            self._note(name, rest)

    def _note(self, name: str, rest: str) -> None:
        """What is said about the server that the image is for."""
        match name:
            case "ENV":
                self.stage.environment |= dict(part.split("=", 1) for part in shlex.split(rest))
            case "USER":
                self.stage.user = rest
            case "VOLUME":
                self.stage.volumes = json.loads(rest)
            case "CMD":
                self.stage.command = json.loads(rest)
            case "HEALTHCHECK":
                self.stage.health = json.loads(rest.partition("CMD ")[2])
            case _:
                raise Failed(f"This program does not know {name}.")

    def _enter(self, folder: str) -> None:
        self.stage.folder = folder
        _inside(self.stage, folder).mkdir(parents=True, exist_ok=True)

    def _begin(self, rest: str) -> None:
        words = rest.split()
        name = words[2] if len(words) > 2 else "last"
        root = self._folder / name
        clean = self._clean_root()
        shutil.rmtree(root, ignore_errors=True)
        subprocess.run(("cp", "-a", str(clean), str(root)), check=True)
        self._stage = self._stages[name] = Stage(words[0], name, root)
        if words[0].startswith("node:"):
            _lend(root, NODE)

    def _clean_root(self) -> Path:
        clean = self._folder / "clean"
        if not (clean / "complete").exists():
            shutil.rmtree(clean, ignore_errors=True)
            command = ("debootstrap", "--variant=minbase", SUITE, str(clean))
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            (clean / "complete").touch()
        return clean

    def _run(self, command: str) -> None:
        stage = self.stage
        passed = {key: value for key, value in os.environ.items() if key.startswith(PASSED)}
        _lend(stage.root, (*REACHING, *(each for each in passed.values() if each[:1] == "/")))
        line = f"cd {shlex.quote(stage.folder)} && {command}"
        done = subprocess.run(
            in_root(stage, ("/bin/sh", "-c", line), user="root"),
            env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", **passed}
            | {"DEBIAN_FRONTEND": "noninteractive"}
            | stage.environment,
            stdout=subprocess.DEVNULL,
            check=False,
        )
        if done.returncode:
            raise Failed(f"RUN {command} ended with {done.returncode}.")

    def _copy(self, rest: str) -> None:
        words = rest.split()
        *sources, target = [word for word in words if not word.startswith("--from=")]
        origin = next((word[7:] for word in words if word.startswith("--from=")), None)
        place = _inside(self.stage, str(Path(self.stage.folder) / target))
        for source in sources:
            if origin is not None:
                found = self._stages[origin].root / source.lstrip("/")
                shutil.copytree(found, place, dirs_exist_ok=True)
            else:
                self._copy_clone(place)

    def _copy_clone(self, place: Path) -> None:
        """What a clone has: neither what is ignored nor what was built."""
        listed = subprocess.run(
            ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"),
            cwd=ROOT,
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for name in filter(None, listed.split("\0")):
            if (ROOT / name).is_file():
                (place / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, place / name)


def _inside(stage: Stage, path: str) -> Path:
    return stage.root / path.lstrip("/")


def _lend(root: Path, paths: Sequence[str]) -> None:
    """Put copies of what this machine has at the same places of a root."""
    for path in filter(os.path.exists, paths):
        target = root / path.lstrip("/")
        inside = "/." if Path(path).is_dir() else ""
        (target if inside else target.parent).mkdir(parents=True, exist_ok=True)
        follows = "--no-dereference" if path in NODE else "--dereference"
        command = ("cp", "--recursive", "--preserve", "--remove-destination", follows)
        subprocess.run((*command, path + inside, str(target)), check=True)


def in_root(
    stage: Stage, command: Sequence[str], *, user: str, writable: Sequence[str] | None = None
) -> list[str]:
    """A command in a root, with mounts that end with it; `writable` closes all the rest of it."""
    root = shlex.quote(str(stage.root))
    mounts = [f"mount --bind {root} {root}"]
    if writable is not None:
        for path in writable:
            place = shlex.quote(str(_inside(stage, path)))
            mounts.append(f"mount --bind {place} {place}")
        mounts.append(f"mount -o remount,bind,ro {root}")
        mounts.append(f"mount -t tmpfs tmpfs {root}/tmp")
    mounts += [f"mount -t proc proc {root}/proc", f"mount --rbind /dev {root}/dev"]
    # By their full names: the path that is set is that of the root.
    chroot, unshare = shutil.which("chroot") or "chroot", shutil.which("unshare") or "unshare"
    entered = shlex.join((chroot, f"--userspec={user}", str(stage.root), *command))
    script = " && ".join([*mounts, f"exec {entered}"])
    return [unshare, "--mount", "sh", "-c", script]


@contextmanager
def served(stage: Stage, port: int) -> Iterator[None]:
    """The server of a stage, on a root that cannot be written but for its volumes."""
    command = in_root(
        stage, (*stage.command, f"--port={port}"), user=stage.user, writable=stage.volumes
    )
    with subprocess.Popen(command, env=stage.environment) as process:
        try:
            _wait(lambda: process.poll() is not None or _answers(port), "the server answers")
            if process.poll() is not None:
                raise Failed(f"The server ended with {process.returncode}.")
            yield
        finally:
            process.terminate()


def _answers(port: int) -> bool:
    try:
        return bool(ask(port, "/readyz", form=str))
    except (urllib.error.URLError, ConnectionError):
        return False


def _wait(condition: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise Failed(f"Waited {PATIENCE} s in vain: {what}.")
        time.sleep(0.2)


def ask(port: int, path: str, body: object = None, form: Any = json.loads) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}", data, {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return form(answer.read().decode())


def play(port: int) -> int:
    """A game between bots; how many steps it had."""
    seats = [{"kind": "bot", "bot": bot} for bot in ("clever", "tricky", "cautious")]
    table = ask(port, "/api/tables", {"edition": "classic", "seats": seats})["table"]
    _wait(lambda: ask(port, f"/api/tables/{table}")["state"] == "finished", "the game is over")
    return len(ask(port, f"/api/tables/{table}/steps")["steps"])


def main() -> None:
    parser = argparse.ArgumentParser(description="Carry the Dockerfile out in a clean Debian.")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "image")
    parser.add_argument("--port", type=int, default=8123)
    parser.add_argument("--keep", action="store_true", help="keep the roots")
    options = parser.parse_args()
    if os.geteuid() != 0 or shutil.which("debootstrap") is None:
        sys.exit("error: this needs a superuser and the package debootstrap.")
    folder = options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    builder = Builder(folder)
    for name, rest in instructions(ROOT / "Dockerfile"):
        began = time.monotonic()
        builder.carry_out(name, rest)
        print(f"{time.monotonic() - began:6.1f} s  {name} {rest[:90]}", flush=True)
    stage = builder.stage
    with served(stage, options.port):
        health = [word.replace("8000", str(options.port)) for word in stage.health]
        healthy = subprocess.run(
            in_root(stage, health, user=stage.user), env=stage.environment, check=False
        )
        print("healthy" if healthy.returncode == 0 else "NOT healthy")
        print(f"a game of {play(options.port)} steps was played")
    size = subprocess.run(
        ("du", "-sm", str(stage.root)), capture_output=True, text=True, check=True
    )
    print(f"the last root has {size.stdout.split()[0]} MB")
    if not options.keep:
        shutil.rmtree(folder)
    if healthy.returncode:
        sys.exit(1)


if __name__ == "__main__":
    main()
