"""Classic Tsuro (2005): the dragon tile, and exchanging tiles with eliminated hands."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tsuro.core.geometry import rim_marks
from tsuro.core.state import Fate
from tsuro.core.tiles import TileSet
from tsuro.editions.checks import exchange_fits, fronts_are_open
from tsuro.editions.classic.checks import holder_is_in, holder_is_short
from tsuro.editions.data_table import DataTable, checked
from tsuro.editions.edition import Edition, EditionInfo, Switch
from tsuro.editions.printed import read_board, read_path_tiles
from tsuro.editions.sections import read_section, read_title
from tsuro.rules.dragon import (
    Dragon,
    PassDragonPhase,
    RefillHandsPhase,
    ReturnDragonPhase,
    TakeDragonPhase,
)
from tsuro.rules.endings import LastStandingPhase, TilesOutPhase
from tsuro.rules.exchange import Exchange, ExchangePhase, OpenExchangePhase
from tsuro.rules.hands import DealPhase, ShuffleInPhase
from tsuro.rules.placing import AvoidOwnLoss, PlacePhase
from tsuro.rules.starts import MarksPhase
from tsuro.rules.travel import Collide, Travel, TravelPhase
from tsuro.rules.turns import BeginTurnPhase

HOME = "tsuro.editions.classic"
HAND = 3
BANS = {
    "edge": frozenset({Fate.EDGE}),
    "any_self_elimination": frozenset({Fate.EDGE, Fate.COLLISION}),
}


def read_classic(root: DataTable) -> tuple[int, TileSet]:
    root.only("board", "tiles")
    return read_board(root), read_path_tiles(root, total=35, all_differ=True)


@cache
def printed() -> tuple[int, TileSet]:
    return checked(read_classic, read_section(HOME, "printed"))


def build(seats: int, switches: Mapping[str, str]) -> Edition:
    size, tiles = printed()
    travel = Travel(tiles, Collide())
    literal = switches["draw"] == "literal"
    return Edition(
        info=INFO,
        seats=seats,
        switches=switches,
        size=size,
        tiles=tiles,
        bag=tiles.box(),
        hand_size=HAND,
        setup=(
            DealPhase(HAND, rule="CL-3"),
            MarksPhase(rim_marks(size), rule="CL-5"),
        ),
        turn=(
            BeginTurnPhase(),
            PlacePhase(tiles, AvoidOwnLoss(travel, BANS[switches["ban"]]), rule="CL-8"),
            TravelPhase(travel),
            LastStandingPhase(),
            OpenExchangePhase(),
            ExchangePhase(rule="CL-18"),
            PassDragonPhase(HAND),
            ShuffleInPhase(),
            ReturnDragonPhase(literal=literal),
            RefillHandsPhase(HAND),
            TakeDragonPhase(HAND),
            TilesOutPhase(),
        ),
        parts=(Dragon(), Exchange()),
        checks=(
            fronts_are_open,
            exchange_fits,
            holder_is_in,
            *(() if literal else (holder_is_short,)),
        ),
        kernel="tiles",
    )


INFO = EditionInfo(
    id="classic",
    title=read_title(HOME),
    home=HOME,
    summary="6×6 board, 35 different tiles, the dragon tile; tiles may be exchanged with the "
    "hands of players you eliminate.",
    build=build,
    read=read_classic,
    switches=(
        Switch(
            "draw",
            ("holder_first", "literal"),
            "CL-21",
            "who draws first once tiles return: the dragon's holder, or always the active seat",
        ),
        Switch(
            "ban",
            ("edge", "any_self_elimination"),
            "CL-10",
            "what you may not do to your own pawn while you can avoid it: leave the board, or "
            "be lost in any way",
        ),
    ),
    rulebook="Tsuro, 2005",
)
