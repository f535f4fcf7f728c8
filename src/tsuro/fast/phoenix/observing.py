"""What a seat may know of Phoenix Rising, as numbers to learn from (see `tiles/observing.py`).

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`). Only
what the seat itself may know is read: the board, the pawns, stars and lanterns, its own hand.
"""

from __future__ import annotations

from typing import Final

from tsuro.core.geometry import POINTS
from tsuro.core.tiles import pairs_of
from tsuro.editions.phoenix.printed import printed_phoenix
from tsuro.fast.phoenix.options import to_act
from tsuro.fast.phoenix.record import (
    BREAK_LOOP,
    CREATE,
    ENTER,
    HAND,
    LANTERN,
    OVER,
    RISE,
    START,
    PhoenixGame,
)
from tsuro.fast.phoenix.tables import (
    AWAY,
    CENTRE_TILES,
    COLOUR,
    COLOURS,
    COME,
    DARK,
    EMPTY,
    GLOWING,
    NO_TILE,
    OUTSIDE,
    SIZE,
    STEP,
    TILES,
    TOUCH,
    WAYS_TO_LIE,
    laid_of,
)
from tsuro.fast.shared.layout import NONE
from tsuro.fast.shared.outline import MOST, Item, Outline, pair_numbers
from tsuro.fast.shared.pile import place_under
from tsuro.fast.shared.seats import SEATS, seen_from

_NUMBERS: Final = pair_numbers(POINTS)
POINT_PAIRS: Final = len(_NUMBERS)
EDGE_TILES: Final = TILES - CENTRE_TILES
MOST_JOINS: Final = POINTS // 2
NO_JOIN: Final = 255


def _joins(placement: int) -> bytes:
    """The numbers of the pairs of points that a placement joins, and nothing more."""
    wiring = printed_phoenix().tiles.wiring(laid_of(placement))
    numbers = [_NUMBERS[pair] for pair in pairs_of(wiring)]
    return bytes(numbers + [NO_JOIN] * (MOST_JOINS - len(numbers)))


JOINS: Final = b"".join(map(_joins, range(WAYS_TO_LIE * TILES)))
"""JOINS[MOST_JOINS * placement] and on: the numbers of the pairs of points that it joins."""

