"""Events in plain German, the same way `formats.prose` tells them in English."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final

from tsuro.core.events import Event
from tsuro.core.geometry import Side, on_board
from tsuro.core.ids import PawnId
from tsuro.core.state import Result
from tsuro.core.tiles import FACE_LETTERS
from tsuro.formats.narrator import FlipCause, Narrator, Telling
from tsuro.rules.seas.moves import NEW_DAIKAIJU, ROUSING_SUMS


class GermanNarrator(Narrator):
    """Tells what happened, always in the third person and in the present tense."""

    joint = "und"
    some_tile = "ein Plättchen"
    nobody = "niemand"
    nameless = "Platz"
    edges: ClassVar = {
        Side.NORTH: "oberen Rand",
        Side.EAST: "rechten Rand",
        Side.SOUTH: "unteren Rand",
        Side.WEST: "linken Rand",
    }
    printed = "Gold {gold}, Blau {blue}"
    flips: ClassVar = {
        FlipCause.STAR: "das Plättchen auf {cell} wird gewendet, denn sein Stern ist vergeben",
        FlipCause.LANTERN: "das Plättchen auf {cell} wird gewendet und leuchtet für die Laterne",
        FlipCause.LOOP: "das Plättchen auf {cell} wird gewendet, um die Schleife zu brechen",
    }

    def telling_of(self, event: Event) -> Telling | None:
        name = type(event).__name__
        told = PLAIN.get(name) if self.plain else None
        return TELLINGS.get(name) if told is None else told

    def pawn(self, pawn: PawnId) -> str:
        owner = self.seat(self.owner(pawn))
        if self.edition.pawns_per_seat == 1:
            return owner
        return f"Figur {FACE_LETTERS[pawn % self.edition.pawns_per_seat]} von {owner}"

    def result(self, result: Result) -> str:
        winners = self.listed([self.seat(seat) for seat in result.winners])
        verb = "teilen sich den Sieg" if len(result.winners) > 1 else "gewinnt"
        return f"{winners} {verb}: {REASONS[result.reason]}"


NAMED_BY_DICE: Final = "die Würfel, Gold {gold} und Blau {blue}, nennen {cell}"
REASONS: Final = {
    "last_standing": "sonst ist niemand mehr im Spiel",
    "all_out": "die Letzten sind im selben Zug ausgeschieden",
    "tiles_out": "alle Plättchen sind gelegt",
    "board_full": "das Brett ist voll",
    "stars": "die meisten Sterne am Ende der letzten Runde",
}
FATES: Final = {
    "edge": "{pawn} läuft über den Rand des Bretts",
    "collision": "{pawn} stößt mit {others} zusammen",
    "loop": "{pawn} gerät in eine geschlossene Schleife",
    "daikaiju": "ein Daikaiju verschlingt {pawn}",
    "stranded": "für {pawn} gibt es keinen Weg mehr",
    "withdrawn": "{pawn} verlässt das Brett aus freien Stücken",
}


def _fate(narrator: GermanNarrator, event: Any) -> str:
    if event.fate == "stranded" and narrator.can_rise:
        return "{pawn} kann nicht mehr aufsteigen"
    return FATES[event.fate]


def _start(narrator: GermanNarrator, event: Any) -> str:
    where = "am" if narrator.plain else "bei"
    return f"{{pawn}} beginnt {where} {'{mark}' if event.mark is not None else '{beside}'}"


def _drawn(narrator: GermanNarrator, event: Any) -> str:
    return "" if event.tile is None else "{seat} zieht {tile}"


def _moved(narrator: GermanNarrator, event: Any) -> str:
    if not event.route:
        return ""
    count = len(event.route)
    tiles = "ein Plättchen" if count == 1 else f"{count} Plättchen"
    inside = on_board(event.stop.cell, narrator.edition.size)
    where = "bis an den Rand des Bretts"
    if inside:
        where = f"und steht nun vor {narrator.cell(event.stop.cell)}"
    return f"{{pawn}} zieht über {tiles} {where}"


def _returned(one: str, several: str) -> Callable[[GermanNarrator, Any], str]:
    def telling(narrator: GermanNarrator, event: Any) -> str:
        if event.count == 1:
            return f"das letzte Plättchen von {{seat}} {one}"
        return f"{event.count} Plättchen von {{seat}} {several}" if event.count else ""

    return telling


def _laid_down(narrator: GermanNarrator, event: Any) -> str:
    telling = _returned("kommt aus dem Spiel", "kommen aus dem Spiel")(narrator, event)
    return telling if narrator.plain or not event.shown else f"{telling}: {{shown}}"


def _ended(narrator: GermanNarrator, event: Any) -> str:
    # Names are put in already: braces in them are no placeholders.
    return narrator.result(event.result).replace("{", "{{").replace("}", "}}")


def _turned(narrator: GermanNarrator, event: Any) -> str:
    tile = "das Plättchen" if narrator.plain else "{before}"
    if event.before == event.after:
        return f"{{pawn}} lässt {tile} auf {{cell}} liegen, wie es liegt"
    if event.before.face != event.after.face:
        return f"{{pawn}} wendet {tile} auf {{cell}}"
    return f"{{pawn}} dreht {tile} auf {{cell}}"


def _discarded(narrator: GermanNarrator, event: Any) -> str:
    if event.heir is None:
        return "{seat} legt {tile} unter den Stapel" if event.tile is not None else ""
    return "{seat} gibt {tile} an {heir} weiter, denn dort liegt das Phönixplättchen"


def _passed_on(narrator: GermanNarrator, event: Any) -> str:
    if event.heir is None:
        return "das Drachenplättchen von {loser} geht zurück unter den Stapel"
    return "das Drachenplättchen geht von {loser} an {heir}"


def _cell_rolled(narrator: GermanNarrator, event: Any) -> str:
    named = "die Würfel nennen {cell}" if narrator.plain else NAMED_BY_DICE
    return f"{named}, wo schon ein Daikaiju steht" if event.taken else named


def _dice(narrator: GermanNarrator, event: Any) -> str:
    total = event.gold + event.blue
    rolled = f"die Würfel zeigen {{gold}} + {{blue}} = {total}"
    return rolled if total in ROUSING_SUMS else f"{rolled}: Die Daikaiju bleiben ruhig"


def _die(narrator: GermanNarrator, event: Any) -> str:
    new = event.die == NEW_DAIKAIJU
    if event.daikaiju is None:
        return "der Daikaiju-Würfel zeigt {die}" + (": Keiner zieht" if new else "")
    which = "einen Daikaiju" if narrator.plain else "Daikaiju {daikaiju}"
    return f"der Würfel für {which} zeigt {{die}}" + (": Er ruht" if new else "")


def _roused(narrator: GermanNarrator, event: Any) -> str:
    return "die Daikaiju regen sich" if event.order else ""


def _sunk(narrator: GermanNarrator, event: Any) -> str:
    tile = "das Plättchen" if narrator.plain else "{tile}"
    return f"{tile} auf {{cell}} versinkt" + (" für immer" if event.gone else "")


def _stars(narrator: GermanNarrator, event: Any) -> str:
    if len(event.cells) == 1:
        return "{seat} bekommt den Stern von {cells}"
    return f"{{seat}} bekommt {len(event.cells)} Sterne: {{cells}}"


TELLINGS: Final[dict[str, Telling]] = {
    "StartTaken": _start,
    "TurnBegan": "",
    "Passed": "{seat} hat kein Plättchen zum Legen",
    "TileDrawn": _drawn,
    "TilePlaced": "{pawn_owner} legt {laid} auf {cell}",
    "PawnEntered": "",
    "PawnMoved": _moved,
    "PawnLost": _fate,
    "SeatOut": "{seat} scheidet aus",
    "HandShuffledIn": _returned("wird eingemischt", "werden eingemischt"),
    "HandBuried": _returned("kommt unter den Stapel", "kommen unter den Stapel"),
    "HandLaidDown": _laid_down,
    "GameEnded": _ended,
    "CentreLaid": "",
    "DaikaijuDrawn": "",
    "CellRolled": _cell_rolled,
    "DaikaijuPlaced": "ein neuer Daikaiju, {daikaiju}, taucht auf {cell} auf",
    "DiceRolled": _dice,
    "DaikaijuRoused": _roused,
    "DieRolled": _die,
    "DaikaijuTurned": "Daikaiju {daikaiju} dreht sich auf der Stelle",
    "DaikaijuMoved": "Daikaiju {daikaiju} zieht von {origin} nach {cell}",
    "DaikaijuLeft": "Daikaiju {daikaiju} verlässt bei {cell} das Brett",
    "DaikaijuDestroyed": "Daikaiju {by} vernichtet Daikaiju {daikaiju}",
    "TileSunk": _sunk,
    "ShipCaught": "{pawn} entkommt Daikaiju {daikaiju} nicht",
    "DragonTaken": "der Stapel ist leer, {seat} nimmt das Drachenplättchen",
    "DragonPassed": _passed_on,
    "DragonReturned": "{seat} legt das Drachenplättchen zurück und zieht zuerst",
    "PhoenixTaken": "der Stapel ist leer, {seat} nimmt das Phönixplättchen",
    "PhoenixReturned": "{seat} legt das Phönixplättchen zurück",
    "PhoenixHandedOver": "{seat} gibt {heir} dafür das Phönixplättchen",
    "TileDiscarded": _discarded,
    "TileRobbed": "{seat} hat kein Plättchen und nimmt {tile} von {victim}",
    "ExchangeOpened": "{seat} darf mit {losers} Plättchen tauschen",
    "TilesSwapped": "{seat} gibt {give} für {take} von {loser}",
    "ExchangeClosed": "",
    "TileTurned": _turned,
    "FlightBegan": "",
    "FlightsEnded": "",
    "LanternPlaced": "",
    "StarCreated": "auf {cell} erscheint ein Stern",
    "LanternMoved": "die Laterne von {origin} wandert nach {target}",
    "LanternStayed": "die Laterne von {cell} findet keinen Platz und bleibt",
    "StarsTaken": _stars,
    "FinalRoundAnnounced": "{seat} hat sieben Sterne: Dies ist die letzte Runde",
    "LoopFlown": "{pawn} fliegt durch eine geschlossene Schleife",
    "StarTreated": "",
    "LoopHeld": "auch nach dem Wenden auf {cell} bleibt die Schleife geschlossen",
    "LoopEscaped": "{pawn} kommt aus der Schleife heraus",
    "PilesSplit": "",
    "PileChosen": "",
    "PileLeft": "",
    "LifeSpent": "{seat} gibt den Lebensstein ab",
    "PawnRose": "{pawn} steigt neben {beside} aus der Asche auf",
    "PawnLeft": _fate,
    "RelocationOffered": "{pawn} darf auf eine andere Startmarke ziehen",
    "RelocationLapsed": "",
    "ShipRelocated": "{pawn} zieht auf die Startmarke {mark}",
    "TileFlipped": "das Plättchen auf {cell} wird gewendet",
    "LanternBound": "die Laterne von {origin} soll nach {target}",
}
"""By the class name of the event; a test holds the list to the one in English."""
PLAIN: Final[dict[str, Telling]] = {
    "DaikaijuPlaced": "ein neuer Daikaiju taucht auf {cell} auf",
    "DaikaijuTurned": "ein Daikaiju dreht sich auf der Stelle",
    "DaikaijuMoved": "ein Daikaiju zieht von {origin} nach {cell}",
    "DaikaijuLeft": "ein Daikaiju verlässt bei {cell} das Brett",
    "DaikaijuDestroyed": "ein Daikaiju vernichtet einen anderen",
    "ShipCaught": "{pawn} entkommt einem Daikaiju nicht",
    "TilesSwapped": "{seat} tauscht ein Plättchen mit {loser}",
    "ShipRelocated": "{pawn} zieht auf eine andere Startmarke am {mark}",
    "PawnRose": "{pawn} steigt am {beside} aus der Asche auf",
}
"""What sounds otherwise where daikaiju, tiles and marks have no names."""
