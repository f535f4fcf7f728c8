"""What every kernel can do once it can list, play and roll: steps, playouts, batches, logs.

Written once over the names in `FROM_KERNEL`. `compile.load` makes a copy of this module for each
family with that family's functions in their place; the imports below only stand in for them.
"""

from __future__ import annotations

from typing import Any

from tsuro.fast.shared.codes import NO_ACTION
from tsuro.fast.shared.rng import below
from tsuro.fast.shared.seats import SEATS
from tsuro.fast.shared.wins import won_parts
from tsuro.fast.tiles.hands import deal_unseen
from tsuro.fast.tiles.options import is_over, legal
from tsuro.fast.tiles.play import is_luck, is_possible, play, play_outcome, roll

FROM_KERNEL = (
    "deal_unseen",
    "is_luck",
    "is_over",
    "is_possible",
    "legal",
    "play",
    "play_outcome",
    "roll",
)
INLINED = ("step", "copy_row")


def copy_row(target: Any, to: int, source: Any, at: int) -> None:
    """Make one row the like of another. Compiled code has its own way (`compile.TWINS`)."""
    for name, value in vars(source[at]).items():
        setattr(target[to], name, list(value) if isinstance(value, list) else value)


def step(g: Any, code: int) -> None:
    """Carry out a decision and the luck that follows it."""
    play(g, code)
    while is_luck(g):
        roll(g)


def playout(g: Any, out: Any) -> int:
    """Play to the end, every legal decision equally likely; return the number of decisions."""
    decisions = 0
    while is_luck(g):
        roll(g)
    while not is_over(g):
        options = legal(g, out)
        step(g, out[below(g, options)])
        decisions += 1
    return decisions


def roll_rows(rows: Any, begin: int, end: int) -> None:
    """Let luck do what is due in each row."""
    for i in range(begin, end):
        while is_luck(rows[i]):
            roll(rows[i])


def legal_rows(rows: Any, begin: int, end: int, out: Any, counts: Any) -> None:
    """The options of each row; none for luck and finished games."""
    for i in range(begin, end):
        counts[i] = legal(rows[i], out[i])


def first_illegal(rows: Any, begin: int, end: int, codes: Any, out: Any) -> int:
    """The first row whose code is not among its options, or `end`; NO_ACTION is always right."""
    for i in range(begin, end):
        if codes[i] != NO_ACTION:
            found = 0
            for option in range(legal(rows[i], out)):
                found |= out[option] == codes[i]
            if not found:
                return i
    return end


def first_impossible(rows: Any, begin: int, end: int, codes: Any) -> int:
    """The same for outcomes of luck."""
    for i in range(begin, end):
        g = rows[i]
        if codes[i] != NO_ACTION and not (is_luck(g) and is_possible(g, codes[i])):
            return i
    return end


def play_rows(rows: Any, begin: int, end: int, codes: Any) -> None:
    """One decision in each row; luck stays due."""
    for i in range(begin, end):
        if codes[i] != NO_ACTION:
            play(rows[i], codes[i])


def outcome_rows(rows: Any, begin: int, end: int, codes: Any) -> None:
    """One outcome of luck, chosen outside, in each row."""
    for i in range(begin, end):
        if codes[i] != NO_ACTION:
            play_outcome(rows[i], codes[i])


def playout_rows(
    rows: Any,
    begin: int,
    end: int,
    afresh: bool,
    opening: Any,
    luck: Any,
    out: Any,
    decisions: Any,
) -> None:
    """Play each row to its end at random.

    If `afresh`, each row is first set to the opening and given its own stream of luck: done here,
    row by row, a game is still near when it is played.
    """
    for i in range(begin, end):
        if afresh:
            copy_row(rows, i, opening, 0)
            rows[i].rng = luck[i]
        decisions[i] = playout(rows[i], out)


def logged_rows(
    rows: Any, begin: int, end: int, out: Any, logs: Any, lengths: Any, room: int
) -> int:
    """Play each row to its end and log every code; returns the first row that ran out of room."""
    for i in range(begin, end):
        g = rows[i]
        length = 0
        while not is_over(g):
            if length == room:
                return i
            if is_luck(g):
                code = roll(g)
            else:
                options = legal(g, out)
                code = out[below(g, options)] + 0
                play(g, code)
            logs[i][length] = code
            length += 1
        lengths[i] = length
    return end


def rollouts(
    roots: Any, root: int, viewer: int, times: int, work: Any, slot: int, out: Any, wins: Any
) -> int:
    """Play a row to the end many times; add each seat's wins, in parts of WHOLE_WIN.

    What `viewer` cannot see is dealt anew each time; NONE for a viewer who sees all. The stream of
    luck goes on in the root. Returns the number of decisions.
    """
    decisions = 0
    for _ in range(times):
        copy_row(work, slot, roots, root)
        g = work[slot]
        if viewer < SEATS:
            deal_unseen(g, viewer)
        decisions += playout(g, out)
        roots[root].rng = g.rng
        for seat in range(SEATS):
            wins[seat] += won_parts(g, seat)
    return decisions
