"""Winds of Change: a phoenix caught in a closed loop breaks it by flips, over numbers (WC-8, WC-9).

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`). Loops
are rare: nothing here is made for speed.
"""

from __future__ import annotations

from tsuro.fast.phoenix.codes import FLIP
from tsuro.fast.phoenix.flight import FOR_EVER, LOOPS, fly, land
from tsuro.fast.phoenix.record import BREAK_LOOP, PhoenixGame
from tsuro.fast.phoenix.tables import AXES, CELLS, COME, STEP
from tsuro.fast.phoenix.winds import flip, flipped, is_glowing, list_flips


def soar_winds(g: PhoenixGame) -> int:
    """A travel as far as it leaves no choice; 1 if the mover's owner must choose a flip."""
    pawn = g.mover + 0
    if not g.flown:
        behind = g.behind[pawn] + 0
        stars = g.stars_n + 0
        starred = g.starred + 0
        ending = fly(g, pawn, FOR_EVER)
        if ending != LOOPS:
            land(g, pawn, ending)
            return 0
        # Back where it began, as if nothing had happened.
        g.behind[pawn] = behind
        g.stars_n = stars
        g.starred = starred
    return go_round(g, pawn)


def go_round(g: PhoenixGame, pawn: int) -> int:
    """Loops are followed and broken until the path leads out; 1 for a choice (WC-8 to WC-10)."""
    while is_on(g, pawn) and loop_length(g, pawn):
        if not g.flown:
            fly_round(g, pawn, loop_length(g, pawn))
        elif not treat_next(g, pawn):
            g.phase = BREAK_LOOP
            return 1
    if is_on(g, pawn):
        escape(g, pawn)
    return 0


def is_on(g: PhoenixGame, pawn: int) -> bool:
    return g.on >> pawn & 1 == 1


def loop_length(g: PhoenixGame, pawn: int) -> int:
    """Crossings until a pawn is back where it stands; 0 if it never is, or meets another first."""
    cell = g.ahead[pawn] + 0
    port = g.port[pawn] + 0
    start = 16 * cell + port
    for crossing in range(1, FOR_EVER):
        way = 16 * g.board[cell] + port
        if STEP[way] == 0:
            return 0
        cell = (cell + STEP[way]) & 63
        port = COME[way] + 0
        if 16 * cell + port == start:
            return crossing
        if g.standing[cell] >> port & 1:
            return 0
    return 0


def closes(g: PhoenixGame, pawn: int) -> bool:
    """Whether the path before a pawn is a closed loop, whoever may stand there."""
    cell = g.ahead[pawn] + 0
    port = g.port[pawn] + 0
    start = 16 * cell + port
    for _ in range(FOR_EVER):
        way = 16 * g.board[cell] + port
        if STEP[way] == 0:
            return False
        cell = (cell + STEP[way]) & 63
        port = COME[way] + 0
        if 16 * cell + port == start:
            return True
    return False


def fly_round(g: PhoenixGame, pawn: int, length: int) -> None:
    """Once round, or up to the start tile if the first star lies there (WC-8, WC-9)."""
    fly(g, pawn, length - 1)
    g.flown = 1
    if not g.first_star or g.stars_n == 0 or g.stars[0] != g.ahead[pawn]:
        fly(g, pawn, 1)


def is_treated(g: PhoenixGame, cell: int) -> bool:
    found = 0
    for i in range(g.treated_n):
        found |= g.treated[i] == cell
    return found > 0


def next_star(g: PhoenixGame, pawn: int) -> int:
    """Crossings before the next starred tile that has not been treated; FOR_EVER if none (WC-9).

    Stars the pawn makes on its way there count: those of a loop that a flip has led it into are
    made on the first lap and met on the second.
    """
    cell = g.ahead[pawn] + 0
    port = g.port[pawn] + 0
    start = 16 * cell + port
    laps = 0
    starred = g.starred + 0
    left = g.behind[pawn] + 0
    for crossing in range(FOR_EVER):
        if starred >> cell & 1 and not is_treated(g, cell):
            return crossing
        starred |= g.marked & 1 << left
        left = cell
        way = 16 * g.board[cell] + port
        cell = (cell + STEP[way]) & 63
        port = COME[way] + 0
        laps += 16 * cell + port == start
        if laps == 2:
            return FOR_EVER
    return FOR_EVER


