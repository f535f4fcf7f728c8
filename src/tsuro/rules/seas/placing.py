"""Which placements are barred at sea, and how ships travel there (SE-20, SE-23 to SE-29)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from tsuro.core.actions import PlaceTile
from tsuro.core.asks import Barred
from tsuro.core.geometry import Stop
from tsuro.core.state import Fate, GameState
from tsuro.rules.phases import AutomaticPhase, Draft
from tsuro.rules.placing import front_cell
from tsuro.rules.seas.daikaiju import Sea
from tsuro.rules.travel import Journey, Outlook, Traffic, Travel, movers, standing
from tsuro.rules.turns import begin_turn, begin_turn_of, pass_without_tile


@dataclass(frozen=True)
class BeginWatchPhase(AutomaticPhase):
    """The turn passes on; whether its seat can place is seen only after the daikaiju (GEN-21)."""

    name = "begin"
    eliminated_roll: bool
    """Who is out keeps a turn, in which only the daikaiju act (SE-42)."""

    def run(self, draft: Draft) -> None:
        if self.eliminated_roll:
            begin_turn_of(draft, draft.state.clockwise(draft.state.turn.seat)[0])
        else:
            begin_turn(draft)


class PassPhase(AutomaticPhase):
    """A ship that is still afloat but whose owner has no tile stays where it is (GEN-21)."""

    name = "pass"

    def run(self, draft: Draft) -> None:
        pass_without_tile(draft)


@dataclass(frozen=True)
class SeaTravel(Travel):
    """Ships travel as far as the daikaiju let them (SE-26, SE-28)."""

    def traffic(self, state: GameState) -> Traffic:
        return Traffic(standing(state.pawns), state.part(Sea).cells())


class Peril(NamedTuple):
    """What speaks against a placement (SE-23)."""

    loss: Fate | None
    """Kinds 1 to 3: how the own ship would be lost."""
    sharing: bool
    """Kind 4: two ships would run along the same wake in the same direction."""


class Tolerance(NamedTuple):
    """Which perils are put up with when nothing better is left (SE-24)."""

    loss: bool
    sharing: bool

    def admits(self, peril: Peril) -> bool:
        return (self.loss or peril.loss is None) and (self.sharing or not peril.sharing)


STRICT: Final = (
    Tolerance(loss=False, sharing=False),
    Tolerance(loss=True, sharing=False),
    Tolerance(loss=False, sharing=True),
    Tolerance(loss=True, sharing=True),
)
"""Losing the own ship comes before sharing a wake (`same_direction=strict`)."""

LAST_RESORT: Final = (STRICT[0], STRICT[2], STRICT[1], STRICT[3])
"""Sharing a wake comes before losing the own ship (`same_direction=last_resort`)."""

WHY: Final = {
    Fate.EDGE: "it would take your own ship off the board",
    Fate.LOOP: "it would send your own ship round a closed loop",
    Fate.DAIKAIJU: "it would steer your own ship into a daikaiju",
}
SHARING: Final = "it would set two ships on the same wake in the same direction"
OTHERWISE: Final = ", and another placement would not"


@dataclass(frozen=True)
class AvoidPeril:
    """The legal placements are those of the first tolerance that admits any (SE-23, SE-24)."""

    travel: Travel
    order: tuple[Tolerance, ...]

    def split(
        self, state: GameState, candidates: Sequence[PlaceTile]
    ) -> tuple[tuple[PlaceTile, ...], tuple[Barred, ...]]:
        perils = self.perils(state, candidates)
        tolerance = next(each for each in self.order if any(map(each.admits, perils)))
        legal: list[PlaceTile] = []
        barred: list[Barred] = []
        for action, peril in zip(candidates, perils, strict=True):
            if tolerance.admits(peril):
                legal.append(action)
            else:
                barred.append(Barred(action, "SE-23", _why(peril, tolerance) + OTHERWISE))
        return tuple(legal), tuple(barred)

    def peril(self, state: GameState, action: PlaceTile) -> Peril:
        return self.perils(state, (action,))[0]

    def perils(self, state: GameState, actions: Sequence[PlaceTile]) -> list[Peril]:
        """What speaks against each placement of the active seat, which has one ship."""
        own = state.pawns_of(state.turn.seat)[0]
        cell = front_cell(state, own)
        outlook = Outlook(self.travel, state, cell)
        ships = movers(state, cell)
        resting = {stop for ship in state.pawns if (stop := ship.stop) and stop.cell != cell}
        found: list[Peril] = []
        for action in actions:
            journeys = [outlook.journey(action.laid, ship, stop) for ship, stop in ships]
            loss = next(each.fate for each in journeys if each.pawn == own)
            found.append(Peril(loss, shares_wake(state, journeys, resting)))
        return found


def _why(peril: Peril, tolerance: Tolerance) -> str:
    if peril.loss is not None and not tolerance.loss:
        return WHY[peril.loss]
    return SHARING


def shares_wake(state: GameState, journeys: Sequence[Journey], resting: Collection[Stop]) -> bool:
    """Whether two ships that stood apart would run along one wake the same way (SE-25).

    A ship that moves may come behind one that rests, or behind another that moves.
    """
    if len(journeys) == 1:
        return _wake(journeys[0]) in resting
    origins: dict[Stop, Stop | None] = {}
    for journey in journeys:
        wake, origin = _wake(journey), state.pawns[journey.pawn].stop
        if wake in resting or origins.setdefault(wake, origin) != origin:
            return True
    return False


def _wake(journey: Journey) -> Stop:
    """One name for all ships that end alike: where they end or, in a loop, its first stop.

    The stops of a loop belong to one direction only, so opposite ways have different names.
    """
    if journey.fate is Fate.LOOP:
        return min(Stop(crossing.cell, crossing.entry) for crossing in journey.route)
    return journey.stop
