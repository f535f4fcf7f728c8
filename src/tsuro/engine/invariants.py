"""What must be true of every state the engine hands out (INV-1 to INV-15, state by state)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from tsuro.core.board import Ending, walk
from tsuro.core.geometry import on_board
from tsuro.core.state import GameState, Status
from tsuro.core.tiles import HIDDEN
from tsuro.editions.edition import Edition
from tsuro.engine.phoenix_invariants import phoenix_is_sound
from tsuro.engine.references import references_exist
from tsuro.engine.sea_invariants import sea_is_sound
from tsuro.engine.violation import Check, Violation
from tsuro.rules.dragon import Dragon
from tsuro.rules.exchange import Exchange
from tsuro.rules.lanterns import Lanterns
from tsuro.rules.piles import Heaps


def violations(edition: Edition, state: GameState) -> Iterator[Violation]:
    """Everything wrong with a state; nothing for any state of a real game."""
    missing = tuple(references_exist(edition, state))
    yield from missing
    if missing:
        return  # The other checks look up what is named.
    for check in (*COMMON, *BY_EDITION[edition.id]):
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


def fronts_are_open(edition: Edition, state: GameState) -> Iterator[Violation]:
    """INV-3: pawns face empty cells, no two the same way, and nobody is in a loop."""
    if state.cursor.phase == "enter":
        return  # The tile lies, but nobody has moved yet.
    stops = [pawn.stop for pawn in state.pawns if pawn.stop is not None]
    for stop in stops:
        ending = walk(state.board, edition.tiles, stop).ending
        if ending is not Ending.OPEN or state.board[stop.cell] is not None:
            yield Violation("INV-3", "pawns", f"the cell faced from {stop} is not empty")
    for stop, count in Counter(stops).items():
        if count > 1:
            yield Violation("INV-3", "pawns", f"{count} pawns stand at {stop}")


def fronts_are_open_without_daikaiju(edition: Edition, state: GameState) -> Iterator[Violation]:
    """INV-10: Seas without daikaiju is like the editions whose tiles stay."""
    if edition.switches["daikaiju"] == "off":
        yield from fronts_are_open(edition, state)


def pawns_wait_beside(edition: Edition, state: GameState) -> Iterator[Violation]:
    """Only where pawns start beside cells may they wait there (KO-24, PR-13)."""
    for number, pawn in enumerate(state.pawns):
        if pawn.status is Status.WAITING and not edition.starts_beside:
            yield Violation("CL-7", "pawns", f"pawn {number} waits, but pawns start on marks")
        if pawn.status is Status.OFF and edition.id != "phoenix":
            yield Violation("GEN-9", "pawns", f"pawn {number} is off the board but not lost")


def heaps_fit(edition: Edition, state: GameState) -> Iterator[Violation]:
    """The piles hold what is undrawn; from a chosen one a card is on its way (KO-5, KO-15)."""
    heaps = state.part(Heaps)
    if state.cursor == edition.opening(state.first).cursor:
        return  # The cards are being dealt.
    if len(heaps.sizes) != int(edition.switches["piles"]):
        yield Violation("KO-5", "heaps", f"there are not {edition.switches['piles']} piles")
    if heaps.chosen is not None and heaps.chosen >= len(heaps.sizes):
        yield Violation("KO-15", "heaps", f"there is no pile {heaps.chosen + 1}")
    if sum(heaps.sizes) + (heaps.chosen is not None) != len(state.pile):
        yield Violation("KO-5", "heaps", f"the piles do not hold the {len(state.pile)} cards left")


def exchange_fits(edition: Edition, state: GameState) -> Iterator[Violation]:
    """What can be swapped is in the hands it is swapped between (CL-18, SE-30)."""
    exchange = state.part(Exchange)
    if exchange.seat is None:
        if exchange != Exchange():
            yield Violation("CL-18", "exchange", "nobody exchanges, but tiles are up for it")
        return
    if Counter(exchange.mine) - Counter(state.hands[exchange.seat]):
        yield Violation("CL-18", "exchange", f"seat {exchange.seat} does not hold all it may give")
    held = Counter((loser, tile) for loser in exchange.losers for tile in state.hands[loser])
    if Counter(exchange.pool) - held:
        yield Violation("CL-18", "exchange", "the eliminated hands do not hold the pool")


def dragon_is_in_place(edition: Edition, state: GameState) -> Iterator[Violation]:
    """INV-5: a holder of the dragon is in and short of tiles."""
    holder = state.part(Dragon).holder
    if holder is None:
        return
    if not state.is_in(holder) and holder not in state.out_now():
        yield Violation("INV-5", "hands", f"seat {holder} is out but holds the dragon tile")
    elif edition.switches["draw"] == "holder_first" and (
        len(state.hands[holder]) >= edition.hand_size
    ):
        yield Violation("INV-5", "hands", f"seat {holder} holds the dragon tile and a full hand")


COMMON: Final[tuple[Check, ...]] = (
    tiles_are_conserved,
    hands_are_small,
    pawns_stand_on_board,
    turn_is_possible,
    pawns_wait_beside,
)
BY_EDITION: Final[dict[str, tuple[Check, ...]]] = {
    "classic": (fronts_are_open, dragon_is_in_place, exchange_fits),
    "kosmos": (fronts_are_open, heaps_fit),
    "pocket": (fronts_are_open,),
    "seas": (fronts_are_open_without_daikaiju, sea_is_sound, exchange_fits),
    "phoenix": (phoenix_is_sound,),
}
