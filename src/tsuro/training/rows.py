"""Batches of games for those who learn: what is asked and seen, and what is done, by index.

A template (see `tsuro.fast.templates`), loaded for the kernel of an edition. Actions are the dense
indices of an encoding: `codes` has the code of each index, `indices` the index of each code. A
negative action leaves its game alone. Nothing is checked here but by `first_refused`.
"""

from __future__ import annotations

from typing import Any, Final

from tsuro.bots.judgement.weighing import best_code
from tsuro.fast.shared.layout import NONE
from tsuro.fast.shared.rng import below
from tsuro.fast.shared.wins import count_seats, win_share
from tsuro.fast.templates.loops import copy_row
from tsuro.fast.templates.policies import CAUTIOUS, carry_out, choose, list_options
from tsuro.fast.tiles.observing import observe
from tsuro.fast.tiles.options import is_over, to_act
from tsuro.fast.tiles.play import is_luck, roll

FROM_KERNEL = ("is_luck", "is_over", "observe", "roll", "to_act")

GREEDY: Final = CAUTIOUS + 1
"""The policy after those of `templates/policies.py`: takes what looks best at once."""
NOBODY: Final = -1
"""In place of a seat: the game is over."""
MOST_DECISIONS: Final = 1000
"""A game with as many is broken off: careful phoenixes may turn one tile to and fro for ever."""


def settle(g: Any) -> None:
    """Let luck do what is due."""
    while is_luck(g):
        roll(g)


def seats_to_act(rows: Any, begin: int, end: int, seats: Any) -> None:
    """The seat whose decision each game awaits."""
    for i in range(begin, end):
        seat = to_act(rows[i])
        seats[i] = NOBODY if seat == NONE else seat


def mask_rows(rows: Any, begin: int, end: int, indices: Any, masks: Any, out: Any) -> None:
    """What may be done in each game: 1 for every legal index, 0 for all others."""
    for i in range(begin, end):
        mask = masks[i]
        for index in range(len(mask)):
            mask[index] = 0
        for option in range(list_options(rows[i], out)):
            mask[indices[out[option]]] = 1


def observe_rows(rows: Any, begin: int, end: int, seats: Any, totals: Any, outs: Any) -> None:
    """What a seat of each game may know; nothing for nobody."""
    for i in range(begin, end):
        if seats[i] != NOBODY:
            observe(rows[i], seats[i], totals, outs[i])
        else:
            line = outs[i]
            for number in range(len(line)):
                line[number] = 0


def sample_rows(rows: Any, begin: int, end: int, indices: Any, actions: Any, out: Any) -> None:
    """Any legal action of each game."""
    for i in range(begin, end):
        actions[i] = any_action(rows[i], indices, out)


def any_action(g: Any, indices: Any, out: Any) -> int:
    """Any legal action, by the game's own luck; a negative one where nobody is asked."""
    options = list_options(g, out)
    if options == 0:
        return NOBODY
    action: int = indices[out[below(g, options)]] + 0
    return action


def first_refused(rows: Any, begin: int, end: int, actions: Any, codes: Any, out: Any) -> int:
    """The first game whose action cannot be carried out, or `end`."""
    for i in range(begin, end):
        if actions[i] >= 0 and not is_legal(rows[i], actions[i], codes, out):
            return i
    return end


def is_legal(g: Any, action: int, codes: Any, out: Any) -> bool:
    """Whether the seat to act may do this now; nobody may do anything once a game is over."""
    if action >= len(codes):
        return False
    found = 0
    for option in range(list_options(g, out)):
        found |= out[option] == codes[action]
    return found > 0


def replace_rows(
    rows: Any, begin: int, end: int, actions: Any, codes: Any, indices: Any, out: Any
) -> None:
    """Any legal action, by the game's own luck, in place of each that is not legal."""
    for i in range(begin, end):
        if actions[i] >= 0 and not is_legal(rows[i], actions[i], codes, out):
            actions[i] = any_action(rows[i], indices, out)


def play_rows(rows: Any, begin: int, end: int, actions: Any, codes: Any, played: Any) -> None:
    """An action in each game, and the luck that follows it; `played` counts decisions."""
    for i in range(begin, end):
        if actions[i] >= 0:
            carry_out(rows[i], codes[actions[i]])
            settle(rows[i])
            played[i] += 1


