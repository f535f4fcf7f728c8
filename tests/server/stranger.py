"""An edition from outside: the classic game with a bell, and no section that tells of it.

The action, the event, the part and the reason against a placement are its own: nobody else knows
them. It is in a module because worker processes have to find it, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from tsuro.core.actions import Action, Decision, PlaceTile
from tsuro.core.asks import Barred, Decide
from tsuro.core.events import Event
from tsuro.core.geometry import COLUMN_LETTERS, rim_marks
from tsuro.core.ids import Seat
from tsuro.core.state import GameState, Part
from tsuro.editions.classic import composition as classic
from tsuro.editions.edition import Edition
from tsuro.rules.hands import DealPhase
from tsuro.rules.phases import AskingPhase, Draft
from tsuro.rules.placing import PlacePhase
from tsuro.rules.starts import MarksPhase

SIZE: Final = min(10, len(COLUMN_LETTERS) - 1)
"""Also the cell beyond the last one, which a pawn faces that is lost, needs a letter."""
WHY: Final = "the bell wants tiles as they come"


@dataclass(frozen=True, slots=True)
class RingBell(Decision):
    loud: bool

    def __str__(self) -> str:
        return "bell:loud" if self.loud else "bell:soft"


@dataclass(frozen=True)
class Bell(Part):
    key: ClassVar = "bell"
    rung: int = -1
    """The number of the turn in which it was rung last."""
    tone: complex = 1j
    """Nothing that JSON has a form for."""


@dataclass(frozen=True, slots=True)
class BellRung(Event):
    seat: Seat
    loud: bool

    def fold(self, state: GameState) -> GameState:
        return state.with_part(replace(state.part(Bell), rung=state.turn.number))


class BellPhase(AskingPhase):
    name = "bell"

    def ask(self, state: GameState) -> Decide | None:
        if state.part(Bell).rung == state.turn.number:
            return None
        return Decide(state.turn.seat, (RingBell(True), RingBell(False)), "BELL-1")

    def answer(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, RingBell)
        draft.emit(BellRung(draft.state.turn.seat, action.loud))


class AsTheyCome:
    """No tile may be turned."""

    def split(
        self, state: GameState, candidates: Sequence[PlaceTile]
    ) -> tuple[tuple[PlaceTile, ...], tuple[Barred, ...]]:
        legal = tuple(each for each in candidates if each.laid.rotation == 0)
        turned = (each for each in candidates if each.laid.rotation != 0)
        return legal, tuple(Barred(each, "BELL-2", WHY) for each in turned)


def build(seats: int, switches: Mapping[str, str]) -> Edition:
    usual = classic.build(seats, switches)
    begin, place, *rest = usual.turn
    assert isinstance(place, PlacePhase)
    return replace(
        usual,
        info=BELLS,
        size=SIZE,
        setup=(
            DealPhase(usual.hand_size, rule="BELL-0"),
            MarksPhase(rim_marks(SIZE), rule="BELL-0"),
        ),
        turn=(begin, BellPhase(), replace(place, legality=AsTheyCome()), *rest),
        parts=(*usual.parts, Bell()),
    )


BELLS: Final = replace(
    classic.INFO, id="bells", title="Bells", summary="Ring before you lay.", build=build, home=""
)
