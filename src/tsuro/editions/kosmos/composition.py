"""Kosmos Tsuro: 64 cards, a board with two sides, and a duel with two pawns each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tsuro.core.geometry import rim_places
from tsuro.core.tiles import TileSet
from tsuro.editions.checks import fronts_are_open
from tsuro.editions.data_table import DataTable, checked
from tsuro.editions.edition import Edition, EditionInfo, Switch
from tsuro.editions.kosmos.checks import heaps_fit
from tsuro.editions.printed import SMALLEST, read_board, read_path_tiles
from tsuro.editions.sections import read_section, read_title
from tsuro.rules.endings import LastStandingPhase, TilesOutPhase
from tsuro.rules.hands import DealPhase, LayDownPhase
from tsuro.rules.piles import ChoosePilePhase, Heaps, SplitPilesPhase
from tsuro.rules.placing import AnythingGoes, EnterPhase, PlacePhase
from tsuro.rules.starts import SidesPhase
from tsuro.rules.travel import Collide, Travel, TravelPhase
from tsuro.rules.turns import BeginHalfTurnPhase, BeginTurnPhase

HOME = "tsuro.editions.kosmos"
HAND = 3
SMALL_BOARD_SEATS = 4
"""The smaller side is for two to four players (KO-2)."""


def read_kosmos(root: DataTable) -> tuple[int, int, TileSet]:
    root.only("board", "large_board", "tiles")
    large = read_board(root, "large_board", low=SMALLEST + 1)
    small = read_board(root, high=large - 1)
    return small, large, read_path_tiles(root, total=64)


@cache
def printed() -> tuple[int, int, TileSet]:
    return checked(read_kosmos, read_section(HOME, "printed"))


def build(seats: int, switches: Mapping[str, str]) -> Edition:
    small, large, tiles = printed()
    size = small if seats <= SMALL_BOARD_SEATS and switches["board"] == "auto" else large
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
            DealPhase(HAND, rule="KO-5"),
            SplitPilesPhase(int(switches["piles"])),
            SidesPhase(rim_places(size), rule="KO-7"),
        ),
        turn=(
            BeginHalfTurnPhase() if duel else BeginTurnPhase(),
            PlacePhase(tiles, AnythingGoes(), rule="KO-9"),
            EnterPhase(rule="KO-11"),
            TravelPhase(Travel(tiles, Collide())),
            LastStandingPhase(),
            LayDownPhase(switches["laid_down"] == "open"),
            ChoosePilePhase(),
            TilesOutPhase(),
        ),
        pawns_per_seat=2 if duel else 1,
        parts=(Heaps(),),
        starts_beside=True,
        checks=(fronts_are_open, heaps_fit),
        kernel="tiles",
    )


INFO = EditionInfo(
    id="kosmos",
    title=read_title(HOME),
    home=HOME,
    summary="64 cards on a 6×6 or 7×7 board side, face-down piles to choose from; the first move "
    "picks one of two paths; two players have two pawns each.",
    build=build,
    read=read_kosmos,
    switches=(
        Switch(
            "board",
            ("auto", "large"),
            "KO-2",
            "the 6×6 side for two to four players and 7×7 for more, or 7×7 for any number",
        ),
        Switch("piles", ("2", "3"), "KO-5", "how many face-down piles the cards make"),
        Switch(
            "laid_down",
            ("open", "hidden"),
            "KO-25",
            "whether everybody sees the cards that eliminated players lay down",
            was="hidden",
        ),
    ),
    rulebook="Tsuro, Kosmos",
)
