"""Whole games with a policy in every seat, counted as they are played.

A template like `loops.py`. Nothing of a game is kept: three rows and a record of counters serve for
any number of games.
"""

from __future__ import annotations

from typing import Any

from tsuro.fast.shared.seats import SEATS
from tsuro.fast.shared.wins import count_seats, won_parts
from tsuro.fast.templates.census_record import (
    DECISIONS,
    MOST_FATES,
    MOST_MEASURES,
    MOST_PLACES,
    NOTE,
    TURNS,
    VALUES,
)
from tsuro.fast.templates.loops import copy_row
from tsuro.fast.templates.policies import carry_out, choose, list_options
from tsuro.fast.tiles.facts import laid_tile, measure, start_place
from tsuro.fast.tiles.options import is_over, to_act
from tsuro.fast.tiles.play import is_luck, roll

FROM_KERNEL = (
    "is_luck",
    "is_over",
    "laid_tile",
    "measure",
    "roll",
    "start_place",
    "to_act",
)


def warm_up(kernel: Any) -> None:
    """Have everything here compiled for a kernel, or fetched from the cache."""
    from tsuro.fast.counting import count

    count(kernel, [0] * kernel.edition.seats, seed=0, first=0, games=1)


def count_games(
    rows: Any,
    opening: Any,
    luck: Any,
    policies: Any,
    out: Any,
    further: Any,
    notes: Any,
    starts: Any,
    values: Any,
    census: Any,
) -> None:
    """Play a new game for each stream of luck and count it.

    `rows` are three; `notes`, `starts` and `values` are room for one game's tiles, start places and
    measures.
    """
    for i in range(len(luck)):
        copy_row(rows, 0, opening, 0)
        rows[0].rng = luck[i]
        count_game(rows, policies, out, further, notes, starts, values, census)


def count_game(
    rows: Any,
    policies: Any,
    out: Any,
    further: Any,
    notes: Any,
    starts: Any,
    values: Any,
    census: Any,
) -> None:
    """Play the game in row 0 to its end and count it, or break it off if it seems to have none."""
    g = rows[0]
    let_luck(rows)
    turn = 0
    decisions = 0
    noted = 0
    pawns = 0
    while not is_over(g):
        if decisions == DECISIONS:
            census[0].endless += 1
            return
        if g.number != turn:
            turn = g.number + 0
            count_moment(g, turn, values, census)
        seat = to_act(g)
        code = choose(rows, policies[seat], list_options(g, out), out, further)
        place = start_place(code)
        tile = laid_tile(code)
        if place >= 0:
            starts[pawns] = seat
            starts[pawns + 1] = place
            pawns += 2
        if tile >= 0:
            notes[noted] = tile
            notes[noted + 1] = seat
            notes[noted + 2] = turn
            noted += NOTE
        carry_out(g, code)
        let_luck(rows)
        decisions += 1
    count_end(g, decisions, census)
    count_exits(g, census)
    count_starts(g, starts, pawns, census)
    count_tiles(g, notes, noted, census)
    count_values(g, values, census)


def let_luck(rows: Any) -> None:
    """Whatever luck has to do now."""
    while is_luck(rows[0]):
        roll(rows[0])


def count_moment(g: Any, turn: int, values: Any, census: Any) -> None:
    """The measures at the beginning of a turn."""
    measure(g, values)
    at = min(turn, TURNS - 1)
    census[0].turn_games[at] += 1
    for i in range(MOST_MEASURES):
        census[0].turn_values[at * MOST_MEASURES + i] += values[i]


def count_end(g: Any, decisions: int, census: Any) -> None:
    t = census[0]
    t.games += 1
    t.decision_total += decisions
    t.turn_total += g.number
    t.decisions[decisions] += 1
    t.turns[min(g.number + 0, TURNS - 1)] += 1
    t.reasons[g.reason] += 1
    t.sharers[count_seats(g.winners + 0)] += 1
    for seat in range(SEATS):
        t.wins[seat] += won_parts(g, seat)


def count_exits(g: Any, census: Any) -> None:
    t = census[0]
    for i in range(g.exits_n):
        at = min(g.exit_turn[i] + 0, TURNS - 1)
        t.exits[at * MOST_FATES + g.exit_fate[i]] += 1
        t.seat_exits[(g.exit_seat[i] + 0) * MOST_FATES + g.exit_fate[i]] += 1


def count_starts(g: Any, starts: Any, pawns: int, census: Any) -> None:
    t = census[0]
    for i in range(0, pawns, 2):
        at = starts[i] * MOST_PLACES + starts[i + 1]
        t.starts[at] += 1
        t.start_wins[at] += won_parts(g, starts[i])


def count_tiles(g: Any, notes: Any, noted: int, census: Any) -> None:
    t = census[0]
    for i in range(0, noted, NOTE):
        tile = notes[i]
        seat = notes[i + 1]
        t.laid[tile] += 1
        t.survived[tile] += survived_turn(g, seat, notes[i + 2])
        t.tile_wins[tile] += won_parts(g, seat)


def survived_turn(g: Any, seat: int, turn: int) -> int:
    """Whether a seat was still in when a turn was over, or had won with it."""
    if g.winners >> seat & 1:
        return 1
    for i in range(g.exits_n):
        if g.exit_seat[i] == seat and g.exit_turn[i] == turn:
            return 0
    return 1


def count_values(g: Any, values: Any, census: Any) -> None:
    """The measures at the end."""
    t = census[0]
    measure(g, values)
    for i in range(MOST_MEASURES):
        t.value_totals[i] += values[i]
        t.values[i * VALUES + min(values[i], VALUES - 1)] += 1
