"""Tsuro: the whole family of path games, open and unofficial.

>>> import tsuro
>>> game = tsuro.Game("classic", seats=3, seed=7)
>>> while not game.over:
...     game.play(game.options[0])

Here is what programs use: games, actions, events and errors, editions, views, bots and formats.
Whoever composes an edition finds the parts of one in `tsuro.composing`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from tsuro._version import __version__

if TYPE_CHECKING:
    from tsuro.bots.base import Appraisal, Bot, Clock, Explainer, Explanation
    from tsuro.bots.registry import make_bot
    from tsuro.core.actions import (
        Action,
        Axis,
        ChoosePile,
        Decision,
        Draw,
        DrawDaikaiju,
        Enter,
        Flip,
        Keep,
        LayCentre,
        MoveLantern,
        Outcome,
        PlaceTile,
        Relocate,
        Rise,
        RollDice,
        RollDie,
        Stay,
        Swap,
        TakeMark,
        TakeSide,
        TurnTile,
        Withdraw,
    )
    from tsuro.core.asks import Ask, Barred, Chance, Decide
    from tsuro.core.board import Board
    from tsuro.core.events import (
        Event,
        GameEnded,
        HandBuried,
        HandLaidDown,
        HandShuffledIn,
        Passed,
        PawnEntered,
        PawnLost,
        PawnMoved,
        SeatOut,
        StartTaken,
        TileDrawn,
        TilePlaced,
        TurnBegan,
    )
    from tsuro.core.geometry import Beside, Cell, Side, Stop
    from tsuro.core.ids import PawnId, Seat, TileId
    from tsuro.core.state import Fate, GameState, Part, Pawn, Reason, Result, Status, Turn
    from tsuro.core.tiles import Laid
    from tsuro.editions.edition import RULES_VERSION, Edition, EditionInfo, Switch
    from tsuro.editions.registry import EDITIONS, build_edition, register_edition
    from tsuro.editions.violation import Violation
    from tsuro.engine.chance import ChanceSource, ScriptedChance, SeededChance
    from tsuro.engine.determinize import determinize
    from tsuro.engine.invariants import violations
    from tsuro.engine.play import Step, advance, begin, play
    from tsuro.engine.preview import preview
    from tsuro.engine.views import PlayerView, view
    from tsuro.errors import (
        BadSetting,
        EditionDataError,
        GameOver,
        IllegalAction,
        KernelError,
        NotationError,
        PositionError,
        RecordError,
        ReplayMismatch,
        TsuroError,
        UnknownBot,
        UnknownEdition,
        Unplayable,
    )
    from tsuro.formats.ascii import draw_text
    from tsuro.formats.notation import parse_action
    from tsuro.formats.position import Position, format_position, parse_position
    from tsuro.formats.record import Record, format_record, parse_record
    from tsuro.formats.svg import draw_svg
    from tsuro.game import Game
    from tsuro.rules.dragon import DragonPassed, DragonReturned, DragonTaken
    from tsuro.rules.exchange import ExchangeClosed, ExchangeOpened, TilesSwapped
    from tsuro.rules.phoenix.centre import CentreLaid
    from tsuro.rules.phoenix.edge_stack import (
        PhoenixHandedOver,
        PhoenixReturned,
        PhoenixTaken,
        TileDiscarded,
        TileRobbed,
    )
    from tsuro.rules.phoenix.extending import TileTurned
    from tsuro.rules.phoenix.flight import FlightBegan, FlightsEnded
    from tsuro.rules.phoenix.lanterns import (
        FinalRoundAnnounced,
        LanternMoved,
        LanternPlaced,
        LanternStayed,
        StarCreated,
        StarsTaken,
    )
    from tsuro.rules.phoenix.loops import LoopEscaped, LoopFlown, LoopHeld, StarTreated
    from tsuro.rules.phoenix.rising import LifeSpent, PawnRose
    from tsuro.rules.phoenix.soaring import PawnLeft
    from tsuro.rules.phoenix.winds import LanternBound, TileFlipped
    from tsuro.rules.piles import PileChosen, PileLeft, PilesSplit
    from tsuro.rules.seas.daikaiju import (
        CellRolled,
        DaikaijuDestroyed,
        DaikaijuDrawn,
        DaikaijuLeft,
        DaikaijuMoved,
        DaikaijuPlaced,
        DaikaijuRoused,
        DaikaijuTurned,
        DiceRolled,
        DieRolled,
        ShipCaught,
        TileSunk,
    )
    from tsuro.rules.seas.start_protection import RelocationLapsed, RelocationOffered, ShipRelocated

__all__ = [
    "EDITIONS",
    "RULES_VERSION",
    "Action",
    "Appraisal",
    "Ask",
    "Axis",
    "BadSetting",
    "Barred",
    "Beside",
    "Board",
    "Bot",
    "Cell",
    "CellRolled",
    "CentreLaid",
    "Chance",
    "ChanceSource",
    "ChoosePile",
    "Clock",
    "DaikaijuDestroyed",
    "DaikaijuDrawn",
    "DaikaijuLeft",
    "DaikaijuMoved",
    "DaikaijuPlaced",
    "DaikaijuRoused",
    "DaikaijuTurned",
    "Decide",
    "Decision",
    "DiceRolled",
    "DieRolled",
    "DragonPassed",
    "DragonReturned",
    "DragonTaken",
    "Draw",
    "DrawDaikaiju",
    "Edition",
    "EditionDataError",
    "EditionInfo",
    "Enter",
    "Event",
    "ExchangeClosed",
    "ExchangeOpened",
    "Explainer",
    "Explanation",
    "Fate",
    "FinalRoundAnnounced",
    "FlightBegan",
    "FlightsEnded",
    "Flip",
    "Game",
    "GameEnded",
    "GameOver",
    "GameState",
    "HandBuried",
    "HandLaidDown",
    "HandShuffledIn",
    "IllegalAction",
    "Keep",
    "KernelError",
    "Laid",
    "LanternBound",
    "LanternMoved",
    "LanternPlaced",
    "LanternStayed",
    "LayCentre",
    "LifeSpent",
    "LoopEscaped",
    "LoopFlown",
    "LoopHeld",
    "MoveLantern",
    "NotationError",
    "Outcome",
    "Part",
    "Passed",
    "Pawn",
    "PawnEntered",
    "PawnId",
    "PawnLeft",
    "PawnLost",
    "PawnMoved",
    "PawnRose",
    "PhoenixHandedOver",
    "PhoenixReturned",
    "PhoenixTaken",
    "PileChosen",
    "PileLeft",
    "PilesSplit",
    "PlaceTile",
    "PlayerView",
    "Position",
    "PositionError",
    "Reason",
    "Record",
    "RecordError",
    "Relocate",
    "RelocationLapsed",
    "RelocationOffered",
    "ReplayMismatch",
    "Result",
    "Rise",
    "RollDice",
    "RollDie",
    "ScriptedChance",
    "Seat",
    "SeatOut",
    "SeededChance",
    "ShipCaught",
    "ShipRelocated",
    "Side",
    "StarCreated",
    "StarTreated",
    "StarsTaken",
    "StartTaken",
    "Status",
    "Stay",
    "Step",
    "Stop",
    "Swap",
    "Switch",
    "TakeMark",
    "TakeSide",
    "TileDiscarded",
    "TileDrawn",
    "TileFlipped",
    "TileId",
    "TilePlaced",
    "TileRobbed",
    "TileSunk",
    "TileTurned",
    "TilesSwapped",
    "TsuroError",
    "Turn",
    "TurnBegan",
    "TurnTile",
    "UnknownBot",
    "UnknownEdition",
    "Unplayable",
    "Violation",
    "Withdraw",
    "__version__",
    "advance",
    "begin",
    "build_edition",
    "determinize",
    "draw_svg",
    "draw_text",
    "format_position",
    "format_record",
    "make_bot",
    "parse_action",
    "parse_position",
    "parse_record",
    "play",
    "preview",
    "register_edition",
    "view",
    "violations",
]

_HOMES = {
    "tsuro.bots.base": "Appraisal Bot Clock Explainer Explanation",
    "tsuro.bots.registry": "make_bot",
    "tsuro.core.actions": (
        "Action Axis ChoosePile Decision Draw DrawDaikaiju Enter Flip Keep LayCentre MoveLantern "
        "Outcome PlaceTile Relocate Rise RollDice RollDie Stay Swap TakeMark TakeSide TurnTile "
        "Withdraw"
    ),
    "tsuro.core.asks": "Ask Barred Chance Decide",
    "tsuro.core.board": "Board",
    "tsuro.core.events": (
        "Event GameEnded HandBuried HandLaidDown HandShuffledIn Passed PawnEntered PawnLost "
        "PawnMoved SeatOut StartTaken TileDrawn TilePlaced TurnBegan"
    ),
    "tsuro.core.geometry": "Beside Cell Side Stop",
    "tsuro.core.ids": "PawnId Seat TileId",
    "tsuro.core.state": "Fate GameState Part Pawn Reason Result Status Turn",
    "tsuro.core.tiles": "Laid",
    "tsuro.editions.edition": "RULES_VERSION Edition EditionInfo Switch",
    "tsuro.editions.registry": "EDITIONS build_edition register_edition",
    "tsuro.editions.violation": "Violation",
    "tsuro.engine.chance": "ChanceSource ScriptedChance SeededChance",
    "tsuro.engine.determinize": "determinize",
    "tsuro.engine.invariants": "violations",
    "tsuro.engine.play": "Step advance begin play",
    "tsuro.engine.preview": "preview",
    "tsuro.engine.views": "PlayerView view",
    "tsuro.errors": (
        "BadSetting EditionDataError GameOver IllegalAction KernelError NotationError "
        "PositionError RecordError ReplayMismatch TsuroError UnknownBot UnknownEdition Unplayable"
    ),
    "tsuro.formats.ascii": "draw_text",
    "tsuro.formats.notation": "parse_action",
    "tsuro.formats.position": "Position format_position parse_position",
    "tsuro.formats.record": "Record format_record parse_record",
    "tsuro.formats.svg": "draw_svg",
    "tsuro.game": "Game",
    "tsuro.rules.dragon": "DragonPassed DragonReturned DragonTaken",
    "tsuro.rules.exchange": "ExchangeClosed ExchangeOpened TilesSwapped",
    "tsuro.rules.phoenix.centre": "CentreLaid",
    "tsuro.rules.phoenix.edge_stack": (
        "PhoenixHandedOver PhoenixReturned PhoenixTaken TileDiscarded TileRobbed"
    ),
    "tsuro.rules.phoenix.extending": "TileTurned",
    "tsuro.rules.phoenix.flight": "FlightBegan FlightsEnded",
    "tsuro.rules.phoenix.lanterns": (
        "FinalRoundAnnounced LanternMoved LanternPlaced LanternStayed StarCreated StarsTaken"
    ),
    "tsuro.rules.phoenix.loops": "LoopEscaped LoopFlown LoopHeld StarTreated",
    "tsuro.rules.phoenix.rising": "LifeSpent PawnRose",
    "tsuro.rules.phoenix.soaring": "PawnLeft",
    "tsuro.rules.phoenix.winds": "LanternBound TileFlipped",
    "tsuro.rules.piles": "PileChosen PileLeft PilesSplit",
    "tsuro.rules.seas.daikaiju": (
        "CellRolled DaikaijuDestroyed DaikaijuDrawn DaikaijuLeft DaikaijuMoved DaikaijuPlaced "
        "DaikaijuRoused DaikaijuTurned DiceRolled DieRolled ShipCaught TileSunk"
    ),
    "tsuro.rules.seas.start_protection": "RelocationLapsed RelocationOffered ShipRelocated",
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> object:
    """Public names are imported when first used, so that `tsuro --help` starts at once."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'tsuro' has no attribute {name!r}")
    value: object = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
