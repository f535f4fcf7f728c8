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

TWISTS: Final = {
    "classic": "The original game. Nothing more to know.",
    "kosmos": "You begin beside the board and choose one of two paths into your first tile.",
    "pocket": "Quick and reckless: you may even run your own pawn off the board.",
    "seas": "Ships pass each other, but daikaiju roam the sea and devour what they meet.",
    "phoenix": "Tiles turn and flip, lanterns give stars, and who is off the board rises once.",
}
"""What is special about each edition, in one sentence."""

BANS: Final = "Some placements are forbidden while another is left: they are shown with the reason."
NO_BANS: Final = "Nothing is forbidden: you may even run your own pawn off the board."
LOSSES: Final = "Off the board or into another pawn, and you are out; the last one left wins."
SWAPPING: Final = "With those whom your tile eliminates you may swap tiles."
LESSONS: Final = {
    "classic": (LOSSES, SWAPPING, BANS),
    "kosmos": (
        "You begin beside the board. After your first tile you choose a path into it.",
        LOSSES,
        "At the end of your turn you choose the pile from which you draw.",
        NO_BANS,
    ),
    "pocket": (LOSSES, NO_BANS),
    "seas": (
        "Ships pass each other. Off the board or into a closed loop, and you are out; the last one "
        "left wins.",
        SWAPPING,
        BANS,
    ),
    "phoenix": (
        "Lay a tile before your pawn, or turn or flip the one that lies there, and fly.",
        "Nothing is forbidden: you may fly off the board, or take your pawn off yourself.",
        "Who is off the board discards the hand and rises on the next turn beside an empty outer "
        "cell. That costs the Life token, so everybody rises but once.",
        "Without the token, or with no outer cell left, you are out.",
        "Leave a tile with a lantern behind you, and you have a star; its lantern moves on.",
        "Once somebody has seven stars, the round is played to its end. Then most stars win, and "
        "in a tie whoever still has Life. A last phoenix wins at once.",
    ),
}
"""How each edition goes, in sentences."""
TILE_GAMES: Final = (
    "Lay one of your tiles before your pawn. Everybody before it follows the path to its end."
)
ROAMING: Final = (
    "Daikaiju sink tiles and devour ships: those on the tile, and yours if one stands before it on "
    "your turn. A ship still at its start must go to another mark instead.",
    "With fewer than three daikaiju a turn begins with new ones. Else two dice are rolled: 6, 7 or "
    "8 in sum rouse them, and a further die says what each does; on a 6 a new one comes.",
)
"""Seas with daikaiju."""
WINDS: Final = (
    "[bold]Winds of Change[/]: a dimmed tile is flipped to glow before a lantern comes to it, and "
    "a glowing one is flipped when its star is taken.",
    "A closed loop takes nobody off: its tiles are flipped until it opens.",
)
LOOPS: Final = "A closed loop takes a pawn off the board, and so does a collision."
"""Phoenix with Winds of Change, and without."""

BOARD: Final = (
    "A number is a pawn, + the cell for the next tile. The ghost of a move ends",
    "in ◇, or in × where a pawn would be lost.",
)
LEGENDS: Final = {
    "seas": (
        "G2 and B4 are daikaiju. 3←: on a 3 it goes west; ↺2: on a 2 it turns.",
        "g1 to g6 and b1 to b6 are the dice that name the cell of a new one.",
    ),
    "phoenix": (
        "O, B, Y are orange, blue and yellow lanterns, o, b, y dimmed ones.",
        "(O) has a marker, * is a star.",
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
    from tsuro.formats.heading import heading_of

    signs = [*BOARD, *LEGENDS.get(edition.id, ()), ""]
    return [
        (f"How to play {heading_of(edition)}", [f"· {each}" for each in lesson(edition)]),
        ("Signs and keys", [*signs, *HELP]),
    ]


def lesson(edition: Edition) -> list[str]:
    """How an edition goes with its switches, in a few sentences."""
    sentences = LESSONS[edition.id]
    if edition.id == "phoenix":
        winds = edition.switches["winds_of_change"] == "on"
        return [*sentences, *(WINDS if winds else (LOOPS,))]
    roaming = ROAMING if edition.switches.get("daikaiju") == "on" else ()
    return [TILE_GAMES, *sentences, *roaming]