def treat_next(g: PhoenixGame, pawn: int) -> int:
    """Treat the next star or flip a tile of the loop; 0 if the owner must choose."""
    crossings = next_star(g, pawn)
    if crossings == FOR_EVER:
        return flip_any(g, pawn)
    if crossings > 0:
        fly(g, pawn, crossings)
        return 1
    cell = g.ahead[pawn] + 0
    if not is_glowing(g, cell):
        treat(g, cell)
    elif AXES[g.board[cell]] > 1:
        return 0
    else:
        break_loop(g, FLIP + 2 * cell)
    return 1


def flip_any(g: PhoenixGame, pawn: int) -> int:
    """Flip a tile of the loop if only one can be; 0 if the owner must choose (WC-10)."""
    found = 0
    code = 0
    for axis in range(2):
        tiles = free_flips(g, pawn, axis)
        for cell in range(CELLS):
            if tiles >> cell & 1:
                found += 1
                code = FLIP + 2 * cell + axis
    if found > 1:
        return 0
    if found == 1:
        break_loop(g, code)
    else:
        # Every tile was flipped in vain: only the standard rule brings the travel to an end.
        escape(g, pawn)
    return 1


def treat(g: PhoenixGame, cell: int) -> None:
    g.treated[g.treated_n] = cell
    g.treated_n += 1


def escape(g: PhoenixGame, pawn: int) -> None:
    """The rest of a travel that went round a loop (WC-9)."""
    land(g, pawn, fly(g, pawn, FOR_EVER))
    g.flown = 0
    g.treated_n = 0
    g.in_vain_n = 0


def loop_flips(g: PhoenixGame, out: list[int]) -> int:
    """The flips a pawn's owner may choose from: of the starred tile ahead, or any (WC-9, WC-10)."""
    pawn = g.mover + 0
    if next_star(g, pawn) != FOR_EVER:
        return list_flips(g, g.ahead[pawn] + 0, out, 0)
    n = 0
    for axis in range(2):
        tiles = free_flips(g, pawn, axis)
        for cell in range(CELLS):
            out[n] = FLIP + 2 * cell + axis
            n += tiles >> cell & 1
    return n


def free_flips(g: PhoenixGame, pawn: int, axis: int) -> int:
    """Tiles whose flip by an axis breaks the loop or, if no flip does, is not in vain (WC-10)."""
    tiles = 0
    breaking = 0
    for each in range(2):
        broken = breaking_flips(g, pawn, each)
        breaking |= broken
        if each == axis:
            tiles = broken
    if breaking:
        return tiles
    cell = g.ahead[pawn] + 0
    port = g.port[pawn] + 0
    for _ in range(loop_length(g, pawn)):
        tiles |= ((axis < AXES[g.board[cell]]) & (not is_in_vain(g, cell))) << cell
        way = 16 * g.board[cell] + port
        cell = (cell + STEP[way]) & 63
        port = COME[way] + 0
    return tiles


def breaking_flips(g: PhoenixGame, pawn: int, axis: int) -> int:
    """Tiles of the loop whose flip by an axis breaks it; the same paths count once (WC-3)."""
    tiles = 0
    cell = g.ahead[pawn] + 0
    port = g.port[pawn] + 0
    for _ in range(loop_length(g, pawn)):
        if axis < AXES[g.board[cell]] and breaks_loop(g, pawn, cell, axis):
            tiles |= 1 << cell
        way = 16 * g.board[cell] + port
        cell = (cell + STEP[way]) & 63
        port = COME[way] + 0
    return tiles


def breaks_loop(g: PhoenixGame, pawn: int, cell: int, axis: int) -> bool:
    before = g.board[cell] + 0
    g.board[cell] = flipped(before, axis)
    broken = not closes(g, pawn)
    g.board[cell] = before
    return broken


def is_in_vain(g: PhoenixGame, cell: int) -> bool:
    found = 0
    for i in range(g.in_vain_n):
        found |= g.in_vain[i] == cell
    return found > 0


def break_loop(g: PhoenixGame, code: int) -> None:
    """Flip a tile, which may break the loop or not (WC-9, WC-10)."""
    pawn = g.mover + 0
    cell = (code - FLIP) >> 1
    at_star = next_star(g, pawn) != FOR_EVER
    flip(g, cell, (code - FLIP) & 1)
    if at_star:
        treat(g, cell)
    if not at_star and closes(g, pawn) and not is_in_vain(g, cell):
        g.in_vain[g.in_vain_n] = cell
        g.in_vain_n += 1
