"""One game of Tsuro: Phoenix Rising as a record of numbers."""

from __future__ import annotations

from typing import Annotated, Final

from tsuro.fast.shared.layout import Byte, Bytes8, Bytes16, Bytes24, Long, Stored, Word

HAND: Final = 2
"""Slots for edge tiles a seat has in the record (PR-12)."""
BOTTOM: Final = 32
"""Room for tiles under the stack, which are kept in a ring; a power of two."""

CREATE, ENTER, LANTERN, RISE, BREAK_LOOP, START, CENTRE, DEAL, SUPPLY, REFILL, PREPARE, OVER = (
    range(12)
)
"""What a game waits for: a decision, then from CENTRE on luck, or nothing more."""

Bytes36 = Annotated[list[int], Stored("u1", 36)]
Words8 = Annotated[list[int], Stored("u4", 8)]
Squares = Annotated[list[int], Stored("u2", 64)]


class PhoenixGame:
    """Sets of seats and of cells are bit masks; every seat has one pawn of the same number.

    Cells are counted on a board of eight by eight, whose outermost cells lie outside the game: a
    path that leads there has left the board, and cell 0 stands for no cell at all.
    """

    rng: Long
    marked: Long
    """Tiles with a lantern marker (PR-10)."""
    starred: Long
    """Tiles with a star (PR-29)."""
    changed: Long
    """Tiles placed, turned or flipped in this turn while pawns travel (WC-13)."""
    icons: Annotated[list[int], Stored("i8", 3)]
    """Where the icons of each colour lie (PR-11)."""

    number: Word
    """Of the turn."""
    moment: Word
    """Counts placements, turns and travels: what happens in one moment is simultaneous (PR-48)."""

    phase: Byte
    seat: Byte
    """Whose turn it is."""
    pawn: Byte
    """The active pawn as soon as its path was extended, else NONE."""
    cell: Byte
    """Where a tile was laid or turned in this turn, else 0."""
    mover: Byte
    """The pawn that travels, else NONE (PR-36)."""
    settled: Byte
    """How many of the mover's stars have had their lantern marker dealt with."""
    bound: Byte
    """The Dimmed tile a lantern marker will go to once it has been flipped (WC-1)."""
    flown: Byte
    """1 if the mover has been round a loop in this travel (WC-8)."""
    drawer: Byte
    """The seat for which luck draws next."""
    holder: Byte
    """The seat that holds the Phoenix tile (PR-39)."""
    alive: Byte
    """Seats still in."""
    on: Byte
    """Pawns on the board."""
    waiting: Byte
    """Pawns beside the board (PR-13)."""
    off: Byte
    """Pawns in front of their owners, who may still rise (PR-13)."""
    lives: Byte
    """Seats with their Life token (PR-16)."""
    gaps: Byte
    """How many ring cells are empty."""
    final_round: Byte
    """1 as soon as somebody has seven stars (PR-44)."""
    winners: Byte
    reason: Byte
    started: Byte
    """How many pawns have been set beside the board."""
    centre_n: Byte
    bag_n: Byte
    bottom_n: Byte
    bottom_at: Byte
    markers_n: Byte
    stars_n: Byte
    touched_n: Byte
    treated_n: Byte
    in_vain_n: Byte
    drawn_n: Byte
    exits_n: Byte

    first: Byte
    """The seat that begins (GEN-16)."""
    seats: Byte
    winds: Byte
    """1 for Winds of Change (WC-1)."""
    same_turn: Byte
    """1 if a pawn taken off by choice rises at once (PR-18)."""
    ports_only: Byte
    """16 if a pawn enters by ports only, else 0: an offset into the table of ways (PR-21)."""
    departures: Byte
    """1 if a tile on which an earlier move ended gives its star when left (PR-30)."""
    touched_only: Byte
    """1 if other pawns move only over tiles changed in this turn (WC-13)."""
    first_star: Byte
    """1 if a first star on the start tile of a loop is treated before the circuit ends (WC-9)."""

    ahead: Bytes8
    """The cell before each pawn on or beside the board, else 0."""
    port: Bytes8
    """The point by which it will enter; beside the board 12 + side."""
    behind: Bytes8
    """The tile each pawn on the board is on, 0 before its first (PR-15)."""
    beside: Bytes8
    """The side place of each waiting pawn, else NONE."""
    scored: Bytes8
    """Stars in front of each seat (PR-32)."""
    hand_n: Bytes8
    hand: Bytes16
    """Two slots a seat, in the order drawn."""
    markers: Bytes8
    """The cell of each lantern marker; its colour is that of the icon there."""
    stars: Bytes8
    """Tiles with a star, in order of creation."""
    treated: Bytes8
    """Starred tiles of a loop that were flipped, or found Dimmed, in order (WC-9)."""
    exit_seat: Bytes8
    exit_fate: Bytes8
    exit_turn: Words8
    exit_moment: Words8
    centre: Bytes16
    """Centre tiles not laid yet, in no order (PR-9)."""
    drawn: Bytes24
    """Seats that drew in this turn, in order."""
    bag: Annotated[list[int], Stored("u1", 40)]
    """Edge tiles of unknown order: luck may pick any of them."""
    bottom: Annotated[list[int], Stored("u1", BOTTOM)]
    """Edge tiles put under the stack since, from `bottom_at` on in the order they come up."""
    bottom_known: Annotated[list[int], Stored("u1", BOTTOM)]
    """Who put each of them there and so has seen it; NONE if everybody has (PR-49)."""
    touched: Bytes36
    """The cells of `changed` in order."""
    in_vain: Bytes36
    """Tiles flipped by choice while no flip could break the loop (WC-10)."""
    board: Squares
    """The placement on each cell: 8 * tile + 4 * face + rotation, or EMPTY, or OUTSIDE."""
    standing: Squares
    """For each cell the points, as a mask, at whose links a pawn stands, whichever way it faces:
    who comes to such a link has met it, or has come round to its own start (PR-27, PR-28)."""
