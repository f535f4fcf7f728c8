"""The kernel of Tsuro: Phoenix Rising: the reference's phases over numbers.

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`).
`play` carries out a decision, `roll` or `play_outcome` a draw; each then goes on with the phases
that just happen, up to the next decision, the next draw or the end. Nothing is checked here:
callers offer only codes that `legal` lists, and never play on after the end.
"""

from __future__ import annotations

from tsuro.fast.phoenix.codes import (
    DRAW_TILE,
    ENTER_BY,
    LAY_CENTRE,
    PLACE_TILE,
    RISE_AT,
    START_AT,
    TURN_TILE,
    WITHDRAW,
)
from tsuro.fast.phoenix.flight import leave_board, soar, stand
from tsuro.fast.phoenix.hands import asks_for_draw, discard, rob, shortage, take_top
from tsuro.fast.phoenix.loops import break_loop, soar_winds
from tsuro.fast.phoenix.options import to_act
from tsuro.fast.phoenix.record import (
    BREAK_LOOP,
    CENTRE,
    CREATE,
    DEAL,
    ENTER,
    HAND,
    LANTERN,
    OVER,
    PREPARE,
    REFILL,
    RISE,
    SUPPLY,
    PhoenixGame,
)
from tsuro.fast.phoenix.scoring import choose_scoring, score
from tsuro.fast.phoenix.tables import (
    CENTRE_CELLS,
    CENTRE_TILES,
    COLOUR,
    DARK,
    GLOWING,
    NO_TILE,
    PATTERN,
    PLACE_CELL,
    PLACE_SIDE,
    SIDE_POINTS,
    STEP,
)
from tsuro.fast.phoenix.turns import all_out, begin_turn, next_flight, round_ends, strand
from tsuro.fast.shared.layout import NONE
from tsuro.fast.shared.pile import is_in_bag, kinds_in_bag, place_in_bag
from tsuro.fast.shared.rng import below

INLINED = ()
"""Small functions on the hot path, compiled into their callers."""

ASKED, BEGIN, SUPPLYING, TRAVEL, SCORE, REFILLING, PREPARING = range(7)
"""Where a turn goes on; ASKED if it waits for an answer or is over."""


def play(g: PhoenixGame, code: int) -> None:
    """Carry out a decision."""
    go_on(g, decide(g, code))


def decide(g: PhoenixGame, code: int) -> int:
    """What a decision does at once; where the turn goes on."""
    phase = g.phase
    if phase == CREATE:
        return create(g, code)
    if phase == ENTER:
        return enter(g, code - ENTER_BY)
    if phase == LANTERN:
        choose_scoring(g, code)
        return SCORE
    if phase == RISE:
        rise(g, code - RISE_AT)
        return SUPPLYING
    if phase == BREAK_LOOP:
        break_loop(g, code)
        return TRAVEL
    start(g, code - START_AT)
    return ASKED


def is_luck(g: PhoenixGame) -> bool:
    """Whether the game waits for a draw."""
    return (g.phase >= CENTRE) & (g.phase < OVER)


def roll(g: PhoenixGame) -> int:
    """Draw with the record's own luck; return the code of the outcome (GEN-17)."""
    if g.phase == CENTRE:
        index = below(g, g.centre_n)
        rotation = below(g, 4)
        code = LAY_CENTRE + 4 * g.centre[index] + rotation
        lay_centre(g, index, rotation)
        return code
    index = below(g, g.bag_n)
    code = DRAW_TILE + (g.bag[index] if g.bag_n else g.bottom[g.bottom_at])
    draw(g, index)
    return code


def play_outcome(g: PhoenixGame, code: int) -> None:
    """Draw the tile that somebody else's luck has chosen."""
    index = 0
    if g.phase == CENTRE:
        while g.centre[index] != (code - LAY_CENTRE) >> 2:
            index += 1
        lay_centre(g, index, (code - LAY_CENTRE) & 3)
        return
    draw(g, place_in_bag(g, code - DRAW_TILE) if g.bag_n else 0)


