"""What a newcomer needs to know, on one screen."""

from __future__ import annotations

from typing import Final

WELCOME: Final = (
    "Lay a tile, follow your path, stay on the board.",
    "",
    " · Everybody has a pawn at the rim of the board and a few tiles.",
    " · On your turn you lay one tile before your pawn, turned as you like.",
    " · Your pawn, and every other pawn before that tile, follows the path to its end.",
    " · Who runs off the board, or into another pawn, is out. The last one left wins.",
)

TWISTS: Final = {
    "classic": "The original game. Nothing more to know.",
    "kosmos": "You begin beside the board and choose one of two paths into your first tile.",
    "pocket": "Quick and reckless: you may even run your own pawn off the board.",
    "seas": "Ships pass each other, but daikaiju roam the sea and devour what they meet.",
    "phoenix": "Tiles can be turned and flipped; fly past lanterns for stars. Seven stars win.",
}
"""What is special about each edition, in one sentence."""

HELP: Final = (
    "[bold]The aim[/]  Stay on the board longer than everybody else.",
    "",
    "[bold]Your turn[/]  The board shows, as a ghost, what the highlighted choice would do.",
    "  ← →      turn the tile, or go to the next choice",
    "  ↑ ↓      another tile of your hand, or far along the choices",
    "  Tab      your other pawn, or another kind of action",
    "  Enter    do it",
    "",
    "[bold]Or type it[/]  T17/2 is tile T17 turned twice; c1.0 is a start mark. Enter does it,",
    "  Esc clears it. The notation is explained in docs/notation.md.",
    "",
    "[bold]Besides[/]",
    "  h        a hint",
    "  u        undo, back to your previous decision (against bots)",
    "  q        quit",
    "",
    "Some placements are forbidden by a rule; they are shown with its number and the reason.",
)
