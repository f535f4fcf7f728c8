"""What must be true of every state the engine hands out (INV-1 to INV-15, state by state)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from tsuro.core.geometry import on_board
from tsuro.core.state import GameState, Status
from tsuro.core.tiles import HIDDEN
from tsuro.editions.edition import Edition
from tsuro.editions.violation import Check, Violation
from tsuro.engine.references import references_exist
from tsuro.rules.phoenix.lanterns import Lanterns


def violations(edition: Edition, state: GameState) -> Iterator[Violation]:
    """Everything wrong with a state; nothing for any state of a real game."""
    missing = tuple(references_exist(edition, state))
    yield from missing
    if missing:
        return  # The other checks look up what is named.
    for check in (*COMMON, *edition.checks):
        yield from check(edition, state)


def tiles_are_conserved(edition: Edition, state: GameState) -> Iterator[Violation]:
    """INV-1: every tile is somewhere, and only once."""
    found = Counter(laid.tile for _, laid in state.board.occupied())
    for hand in state.hands:
        found.update(hand)
    found.update(state.pile.bag)
    found.update(buried.tile for buried in (*state.pile.bottom, *state.box))
    hidden = found.pop(HIDDEN, 0)
    box = Counter(edition.bag)
    ours = Counter({tile: count for tile, count in found.items() if tile in box})
    for tile in sorted(ours - box):
        yield Violation("INV-1", "tiles", f"{tile} occurs more often than the box has it")
    missing = (box - ours).total() - hidden
    if missing and not ours - box:
        word = "missing" if missing > 0 else "too many"
        number = "one tile" if abs(missing) == 1 else f"{abs(missing)} tiles"
        yield Violation("INV-1", "tiles", f"{number} {word}")


def hands_are_small(edition: Edition, state: GameState) -> Iterator[Violation]:
    """INV-4: no hand is larger than the edition allows."""
    for seat, hand in enumerate(state.hands):
        if len(hand) > edition.hand_size:
            yield Violation(
                "INV-4", "hands", f"seat {seat} holds {len(hand)} tiles of {edition.hand_size}"
            )


def pawns_stand_on_board(edition: Edition, state: GameState) -> Iterator[Violation]:
    for number, pawn in enumerate(state.pawns):
        if pawn.stop is not None and not on_board(pawn.stop.cell, edition.size):
            yield Violation("GEN-9", "pawns", f"pawn {number} faces a cell off the board")
        if pawn.behind is not None and (
            not on_board(pawn.behind, edition.size) or state.board[pawn.behind] is None
        ):
            yield Violation("GEN-9", "pawns", f"pawn {number} has no tile behind it")


def turn_is_possible(edition: Edition, state: GameState) -> Iterator[Violation]:
    if not 0 <= state.first < edition.seats:
        yield Violation("GEN-16", "first", f"there are only {edition.seats} seats")
    if (state.turn.number == 0) != (state.cursor.section == "setup"):
        yield Violation("GEN-15", "turn", "turns are counted from 1 once set-up is over")
    in_play = state.turn.number > 0 and state.result is None
    if in_play and any(pawn.status is Status.UNSET for pawn in state.pawns):
        yield Violation("GEN-15", "pawns", "a pawn has no start place although play has begun")
    # The stars of the last travel are taken even if it left nobody in (PR-47, PR-51).
    stars = state.has_part(Lanterns) and state.part(Lanterns).stars
    alive = len(state.live_seats())
    if in_play and alive < 2 and not (alive == 0 and stars):
        yield Violation("CL-16", "pawns", "fewer than two seats are in, but there is no result")


def pawns_wait_beside(edition: Edition, state: GameState) -> Iterator[Violation]:
    """Only where pawns start beside cells may they wait there (KO-24, PR-13)."""
    for number, pawn in enumerate(state.pawns):
        if pawn.status is Status.WAITING and not edition.starts_beside:
            yield Violation("CL-7", "pawns", f"pawn {number} waits, but pawns start on marks")
        if pawn.status is Status.OFF and not edition.pawns_return:
            yield Violation("GEN-9", "pawns", f"pawn {number} is off the board but not lost")


COMMON: Final[tuple[Check, ...]] = (
    tiles_are_conserved,
    hands_are_small,
    pawns_stand_on_board,
    turn_is_possible,
    pawns_wait_beside,
)
