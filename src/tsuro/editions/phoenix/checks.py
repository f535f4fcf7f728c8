"""What must be true of every state of Phoenix Rising (INV-1, INV-11, INV-12, PR-42)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tsuro.core.geometry import across, is_ring, link
from tsuro.core.state import GameState, Status
from tsuro.core.tiles import NO_PATH
from tsuro.editions.edition import Edition
from tsuro.editions.phoenix.printed import MARKERS
from tsuro.editions.violation import Violation
from tsuro.rules.phoenix.centre import Centre
from tsuro.rules.phoenix.edge_stack import PhoenixTile, is_short
from tsuro.rules.phoenix.lanterns import Lanterns
from tsuro.rules.phoenix.rising import Ashes

TRAVEL_AND_SCORE = ("break_loop", "lantern")
"""Phases in which a player may be asked while stars lie on the board."""
BETWEEN_MOVES = ("rise", "create")
"""Phases in which every pawn has come to rest."""


def phoenix_is_sound(edition: Edition, state: GameState) -> Iterator[Violation]:
    if {len(state.part(Lanterns).scored), len(state.part(Ashes).lives)} != {state.seats}:
        yield Violation("PR-7", "pawns", "not every seat has its stars and its Life token counted")
        return
    yield from _tile_faults(edition, state)
    yield from _hand_faults(edition, state)
    yield from _pawn_faults(state)
    if not state.part(Centre).undrawn:
        yield from _lantern_faults(edition, state)


def _tile_faults(edition: Edition, state: GameState) -> Iterator[Violation]:
    """INV-1: sixteen centre tiles in the centre, edge tiles only on the ring (PR-6)."""
    edge = set(edition.bag)
    for cell, laid in state.board.occupied():
        if is_ring(cell, edition.size) != (laid.tile in edge):
            yield Violation("PR-6", "board", f"{laid.tile} does not belong on {cell}")
    found = Counter(laid.tile for _, laid in state.board.occupied() if laid.tile not in edge)
    found.update(state.part(Centre).undrawn)
    if found != Counter(tile for tile in edition.tiles.tiles if tile not in edge):
        yield Violation("INV-1", "tiles", "not every centre tile is there once")


def _hand_faults(edition: Edition, state: GameState) -> Iterator[Violation]:
    """Empty ring cells match the tiles to come; only who is short has the Phoenix tile (PR-42)."""
    open_cells = sum(is_ring(cell, edition.size) for cell in state.board.empty_cells())
    to_come = len(state.pile) + sum(map(len, state.hands))
    if open_cells != to_come:
        yield Violation(
            "PR-42", "tiles", f"{open_cells} ring cells are empty, but {to_come} tiles are left"
        )
    holder = state.part(PhoenixTile).holder
    if holder is None:
        return
    if state.pile:
        yield Violation(
            "PR-39", "hands", f"seat {holder} holds the Phoenix tile, but the stack has tiles"
        )
    gone = not state.is_in(holder) and holder not in state.out_now()
    if gone or (state.cursor.phase != "enter" and not is_short(state, holder)):
        yield Violation("PR-40", "hands", f"seat {holder} holds the Phoenix tile without need")


def _pawn_faults(state: GameState) -> Iterator[Violation]:
    """A pawn stands at the end of the tile it is on, alone on its link (PR-15, PR-27)."""
    on_board = [(n, pawn) for n, pawn in enumerate(state.pawns) if pawn.status is Status.ON]
    for number, pawn in on_board:
        stop = pawn.stop
        assert stop is not None
        if pawn.behind is not None and across(stop).cell != pawn.behind:
            yield Violation("PR-15", "pawns", f"pawn {number} is not on the tile behind it")
    links = Counter(link(pawn.stop) for _, pawn in on_board if pawn.stop is not None)
    for stop, count in links.items():
        if count > 1:
            yield Violation("PR-27", "pawns", f"{count} pawns stand on one link at {stop}")


def paths_are_used_up(edition: Edition, state: GameState) -> Iterator[Violation]:
    """INV-12: in the standard game no path is left open between moves."""
    if state.cursor.phase not in BETWEEN_MOVES:
        return
    for number, pawn in enumerate(state.pawns):
        laid = state.board[pawn.stop.cell] if pawn.stop is not None else None
        if laid is None:
            continue
        assert pawn.stop is not None
        if edition.tiles.wiring(laid)[pawn.stop.port] != NO_PATH:
            yield Violation("INV-12", "pawns", f"pawn {number} stands before an open path")


def _lantern_faults(edition: Edition, state: GameState) -> Iterator[Violation]:
    """INV-11: seven markers on icons of their colours, and no star outlasts its scoring."""
    lanterns = state.part(Lanterns)
    if Counter(colour for _, colour in lanterns.markers) != MARKERS:
        yield Violation(
            "INV-11", "board", "there are not three orange, two blue and two yellow markers"
        )
    if len({cell for cell, _ in lanterns.markers}) < len(lanterns.markers):
        yield Violation("INV-11", "board", "two lantern markers stand on one tile")
    for cell, colour in lanterns.markers:
        laid = state.board[cell]
        if laid is None or edition.tiles[laid.tile].lantern != colour:
            yield Violation(
                "INV-11", "board", f"the {colour} marker on {cell} has no icon of its colour"
            )
    if lanterns.stars and state.cursor.phase not in TRAVEL_AND_SCORE and state.result is None:
        yield Violation("INV-11", "board", "a star lies on the board after scoring")
