"""The switches of Phoenix Rising: the advanced game, and rulings that can be read otherwise."""

from __future__ import annotations

from tsuro.editions.edition import Switch

WINDS = "winds_of_change=on"
SWITCHES = (
    Switch(
        "winds_of_change",
        ("off", "on"),
        "WC-1",
        "the advanced game, in which lantern tiles flip and loops are broken",
    ),
    Switch(
        "immolate",
        ("next_turn", "same_turn"),
        "PR-18",
        "when a pawn taken off by choice rises: on the next turn, or at once",
    ),
    Switch(
        "entry",
        ("side_and_corners", "ports_only"),
        "PR-21",
        "where a pawn may enter: by the ports and corners of its side, or by the ports",
    ),
    Switch(
        "star",
        ("on_departure", "same_move_only"),
        "PR-30",
        "whether a tile on which a move ended gives its star when a later move leaves it",
    ),
    Switch(
        "winds_others",
        ("touched", "any_open"),
        "WC-13",
        "Winds of Change: other pawns move if their tile was changed in this turn, or "
        "whenever it continues their path",
        needs=WINDS,
    ),
    Switch(
        "winds_first",
        ("first_star", "encountered"),
        "WC-9",
        "Winds of Change: which starred tile of a loop is flipped first",
        needs=WINDS,
    ),
)
