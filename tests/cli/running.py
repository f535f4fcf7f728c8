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
from collections.abc import Mapping
from contextlib import suppress

from click.testing import CliRunner, Result

from tests.support.schemas import check_printed
from tests.support.waiting import PATIENCE
from tsuro.cli.main import cli


def run(*arguments: str, stdin: str = "", env: Mapping[str, str] | None = None) -> Result:
    """A command in this process; its output is no terminal. JSON must be as it is documented."""
    result = CliRunner().invoke(cli, arguments, input=stdin, env=dict(env or {}))
    if "--json" in arguments and result.stdout:
        check_printed(arguments, result.stdout)
    return result


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

    def expect(self, *texts: str) -> None:
        """Read until one of some texts has appeared since the last call."""
        seen = ""
        while not any(text in seen for text in texts):
            if not (told := self._read()):
                self._kill()
                raise AssertionError(f"none of {texts} appeared in {seen!r}")
            seen += told

    def finish(self) -> int:
        """Read on until the program has ended; returns its exit status."""
        while self._read():
            pass
        os.close(self._master)
        return self._process.wait(PATIENCE)

    def _kill(self) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._master)

    def _read(self) -> str:
        """What is told next; nothing once the program has ended, or if it hangs."""
        if not select.select([self._master], [], [], PATIENCE)[0]:
            return ""
        try:
            text = os.read(self._master, 65536).decode(errors="replace")
        except OSError:  # The other end has been closed.
            return ""
        self.output += text
        return text
