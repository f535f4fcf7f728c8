"""Keys as they are pressed, and a screen that is redrawn in place."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from tsuro.cli.common import at_terminal

if TYPE_CHECKING:
    from rich.console import Console, RenderableType


class Key(StrEnum):
    """Keys that are not characters."""

    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    HOME = "home"
    END = "end"
    TAB = "tab"
    BACK_TAB = "back tab"
    ENTER = "enter"
    ESCAPE = "escape"
    BACKSPACE = "backspace"
    RESIZE = "resize"
    """No key at all: the window has another size now."""


SEQUENCES: Final = {
    b"\x1b[A": Key.UP,
    b"\x1b[B": Key.DOWN,
    b"\x1b[C": Key.RIGHT,
    b"\x1b[D": Key.LEFT,
    b"\x1bOA": Key.UP,
    b"\x1bOB": Key.DOWN,
    b"\x1bOC": Key.RIGHT,
    b"\x1bOD": Key.LEFT,
    b"\x1b[H": Key.HOME,
    b"\x1b[F": Key.END,
    b"\x1bOH": Key.HOME,
    b"\x1bOF": Key.END,
    b"\x1b[1~": Key.HOME,
    b"\x1b[4~": Key.END,
    b"\x1b[Z": Key.BACK_TAB,
    b"\x1b": Key.ESCAPE,
    b"\t": Key.TAB,
    b"\r": Key.ENTER,
    b"\n": Key.ENTER,
    b"\x7f": Key.BACKSPACE,
    b"\x08": Key.BACKSPACE,
}
AFTER_ESCAPE: Final = 0.05
"""Seconds in which the rest of an arrow key's bytes must follow an escape."""
GLANCE: Final = 0.5
"""Seconds between two looks at the size of the window."""
START, STOP = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"
"""Another screen without a cursor; and back, with the old screen as it was."""


def can_read_keys() -> bool:
    """Whether single keys can be read: a real terminal on a system that has termios."""
    if not at_terminal() or os.environ.get("TERM", "dumb") == "dumb":
        return False
    try:
        import termios  # noqa: F401
    except ImportError:
        return False
    return True


class Keyboard:
    """Reads keys from a terminal in cbreak mode."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._size = os.get_terminal_size(descriptor)

    def read(self) -> Key | str:
        """Wait for a key; a character comes as itself, the end of input as EOFError."""
        while not self._ready(GLANCE):
            size = os.get_terminal_size(self._descriptor)
            if size != self._size:
                self._size = size
                return Key.RESIZE
        return self._decode(self._byte())

    def has_more(self) -> bool:
        """Whether the next key has been pressed already."""
        return self._ready(0)

    def wait(self, seconds: float) -> Key | str | None:
        """Let time pass; a key cuts it short and is returned."""
        return self._decode(self._byte()) if self._ready(seconds) else None

    def _decode(self, first: bytes) -> Key | str:
        data = first
        if first == b"\x1b":
            while self._ready(AFTER_ESCAPE) and not _is_complete(data):
                data += self._byte()
        else:
            while not _is_character(data):
                data += self._byte()
        if data in SEQUENCES:
            return SEQUENCES[data]
        return Key.ESCAPE if first == b"\x1b" else data.decode(errors="replace")

    def _ready(self, seconds: float) -> bool:
        return bool(select.select([self._descriptor], [], [], seconds)[0])

    def _byte(self) -> bytes:
        data = os.read(self._descriptor, 1)
        if not data or data == b"\x04":
            raise EOFError
        return data


def _is_complete(data: bytes) -> bool:
    """Whether an escape sequence has its final byte."""
    return len(data) > 2 and (data[-1:].isalpha() or data.endswith(b"~"))


def _is_character(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return len(data) >= 4
    return True


class Screen:
    """The whole window, redrawn in place."""

    def __init__(self, console: Console, keyboard: Keyboard) -> None:
        self.console = console
        self.keyboard = keyboard

    @property
    def width(self) -> int:
        return self.console.width

    @property
    def height(self) -> int:
        return self.console.height

    def show(self, picture: RenderableType) -> None:
        with self.console.capture() as captured:
            self.console.print(picture)
        lines = captured.get().rstrip("\n").split("\n")[: self.height]
        sys.stdout.write("\x1b[H" + "\x1b[K\n".join(lines) + "\x1b[K\x1b[J")
        sys.stdout.flush()


@contextmanager
def full_screen() -> Iterator[Screen]:
    """The terminal as a canvas; whatever happens, it is given back as it was."""
    import termios
    import tty

    from tsuro.cli.common import console

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor, termios.TCSANOW)
        sys.stdout.write(START)
        yield Screen(console(), Keyboard(descriptor))
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
        with suppress(OSError):
            sys.stdout.write(STOP)
            sys.stdout.flush()
