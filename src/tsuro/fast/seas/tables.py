"""Tables and parameters of Tsuro of the Seas, compiled from what is printed and the `Edition`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from tsuro.core.actions import RollDice
from tsuro.core.geometry import PORTS, Side, Stop, across, cells, on_board, rim_marks
from tsuro.editions.edition import Edition
from tsuro.editions.seas.printed import printed_seas
from tsuro.fast.seas.record import RIM_BLOCKS, SeaGame
from tsuro.fast.shared.compositions import Kinds, find, kinds_of, refuse, travels
from tsuro.fast.shared.hands import HAND
from tsuro.fast.shared.layout import Layout
from tsuro.fast.shared.paths import FIRST_ENTRY, cell_number
from tsuro.fast.shared.shapes import TILE_IDS
from tsuro.rules.endings import LastStandingPhase, TilesOutPhase
from tsuro.rules.exchange import OpenExchangePhase
from tsuro.rules.hands import DealPhase
from tsuro.rules.placing import PlacePhase
from tsuro.rules.seas.hands import BonusPhase, BuryHandsPhase, DrawUpPhase
from tsuro.rules.seas.harm import SeaEndingPhase
from tsuro.rules.seas.moves import OwnDiePhase, RouseDaikaijuPhase, SharedDiePhase
from tsuro.rules.seas.placing import (
    LAST_RESORT,
    STRICT,
    AvoidPeril,
    BeginWatchPhase,
    PassPhase,
    SeaTravel,
)
from tsuro.rules.seas.spawning import DIE, DaikaijuSetupPhase, RefillDaikaijuPhase, Spawning
from tsuro.rules.seas.start_protection import FrontCheckPhase, LapsePhase, RelocatePhase
from tsuro.rules.starts import MarksPhase
from tsuro.rules.travel import PassThrough, Travel, TravelPhase
from tsuro.rules.turns import BeginTurnPhase

_PRINTED: Final = printed_seas()
SIZE: Final = _PRINTED.size
AREA: Final = SIZE * SIZE
MARKS: Final = PORTS * SIZE
MARKS_A_SIDE: Final = 2 * SIZE
FULL: Final = RIM_BLOCKS | (1 << AREA) - 1 << 8
"""Every block: a board without a free cell (SE-36)."""

NAMES: Final = _PRINTED.daikaiju
"""Names by number, in the order of acting (SE-16)."""
DAIKAIJU: Final = len(NAMES)


RIM: Final = FIRST_ENTRY
_MARK_NUMBERS = {mark: number for number, mark in enumerate(rim_marks(SIZE))}


def _beyond() -> Iterator[int]:
    for cell in cells(SIZE):
        for port in range(PORTS):
            other = across(Stop(cell, port)).cell
            inside = on_board(other, SIZE)
            number = cell_number(other, SIZE)
            yield number if inside else RIM + _MARK_NUMBERS[Stop(cell, port)]


BEYOND: Final = bytes(_beyond())
"""BEYOND[8 * cell + port]: the cell on the other side of a port or, from RIM on, the mark there."""
MARK_CELL: Final = bytes(cell_number(mark.cell, SIZE) for mark in rim_marks(SIZE))
MARK_PORT: Final = bytes(mark.port for mark in rim_marks(SIZE))

DICE_CELL: Final = bytes(
    cell_number(_PRINTED.chart.cell(RollDice(gold, blue)), SIZE) for gold in DIE for blue in DIE
)
"""DICE_CELL[6 * (gold - 1) + blue - 1] (SE-4)."""
TURNS: Final = len(Side)
"""Not a heading: the daikaiju turns on the spot."""


def _headings() -> Iterator[int]:
    for name in NAMES:
        for rotation in range(4):
            for die in DIE[:-1]:
                heading = _PRINTED.chart.heading(name, die, rotation)
                yield TURNS if heading is None else heading


HEADING: Final = bytes(_headings())
"""HEADING[20 * daikaiju + 5 * turns + die - 1]: the side it crosses, or TURNS (SE-6, SE-7)."""

_AFTER_PLACING: Final[Kinds] = (OpenExchangePhase, BonusPhase, BuryHandsPhase, DrawUpPhase)
_FLOWS: Final[set[Kinds]] = {
    (
        *(DealPhase, DaikaijuSetupPhase, MarksPhase),
        *(BeginWatchPhase, RefillDaikaijuPhase, RouseDaikaijuPhase, SharedDiePhase),
        *(FrontCheckPhase, RelocatePhase, PassPhase),
        *(PlacePhase, TravelPhase, LapsePhase, SeaEndingPhase, *_AFTER_PLACING),
    ),
    (
        *(DealPhase, MarksPhase),
        *(BeginTurnPhase, PlacePhase, TravelPhase, LastStandingPhase, *_AFTER_PLACING),
    ),
}
"""Set-ups and turns this kernel knows, with and without daikaiju.

Each daikaiju may have a die of its own (SE-14), and `TilesOutPhase` may follow.
"""


@dataclass(frozen=True)
class SeaTables:
    """What the kernel must know of one edition as it is played."""

    edition: Edition
    spawning: Spawning | None
    """None without daikaiju (SE-37)."""
    opening: int
    own_die: bool
    share_first: bool
    eliminated_roll: bool
    tiles_go: bool

    @cached_property
    def layout(self) -> Layout[SeaGame]:
        return LAYOUT


LAYOUT: Final = Layout.of(SeaGame, {"cells": AREA, "nodes": FIRST_ENTRY + PORTS * AREA})


def tables_of(edition: Edition) -> SeaTables:
    """Tables of a game at sea, whatever its switches."""
    kinds = kinds_of((*edition.setup, *edition.turn))
    tiles_go = kinds[-1] is TilesOutPhase
    layout = find(edition, DaikaijuSetupPhase)
    spawning = None if layout is None else layout.spawning
    if not _is_known(kinds[:-1] if tiles_go else kinds) or not _is_printed(edition, spawning):
        raise refuse(edition)
    if spawning is not None and spawning.removal.spawn_sinks_for_good != tiles_go:
        raise refuse(edition)
    watch = find(edition, BeginWatchPhase)
    return SeaTables(
        edition=edition,
        spawning=spawning,
        opening=0 if layout is None else layout.count,
        own_die=find(edition, OwnDiePhase) is not None,
        share_first=_order(edition) == LAST_RESORT,
        eliminated_roll=watch is not None and watch.eliminated_roll,
        tiles_go=tiles_go,
    )


def _is_known(kinds: Kinds) -> bool:
    return tuple(SharedDiePhase if kind is OwnDiePhase else kind for kind in kinds) in _FLOWS


def _order(edition: Edition) -> object:
    """In what order placements are put up with; None if they are judged in an unknown way."""
    place = find(edition, PlacePhase)
    if place is None or type(place.legality) is not AvoidPeril:
        return None
    return place.legality.order


def _is_printed(edition: Edition, spawning: Spawning | None) -> bool:
    return (
        travels(edition, Travel if spawning is None else SeaTravel, PassThrough)
        and edition.size == SIZE
        and edition.hand_size == HAND
        and edition.pawns_per_seat == 1
        and set(edition.tiles.tiles) <= set(TILE_IDS)
        and _order(edition) in (STRICT, LAST_RESORT)
        and (spawning is None or spawning.chart == _PRINTED.chart)
    )
