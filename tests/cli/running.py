"""Running `tsuro` in this process, in another one, and at a pseudo-terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping
from contextlib import suppress

from click.testing import CliRunner, Result

from tsuro.cli.main import cli

PATIENCE = 30.0
"""Seconds after which a silent program is taken to hang."""


def run(*arguments: str, stdin: str = "", env: Mapping[str, str] | None = None) -> Result:
    """A command in this process; its output is no terminal."""
    return CliRunner().invoke(cli, arguments, input=stdin, env=dict(env or {}))


def spawn(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """A command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "tsuro", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


class Terminal:
    """A command that believes to sit before a person."""

    def __init__(
        self,
        *arguments: str,
        columns: int = 110,
        rows: int = 45,
        env: Mapping[str, str] | None = None,
    ) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        environment = {**os.environ, "TERM": "xterm-256color", **(env or {})}
        environment.pop("COLUMNS", None)
        environment.pop("LINES", None)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tsuro", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            start_new_session=True,
            # A test run started in the background ignores interrupts; the program must not.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        os.close(slave)
        self.output = ""

    def press(self, *keys: str) -> None:
        with suppress(OSError):  # It may have ended already.
            os.write(self._master, "".join(keys).encode())

    def interrupt(self) -> None:
        """What Ctrl-C does."""
        self._process.send_signal(signal.SIGINT)

    def settle(self) -> None:
        """Read until nothing comes any more."""
        while self._read(0.15):
            pass

    def expect(self, text: str) -> None:
        """Read until a text has appeared since the last call."""
        seen = ""
        end = time.monotonic() + PATIENCE
        while text not in seen:
            if time.monotonic() > end:
                self._kill()
                raise AssertionError(f"{text!r} did not appear in {seen!r}")
            seen += self._read(0.2)

    def finish(self) -> int:
        """Read on until the program has ended; returns its exit status."""
        end = time.monotonic() + PATIENCE
        while self._process.poll() is None:
            if time.monotonic() > end:
                self._kill()
                raise AssertionError("the program does not end")
            self._read(0.05)
        while self._read(0.05):
            pass
        os.close(self._master)
        return self._process.returncode

    def _kill(self) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._master)

    def _read(self, seconds: float) -> str:
        if not select.select([self._master], [], [], seconds)[0]:
            return ""
        try:
            text = os.read(self._master, 65536).decode(errors="replace")
        except OSError:  # The other end has been closed.
            return ""
        self.output += text
        return text