def begin_rows(rows: Any, begin: int, end: int, wanted: Any, opening: Any, luck: Any) -> None:
    """New games, dealt, in those rows that are wanted; each with its own stream of luck."""
    for i in range(begin, end):
        if wanted[i]:
            copy_row(rows, i, opening, 0)
            rows[i].rng = luck[i]
            settle(rows[i])


def decide_rows(
    rows: Any,
    begin: int,
    end: int,
    policies: Any,
    learners: Any,
    played: Any,
    indices: Any,
    actions: Any,
    work: Any,
    out: Any,
    further: Any,
    weights: Any,
    terms: Any,
) -> None:
    """Let the other seats of each game decide until its learner is asked or cannot be any more.

    Where the learner is nobody, only what the policy of the seat to act would do is put down in
    `actions`, for its luck is that of the game and goes on a little; a negative policy is asked
    nothing. Both are one function, because it takes long to compile. `work` are three rows to try
    things out in.
    """
    for i in range(begin, end):
        g = rows[i]
        learner = learners[i]
        asks = learner == NOBODY
        actions[i] = NOBODY
        while is_waited_for(g, learner) and played[i] < MOST_DECISIONS:
            policy = policies[to_act(g)]
            if policy < 0:
                break
            code = chosen(rows, i, policy, work, out, further, weights, terms)
            if asks:
                actions[i] = indices[code]
                break
            carry_out(g, code)
            settle(g)
            played[i] += 1


def chosen(
    rows: Any, i: int, policy: int, work: Any, out: Any, further: Any, weights: Any, terms: Any
) -> int:
    """The code of a policy's decision in one game."""
    copy_row(work, 0, rows, i)
    options = list_options(work[0], out)
    if policy == GREEDY:
        code: int = best_code(work, options, out, further, weights, terms)
    else:
        code = choose(work, policy, options, out, further)
    rows[i].rng = work[0].rng
    return code


def is_waited_for(g: Any, learner: int) -> bool:
    """Whether others have to decide before a seat that is still in is asked again.

    A phoenix that is out may yet be asked where a lantern goes: at once, or never.
    """
    if is_over(g) or learner == NOBODY:
        return not is_over(g)
    return g.alive >> learner & 1 > 0 and to_act(g) != learner


def finished_rows(rows: Any, begin: int, end: int, done: Any) -> None:
    for i in range(begin, end):
        done[i] = is_over(rows[i])


def alive_rows(rows: Any, begin: int, end: int, alive: Any) -> None:
    """1 for each seat that is still in the game or has won it."""
    for i in range(begin, end):
        g = rows[i]
        for seat in range(g.seats):
            alive[i][seat] = (g.alive | g.winners) >> seat & 1


def share_rows(rows: Any, begin: int, end: int, shares: Any) -> None:
    """What each seat has won: 1, or a part of it if the win is shared; 0 while a game runs."""
    for i in range(begin, end):
        for seat in range(rows[i].seats):
            shares[i][seat] = win_share(rows[i], seat)


def rank_rows(rows: Any, begin: int, end: int, ranks: Any) -> None:
    """The place of each seat: winners, those still in, then by the moment of leaving, last first.

    Equal ones share the better place. While a game runs, those still in are all first.
    """
    for i in range(begin, end):
        g = rows[i]
        ahead = 1 + count_seats(g.winners + 0)
        for seat in range(g.seats):
            ranks[i][seat] = 1 if g.winners >> seat & 1 else ahead
        for out in range(g.exits_n):
            seat = g.exit_seat[out] + 0
            if g.winners >> seat & 1 == 0:
                ranks[i][seat] = 1 + better_than(g, out)


def better_than(g: Any, out: int) -> int:
    """How many seats have won, are still in, or went out later than one that is out."""
    better: int = g.seats + 0
    for other in range(g.exits_n):
        won = g.winners >> g.exit_seat[other] & 1
        better -= (won == 0) & (g.exit_moment[other] <= g.exit_moment[out])
    return better


def warm_up(kernel: Any) -> None:
    """Have everything here compiled for a kernel, or fetched from the cache."""
    from tsuro.training.games import Games

    Games(kernel.edition, 2, seed=0).warm()
