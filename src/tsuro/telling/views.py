"""Everything a viewer receives of a game, built from what it may know and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Literal, cast

from msgspec import Raw
from msgspec.json import Encoder

from tsuro.core.actions import Decision, PlaceTile
from tsuro.core.asks import Decide
from tsuro.core.board import trail
from tsuro.core.events import Event, PawnLost, PawnMoved
from tsuro.core.geometry import Stop
from tsuro.core.ids import PawnId, Seat
from tsuro.core.state import GameState, Pawn, Status
from tsuro.core.tiles import Tile, pairs_of
from tsuro.editions.edition import Edition
from tsuro.engine.determinize import determinize
from tsuro.engine.play import Step
from tsuro.engine.preview import foresee
from tsuro.engine.views import PlayerView, seen_events, seen_state, view
from tsuro.rules.phoenix.soaring import PawnLeft
from tsuro.rules.piles import Heaps
from tsuro.telling.bilingual import reason_of
from tsuro.server.generic import (
    action_data,
    beside_json,
    cell_json,
    crossing_json,
    event_json,
    part_json,
    stop_json,
)
from tsuro.telling.messages import (
    Asks,
    BarredOption,
    Catalogue,
    ExitJson,
    Face,
    Json,
    Option,
    PawnJson,
    PileJson,
    Preview,
    PreviewMove,
    ResultInfo,
    SquareJson,
    TileInfo,
    TurnJson,
    View,
)

EVERYTHING: Final = "everything"
"""The viewer of a finished game, from whom nothing is hidden any more."""

Viewer = Seat | None | Literal["everything"]
"""A seat, a spectator (None), or `EVERYTHING`."""

ENCODER: Final = Encoder()


def catalogue(edition: Edition) -> Catalogue:
    """Every tile of the edition as it is printed."""
    return {tile.id: _tile_info(tile) for tile in edition.tiles.tiles.values()}


def _tile_info(tile: Tile) -> TileInfo:
    faces = [Face(pairs=list(pairs_of(face.wiring)), glowing=face.glowing) for face in tile.faces]
    return TileInfo(faces=faces, lantern=tile.lantern)


def result_info(state: GameState) -> ResultInfo | None:
    if state.result is None:
        return None
    return ResultInfo(tuple(map(int, state.result.winners)), state.result.reason.value)


def seen(state: GameState, viewer: Viewer) -> GameState:
    return state if viewer == EVERYTHING else seen_state(state, _seat(viewer))


def events_seen(events: Sequence[Event], viewer: Viewer) -> tuple[Event, ...]:
    return tuple(events) if viewer == EVERYTHING else seen_events(events, _seat(viewer))


def _seat(viewer: Viewer) -> Seat | None:
    assert viewer != EVERYTHING
    return viewer


@dataclass(frozen=True, slots=True)
class Scene:
    """One position of a game; what all viewers share is made once, as finished JSON."""

    edition: Edition
    step: Step
    ends: dict[PawnId, Stop]
    """Where each lost pawn's way ended."""
    _board: Raw
    _pawns: Raw

    @classmethod
    def of(cls, edition: Edition, step: Step, ends: dict[PawnId, Stop]) -> Scene:
        board = Raw(ENCODER.encode(list(_squares(step.state))))
        pawns = Raw(ENCODER.encode(list(_pawns(edition, step.state, ends))))
        return cls(edition, step, ends, board, pawns)

    def view(self, viewer: Viewer) -> View:
        state = seen(self.step.state, viewer)
        turn = state.turn
        return View(
            edition=self.edition.id,
            size=self.edition.size,
            turn=TurnJson(
                seat=turn.seat,
                number=turn.number,
                half=turn.half,
                pawn=turn.pawn,
                cell=None if turn.cell is None else cell_json(turn.cell),
            ),
            phase=state.cursor.phase,
            first=state.first,
            board=cast("list[SquareJson]", self._board),
            pawns=cast("list[PawnJson]", self._pawns),
            hands=[list(hand) for hand in state.hands],
            pile=PileJson(count=len(state.pile), heaps=_heaps(state)),
            exits=[
                ExitJson(seat=out.seat, turn=out.turn, fate=out.fate.value) for out in state.exits
            ],
            result=result_info(state),
            parts={part.key: part_json(part) for part in state.parts},
        )

    def asks(self, viewer: Viewer, *, previews: bool = True) -> Asks | None:
        """The awaited decision; with options and their ghosts for the one who decides."""
        ask = self.step.ask
        if not isinstance(ask, Decide):
            return None
        kind = self.step.state.cursor.phase
        if viewer != ask.seat:
            return Asks(seat=ask.seat, kind=kind)
        # Ghosts are tried out in a world made of what the viewer knows: even a slip in a rule
        # could not show more than that.
        seat_view = view(self.edition, self.step.state, ask, viewer=ask.seat)
        world = determinize(seat_view, Random(0)) if previews else None
        ghosts = Ghosts(self.edition, world, ask)
        return Asks(
            seat=ask.seat,
            kind=kind,
            rule=ask.rule,
            options=[ghosts.option(action) for action in ask.options],
            barred=[
                BarredOption(
                    action=str(barred.action),
                    kind=type(barred.action).__name__,
                    data=action_data(barred.action),
                    rule=barred.rule,
                    why=barred.why,
                    reason=reason_of(barred.why),
                    nearest=_nearest(barred.action, ask.options),
                    preview=ghosts.preview(barred.action),
                )
                for barred in ask.barred
            ],
        )


