"""Laying a tile before the own pawn; which placements are barred (GEN-10, GEN-19, CL-8, CL-9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, Protocol

from tsuro.core.actions import Action, Enter, PlaceTile
from tsuro.core.asks import Barred, Decide
from tsuro.core.events import PawnEntered, TilePlaced
from tsuro.core.geometry import Cell, Stop
from tsuro.core.ids import PawnId, TileId
from tsuro.core.state import Fate, GameState, Status
from tsuro.core.tiles import Laid, TileSet
from tsuro.rules.phases import AskingPhase, Draft
from tsuro.rules.travel import Journey, Outlook, Travel


def front_cell(state: GameState, pawn: PawnId) -> Cell:
    """The one cell on which a pawn's owner can place (GEN-10)."""
    piece = state.pawns[pawn]
    place = piece.stop if piece.stop is not None else piece.beside
    assert place is not None
    return place.cell


def playable_pawns(state: GameState) -> tuple[PawnId, ...]:
    """Pawns of the active seat that a tile may be laid for in this (half-)turn (KO-20)."""
    return tuple(
        pawn
        for pawn in state.pawns_of(state.turn.seat)
        if state.pawns[pawn].status in (Status.ON, Status.WAITING) and pawn != state.turn.played
    )


def placed_pawn(state: GameState, action: PlaceTile) -> PawnId:
    return state.pawns_of(state.turn.seat)[action.pawn or 0]


def distinct(hand: Sequence[TileId]) -> tuple[TileId, ...]:
    """The kinds of tile in a hand, each once, in hand order."""
    return tuple(dict.fromkeys(hand))


def placements(state: GameState, tiles: TileSet) -> tuple[PlaceTile, ...]:
    """Everything the active seat could lay, symmetric rotations once (GEN-19)."""
    two_pawns = len(state.pawns) > state.seats
    own = state.pawns_of(state.turn.seat)
    return tuple(
        action
        for pawn in playable_pawns(state)
        for tile in distinct(state.hands[state.turn.seat])
        for action in placed(tiles.ways(tile), own.index(pawn) if two_pawns else None)
    )


@cache
def placed(ways: tuple[Laid, ...], pawn: int | None = None) -> tuple[PlaceTile, ...]:
    """The same objects in every game: a tile comes up in many hands."""
    return tuple(PlaceTile(laid, pawn) for laid in ways)


class Legality(Protocol):
    """Splits placements into the legal ones and the barred ones with their reasons."""

    def split(
        self, state: GameState, candidates: Sequence[PlaceTile]
    ) -> tuple[tuple[PlaceTile, ...], tuple[Barred, ...]]: ...


class AnythingGoes:
    """No placement is forbidden (KO-10, PO-9, PR-24)."""

    def split(
        self, state: GameState, candidates: Sequence[PlaceTile]
    ) -> tuple[tuple[PlaceTile, ...], tuple[Barred, ...]]:
        return tuple(candidates), ()


@dataclass(frozen=True)
class AvoidOwnLoss:
    """Losing the own pawn in one of the named ways is barred while anything else is left.

    Classic names the rim (CL-9); with `ban=any_self_elimination` collisions too (CL-10).
    """

    travel: Travel
    fates: frozenset[Fate]

    def split(
        self, state: GameState, candidates: Sequence[PlaceTile]
    ) -> tuple[tuple[PlaceTile, ...], tuple[Barred, ...]]:
        legal: list[PlaceTile] = []
        barred: list[Barred] = []
        for action, own in zip(
            candidates, own_journeys(state, self.travel, candidates), strict=True
        ):
            if own.fate in self.fates:
                barred.append(_barred(action, own.fate))
            else:
                legal.append(action)
        if not legal:
            return tuple(candidates), ()
        return tuple(legal), tuple(barred)


OFF_BOARD: Final = "it would take your own pawn off the board, and another placement does not"
COLLIDING: Final = "it would lose your own pawn in a collision, and another placement does not"


def _barred(action: PlaceTile, fate: Fate | None) -> Barred:
    if fate is Fate.EDGE:
        return Barred(action, "CL-9", OFF_BOARD)
    return Barred(action, "CL-10", COLLIDING)


def own_journey(state: GameState, travel: Travel, action: PlaceTile) -> Journey:
    """What a placement would do to the pawn it is laid for."""
    return next(own_journeys(state, travel, (action,)))


def own_journeys(
    state: GameState, travel: Travel, actions: Iterable[PlaceTile]
) -> Iterator[Journey]:
    """The same for one placement after the other."""
    own = state.pawns_of(state.turn.seat)
    outlooks = {
        pawn: Outlook(travel, state, front_cell(state, pawn)) for pawn in playable_pawns(state)
    }
    for action in actions:
        pawn = own[action.pawn or 0]
        start = state.pawns[pawn].stop
        assert start is not None
        yield outlooks[pawn].journey(action.laid, pawn, start)


@dataclass(frozen=True)
class PlacePhase(AskingPhase):
    """Asks the seat whose turn it is to lay a tile before one of its pawns."""

    name = "place"
    tiles: TileSet
    legality: Legality
    rule: str

    def ask(self, state: GameState) -> Decide | None:
        if state.turn.cell is not None:
            return None
        candidates = placements(state, self.tiles)
        if not candidates:
            return None
        legal, barred = self.legality.split(state, candidates)
        return Decide(state.turn.seat, legal, self.rule, barred)

    def answer(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, PlaceTile)
        pawn = placed_pawn(draft.state, action)
        draft.emit(TilePlaced(pawn, front_cell(draft.state, pawn), action.laid))


@dataclass(frozen=True)
class EnterPhase(AskingPhase):
    """The first move of each pawn: its owner chooses one of the two ports (KO-11)."""

    name = "enter"
    rule: str

    def ask(self, state: GameState) -> Decide | None:
        pawn = state.turn.pawn
        if pawn is None or state.pawns[pawn].status is not Status.WAITING:
            return None
        beside = state.pawns[pawn].beside
        assert beside is not None
        return Decide(state.turn.seat, tuple(map(Enter, beside.side.ports)), self.rule)

    def answer(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, Enter)
        pawn = draft.state.turn.pawn
        assert pawn is not None
        beside = draft.state.pawns[pawn].beside
        assert beside is not None
        draft.emit(PawnEntered(pawn, Stop(beside.cell, action.point)))
