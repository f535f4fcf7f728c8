"""Daikaiju for positions of Tsuro of the Seas."""

from __future__ import annotations

from collections.abc import Sequence

from tsuro.core.ids import PawnId
from tsuro.formats.notation import parse_cell
from tsuro.rules.seas.daikaiju import Daikaiju, Sea, rank


def sea(
    *on_board: str, bag: str = "", bottom: str = "", gone: str = "", offers: Sequence[int] = ()
) -> Sea:
    """`sea("G3@c4", "B1@d2/1", bag="G1 G2")`: turned daikaiju name their rotation."""
    daikaiju = []
    for text in on_board:
        name, _, place = text.partition("@")
        cell, _, rotation = place.partition("/")
        daikaiju.append(Daikaiju(name, parse_cell(cell), int(rotation or 0)))
    return Sea(
        on_board=tuple(sorted(daikaiju, key=lambda each: rank(each.name))),
        bag=tuple(bag.split()),
        bottom=tuple(bottom.split()),
        gone=tuple(gone.split()),
        offers=tuple(map(PawnId, offers)),
    )


def places(part: Sea) -> dict[str, str]:
    """Where the daikaiju stand: `{"G3": "c4/0"}`."""
    return {each.name: f"{each.cell}/{each.rotation}" for each in part.on_board}
