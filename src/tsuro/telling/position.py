"""A position as a viewer is told of it: all of it, or what is different from the one before.

States share what a step leaves alone, so what is the same object need not be looked into.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tsuro.core.board import Board
from tsuro.core.events import Event, PawnMoved
from tsuro.core.geometry import Cell, Stop
from tsuro.core.ids import PawnId, TileId
from tsuro.core.replacing import replace
from tsuro.core.state import GameState, Pawn, Status
from tsuro.core.tiles import Tile, pairs_of
from tsuro.editions.edition import Edition
from tsuro.telling.messages import Catalogue, Change, Face, PawnInfo, Square, TileInfo, View
from tsuro.telling.viewers import Viewer, hands_for, part_for

Ends = Mapping[PawnId, Stop]
"""Where every pawn's last journey ended."""


def catalogue(edition: Edition) -> Catalogue:
    """Every tile of the edition as it is printed."""
    return {tile.id: _tile_info(tile) for tile in edition.tiles.tiles.values()}


def _tile_info(tile: Tile) -> TileInfo:
    faces = [Face(pairs=list(pairs_of(face.wiring)), glowing=face.glowing) for face in tile.faces]
    return TileInfo(faces=faces, lantern=tile.lantern)


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
        hands=hands_for(state, viewer),
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


def open_change(before: GameState, after: GameState, ends: Ends) -> Change:
    """What everybody sees change; `ends` are those afterwards."""
    pawns = {
        number: _pawn(PawnId(number), new, ends)
        for number, (old, new) in enumerate(zip(before.pawns, after.pawns, strict=True))
        if new is not old and new != old
    }
    laid, gone = _squares(before.board, after.board)
    phase = after.cursor.phase
    return Change(
        turn=after.turn if after.turn != before.turn else None,
        phase=phase if phase != before.cursor.phase else None,
        laid=laid or None,
        gone=gone or None,
        pawns=pawns or None,
        pile=len(after.pile) if len(after.pile) != len(before.pile) else None,
        exits=after.exits if after.exits != before.exits else None,
        result=after.result,
    )


def change_for(common: Change, before: GameState, after: GameState, viewer: Viewer) -> Change:
    """What everybody sees change, and what only some do."""
    hands = _hands(before, after, viewer)
    parts = {
        new.key: shown
        for old, new in zip(before.parts, after.parts, strict=True)
        if new is not old and (shown := part_for(new, viewer)) != part_for(old, viewer)
    }
    if not hands and not parts:
        return common
    return replace(common, hands=hands or None, parts=parts or None)


def _hands(before: GameState, after: GameState, viewer: Viewer) -> dict[int, tuple[TileId, ...]]:
    """The hands that look different now; most are the same and shown to the same seats."""
    if before.hands is after.hands and before.parts is after.parts:
        return {}
    old_hands, new_hands = hands_for(before, viewer), hands_for(after, viewer)
    both = enumerate(zip(old_hands, new_hands, strict=True))
    return {number: new for number, (old, new) in both if new != old}


def _squares(before: Board, after: Board) -> tuple[list[Square], list[Cell]]:
    """The tiles that lie there now, and the cells that have become empty."""
    if after is before:
        return [], []
    old, new = dict(before.occupied()), dict(after.occupied())
    laid = [Square(cell, *tile) for cell, tile in new.items() if old.get(cell) != tile]
    return laid, [cell for cell in old if cell not in new]
