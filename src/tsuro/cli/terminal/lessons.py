"""What a newcomer needs to know, on a screen or two."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tsuro.editions.edition import Edition

WELCOME: Final = (
    "Lay a tile, follow your path, stay on the board.",
    "",
    " · Everybody has a pawn at the rim of the board and a few tiles.",
    " · On your turn you lay one tile before your pawn, turned as you like.",
    " · Your pawn, and every other pawn before that tile, follows the path to its end.",
    " · Who runs off the board, or into another pawn, is out. The last one left wins.",
)

BOARD: Final = (
    "A number is a pawn, + the cell for the next tile. The ghost of a move ends",
    "in ◇, or in × where a pawn would be lost.",
)
HELP: Final = (
    "[bold]Your turn[/]  You see what the highlighted choice would do before you make it.",
    "  ← →      turn the tile, or go to the next choice",
    "  ↑ ↓      another tile of your hand, or far along the choices",
    "  Tab      your other pawn, or another kind of action",
    "  Enter    do it",
    "",
    "[bold]Or type it[/]  T17/2 is tile T17 turned twice; c1.0 is a start mark. Enter",
    "  does it, Esc clears it. The notation is explained in docs/notation.md.",
    "",
    "[bold]Besides[/]",
    "  h        a hint",
    "  u        undo, back to your previous decision (against bots)",
    "  q        quit",
)


def help_pages(edition: Edition) -> list[tuple[str, list[str]]]:
    """Titles and lines of the screens of help: the game as it is played, then signs and keys."""
    # The menu reads this module too and is there before the rules are loaded.
    from tsuro.editions.words import Words
    from tsuro.formats.heading import heading_of

    words = Words(edition.info)
    lesson = words.lesson(edition.switches)
    return [
        (f"How to play {heading_of(edition)}", [f"· {each}" for each in lesson]),
        ("Signs and keys", [*BOARD, *words.signs, "", *HELP]),
    ]
