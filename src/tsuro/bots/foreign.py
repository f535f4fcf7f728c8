"""Code of somebody else, which may fail in any way: what is caught, and how it is told."""

from __future__ import annotations

from typing import Final

FAILURES: Final = (Exception, SystemExit)
"""What may come out of it. Whoever interrupts the game is no failure and is obeyed."""
LONGEST: Final = 500
"""Letters that are kept of what it says."""


def in_words(thing: object) -> str:
    """A text for anything, even for what fails to say what it is."""
    try:
        text = str(thing)
    except FAILURES:
        text = f"<{type(thing).__name__}>"
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def failure_in_words(error: BaseException) -> str:
    return f"{type(error).__name__}: {in_words(error)}"
