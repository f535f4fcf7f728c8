"""Everything from which an edition is composed, in one place.

    from tsuro.composing import DealPhase, Edition, EditionInfo, PlacePhase, register_edition

An edition of your own may use any of these phases and policies and add its own. CONTRIBUTING.md,
"Add an edition", leads through it; `tests/support/sixth_edition.py` is a whole one in one file.
Rules that only one of our editions has are in `tsuro.rules.seas` and `tsuro.rules.phoenix`.
"""

from __future__ import annotations

from tsuro.core.actions import Action, Decision, Enter, Outcome, PlaceTile, TakeMark, TakeSide
from tsuro.core.asks import Ask, Barred, Chance, Decide
from tsuro.core.board import Board, Crossing, Ending, Walk, trail, walk
from tsuro.core.events import Event, PawnEntered, PawnLost, PawnMoved, StartTaken, TilePlaced
from tsuro.core.geometry import PORTS, Beside, Cell, Side, Stop, across, rim_marks, rim_places
from tsuro.core.ids import PawnId, Seat, TileId
from tsuro.core.pile import Buried, Pile
from tsuro.core.replacing import replace
from tsuro.core.state import Fate, GameState, Part, Pawn, Reason, Result, Status, Turn
from tsuro.core.tiles import Face, Laid, Tile, TileSet, pairs_of, wiring_of
from tsuro.editions.checks import exchange_fits, fronts_are_open
from tsuro.editions.data_table import DataTable, checked
from tsuro.editions.edition import Edition, EditionInfo, Switch
from tsuro.editions.printed import read_board, read_path_tiles, shapes
from tsuro.editions.registry import build_edition, register_edition
from tsuro.editions.sections import read_section
from tsuro.editions.violation import Check, Violation
from tsuro.rules.dragon import (
    Dragon,
    PassDragonPhase,
    RefillHandsPhase,
    ReturnDragonPhase,
    TakeDragonPhase,
)
from tsuro.rules.endings import LastStandingPhase, TilesOutPhase
from tsuro.rules.exchange import Exchange, ExchangePhase, OpenExchangePhase
from tsuro.rules.hands import DealPhase, DrawOnePhase, LayDownPhase, ShuffleInPhase
from tsuro.rules.phases import AskingPhase, AutomaticPhase, Draft, Phase
from tsuro.rules.piles import ChoosePilePhase, Heaps, SplitPilesPhase
from tsuro.rules.placing import (
    AnythingGoes,
    AvoidOwnLoss,
    EnterPhase,
    Legality,
    PlacePhase,
    own_journey,
)
from tsuro.rules.starts import MarksPhase, SidesPhase, next_to_start
from tsuro.rules.travel import Collide, Contact, Journey, PassThrough, Travel, TravelPhase
from tsuro.rules.turns import BeginHalfTurnPhase, BeginTurnPhase

__all__ = [
    "PORTS",
    "Action",
    "AnythingGoes",
    "Ask",
    "AskingPhase",
    "AutomaticPhase",
    "AvoidOwnLoss",
    "Barred",
    "BeginHalfTurnPhase",
    "BeginTurnPhase",
    "Beside",
    "Board",
    "Buried",
    "Cell",
    "Chance",
    "Check",
    "ChoosePilePhase",
    "Collide",
    "Contact",
    "Crossing",
    "DataTable",
    "DealPhase",
    "Decide",
    "Decision",
    "Draft",
    "Dragon",
    "DrawOnePhase",
    "Edition",
    "EditionInfo",
    "Ending",
    "Enter",
    "EnterPhase",
    "Event",
    "Exchange",
    "ExchangePhase",
    "Face",
    "Fate",
    "GameState",
    "Heaps",
    "Journey",
    "Laid",
    "LastStandingPhase",
    "LayDownPhase",
    "Legality",
    "MarksPhase",
    "OpenExchangePhase",
    "Outcome",
    "Part",
    "PassDragonPhase",
    "PassThrough",
    "Pawn",
    "PawnEntered",
    "PawnId",
    "PawnLost",
    "PawnMoved",
    "Phase",
    "Pile",
    "PlacePhase",
    "PlaceTile",
    "Reason",
    "RefillHandsPhase",
    "Result",
    "ReturnDragonPhase",
    "Seat",
    "ShuffleInPhase",
    "Side",
    "SidesPhase",
    "SplitPilesPhase",
    "StartTaken",
    "Status",
    "Stop",
    "Switch",
    "TakeDragonPhase",
    "TakeMark",
    "TakeSide",
    "Tile",
    "TileId",
    "TilePlaced",
    "TileSet",
    "TilesOutPhase",
    "Travel",
    "TravelPhase",
    "Turn",
    "Violation",
    "Walk",
    "across",
    "build_edition",
    "checked",
    "exchange_fits",
    "fronts_are_open",
    "next_to_start",
    "own_journey",
    "pairs_of",
    "read_board",
    "read_path_tiles",
    "read_section",
    "register_edition",
    "replace",
    "rim_marks",
    "rim_places",
    "shapes",
    "trail",
    "walk",
    "wiring_of",
]
