"""Pocket Tsuro: 36 tiles drawn from a stash, and a duel with two beads each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tsuro.core.geometry import rim_marks
from tsuro.core.tiles import TileSet
from tsuro.editions.checks import fronts_are_open
from tsuro.editions.data_table import DataTable, checked
from tsuro.editions.edition import Edition, EditionInfo
from tsuro.editions.printed import read_board, read_path_tiles
from tsuro.editions.sections import read_section, read_title
from tsuro.rules.endings import LastStandingPhase
from tsuro.rules.hands import DealPhase, DrawOnePhase, ShuffleInPhase
from tsuro.rules.placing import AnythingGoes, PlacePhase
from tsuro.rules.starts import MarksPhase
from tsuro.rules.travel import Collide, Travel, TravelPhase
from tsuro.rules.turns import BeginHalfTurnPhase, BeginTurnPhase

HOME = "tsuro.editions.pocket"
HAND = 3
SIZE = 6
"""The rulebook says so (PO-2)."""


def read_pocket(root: DataTable) -> tuple[int, TileSet]:
    root.only("board", "tiles")
    return read_board(root, low=SIZE, high=SIZE), read_path_tiles(root, total=36)


@cache
def printed() -> tuple[int, TileSet]:
    return checked(read_pocket, read_section(HOME, "printed"))


def build(seats: int, switches: Mapping[str, str]) -> Edition:
    size, tiles = printed()
    duel = seats == 2
    return Edition(
        info=INFO,
        seats=seats,
        switches=switches,
        size=size,
        tiles=tiles,
        bag=tiles.box(),
        hand_size=HAND,
        setup=(
            DealPhase(HAND, rule="PO-5"),
            MarksPhase(rim_marks(size), rule="PO-6"),
        ),
        turn=(
            BeginHalfTurnPhase() if duel else BeginTurnPhase(),
            PlacePhase(tiles, AnythingGoes(), rule="PO-8"),
            TravelPhase(Travel(tiles, Collide())),
            ShuffleInPhase(),
            LastStandingPhase(),
            DrawOnePhase(rule="PO-13"),
        ),
        pawns_per_seat=2 if duel else 1,
        checks=(fronts_are_open,),
        kernel="tiles",
    )


INFO = EditionInfo(
    id="pocket",
    title=read_title(HOME),
    home=HOME,
    summary="36 tiles drawn from a stash, nothing forbidden; two players have two beads each.",
    build=build,
    read=read_pocket,
    rulebook="Pocket Tsuro",
)
