"""One game of Tsuro of the Seas as a record of numbers."""

from __future__ import annotations

from typing import Annotated, Final

from tsuro.fast.shared.layout import (
    Byte,
    Bytes8,
    Bytes24,
    Bytes64,
    Long,
    Short,
    Shorts8,
    Stored,
    Word,
)

PLACE, RELOCATE, EXCHANGE, START, DRAW, DEAL, ROLL, DIE, NEW, NEW_CELL, OVER = range(11)
"""What a game waits for: a decision, then from DRAW on luck, or nothing more. A new daikaiju is
drawn in NEW and put on the board in NEW_CELL."""

IN_REFILL, IN_DAIKAIJU, IN_FRONT_CHECK, IN_ENDING, IN_TILES_OUT = range(5)
"""The phase in which a game ended."""

NEW_DAIKAIJU: Final = 6
"""The die on which none acts but a new one comes (SE-15)."""
FEWEST: Final = 3
"""With fewer daikaiju on the board, a turn begins with new ones (SE-12)."""

OFF: Final = 63
"""The node of ships that are not on the board, and where a ship ends that runs round a loop. It is
neither a mark nor an entry, and leads to itself."""
RIM_BLOCKS: Final = 0xFF
"""The blocks of the marks and of OFF."""

Bytes10 = Annotated[list[int], Stored("u1", 10)]


class SeaGame:
    """Seats and daikaiju are bits of masks; daikaiju are numbered in the order of acting (SE-16).

    Nodes are those of `shared/paths.py`. Eight nodes are a *block*: block 8 + c is cell c, the
    blocks before it are the rim, so one mask of blocks tells where a ship that ends there is lost.
    """

    rng: Long
    deadly: Long
    """Blocks where ships are lost: the rim and cells with a daikaiju (SE-28)."""
    tiled: Long
    """Blocks of cells with a wake tile."""

    unswapped: Word
    """Slots of the hands in an open exchange that may still be swapped, as a mask (SE-30)."""
    number: Short
    """Of the turn; 0 during set-up."""
    moment: Short
    """Counts turns, placements and actions of daikaiju (GEN-20)."""
    watch: Short
    """The turn that `placed` to `die` tell of; in a later turn nothing has happened yet."""
    on_board: Short
    """Daikaiju on the board."""
    sea_bag: Short
    """Daikaiju in their face-down pile: any of them may be on top."""
    waiting: Short
    """Daikaiju still to act in this turn (SE-16)."""

    phase: Byte
    seat: Byte
    """Whose turn it is."""
    pawn: Byte
    """The ship a tile was laid for in this turn."""
    cell: Byte
    """Where that tile was laid."""
    drawer: Byte
    """The seat for which luck draws next."""
    alive: Byte
    """Seats still in."""
    out_now: Byte
    """Seats eliminated in the present moment (GEN-20)."""
    winners: Byte
    reason: Byte
    ended_in: Byte
    started: Byte
    """How many ships have been set on start marks."""
    bag_n: Byte
    bottom_at: Byte
    bottom_n: Byte
    drawn_n: Byte
    """Tiles drawn in this turn or dealt in set-up."""
    exits_n: Byte
    box_n: Byte

    placed: Byte
    """New daikaiju put on the board in this turn."""
    gold: Byte
    """The dice that may rouse the daikaiju; 0 before they are rolled (SE-13)."""
    blue: Byte
    roused: Byte
    """1 if they have been roused and no die has been rolled yet (SE-14)."""
    die: Byte
    """The last die, until a new daikaiju that it called has been placed (SE-15); 0 for none."""
    sea_drawn: Byte
    """A new daikaiju whose cell has not been rolled yet (SE-10)."""
    sea_drawn_rotation: Byte
    on_board_n: Byte
    sea_bottom_n: Byte
    gone_n: Byte
    offers_n: Byte

    first: Byte
    """The seat that begins (GEN-16)."""
    seats: Byte
    daikaiju: Byte
    """1 if they are played with (SE-37)."""
    opening: Byte
    """How many of them are laid out in set-up (SE-9)."""
    own_die: Byte
    """1 if each has a die of its own (SE-14)."""
    recycle_left: Byte
    """1 if daikaiju that leave the board may return (SE-18)."""
    recycle_destroyed: Byte
    tiles_go: Byte
    """1 if a tile under a new daikaiju is out of the game (SE-19): then tiles may run out."""
    eliminated_roll: Byte
    """1 if who is out still rolls for the daikaiju (SE-42)."""
    share_first: Byte
    """1 if sharing a wake comes before losing the own ship (SE-24)."""

    hand_n: Bytes8
    offers: Bytes8
    """Ships that may move to another mark on their next turn, in order (SE-33)."""
    daikaiju_cell: Bytes10
    """The cell of each daikaiju on the board."""
    daikaiju_rotation: Bytes10
    """How often each has turned counter-clockwise (SE-7)."""
    sea_bottom: Bytes10
    """Daikaiju under their pile, next to be drawn first (SE-18)."""
    gone: Bytes10
    """Daikaiju out of the game, in order."""
    hand: Bytes24
    """Three slots a seat, in the order drawn."""
    exit_seat: Bytes8
    exit_fate: Bytes8
    exit_turn: Shorts8
    exit_moment: Shorts8
    stop: Shorts8
    """For each ship the entry it faces; OFF before its start and after its loss."""
    bag: Bytes64
    """Undrawn tiles in no order: luck may pick any of them."""
    bottom: Bytes64
    """Tiles under the pile, a ring that begins at `bottom_at`: drawn in order after the bag."""
    bottom_known: Bytes64
    """Who knows each."""
    box: Bytes64
    """Tiles out of the game."""
    box_known: Bytes64
    board: Annotated[list[int], Stored("u1", "cells")]
    """The placement on each cell: 4 * tile + rotation."""
    link: Annotated[list[int], Stored("u2", "nodes")]
    """Path ends, as in the tile games. A cell with a daikaiju is like an empty one: it has no
    tile. Where a tile is taken away, its neighbours' paths are walked once."""