OUTLINE: Final = Outline(
    planes=(
        Item("joined", POINT_PAIRS, "the tile here joins these two points, ports before corners"),
        Item("free", 1, "no tile lies here"),
        Item("tile", 1, "1 + the number of the tile that lies here"),
        Item("own_front", POINTS, "the own pawn is about to enter by this point"),
        Item("other_front", POINTS, "pawns of others are about to enter by this point"),
        Item("seat_front", SEATS, "this seat's pawn is about to enter here"),
        Item("own_trail", 1, "the path behind the own pawn crosses this tile"),
        Item("other_trail", 1, "the path behind another pawn crosses this tile"),
        Item("back", 1, "the tile here lies on its front, as a flip would leave it"),
        Item("colour", len(COLOURS), "the tile here shows an icon of this colour"),
        Item("glowing", 1, "the lantern on this tile glows"),
        Item("marker", 1, "a lantern marker stands here"),
        Item("star", 1, "a star lies here"),
        Item("changed", 1, "this tile was laid, turned or flipped in this turn"),
        Item("treated", 1, "this starred tile of a loop has been treated"),
        Item("scoring", 1, "the star or the tile that the present choice is about"),
    ),
    entries=(
        Item("to_act", SEATS, "whose decision it is"),
        Item("hand_front", HAND * POINT_PAIRS, "for each tile in hand the points its front joins"),
        Item("hand_back", HAND * POINT_PAIRS, "the same for its other face"),
        Item("kinds", EDGE_TILES, "which edge tiles are in hand"),
        Item("unseen", EDGE_TILES, "edge tiles that the seat has not seen"),
        Item("next", EDGE_TILES, "the tile on top of the stack, where the seat knows it"),
        Item("present", SEATS, "this seat is in the game at all"),
        Item("tiles", SEATS, "how many tiles the seat holds"),
        Item("phase", 7, "asked to create, enter, score, rise, break a loop, start; 1 at the end"),
        Item("in", SEATS, "the seat is still in the game"),
        Item("on", SEATS, "its pawn is on the board"),
        Item("waiting", SEATS, "its pawn waits beside the board"),
        Item("off", SEATS, "its pawn is off the board and may rise"),
        Item("life", SEATS, "it has its Life token"),
        Item("stars", SEATS, "the stars in front of it"),
        Item("phoenix", SEATS, "it holds the Phoenix tile"),
        Item("mover", SEATS, "its pawn travels now"),
        Item("ahead_point", POINTS, "the own pawn is about to enter by this point"),
        Item("ahead_off", POINTS, "who leaves the cell before the own pawn here goes off board"),
        Item("ahead_meets", POINTS, "who leaves the cell before the own pawn here meets a pawn"),
        Item("pile", 1, "edge tiles in the stack"),
        Item("gaps", 1, "empty ring cells"),
        Item("turn", 1, "the number of the turn"),
        Item("final_round", 1, "the round is the last one"),
        Item("settled", 1, "how many of the mover's stars have had their lantern dealt with"),
        Item("flown", 1, "the mover has been round a loop in this travel"),
    ),
)
PLANES: Final = OUTLINE.plane_count
AREA: Final = SIZE * SIZE
ENTRIES: Final = PLANES * AREA
"""Where the entries begin."""
JOINED: Final = OUTLINE.plane("joined")
FREE: Final = OUTLINE.plane("free")
TILE: Final = OUTLINE.plane("tile")
OWN_FRONT: Final = OUTLINE.plane("own_front")
OTHER_FRONT: Final = OUTLINE.plane("other_front")
SEAT_FRONT: Final = OUTLINE.plane("seat_front")
OWN_TRAIL: Final = OUTLINE.plane("own_trail")
OTHER_TRAIL: Final = OUTLINE.plane("other_trail")
BACK: Final = OUTLINE.plane("back")
ICON: Final = OUTLINE.plane("colour")
GLOWS: Final = OUTLINE.plane("glowing")
MARKER: Final = OUTLINE.plane("marker")
STAR: Final = OUTLINE.plane("star")
CHANGED: Final = OUTLINE.plane("changed")
TREATED: Final = OUTLINE.plane("treated")
SCORING: Final = OUTLINE.plane("scoring")

TO_ACT: Final = OUTLINE.entry("to_act")
HAND_FRONT: Final = OUTLINE.entry("hand_front")
HAND_BACK: Final = OUTLINE.entry("hand_back")
KINDS: Final = OUTLINE.entry("kinds")
UNSEEN: Final = OUTLINE.entry("unseen")
NEXT: Final = OUTLINE.entry("next")
PRESENT: Final = OUTLINE.entry("present")
HELD: Final = OUTLINE.entry("tiles")
PHASE: Final = OUTLINE.entry("phase")
IN: Final = OUTLINE.entry("in")
ON: Final = OUTLINE.entry("on")
WAITING: Final = OUTLINE.entry("waiting")
OFF: Final = OUTLINE.entry("off")
LIFE: Final = OUTLINE.entry("life")
STARS: Final = OUTLINE.entry("stars")
PHOENIX: Final = OUTLINE.entry("phoenix")
MOVER: Final = OUTLINE.entry("mover")
AHEAD_POINT: Final = OUTLINE.entry("ahead_point")
AHEAD_OFF: Final = OUTLINE.entry("ahead_off")
AHEAD_MEETS: Final = OUTLINE.entry("ahead_meets")
PILE: Final = OUTLINE.entry("pile")
GAPS: Final = OUTLINE.entry("gaps")
TURN: Final = OUTLINE.entry("turn")
FINAL_ROUND: Final = OUTLINE.entry("final_round")
SETTLED: Final = OUTLINE.entry("settled")
FLOWN: Final = OUTLINE.entry("flown")


