"""Code of somebody else, which may fail in any way: what is caught, and how it is told."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import Final

FAILURES: Final = (Exception, SystemExit)
"""What may come out of it. Whoever interrupts the game is no failure and is obeyed."""
LONGEST: Final = 500
"""Letters that are kept of what it says."""
OURS: Final = Path(__file__).parents[1]


def in_words(thing: object) -> str:
    """A text for anything, even for what fails to say what it is."""
    try:
        text = str(thing)
    except FAILURES:
        text = f"<{type(thing).__name__}>"
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def failure_in_words(error: BaseException) -> str:
    return f"{type(error).__name__}: {in_words(error)}"


def failure_with_place(error: BaseException) -> str:
    """A failure with the file and the line of the bot that it came from.

    For whoever runs a bot of his own: the paths of a machine are nobody else's business.
    """
    if isinstance(error, SyntaxError) and error.filename:
        # Nothing of a file that cannot be read has run; the last frame is one of the import.
        said = in_words(error.msg)
        return f"{type(error).__name__}: {said} ({error.filename}, line {error.lineno})"
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if _is_theirs(frame.filename)]
    place = f" ({theirs[-1].filename}, line {theirs[-1].lineno})" if theirs else ""
    return f"{failure_in_words(error)}{place}"


def _is_theirs(file: str) -> bool:
    """Neither a file of ours nor one of the machinery that imports theirs."""
    return OURS not in Path(file).parents and not file.startswith("<frozen ")
