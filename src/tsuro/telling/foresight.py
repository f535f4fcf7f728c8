"""Ghosts: what the options of a decision would do, tried out one at a time without playing them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tsuro.core.actions import Decision
from tsuro.core.asks import Decide
from tsuro.core.board import Crossing
from tsuro.core.events import Event, PawnLost, PawnMoved
from tsuro.core.ids import PawnId, Seat
from tsuro.core.state import Fate, GameState
from tsuro.editions.edition import Edition
from tsuro.engine.determinize import filled, unseen_tiles
from tsuro.engine.play import require_playable
from tsuro.engine.preview import tried
from tsuro.engine.views import seen_events, view
from tsuro.errors import IllegalAction
from tsuro.rules.phoenix.soaring import PawnLeft
from tsuro.telling.messages import Ghost, GhostMove


@dataclass(frozen=True, slots=True)
class Foresight:
    """Of one decision; what has been tried out is remembered."""

    edition: Edition
    seat: Seat
    actions: dict[str, Decision]
    """Options and barred placements, by their notation."""
    world: GameState
    _known: dict[str, Ghost] = field(default_factory=dict)

    @classmethod
    def of(cls, edition: Edition, state: GameState, decide: Decide) -> Foresight:
        """Tried out in a world made of what the seat knows, the rest filled up anyhow.

        So even a slip in a rule could not show more than that.
        """
        seen = view(edition, state, decide, viewer=decide.seat)
        offered = (*decide.options, *(barred.action for barred in decide.barred))
        actions = {str(action): action for action in offered}
        world = filled(seen.state, unseen_tiles(seen))
        require_playable(edition, world)
        return cls(edition, decide.seat, actions, world)

    def asked_for(self, actions: Sequence[str] | None, rule: str | None) -> Sequence[str]:
        """Those that are named, or all; `rule` is the one of the decision, for a refusal."""
        if actions is None:
            return list(self.actions)
        for notation in actions:
            if notation not in self.actions:
                raise IllegalAction(f"{notation!r} is not among the options.", rule=rule)
        return actions

    def ghost(self, notation: str) -> Ghost:
        if notation not in self._known:
            events = tried(self.edition, self.world, self.actions[notation])
            shown = seen_events(events, self.seat)
            self._known[notation] = Ghost(moves=_moves(shown), events=shown)
        return self._known[notation]


def _moves(events: Sequence[Event]) -> list[GhostMove]:
    moved: dict[PawnId, PawnMoved] = {}
    routes: dict[PawnId, tuple[Crossing, ...]] = {}
    fates: dict[PawnId, Fate] = {}
    for event in events:
        if isinstance(event, PawnMoved):
            moved[event.pawn] = event
            routes[event.pawn] = (*routes.get(event.pawn, ()), *event.route)
        elif isinstance(event, PawnLost | PawnLeft):
            fates[event.pawn] = event.fate
    return [
        GhostMove(
            pawn=pawn,
            route=routes.get(pawn, ()),
            stop=moved[pawn].stop if pawn in moved else None,
            fate=fates.get(pawn),
        )
        for pawn in dict.fromkeys((*moved, *fates))
    ]