def observe(g: PhoenixGame, seat: int, totals: list[int], out: list[int]) -> None:
    """Write what a seat may know; `totals` are the tiles of each kind that the game has."""
    for i in range(len(out)):
        out[i] = 0
    for kind in range(EDGE_TILES):
        out[ENTRIES + UNSEEN + kind] = totals[CENTRE_TILES + kind]
    show_board(g, out)
    show_lanterns(g, out)
    for pawn in range(g.seats):
        look_ahead(g, seat, pawn, out)
        if g.on >> pawn & 1 and g.behind[pawn]:
            show_trail(g, pawn, OWN_TRAIL if pawn == seat else OTHER_TRAIL, out)
    tell_hand(g, seat, out)
    tell_stack(g, seat, out)
    tell_seats(g, seat, out)
    tell_moment(g, seat, out)


def place_of(cell: int) -> int:
    """The place of a cell on the board without its rim."""
    return SIZE * ((cell >> 3) - 1) + (cell & 7) - 1


def see(tile: int, out: list[int]) -> None:
    """An edge tile that is not to be seen any more; of centre tiles everybody knows."""
    if tile >= CENTRE_TILES:
        out[ENTRIES + UNSEEN + tile - CENTRE_TILES] = 0


def show_board(g: PhoenixGame, out: list[int]) -> None:
    """Tiles by number, face, icon and what they join."""
    for place in range(AREA):
        cell = 8 * (place // SIZE + 1) + place % SIZE + 1
        placement = g.board[cell] + 0
        if placement == EMPTY:
            out[FREE * AREA + place] = 1
        else:
            tile = placement >> 3
            see(tile, out)
            out[TILE * AREA + place] = 1 + tile
            out[BACK * AREA + place] = placement >> 2 & 1
            out[GLOWS * AREA + place] = GLOWING[placement >> 2]
            if COLOUR[tile] != DARK:
                out[(ICON + COLOUR[tile]) * AREA + place] = 1
            for i in range(MOST_JOINS * placement, MOST_JOINS * placement + MOST_JOINS):
                if JOINS[i] != NO_JOIN:
                    out[(JOINED + JOINS[i]) * AREA + place] = 1


def show_lanterns(g: PhoenixGame, out: list[int]) -> None:
    """Markers and stars, what this turn has changed, and what a choice is about."""
    show_cells(g.markers, g.markers_n, MARKER, out)
    show_cells(g.stars, g.stars_n, STAR, out)
    show_cells(g.touched, g.touched_n, CHANGED, out)
    show_cells(g.treated, g.treated_n, TREATED, out)
    if g.phase == LANTERN:
        cell = g.stars[g.settled if g.settled < g.stars_n else 0] + 0
        out[SCORING * AREA + place_of(g.bound + 0 if g.bound else cell)] = 1


def show_cells(cells: list[int], count: int, plane: int, out: list[int]) -> None:
    for i in range(count):
        out[plane * AREA + place_of(cells[i] + 0)] = 1


def look_ahead(g: PhoenixGame, seat: int, pawn: int, out: list[int]) -> None:
    """Where a pawn is; of the own one also where the points of the cell before it lead."""
    if (g.on | g.waiting) >> pawn & 1 == 0:
        return
    place = place_of(g.ahead[pawn] + 0)
    port = g.port[pawn] + 0
    # One that waits may enter by any port of its side, and perhaps by a corner.
    one = port if port < POINTS else 2 * (port - POINTS)
    other = port if port < POINTS else one + 1
    out[(SEAT_FRONT + seen_from(g, seat, pawn)) * AREA + place] = 1
    front = OWN_FRONT if pawn == seat else OTHER_FRONT
    out[(front + one) * AREA + place] = 1
    out[(front + other) * AREA + place] = 1
    if pawn == seat:
        out[ENTRIES + AHEAD_POINT + one] = 1
        out[ENTRIES + AHEAD_POINT + other] = 1
        for point in range(POINTS):
            try_way(g, g.ahead[seat] + 0, point, out)


def try_way(g: PhoenixGame, start: int, point: int, out: list[int]) -> None:
    """Leave a cell by a point: off the board, to another pawn, or neither."""
    cell = start
    leave = point
    met = g.standing[cell] >> leave & 1
    cell = (cell + AWAY[leave]) & 63
    port = TOUCH[leave] + 0
    while met == 0 and cell != start:
        way = 16 * g.board[cell] + port
        if STEP[way] == 0:
            break
        cell = (cell + STEP[way]) & 63
        port = COME[way] + 0
        met = g.standing[cell] >> port & 1
    out[ENTRIES + AHEAD_MEETS + point] = met
    out[ENTRIES + AHEAD_OFF + point] = (met == 0) & (g.board[cell] == OUTSIDE)


def show_trail(g: PhoenixGame, pawn: int, plane: int, out: list[int]) -> None:
    """The tiles on the path that lies behind a pawn, as they lie now."""
    port = g.port[pawn] + 0
    cell = (g.ahead[pawn] + AWAY[port]) & 63
    port = TOUCH[port] + 0
    first = 16 * cell + port
    way = 16 * g.board[cell] + port
    while STEP[way]:
        out[plane * AREA + place_of(cell)] = 1
        cell = (cell + STEP[way]) & 63
        port = COME[way] + 0
        if 16 * cell + port == first:
            return
        way = 16 * g.board[cell] + port


def tell_hand(g: PhoenixGame, seat: int, out: list[int]) -> None:
    """Both faces of each tile in hand."""
    for slot in range(HAND):
        tile = g.hand[HAND * seat + slot] + 0
        if tile != NO_TILE:
            see(tile, out)
            out[ENTRIES + KINDS + tile - CENTRE_TILES] = 1
            tell_face(8 * tile, HAND_FRONT + POINT_PAIRS * slot, out)
            tell_face(8 * tile + 4, HAND_BACK + POINT_PAIRS * slot, out)


def tell_face(placement: int, entry: int, out: list[int]) -> None:
    for i in range(MOST_JOINS * placement, MOST_JOINS * placement + MOST_JOINS):
        if JOINS[i] != NO_JOIN:
            out[ENTRIES + entry + JOINS[i]] = 1


def tell_stack(g: PhoenixGame, seat: int, out: list[int]) -> None:
    """How many tiles are to come, and those that the seat itself has put under the others."""
    out[ENTRIES + PILE] = g.bag_n + g.bottom_n
    for i in range(g.bottom_n):
        place = place_under(g, i)
        if (g.bottom_known[place] == NONE) | (g.bottom_known[place] == seat):
            see(g.bottom[place] + 0, out)
            if i == 0 and g.bag_n == 0:
                out[ENTRIES + NEXT + g.bottom[place] - CENTRE_TILES] = 1


def tell_seats(g: PhoenixGame, seat: int, out: list[int]) -> None:
    """What lies open before everybody."""
    for other in range(g.seats):
        at = ENTRIES + seen_from(g, seat, other)
        out[at + PRESENT] = 1
        out[at + HELD] = g.hand_n[other]
        out[at + IN] = g.alive >> other & 1
        out[at + ON] = g.on >> other & 1
        out[at + WAITING] = g.waiting >> other & 1
        out[at + OFF] = g.off >> other & 1
        out[at + LIFE] = g.lives >> other & 1
        out[at + STARS] = g.scored[other]
        out[at + PHOENIX] = g.holder == other
        out[at + MOVER] = g.mover == other


def tell_moment(g: PhoenixGame, seat: int, out: list[int]) -> None:
    """What is asked and of whom, and how far the game and the travel have come."""
    phase = g.phase + 0
    out[ENTRIES + PHASE] = phase == CREATE
    out[ENTRIES + PHASE + 1] = phase == ENTER
    out[ENTRIES + PHASE + 2] = phase == LANTERN
    out[ENTRIES + PHASE + 3] = phase == RISE
    out[ENTRIES + PHASE + 4] = phase == BREAK_LOOP
    out[ENTRIES + PHASE + 5] = phase == START
    out[ENTRIES + PHASE + 6] = phase == OVER
    asked = to_act(g)
    if asked != NONE:
        out[ENTRIES + TO_ACT + seen_from(g, seat, asked)] = 1
    out[ENTRIES + GAPS] = g.gaps
    out[ENTRIES + TURN] = min(g.number + 0, MOST)
    out[ENTRIES + FINAL_ROUND] = g.final_round
    out[ENTRIES + SETTLED] = g.settled
    out[ENTRIES + FLOWN] = g.flown
