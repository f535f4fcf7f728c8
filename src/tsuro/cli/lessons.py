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
    "phoenix": "Tiles can be turned and flipped; fly past lanterns for stars: seven end the game.",
}
"""What is special about each edition, in one sentence."""

BOARD: Final = (
    "[bold]On the board[/]  A number is a pawn, + the cell for the next tile. The ghost of a move",
    "  ends in ◇, or in × where a pawn would be lost.",
)
LEGENDS: Final = {
    "seas": (
        "  G2 and B4 are daikaiju. 3← means: when the die shows 3, it goes west; ↺2: on a 2 it",
        "  turns. g1 to g6 and b1 to b6 are the dice that name the cell of a new one.",
    ),
    "phoenix": (
        "  O, B, Y are orange, blue and yellow lanterns, o, b, y dimmed ones; (O) has a marker.",
        "  Leave a tile with a marker behind you and it gives a star, shown as *.",
    ),
}
"""Signs on the board of some editions."""

HELP: Final = (
    "[bold]Your turn[/]  You see what the highlighted choice would do before you make it.",
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
