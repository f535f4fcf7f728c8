"""One game of classic, kosmos or pocket Tsuro as a record of numbers."""

from __future__ import annotations

from typing import Annotated

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

DRAGON, PILES, STASH = range(3)
"""Flows of a turn: classic, kosmos, pocket."""
BAN_NOTHING, BAN_EDGE, BAN_ANY_LOSS = range(3)

PLACE, ENTER, EXCHANGE, CHOOSE_PILE, START, DRAW, DEAL, OVER = range(8)
"""What a game waits for: a decision, then from DRAW on luck, or nothing more."""


class TileGame:
    """Sets of seats and of pawns are bit masks; pawns are numbered as in the reference."""

    rng: Long
    homes: Long
    """Marks by which the pawns on the board came in, as a mask. The path from there leads to the
    pawn, so whoever is led to such a mark has met that pawn (CL-14)."""

    unswapped: Word
    """Slots of the hands in an open exchange that may still be swapped, as a mask (CL-18)."""
    number: Short
    """Of the turn."""
    moment: Short
    """Counts placements and turns: what happens in one moment is simultaneous (GEN-20)."""
    returned_in: Short
    """The turn in which the dragon was last returned (CL-21)."""

    phase: Byte
    seat: Byte
    """Whose turn it is."""
    half: Byte
    """1 in the second half-turn of a two-pawn game (KO-20)."""
    pawn: Byte
    """The pawn a tile was laid for in this (half-)turn."""
    played: Byte
    """The pawn that had the first half-turn."""
    cell: Byte
    """Where the tile of this (half-)turn was laid."""
    drawer: Byte
    """The seat for which luck draws next."""
    alive: Byte
    """Seats still in."""
    short: Byte
    """Seats still in with less than a full hand."""
    holding: Byte
    """Seats still in with a tile."""
    on: Byte
    """Pawns on the board."""
    lost: Byte
    """Pawns lost."""
    out_now: Byte
    """Seats eliminated in the present moment (GEN-20)."""
    winners: Byte
    reason: Byte
    holder: Byte
    """The seat that holds the dragon tile (CL-23)."""
    returned_by: Byte
    """The seat that last returned the dragon (CL-21)."""
    chosen: Byte
    """The pile the active seat draws from now (KO-15)."""
    started: Byte
    """How many pawns have been set on start places."""
    bag_n: Byte
    drawn_n: Byte
    exits_n: Byte
    box_n: Byte

    first: Byte
    """The seat that begins (GEN-16)."""
    seats: Byte
    pawns: Byte
    pair: Byte
    """1 if each seat has two pawns: pawns of a seat are numbered seat << pair and on (KO-18)."""
    marks: Byte
    """How many start marks the board has."""
    flow: Byte
    ban: Byte
    openly: Byte
    """1 if everybody sees what eliminated seats lay down (KO-25)."""
    literal: Byte
    half_turns: Byte
    starts_beside: Byte
    """1 if pawns start beside outer cells, not on marks (KO-7)."""
    piles: Byte

    hand_n: Bytes8
    home: Bytes8
    """For each pawn on the board the mark by which it came in; it stands at link[home]."""
    beside: Bytes8
    """For each pawn that waits beside the board its side place (KO-24)."""
    heaps: Annotated[list[int], Stored("u1", 3)]
    """Sizes of the face-down piles (KO-5)."""
    hand: Bytes24
    """Three slots a seat, in the order drawn."""
    drawn: Bytes24
    """Seats that drew in this (half-)turn, in order."""
    bag: Bytes64
    """Undrawn tiles in no order: luck may pick any of them."""
    exit_seat: Bytes8
    exit_fate: Bytes8
    exit_turn: Shorts8
    exit_moment: Shorts8
    box: Bytes24
    """Tiles laid down by eliminated seats (KO-14)."""
    box_known: Bytes24
    """Who saw each of them: the seat it belonged to, or NONE for everybody (KO-25)."""
    board: Annotated[list[int], Stored("u1", "cells")]
    """The placement on each cell: 4 * tile + rotation."""
    link: Annotated[list[int], Stored("u2", "nodes")]
    """Path ends: the path that begins at a mark, or by leaving an empty cell at an entry, leads to
    this mark or entry. Laying a tile joins path ends; nothing is ever walked."""
