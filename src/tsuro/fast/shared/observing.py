"""What the tile games and the seas have in common of what a seat is shown, over numbers.

Planes and entries that both have come first in their outlines, so that they have the same places.
Nothing is read that is hidden from the seat: which tiles are still to come follows from `totals`,
how many there are of each kind, less those that the seat sees.
"""

from __future__ import annotations

from typing import Final, Protocol

from tsuro.fast.shared.exchange import Exchanging, is_offered
from tsuro.fast.shared.hands import HAND
from tsuro.fast.shared.layout import NONE
from tsuro.fast.shared.outline import Item, Outline
from tsuro.fast.shared.paths import FIRST_ENTRY
from tsuro.fast.shared.seats import SEATS, seen_from
from tsuro.fast.shared.shapes import JOINS, PORT_PAIRS, TILES

PORTS: Final = 8
COMMON: Final = Outline(
    planes=(
        Item("joined", PORT_PAIRS, "the tile here joins these two ports: 01, 02 ... 67"),
        Item("free", 1, "no tile lies here"),
        Item("tile", 1, "1 + the number of the tile that lies here"),
        Item("own_front", PORTS, "the own pawn is about to enter by this port; 2 for the second"),
        Item("other_front", PORTS, "pawns of others are about to enter by this port"),
        Item("seat_front", SEATS, "this seat's pawn is about to enter here; 2 for the second"),
        Item("own_trail", 1, "the path behind the own pawn crosses this tile"),
        Item("other_trail", 1, "the path behind another pawn crosses this tile"),
    ),
    entries=(
        Item("to_act", SEATS, "whose decision it is"),
        Item("hand", HAND * PORT_PAIRS, "for each tile in hand, as printed, the ports it joins"),
        Item("kinds", TILES, "how many of each kind are in hand"),
        Item("unseen", TILES, "how many of each kind the seat has not seen"),
        Item("give", TILES, "own tiles that may be swapped now"),
        Item("take", TILES, "tiles of eliminated hands that may be taken now"),
        Item("present", SEATS, "this seat is in the game at all"),
        Item("tiles", SEATS, "how many tiles the seat holds"),
    ),
)
"""Of every game with tiles of eight ports; more follow."""
JOINED: Final = COMMON.plane("joined")
FREE: Final = COMMON.plane("free")
TILE: Final = COMMON.plane("tile")
OWN_FRONT: Final = COMMON.plane("own_front")
OTHER_FRONT: Final = COMMON.plane("other_front")
SEAT_FRONT: Final = COMMON.plane("seat_front")
OWN_TRAIL: Final = COMMON.plane("own_trail")
OTHER_TRAIL: Final = COMMON.plane("other_trail")

TO_ACT: Final = COMMON.entry("to_act")
IN_HAND: Final = COMMON.entry("hand")
KINDS: Final = COMMON.entry("kinds")
UNSEEN: Final = COMMON.entry("unseen")
GIVE: Final = COMMON.entry("give")
TAKE: Final = COMMON.entry("take")
PRESENT: Final = COMMON.entry("present")
HELD: Final = COMMON.entry("tiles")


class Boxed(Exchanging, Protocol):
    """The fields of a record that tell of tiles a seat may have seen."""

    board: list[int]
    box_n: int
    box: list[int]
    box_known: list[int]


def show_tiles(g: Boxed, area: int, entries: int, out: list[int]) -> None:
    """Tiles by their numbers and by what they join, and one of each less that is to be seen."""
    for cell in range(area):
        placement = g.board[cell] + 0
        if placement == NONE:
            out[FREE * area + cell] = 1
        else:
            tile = placement >> 2
            out[TILE * area + cell] = 1 + tile
            see(tile, entries, out)
            for i in range(4 * placement, 4 * placement + 4):
                out[(JOINED + JOINS[i]) * area + cell] = 1


def show_front(front: int, place: int, bit: int, area: int, out: list[int]) -> None:
    """A pawn is about to enter the cell before it by a port; `place` is its seat's at the table."""
    cell = (front - FIRST_ENTRY) >> 3
    port = front & 7
    out[(SEAT_FRONT + place) * area + cell] |= bit
    if place:
        out[(OTHER_FRONT + port) * area + cell] = 1
    else:
        out[(OWN_FRONT + port) * area + cell] |= bit


def tell_asked(g: Exchanging, seat: int, asked: int, entries: int, out: list[int]) -> None:
    """Whose decision it is; nobody's while luck is due and at the end."""
    if asked != NONE:
        out[entries + TO_ACT + seen_from(g, seat, asked)] = 1


def tell_totals(totals: list[int], entries: int, out: list[int]) -> None:
    """Before anything has been seen all tiles of the game are still to be."""
    for kind in range(TILES):
        out[entries + UNSEEN + kind] = totals[kind]


def tell_hand(g: Exchanging, seat: int, shown: int, entries: int, out: list[int]) -> None:
    """The own hand as far as it is shown, and what has been seen of all hands.

    Who has just been eliminated does not see its hand while somebody takes tiles out of it.
    """
    for slot in range(HAND * g.seats):
        tile = g.hand[slot] + 0
        if shown >> slot & 1 and tile < TILES:
            see(tile, entries, out)
    for i in range(HAND):
        tile = g.hand[HAND * seat + i] + 0
        if shown >> (HAND * seat + i) & 1 and tile < TILES:
            out[entries + KINDS + tile] += 1
            for join in range(16 * tile, 16 * tile + 4):
                out[entries + IN_HAND + PORT_PAIRS * i + JOINS[join]] = 1
    if g.unswapped and g.seat == seat:
        tell_exchange(g, entries, out)


def tell_exchange(g: Exchanging, entries: int, out: list[int]) -> None:
    """What the active seat may give and take."""
    for slot in range(HAND * g.seats):
        if g.unswapped >> slot & 1:
            kinds = TAKE if is_offered(g, slot) else GIVE
            out[entries + kinds + g.hand[slot]] += 1


def see_box(g: Boxed, seat: int, entries: int, out: list[int]) -> None:
    """Tiles out of the game that the seat knows."""
    for i in range(g.box_n):
        if knows(g.box_known[i] + 0, seat):
            see(g.box[i] + 0, entries, out)


def knows(known_to: int, seat: int) -> bool:
    """Whether a seat has seen a tile go under the pile or out of the game."""
    return (known_to == NONE) | (known_to == seat)


def see(tile: int, entries: int, out: list[int]) -> None:
    """One tile less of its kind is still to be seen."""
    left = out[entries + UNSEEN + tile] + 0
    out[entries + UNSEEN + tile] = max(left - 1, 0)


def tell_seats(g: Exchanging, seat: int, entries: int, out: list[int]) -> None:
    """Who is in the game at all, and how many tiles each holds."""
    for other in range(g.seats):
        at = entries + seen_from(g, seat, other)
        out[at + PRESENT] = 1
        out[at + HELD] = g.hand_n[other]
