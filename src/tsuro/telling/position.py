"""A position as a viewer is told of it: all of it, or what is different from the one before.

States share what a step leaves alone, so what is the same object need not be looked into.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tsuro.core.board import Board
from tsuro.core.events import Event, PawnMoved
from tsuro.core.geometry import Cell, Stop, cells
from tsuro.core.ids import PawnId, Seat, TileId
from tsuro.core.replacing import replace
from tsuro.core.state import GameState, Part, Pawn, Status
from tsuro.core.tiles import Tile, pairs_of
from tsuro.editions.edition import Edition
from tsuro.telling.messages import Catalogue, Change, Face, PawnInfo, Square, TileInfo, View
from tsuro.telling.viewers import Viewer, hand_for, part_for

Ends = Mapping[PawnId, Stop]
"""Where every pawn's last journey ended."""


def catalogue(edition: Edition) -> Catalogue:
    """Every tile of the edition as it is printed."""
    copies = Counter(edition.bag)
    return {tile.id: _tile_info(tile, copies[tile.id]) for tile in edition.tiles.tiles.values()}


def _tile_info(tile: Tile, copies: int) -> TileInfo:
    faces = [Face(pairs=list(pairs_of(face.wiring)), glowing=face.glowing) for face in tile.faces]
    return TileInfo(faces=faces, lantern=tile.lantern, copies=copies)


def ends_after(ends: Ends, events: Sequence[Event]) -> Ends:
    moved = {event.pawn: event.stop for event in events if isinstance(event, PawnMoved)}
    return {**ends, **moved} if moved else ends


def view_of(state: GameState, viewer: Viewer, ends: Ends) -> View:
    return View(
        turn=state.turn,
        phase=state.cursor.phase,
        first=state.first,
        board=[Square(cell, *laid) for cell, laid in state.board.occupied()],
        pawns=[_pawn(PawnId(n), pawn, ends) for n, pawn in enumerate(state.pawns)],
        hands=tuple(hand_for(state, viewer, Seat(seat)) for seat in range(state.seats)),
        pile=len(state.pile),
        exits=state.exits,
        result=state.result,
        parts={part.key: part_for(part, viewer) for part in state.parts},
    )


def _pawn(number: PawnId, pawn: Pawn, ends: Ends) -> PawnInfo:
    return PawnInfo(
        seat=pawn.seat,
        status=pawn.status,
        stop=pawn.stop,
        behind=pawn.behind,
        beside=pawn.beside,
        end=ends.get(number) if pawn.status is Status.LOST else None,
    )


class Difference:
    """What is different between two states, as everybody sees it and as each viewer does."""

    def __init__(self, before: GameState, after: GameState, ends: Ends) -> None:
        """`ends` are those afterwards."""
        self._before = before
        self._after = after
        self._parts = [
            (old, new)
            for old, new in zip(before.parts, after.parts, strict=True)
            if new is not old and new != old
        ]
        unveiling = any(type(new).shows_hand is not Part.shows_hand for _, new in self._parts)
        self._hands = [
            Seat(number)
            for number, (old, hand) in enumerate(zip(before.hands, after.hands, strict=True))
            if unveiling or (hand is not old and hand != old)
        ]
        self._open = _open_change(before, after, ends)
        self._seen: list[Change] = []

    def seen_by(self, viewer: Viewer) -> Change:
        """What a viewer sees change; those to whom it looks the same get the same object."""
        hands, parts = self._hands_for(viewer) or None, self._parts_for(viewer) or None
        for known in self._seen:
            if known.hands == hands and known.parts == parts:
                return known
        change = replace(self._open, hands=hands, parts=parts)
        self._seen.append(change)
        return change

    def _hands_for(self, viewer: Viewer) -> dict[int, tuple[TileId, ...]]:
        return {
            int(seat): hand
            for seat in self._hands
            if (hand := hand_for(self._after, viewer, seat)) != hand_for(self._before, viewer, seat)
        }

    def _parts_for(self, viewer: Viewer) -> dict[str, Part]:
        return {
            new.key: part
            for old, new in self._parts
            if (part := part_for(new, viewer)) != part_for(old, viewer)
        }


def _open_change(before: GameState, after: GameState, ends: Ends) -> Change:
    """What lies open on the table."""
    pawns = {
        number: _pawn(PawnId(number), new, ends)
        for number, (old, new) in enumerate(zip(before.pawns, after.pawns, strict=True))
        if new is not old and new != old
    }
    laid, gone = _squares(before.board, after.board)
    phase = after.cursor.phase
    return Change(
        turn=after.turn if after.turn is not before.turn and after.turn != before.turn else None,
        phase=phase if phase != before.cursor.phase else None,
        laid=laid or None,
        gone=gone or None,
        pawns=pawns or None,
        pile=len(after.pile) if len(after.pile) != len(before.pile) else None,
        exits=after.exits if after.exits != before.exits else None,
        result=after.result,
    )


def _squares(before: Board, after: Board) -> tuple[list[Square], list[Cell]]:
    """The tiles that lie there now, and the cells that have become empty."""
    laid: list[Square] = []
    gone: list[Cell] = []
    if after is before:
        return laid, gone
    for cell, old, new in zip(cells(after.size), before.squares, after.squares, strict=True):
        if new is not old and new != old:
            if new is None:
                gone.append(cell)
            else:
                laid.append(Square(cell, *new))
    return laid, gone