def is_possible(g: PhoenixGame, code: int) -> bool:
    """Whether an outcome is possible."""
    if g.phase == CENTRE:
        found = 0
        for index in range(g.centre_n):
            found |= (code >= LAY_CENTRE) & (g.centre[index] == (code - LAY_CENTRE) >> 2)
        return found > 0
    if g.bag_n:
        return is_in_bag(g, code - DRAW_TILE)
    return g.bottom[g.bottom_at] == code - DRAW_TILE


def outcomes(g: PhoenixGame, out: list[int], weights: list[int]) -> int:
    """A centre tile as it comes to lie, or an edge tile; the one next in order under the stack."""
    n = 0
    if g.phase == CENTRE:
        for index in range(g.centre_n):
            for rotation in range(4):
                out[n] = LAY_CENTRE + 4 * g.centre[index] + rotation
                weights[n] = 1
                n += 1
        return n
    if g.bag_n == 0:
        out[0] = DRAW_TILE + g.bottom[g.bottom_at]
        weights[0] = 1
        return 1
    return kinds_in_bag(g, DRAW_TILE, out, weights)


def start(g: PhoenixGame, place: int) -> None:
    """A pawn beside a ring cell; with all set the centre tiles are laid (PR-7, PR-8)."""
    wait_at(g, to_act(g), place)
    g.started += 1
    if g.started == g.seats:
        g.phase = CENTRE


def wait_at(g: PhoenixGame, pawn: int, place: int) -> None:
    g.waiting |= 1 << pawn
    g.beside[pawn] = place
    g.ahead[pawn] = PLACE_CELL[place]
    g.port[pawn] = 12 + PLACE_SIDE[place]


def lay_centre(g: PhoenixGame, index: int, rotation: int) -> None:
    """A centre tile, cloud-frame side up, with a marker if it is Glowing (PR-9, PR-10)."""
    tile = g.centre[index] + 0
    cell = CENTRE_CELLS[CENTRE_TILES - g.centre_n] + 0
    g.centre_n -= 1
    g.centre[index] = g.centre[g.centre_n]
    g.board[cell] = 8 * tile + rotation
    note_icon(g, cell)
    if GLOWING[2 * tile]:
        g.markers[g.markers_n] = cell
        g.markers_n += 1
        g.marked |= 1 << cell
    if g.centre_n == 0:
        g.phase = DEAL
        g.drawer = g.first


def draw(g: PhoenixGame, index: int) -> None:
    """A tile of the stack for the seat that draws; then the phase that asked goes on."""
    take_top(g, index)
    stage = SUPPLYING
    if g.phase == DEAL:
        stage = deal(g)
    elif g.phase == PREPARE:
        stage = PREPARING
    elif g.phase == REFILL:
        stage = REFILLING
    go_on(g, stage)


def deal(g: PhoenixGame) -> int:
    """Each seat gets two tiles, the first seat first (PR-12)."""
    if g.hand_n[g.drawer] < HAND:
        return ASKED
    g.drawer += 1
    if g.drawer == g.seats:
        g.drawer = 0
    return BEGIN if g.drawer == g.first else ASKED


def rise(g: PhoenixGame, place: int) -> None:
    """The Life token goes, the pawn waits beside the board again (PR-19)."""
    pawn = g.seat + 0
    g.lives &= ~(1 << pawn)
    g.off &= ~(1 << pawn)
    wait_at(g, pawn, place)


def create(g: PhoenixGame, code: int) -> int:
    """Lay a tile, turn the one ahead, or take the own pawn off; where the turn goes on (PR-18)."""
    pawn = g.seat + 0
    if code == WITHDRAW:
        leave_board(g, pawn)
        if g.same_turn:
            g.phase = RISE
            return ASKED
        return PREPARING
    cell = g.ahead[pawn] + 0
    g.pawn = pawn
    g.moment += 1
    if code >= TURN_TILE:
        turn_tile(g, cell, code - TURN_TILE)
    else:
        place_tile(g, cell, code - PLACE_TILE)
    if g.waiting >> pawn & 1:
        point = only_entry(g, cell)
        if point == NONE or code >= TURN_TILE:
            g.phase = ENTER
            return ASKED
        return enter(g, point)
    return take_off(g)