@dataclass(frozen=True, slots=True)
class Ghosts:
    """Tries decisions out without playing them."""

    edition: Edition
    world: GameState | None
    """None if nobody wants to see them."""
    ask: Decide

    def option(self, action: Decision) -> Option:
        return Option(
            action=str(action),
            kind=type(action).__name__,
            data=action_data(action),
            preview=self.preview(action),
        )

    def preview(self, action: Decision) -> Preview | None:
        if self.world is None:
            return None
        events = seen_events(foresee(self.edition, self.world, action), self.ask.seat)
        return Preview(moves=_preview_moves(events), events=[event_json(e) for e in events])


def _preview_moves(events: Sequence[Event]) -> list[PreviewMove]:
    routes: dict[int, PawnMoved] = {}
    joined: dict[int, list[tuple[int, int, int, int]]] = {}
    fates: dict[int, str] = {}
    for event in events:
        if isinstance(event, PawnMoved):
            routes[event.pawn] = event
            joined.setdefault(event.pawn, []).extend(map(crossing_json, event.route))
        elif isinstance(event, PawnLost | PawnLeft):
            fates[event.pawn] = event.fate.value
    return [
        PreviewMove(
            pawn=pawn,
            route=joined.get(pawn, []),
            stop=stop_json(routes[pawn].stop) if pawn in routes else None,
            fate=fates.get(pawn),
        )
        for pawn in dict.fromkeys((*routes, *fates))
    ]


def _nearest(action: Decision, options: Sequence[Decision]) -> str | None:
    """A legal decision like a forbidden one: the same tile turned least, else any placement."""
    if not isinstance(action, PlaceTile):
        return str(options[0]) if options else None
    places = [each for each in options if isinstance(each, PlaceTile)]

    def distance(other: PlaceTile) -> tuple[bool, bool, bool, int]:
        one, two = action.laid, other.laid
        turns = (two.rotation - one.rotation) % 4
        return (
            one.tile != two.tile,
            action.pawn != other.pawn,
            one.face != two.face,
            min(turns, 4 - turns),
        )

    best = min(places, key=distance, default=None)
    return None if best is None else str(best)


def pawn_ends(ends: dict[PawnId, Stop], events: Sequence[Event]) -> dict[PawnId, Stop]:
    """Where every pawn's last journey ended, after more events."""
    moved = {event.pawn: event.stop for event in events if isinstance(event, PawnMoved)}
    return {**ends, **moved} if moved else ends


def _squares(state: GameState) -> Iterator[SquareJson]:
    for cell, laid in state.board.occupied():
        yield SquareJson(
            cell=cell_json(cell), tile=laid.tile, rotation=laid.rotation, face=laid.face
        )


def _pawns(edition: Edition, state: GameState, ends: dict[PawnId, Stop]) -> Iterator[PawnJson]:
    for number, pawn in enumerate(state.pawns):
        yield PawnJson(
            seat=pawn.seat,
            index=number,
            status=pawn.status.value,
            stop=None if pawn.stop is None else stop_json(pawn.stop),
            behind=None if pawn.behind is None else cell_json(pawn.behind),
            beside=None if pawn.beside is None else beside_json(pawn.beside),
            trail=[
                crossing_json(crossing)
                for crossing in _trail(edition, state, pawn, ends.get(PawnId(number)))
            ],
        )


def _trail(edition: Edition, state: GameState, pawn: Pawn, end: Stop | None) -> Sequence[Any]:
    stop = end if pawn.status is Status.LOST else pawn.stop if pawn.behind is not None else None
    return () if stop is None else trail(state.board, edition.tiles, stop)


def _heaps(state: GameState) -> list[int] | None:
    return list(state.part(Heaps).sizes) if state.has_part(Heaps) else None


def seat_view(edition: Edition, step: Step, seat: Seat, events: Sequence[Event] = ()) -> PlayerView:
    """What a bot in a seat is shown."""
    return view(edition, step.state, step.ask, viewer=seat, events=events)


def hidden_action(events: Sequence[Event], viewer: Viewer) -> bool:
    """Whether the notation of an action tells more than the events a viewer sees of it."""
    return viewer != EVERYTHING and any(event.seen_by(viewer) != event for event in events)


def events_json(events: Sequence[Event]) -> list[Json]:
    return [event_json(event) for event in events]
