"""Tsuro: Phoenix Rising, with the advanced game Winds of Change."""

from __future__ import annotations

from collections.abc import Mapping

from tsuro.core.geometry import rim_places
from tsuro.core.state import Part
from tsuro.core.tiles import TileSet
from tsuro.editions.edition import Edition, EditionInfo
from tsuro.editions.phoenix.checks import paths_are_used_up, phoenix_is_sound
from tsuro.editions.phoenix.printed import printed_phoenix, read_phoenix
from tsuro.editions.phoenix.switches import SWITCHES
from tsuro.editions.sections import read_title
from tsuro.rules.hands import DealPhase
from tsuro.rules.phases import Phase
from tsuro.rules.phoenix import edge_stack
from tsuro.rules.phoenix.centre import Centre, LayCentrePhase
from tsuro.rules.phoenix.edge_stack import HAND, PhoenixTile
from tsuro.rules.phoenix.endings import AllOutPhase, RoundPhase, StrandedPhase
from tsuro.rules.phoenix.extending import CreatePhase, EnterPathPhase, Entry
from tsuro.rules.phoenix.flight import Flight, OthersPhase, TakeOffPhase
from tsuro.rules.phoenix.lanterns import Lanterns
from tsuro.rules.phoenix.loops import BreakLoopPhase, Loop, LoopBreaking, WindSoarPhase
from tsuro.rules.phoenix.rising import Ashes, BeginPhoenixTurnPhase, RisePhase
from tsuro.rules.phoenix.scoring import LanternPhase, ScorePhase
from tsuro.rules.phoenix.soaring import Soaring, SoarPhase
from tsuro.rules.phoenix.winds import WindChoicePhase, Winds, WindScorePhase, WindScoring
from tsuro.rules.starts import SidesPhase

HOME = "tsuro.editions.phoenix"


def travel_phases(soaring: Soaring, switches: Mapping[str, str]) -> tuple[Phase, ...]:
    if switches["winds_of_change"] == "off":
        return (SoarPhase(soaring),)
    breaking = LoopBreaking(soaring, first_star=switches["winds_first"] == "first_star")
    return (WindSoarPhase(breaking), BreakLoopPhase(breaking))


def score_phases(tiles: TileSet, switches: Mapping[str, str]) -> tuple[Phase, ...]:
    if switches["winds_of_change"] == "off":
        return (ScorePhase(tiles), LanternPhase(tiles))
    scoring = WindScoring(tiles)
    return (WindScorePhase(scoring), WindChoicePhase(scoring))


def turn_phases(tiles: TileSet, switches: Mapping[str, str]) -> tuple[Phase, ...]:
    """From take-off to refill for the active pawn, then over again for each other that moves."""
    entry = Entry(tiles, corners=switches["entry"] == "side_and_corners")
    same_turn = switches["immolate"] == "same_turn"
    winds = switches["winds_of_change"] == "on"
    return (
        BeginPhoenixTurnPhase(),
        RisePhase(),
        edge_stack.SupplyPhase(),
        edge_stack.SupplyShortagePhase(),
        edge_stack.RobPhase(),
        CreatePhase(entry, after_withdrawal="rise" if same_turn else "prepare"),
        EnterPathPhase(entry),
        edge_stack.DiscardPhase(),
        TakeOffPhase(),
        *travel_phases(Soaring(tiles, switches["star"] == "on_departure"), switches),
        StrandedPhase(),
        *score_phases(tiles, switches),
        AllOutPhase(),
        edge_stack.RestockPhase(),
        edge_stack.RestockShortagePhase(),
        OthersPhase(tiles, touched_only=winds and switches["winds_others"] == "touched"),
        edge_stack.PreparePhase(),
        edge_stack.PrepareShortagePhase(),
        RoundPhase(),
    )


def build(seats: int, switches: Mapping[str, str]) -> Edition:
    box = printed_phoenix()
    winds: tuple[Part, ...] = (Winds(), Loop()) if switches["winds_of_change"] == "on" else ()
    return Edition(
        info=INFO,
        seats=seats,
        switches=switches,
        size=box.size,
        tiles=box.tiles,
        bag=box.edge,
        hand_size=HAND,
        setup=(
            SidesPhase(rim_places(box.size), rule="PR-7"),
            LayCentrePhase(box.tiles),
            DealPhase(HAND, rule="PR-12"),
        ),
        turn=turn_phases(box.tiles, switches),
        parts=(
            Centre(box.centre),
            Lanterns(scored=(0,) * seats),
            Ashes(lives=(True,) * seats),
            PhoenixTile(),
            Flight(),
            *winds,
        ),
        starts_beside=True,
        pawns_return=True,
        checks=(phoenix_is_sound, *(() if winds else (paths_are_used_up,))),
        kernel="phoenix",
    )


INFO = EditionInfo(
    id="phoenix",
    title=read_title(HOME),
    home=HOME,
    summary="Two-faced tiles with diagonal paths round a centre that is laid out before; lanterns "
    "give stars, a pawn may rise once, and seven stars bring on the last round.",
    build=build,
    read=read_phoenix,
    switches=SWITCHES,
    rulebook="Tsuro: Phoenix Rising",
)