def turn_tile(g: PhoenixGame, cell: int, placement: int) -> None:
    """A tile that shows the very same paths is left as it lay (PR-22, WC-7)."""
    if PATTERN[g.board[cell]] != PATTERN[placement]:
        g.board[cell] = placement
        g.cell = cell


def note_icon(g: PhoenixGame, cell: int) -> None:
    """A tile that has come to lie on a cell may show a lantern (PR-11)."""
    colour = COLOUR[g.board[cell] >> 3] + 0
    if colour != DARK:
        g.icons[colour] |= 1 << cell


def place_tile(g: PhoenixGame, cell: int, placement: int) -> None:
    g.board[cell] = placement
    note_icon(g, cell)
    g.cell = cell
    g.gaps -= 1
    slot = HAND * g.seat
    if g.hand[slot] == placement >> 3:
        g.hand[slot] = g.hand[slot + 1]
    g.hand[slot + 1] = NO_TILE
    g.hand_n[g.seat] -= 1


def only_entry(g: PhoenixGame, cell: int) -> int:
    """The path end by which the active pawn enters, if there is one only; else NONE (PR-21)."""
    first = 4 * (g.port[g.seat] - 12)
    laid = g.board[cell] + 0
    offered = 2 if g.ports_only else 4
    found = 0
    point = NONE + 0
    for i in range(first, first + offered):
        if STEP[16 * laid + SIDE_POINTS[i]]:
            found += 1
            point = SIDE_POINTS[i] + 0
    return point if found == 1 else NONE


def enter(g: PhoenixGame, point: int) -> int:
    """The waiting pawn takes one of the paths on its side (PR-21)."""
    pawn = g.seat + 0
    g.waiting &= ~(1 << pawn)
    g.on |= 1 << pawn
    g.beside[pawn] = NONE
    g.port[pawn] = point
    stand(g, g.ahead[pawn] + 0, point)
    return take_off(g)


def take_off(g: PhoenixGame) -> int:
    """Tiles are discarded, then the active pawn travels first (PR-25, PR-49)."""
    discard(g)
    g.mover = g.seat
    g.moment += 1
    g.settled = 0
    if g.cell:
        g.changed = 1 << g.cell
        g.touched[0] = g.cell
        g.touched_n = 1
    return TRAVEL


def go_on(g: PhoenixGame, stage: int) -> None:
    """The phases that just happen, from one of them on, until one asks or the game is over."""
    while stage != ASKED:
        if stage == TRAVEL:
            stage = travel(g)
        elif stage == SCORE:
            stage = score_travel(g)
        elif stage == REFILLING:
            stage = refill(g)
        elif stage == PREPARING:
            stage = prepare(g)
        elif stage == BEGIN:
            begin_turn(g)
            stage = SUPPLYING if g.phase != RISE else ASKED
        else:
            supply(g)
            stage = ASKED


def travel(g: PhoenixGame) -> int:
    """A pawn follows its path; who then cannot rise any more is out (PR-25, PR-48)."""
    if g.winds:
        if soar_winds(g):
            return ASKED
    else:
        soar(g)
    return ASKED if strand(g) else SCORE


def score_travel(g: PhoenixGame) -> int:
    """The stars of a travel are taken, also if it left nobody in (PR-32, PR-47)."""
    if score(g):
        return ASKED
    return ASKED if all_out(g) else REFILLING


def refill(g: PhoenixGame) -> int:
    """The owner of another pawn that has travelled draws at once; then the next one (PR-38)."""
    if asks_for_draw(g, g.mover + 0):
        g.phase = REFILL
        return ASKED
    shortage(g)
    return TRAVEL if next_flight(g) else PREPARING


def prepare(g: PhoenixGame) -> int:
    """The active seat draws last, and a round may be the last one (PR-38, PR-44)."""
    if asks_for_draw(g, g.seat + 0):
        g.phase = PREPARE
        return ASKED
    shortage(g)
    return ASKED if round_ends(g) else BEGIN


def supply(g: PhoenixGame) -> None:
    """The active seat draws what it lacks, or robs, and then extends its path (PR-19, PR-41)."""
    if asks_for_draw(g, g.seat + 0):
        g.phase = SUPPLY
    else:
        shortage(g)
        rob(g)
        g.phase = CREATE
