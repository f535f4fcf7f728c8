"""A private PostgreSQL: a folder, a free port of this machine, and nobody else in it."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
from itertools import count
from pathlib import Path

from tools.find_database import NONE, find_database
from tsuro.server.run import bind

USER = "postgres"
"""PostgreSQL does not run as root."""
HERE = "127.0.0.1"


PORTS = 5
"""Ports that are tried one after the other."""


def _free_port(host: str) -> int:
    with bind(host, 0, search=False) as free:
        port: int = free.getsockname()[1]
        return port


class Postgres:
    """A cluster of its own; started when made, gone when closed."""

    def __init__(self, folder: Path, *, host: str = HERE, network: str | None = None) -> None:
        """`host` is where it listens, and `network` who may come, beside this machine."""
        found = find_database()
        assert found is not None, NONE
        self._bin = found
        self.folder = folder
        self._names = count()
        self._host = host
        self.port = _free_port(host)
        folder.mkdir(parents=True, exist_ok=True)
        if os.geteuid() == 0:
            shutil.chown(folder, USER)
        self._run("initdb", "-D", self._data, "-A", "trust", "-U", USER, "-E", "UTF8", "--no-sync")
        settings = {
            "port": self.port,
            "listen_addresses": f"'{host}'",
            "unix_socket_directories": f"'{folder}'",
            "max_connections": 200,
        }
        lines = [f"{name} = {value}" for name, value in settings.items()]
        with Path(self._data, "postgresql.conf").open("a") as file:
            file.write("\n".join(lines) + "\n")
        if network is not None:
            with Path(self._data, "pg_hba.conf").open("a") as file:
                file.write(f"host all all {network} trust\n")
        for _ in range(PORTS - 1):
            try:
                self.start()
            except AssertionError:
                # Somebody else may have been faster to take the port.
                self.port = _free_port(host)
                with Path(self._data, "postgresql.conf").open("a") as file:
                    file.write(f"port = {self.port}\n")
            else:
                return
        self.start()

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    def _run(self, program: str, *arguments: str) -> None:
        who = pwd.getpwnam(USER) if os.geteuid() == 0 else None
        log = self.folder / "log"
        done = subprocess.run(
            (str(self._bin / program), *arguments),
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=self.folder,
            user=None if who is None else who.pw_uid,
            group=None if who is None else who.pw_gid,
            extra_groups=None if who is None else [],
        )
        assert done.returncode == 0, f"{done.stdout}\n{log.read_text() if log.exists() else ''}"

    def start(self) -> None:
        log = str(self.folder / "log")
        self._run("pg_ctl", "-D", self._data, "-l", log, "-w", "-t", "120", "start")

    def stop(self, mode: str = "fast") -> None:
        self._run("pg_ctl", "-D", self._data, "-m", mode, "-w", "-t", "120", "stop")

    @property
    def pid(self) -> int:
        """The process that all others belong to."""
        return int(Path(self._data, "postmaster.pid").read_text().split()[0])

    def database(self) -> str:
        """The address of a new, empty database."""
        name = f"games{next(self._names)}"
        self._run("createdb", "-h", self._host, "-p", str(self.port), "-U", USER, name)
        return f"postgresql://{USER}@{self._host}:{self.port}/{name}"

    def close(self) -> None:
        if Path(self._data, "postmaster.pid").exists():
            self.stop("immediate")
