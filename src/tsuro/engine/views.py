"""What a seat may know, built from what it sees and never filtered from the whole (GEN-18)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tsuro.core.asks import Ask, Decide
from tsuro.core.events import Event
from tsuro.core.ids import Seat, TileId
from tsuro.core.pile import Buried, Pile
from tsuro.core.state import GameState, Part
from tsuro.core.tiles import HIDDEN
from tsuro.editions.edition import Edition
from tsuro.errors import BadSetting, Unplayable


@dataclass(frozen=True, slots=True)
class PlayerView:
    """Everything a seat, or a spectator, may base a decision on."""

    edition: Edition
    viewer: Seat | None
    state: GameState
    """The game as this viewer sees it: unseen tiles are `HIDDEN`."""
    decide: Decide | None
    """The viewer's own decision, if it is asked."""
    to_act: Seat | None
    """The seat whose decision is awaited; None for luck or a finished game."""
    events: tuple[Event, ...] = ()
    """What this viewer has seen happen so far."""

    @property
    def hand(self) -> tuple[TileId, ...]:
        """The own tiles; a spectator has none."""
        return () if self.viewer is None else self.state.hands[self.viewer]

    def __repr__(self) -> str:
        who = "a spectator" if self.viewer is None else f"seat {self.viewer}"
        where = f"{self.edition.id}/{self.edition.seats}, turn {self.state.turn.number}"
        asked = "" if self.decide is None else f", {len(self.decide.options)} options"
        return f"<PlayerView of {who}: {where}{asked}>"

    def _repr_svg_(self) -> str:
        # For notebooks only, and imported when one draws: the engine draws nothing by itself.
        from tsuro.formats.svg import draw_svg

        return draw_svg(self.edition, self.state, viewer=self.viewer)


def view(
    edition: Edition,
    state: GameState,
    ask: Ask | None,
    *,
    viewer: Seat | None,
    events: Iterable[Event] = (),
) -> PlayerView:
    """The view of a seat; `viewer=None` is a spectator."""
    deciding = ask if isinstance(ask, Decide) else None
    return PlayerView(
        edition=edition,
        viewer=viewer,
        state=seen_state(state, viewer),
        decide=deciding if deciding is not None and deciding.seat == viewer else None,
        to_act=None if deciding is None else deciding.seat,
        events=seen_events(events, viewer),
    )


def seen_events(events: Iterable[Event], viewer: Seat | None) -> tuple[Event, ...]:
    return tuple([seen for event in events if (seen := event.seen_by(viewer)) is not None])


def seen_state(state: GameState, viewer: Seat | None) -> GameState:
    """A state made only of what the viewer may know."""
    if not isinstance(state, GameState):
        raise Unplayable(f"A state is wanted, such as a game has, not {state!r}.")
    if viewer is not None and (type(viewer) is not int or not 0 <= viewer < state.seats):
        raise BadSetting(
            f"There is no seat {viewer!r} to see the game from: seats are 0 to {state.seats - 1}, "
            "and None is a spectator."
        )
    return GameState(
        first=state.first,
        board=state.board,
        pawns=state.pawns,
        hands=tuple(seen_hand(state, viewer, Seat(seat)) for seat in range(state.seats)),
        pile=Pile(
            (HIDDEN,) * len(state.pile.bag),
            tuple(_seen_buried(buried, viewer) for buried in state.pile.bottom),
        ),
        turn=state.turn,
        cursor=state.cursor,
        box=tuple(_seen_buried(buried, viewer) for buried in state.box),
        parts=tuple(part.seen_by(viewer) for part in state.parts),
        exits=state.exits,
        result=state.result,
    )


def seen_hand(state: GameState, viewer: Seat | None, seat: Seat) -> tuple[TileId, ...]:
    """The hand of a seat if the viewer sees it; else only how many tiles it has."""
    hand = state.hands[seat]
    shown: bool | None = None
    for part in state.parts:
        if type(part).shows_hand is not Part.shows_hand:
            opinion = part.shows_hand(viewer, seat)
            if opinion is not None:
                shown = shown or opinion
    if shown is None:
        shown = viewer == seat
    return hand if shown else (HIDDEN,) * len(hand)


def _seen_buried(buried: Buried, viewer: Seat | None) -> Buried:
    return buried if buried.is_known_to(viewer) else Buried(HIDDEN, ())
