"""Tsuro of the Seas: ships on a 7×7 board, and daikaiju that eat their wakes."""

from __future__ import annotations

from collections.abc import Mapping

from tsuro.core.geometry import rim_marks
from tsuro.core.tiles import TileSet
from tsuro.editions.checks import exchange_fits, fronts_are_open
from tsuro.editions.edition import Edition, EditionInfo
from tsuro.editions.seas.checks import sea_is_sound
from tsuro.editions.seas.printed import printed_seas, read_seas
from tsuro.editions.seas.switches import DIE_PHASES, ORDERS, SWITCHES, removal
from tsuro.editions.sections import read_title
from tsuro.rules.endings import LastStandingPhase, TilesOutPhase
from tsuro.rules.exchange import Exchange, OpenExchangePhase
from tsuro.rules.hands import DealPhase
from tsuro.rules.phases import Phase
from tsuro.rules.placing import PlacePhase
from tsuro.rules.seas.daikaiju import Sea, Watch
from tsuro.rules.seas.hands import BonusPhase, BuryHandsPhase, DrawUpPhase
from tsuro.rules.seas.harm import SeaEndingPhase
from tsuro.rules.seas.moves import RouseDaikaijuPhase
from tsuro.rules.seas.placing import (
    AvoidPeril,
    BeginWatchPhase,
    PassPhase,
    SeaTravel,
)
from tsuro.rules.seas.spawning import DaikaijuSetupPhase, RefillDaikaijuPhase, Spawning
from tsuro.rules.seas.start_protection import FrontCheckPhase, LapsePhase, RelocatePhase
from tsuro.rules.starts import MarksPhase
from tsuro.rules.travel import PassThrough, Travel, TravelPhase
from tsuro.rules.turns import BeginTurnPhase

HOME = "tsuro.editions.seas"
HAND = 3


def build(seats: int, switches: Mapping[str, str]) -> Edition:
    printed = printed_seas()
    with_daikaiju = switches["daikaiju"] == "on"
    spawning = Spawning(printed.chart, removal(switches))
    laying_out = (DaikaijuSetupPhase(spawning, printed.on_board[seats]),) if with_daikaiju else ()
    return Edition(
        info=INFO,
        seats=seats,
        switches=switches,
        size=printed.size,
        tiles=printed.tiles,
        bag=printed.tiles.box(),
        hand_size=HAND,
        setup=(
            DealPhase(HAND, rule="SE-8"),
            *laying_out,
            MarksPhase(rim_marks(printed.size), rule="SE-11"),
        ),
        turn=turn(printed.tiles, switches, spawning if with_daikaiju else None),
        parts=(Exchange(), *((Sea(bag=printed.daikaiju), Watch()) if with_daikaiju else ())),
        checks=(exchange_fits, sea_is_sound if with_daikaiju else fronts_are_open),
        kernel="seas",
    )


def turn(
    tiles: TileSet, switches: Mapping[str, str], spawning: Spawning | None
) -> tuple[Phase, ...]:
    """The phases of a turn; without daikaiju those that concern them are left out (SE-37)."""
    before: tuple[Phase, ...] = (BeginTurnPhase(),)
    travel = Travel(tiles, PassThrough())
    ending: tuple[Phase, ...] = (LastStandingPhase(),)
    if spawning is not None:
        before = (
            BeginWatchPhase(switches["eliminated"] == "roll"),
            RefillDaikaijuPhase(spawning),
            RouseDaikaijuPhase(),
            DIE_PHASES[switches["die"]](spawning),
            FrontCheckPhase(),
            RelocatePhase(),
            PassPhase(),
        )
        travel = SeaTravel(tiles, PassThrough())
        ending = (LapsePhase(), SeaEndingPhase())
    return (
        *before,
        PlacePhase(tiles, AvoidPeril(travel, ORDERS[switches["same_direction"]]), rule="SE-41"),
        TravelPhase(travel),
        *ending,
        OpenExchangePhase(),
        BonusPhase(rule="SE-30"),
        BuryHandsPhase(),
        DrawUpPhase(HAND, rule="SE-31"),
        # Only tiles that are out of the game can leave too few to fill the board.
        *((TilesOutPhase(),) if switches["spawn_tile"] == "gone" else ()),
    )


INFO = EditionInfo(
    id="seas",
    title=read_title(HOME),
    home=HOME,
    summary="Ships on a 7×7 board with 56 tiles; daikaiju roam, multiply and destroy wakes, and "
    "ships pass each other without colliding.",
    build=build,
    read=read_seas,
    switches=SWITCHES,
    rulebook="Tsuro of the Seas",
)
