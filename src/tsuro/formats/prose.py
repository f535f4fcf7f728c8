"""Events in plain English, for logs next to a board."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Final, cast

from tsuro.core import events as core
from tsuro.core.events import Event
from tsuro.core.geometry import Side, on_board
from tsuro.core.ids import PawnId, Seat
from tsuro.core.state import Fate, Reason, Result
from tsuro.core.tiles import FACE_LETTERS
from tsuro.formats.narrator import FlipCause, Narrator, Telling
from tsuro.rules import dragon, exchange, piles
from tsuro.rules.phoenix import (
    centre,
    edge_stack,
    extending,
    flight,
    lanterns,
    loops,
    rising,
    soaring,
    winds,
)
from tsuro.rules.seas import daikaiju, moves, start_protection


@dataclass(frozen=True)
class EnglishNarrator(Narrator):
    """Tells what happened; the seat `you` is spoken to."""

    you: Seat | None = None

    joint = "and"
    some_tile = "a tile"
    nobody = "nobody"
    nameless = "Seat"
    edges: ClassVar = {
        Side.NORTH: "the top edge",
        Side.EAST: "the right edge",
        Side.SOUTH: "the bottom edge",
        Side.WEST: "the left edge",
    }
    printed = "gold {gold}, blue {blue}"
    flips: ClassVar = {
        FlipCause.STAR: "the tile on {cell} was flipped, as its star was taken",
        FlipCause.LANTERN: "the tile on {cell} was flipped to glow for the lantern",
        FlipCause.LOOP: "the tile on {cell} was flipped to break the loop",
    }

    def telling_of(self, event: Event) -> Telling | None:
        told = PLAIN.get(type(event)) if self.plain else None
        return TELLINGS.get(type(event)) if told is None else told

    def story(self, events: Iterable[Event]) -> list[str]:
        """All sentences; laying a tile for a pawn and its way along it are one."""
        told: list[str] = []
        laid: dict[PawnId, int] = {}
        for event, sentence in self.tell_all(tuple(events)):
            if isinstance(event, core.PawnMoved) and event.pawn in laid and sentence:
                number = laid.pop(event.pawn)
                told[number] = f"{told[number][:-1]}{self._continued(event)}."
                continue
            if isinstance(event, core.TurnBegan):
                laid.clear()
            elif isinstance(event, core.TilePlaced | extending.TileTurned):
                laid[event.pawn] = len(told)
            if sentence is not None:
                told.append(sentence)
        return told

    def _continued(self, event: core.PawnMoved) -> str:
        """The move as the second half of a sentence about the tile laid for it."""
        how = "" if len(event.route) == 1 else f", travelled {len(event.route)} tiles"
        if not on_board(event.stop.cell, self.edition.size):
            return f"{how} and came to the edge of the board"
        if self.edition.pawns_per_seat > 1:
            return f"{how}; {self.pawn(event.pawn)} now faces {self.cell(event.stop.cell)}"
        verb = "face" if self.pawn(event.pawn) == "you" else "faces"
        return f"{how} and now {verb} {self.cell(event.stop.cell)}"

    def seat(self, seat: Seat) -> str:
        return "you" if seat == self.you else self.name(seat)

    def pawn(self, pawn: PawnId) -> str:
        owner = self.owner(pawn)
        if self.edition.pawns_per_seat == 1:
            return self.seat(owner)
        letter = FACE_LETTERS[pawn % self.edition.pawns_per_seat]
        return f"{self.whose(owner)} pawn {letter}"

    def whose(self, seat: Seat) -> str:
        return "your" if seat == self.you else f"{self.name(seat)}’s"

    def result(self, result: Result) -> str:
        """Who has won and why, without a full stop."""
        winners = self.listed([self.seat(seat) for seat in result.winners])
        if len(result.winners) > 1:
            return f"{winners} share the win: {REASONS[result.reason]}"
        verb = "win" if result.winners == (self.you,) else "wins"
        return f"{winners} {verb}: {REASONS[result.reason]}"

    def form(self, hint: str, value: Any, form: str) -> str:
        """English bends verbs and owners, and differently for `you`."""
        match form:
            case "is":
                return "are" if value == self.you else "is"
            case "own":
                return self.whose(value)
            case "s":
                return "" if self.pawn(value) == "you" else "s"
        return super().form(hint, value, form)


NAMED_BY_DICE: Final = "the dice, gold {gold} and blue {blue}, named {cell}"
REASONS: Final = {
    Reason.LAST_STANDING: "nobody else is left",
    Reason.ALL_OUT: "everybody left went out in the same move",
    Reason.TILES_OUT: "there are no tiles left",
    Reason.BOARD_FULL: "the board is full",
    Reason.STARS: "most stars when the last round was over",
}
FATES: Final = {
    Fate.EDGE: "{pawn} ran off the board",
    Fate.COLLISION: "{pawn} collided with {others}",
    Fate.LOOP: "{pawn} ended up in a closed loop",
    Fate.DAIKAIJU: "a daikaiju devoured {pawn}",
    Fate.STRANDED: "{pawn} had nowhere left to go",
    Fate.WITHDRAWN: "{pawn} left the board by choice",
}


def _fate(narrator: EnglishNarrator, event: core.PawnLost | soaring.PawnLeft) -> str:
    if event.fate is Fate.STRANDED and narrator.can_rise:
        return "{pawn} could not rise again"
    return FATES[event.fate]


def _start(narrator: EnglishNarrator, event: core.StartTaken) -> str:
    return "{pawn} started at {mark}" if event.mark is not None else "{pawn} started at {beside}"


def _drawn(narrator: EnglishNarrator, event: core.TileDrawn) -> str:
    return "" if event.tile is None else "{seat} drew {tile}"


def _moved(narrator: EnglishNarrator, event: core.PawnMoved) -> str:
    if not event.route:
        return ""
    count = len(event.route)
    tiles = "one tile" if count == 1 else f"{count} tiles"
    inside = on_board(event.stop.cell, narrator.edition.size)
    where = "to the edge of the board"
    if inside:
        where = f"and now face{{pawn_s}} {narrator.cell(event.stop.cell)}"
    return f"{{pawn}} travelled {tiles} {where}"


def _returned(
    where: str,
) -> Callable[[EnglishNarrator, core.HandShuffledIn | core.HandBuried | core.HandLaidDown], str]:
    def telling(
        narrator: EnglishNarrator, event: core.HandShuffledIn | core.HandBuried | core.HandLaidDown
    ) -> str:
        tiles = "last tile" if event.count == 1 else f"{event.count} tiles"
        return f"{{seat_own}} {tiles} {where}" if event.count else ""

    return telling


def _laid_down(narrator: EnglishNarrator, event: core.HandLaidDown) -> str:
    telling = _returned("left the game")(narrator, event)
    return telling if narrator.plain or not event.shown else f"{telling}: {{shown}}"


def _ended(narrator: EnglishNarrator, event: core.GameEnded) -> str:
    # Names are put in already: braces in them are no placeholders.
    return narrator.result(event.result).replace("{", "{{").replace("}", "}}")


def _turned(narrator: EnglishNarrator, event: extending.TileTurned) -> str:
    tile = "the tile" if narrator.plain else "{before}"
    if event.before == event.after:
        return f"{{pawn}} left {tile} on {{cell}} as it lay"
    if event.before.face != event.after.face:
        return f"{{pawn}} turned {tile} on {{cell}} over"
    return f"{{pawn}} turned {tile} on {{cell}}"


def _discarded(narrator: EnglishNarrator, event: edge_stack.TileDiscarded) -> str:
    if event.heir is None:
        return "{seat} put {tile} under the stack" if event.tile is not None else ""
    return "{seat} passed {tile} to {heir}, who held the Phoenix tile"


def _passed_on(narrator: EnglishNarrator, event: dragon.DragonPassed) -> str:
    if event.heir is None:
        return "{loser_own} dragon tile went back under the pile"
    return "the dragon tile passed from {loser} to {heir}"


def _cell_rolled(narrator: EnglishNarrator, event: daikaiju.CellRolled) -> str:
    named = "the dice named {cell}" if narrator.plain else NAMED_BY_DICE
    return f"{named}, where a daikaiju stands already" if event.taken else named


def _dice(narrator: EnglishNarrator, event: daikaiju.DiceRolled) -> str:
    total = event.gold + event.blue
    rolled = f"the dice showed {{gold}} + {{blue}} = {total}"
    roused = total in moves.ROUSING_SUMS
    return rolled if roused else f"{rolled}: the daikaiju stayed quiet"


def _die(narrator: EnglishNarrator, event: daikaiju.DieRolled) -> str:
    new = event.die == moves.NEW_DAIKAIJU
    if event.daikaiju is None:
        return "the daikaiju die showed {die}" + (": none of them acts" if new else "")
    which = "one daikaiju" if narrator.plain else "daikaiju {daikaiju}"
    return f"the die for {which} showed {{die}}" + (": it rests" if new else "")


def _roused(narrator: EnglishNarrator, event: daikaiju.DaikaijuRoused) -> str:
    return "the daikaiju stirred" if event.order else ""


def _sunk(narrator: EnglishNarrator, event: daikaiju.TileSunk) -> str:
    tile = "the tile" if narrator.plain else "{tile}"
    return f"{tile} on {{cell}} sank" + (" for good" if event.gone else "")


def _star(narrator: EnglishNarrator, event: lanterns.StarsTaken) -> str:
    return (
        "{seat} scored the star of {cells}"
        if len(event.cells) == 1
        else (f"{{seat}} scored {len(event.cells)} stars: {{cells}}")
    )


TELLINGS: Final = cast(
    "dict[type[Event], Telling]",
    {
        core.StartTaken: _start,
        core.TurnBegan: "",
        core.Passed: "{seat} had no tile to place",
        core.TileDrawn: _drawn,
        core.TilePlaced: "{pawn_owner} placed {laid} on {cell}",
        core.PawnEntered: "",
        core.PawnMoved: _moved,
        core.PawnLost: _fate,
        core.SeatOut: "{seat} {seat_is} out of the game",
        core.HandShuffledIn: _returned("went back into the pile"),
        core.HandBuried: _returned("went under the pile"),
        core.HandLaidDown: _laid_down,
        core.GameEnded: _ended,
        centre.CentreLaid: "",
        daikaiju.DaikaijuDrawn: "",
        daikaiju.CellRolled: _cell_rolled,
        daikaiju.DaikaijuPlaced: "a new daikaiju, {daikaiju}, rose at {cell}",
        daikaiju.DiceRolled: _dice,
        daikaiju.DaikaijuRoused: _roused,
        daikaiju.DieRolled: _die,
        daikaiju.DaikaijuTurned: "daikaiju {daikaiju} turned on the spot",
        daikaiju.DaikaijuMoved: "daikaiju {daikaiju} moved from {origin} to {cell}",
        daikaiju.DaikaijuLeft: "daikaiju {daikaiju} left the board from {cell}",
        daikaiju.DaikaijuDestroyed: "daikaiju {by} destroyed daikaiju {daikaiju}",
        daikaiju.TileSunk: _sunk,
        daikaiju.ShipCaught: "{pawn} could not get away from daikaiju {daikaiju}",
        dragon.DragonTaken: "the pile was empty, so {seat} took the dragon tile",
        dragon.DragonPassed: _passed_on,
        dragon.DragonReturned: "{seat} put the dragon tile back and drew first",
        edge_stack.PhoenixTaken: "the stack was empty, so {seat} took the Phoenix tile",
        edge_stack.PhoenixReturned: "{seat} put the Phoenix tile back",
        edge_stack.PhoenixHandedOver: "{seat} gave {heir} the Phoenix tile in return",
        edge_stack.TileDiscarded: _discarded,
        edge_stack.TileRobbed: "{seat} had no tile and took {tile} from {victim}",
        exchange.ExchangeOpened: "{seat} may swap tiles with {losers}",
        exchange.TilesSwapped: "{seat} gave {give} for {take} of {loser_own}",
        exchange.ExchangeClosed: "",
        extending.TileTurned: _turned,
        flight.FlightBegan: "",
        flight.FlightsEnded: "",
        lanterns.LanternPlaced: "",
        lanterns.StarCreated: "a star appeared on {cell}",
        lanterns.LanternMoved: "the lantern of {origin} went to {target}",
        lanterns.LanternStayed: "the lantern of {cell} had nowhere to go and stayed",
        lanterns.StarsTaken: _star,
        lanterns.FinalRoundAnnounced: "{seat} reached seven stars: this round is the last",
        loops.LoopFlown: "{pawn} flew round a closed loop",
        loops.StarTreated: "",
        loops.LoopHeld: "the loop was still closed after the flip on {cell}",
        loops.LoopEscaped: "{pawn} came out of the loop",
        piles.PilesSplit: "",
        piles.PileChosen: "",
        piles.PileLeft: "",
        rising.LifeSpent: "{seat} spent the Life token",
        rising.PawnRose: "{pawn} rose from the ashes beside {beside}",
        soaring.PawnLeft: _fate,
        start_protection.RelocationOffered: "{pawn} may move to another start mark",
        start_protection.RelocationLapsed: "",
        start_protection.ShipRelocated: "{pawn} moved to the start mark {mark}",
        winds.TileFlipped: "the tile on {cell} was flipped",
        winds.LanternBound: "the lantern of {origin} is bound for {target}",
    },
)
PLAIN: Final = cast(
    "dict[type[Event], Telling]",
    {
        daikaiju.DaikaijuPlaced: "a new daikaiju rose at {cell}",
        daikaiju.DaikaijuTurned: "a daikaiju turned on the spot",
        daikaiju.DaikaijuMoved: "a daikaiju moved from {origin} to {cell}",
        daikaiju.DaikaijuLeft: "a daikaiju left the board from {cell}",
        daikaiju.DaikaijuDestroyed: "a daikaiju destroyed another",
        daikaiju.ShipCaught: "{pawn} could not get away from a daikaiju",
        exchange.TilesSwapped: "{seat} swapped a tile with {loser}",
        start_protection.ShipRelocated: "{pawn} moved to another start mark at {mark}",
        rising.PawnRose: "{pawn} rose from the ashes at {beside}",
    },
)
"""What sounds otherwise where daikaiju, tiles and marks have no names."""
