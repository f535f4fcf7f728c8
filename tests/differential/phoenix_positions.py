"""Positions of Phoenix Rising near its rare rules: short of tiles, or before a closed loop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from tsuro.core.actions import TurnTile
from tsuro.core.board import Board, Ending, walk
from tsuro.core.geometry import POINTS, Cell, Stop, across, cells, is_ring, link
from tsuro.core.ids import Seat
from tsuro.core.pile import Pile
from tsuro.core.state import GameState, Pawn, Status
from tsuro.core.tiles import Laid
from tsuro.editions.edition import Edition
from tsuro.fast.ready import kernel_of
from tsuro.rules.phoenix.edge_stack import HAND, PhoenixTile, is_short
from tsuro.rules.phoenix.lanterns import Lanterns
from tsuro.rules.phoenix.rising import Ashes


def in_the_middle(edition: Edition, rng: Random) -> GameState:
    """A state in the middle of a random game, at the extension of a path."""
    kernel = kernel_of(edition, ready="plain")
    first = rng.randrange(edition.seats)
    while True:
        rows = kernel.new_rows(1, seed=rng.getrandbits(32), first=first)
        for _ in range(rng.randrange(3 * edition.seats, 8 * edition.seats)):
            kernel.roll_batch(rows)
            options = kernel.options(rows, 0)
            if options:
                kernel.play_batch(rows, [rng.choice(options)])
        kernel.roll_batch(rows)
        state = kernel.state(rows, 0)
        if state.result is None and state.cursor.phase == "create":
            return state


def scarce(edition: Edition, rng: Random) -> GameState:
    """The ring is nearly full and few tiles are left: seats queue for the Phoenix tile."""
    state = in_the_middle(edition, rng)
    loose = [*state.pile.bag, *(buried.tile for buried in state.pile.bottom)]
    hands = []
    for hand in state.hands:
        kept = rng.randrange(HAND + 1)
        loose += hand[kept:]
        hands.append(hand[:kept])
    board = state.board
    gaps = [cell for cell in board.empty_cells() if is_ring(cell, edition.size)]
    rng.shuffle(gaps)
    spare = rng.randrange(2)
    while len(loose) > spare and gaps:
        laid = Laid(loose.pop(), rng.randrange(4), rng.randrange(2))
        board = board.with_tile(gaps.pop(), laid)
    pile = Pile(tuple(sorted(loose)))
    # The active seat may have to draw or to rob first (PR-41).
    cursor = replace(state.cursor, phase="supply")
    state = replace(state, board=board, hands=tuple(hands), pile=pile, cursor=cursor)
    short = [seat for seat in state.live_seats() if is_short(state, seat)]
    holder = rng.choice(short) if short and not loose and rng.random() < 0.8 else None
    lives = tuple(life or rng.random() < 0.5 for life in state.part(Ashes).lives)
    return state.with_part(PhoenixTile(holder)).with_part(Ashes(lives))


def last_round(edition: Edition, rng: Random) -> GameState:
    """Somebody has seven stars, others perhaps as many (PR-44, PR-45)."""
    state = in_the_middle(edition, rng)
    scored = tuple(rng.choice((6, 7)) for _ in range(edition.seats))
    lanterns = replace(state.part(Lanterns), scored=scored, final_round=True)
    lives = tuple(rng.random() < 0.5 for _ in range(edition.seats))
    first = Seat(rng.randrange(edition.seats))
    return replace(state, first=first).with_part(lanterns).with_part(Ashes(lives))


def random_centre(edition: Edition, state: GameState, rng: Random) -> Board:
    board = state.board
    for cell in cells(edition.size):
        laid = board[cell]
        if laid is not None:
            board = board.with_tile(cell, Laid(laid.tile, rng.randrange(4), rng.randrange(2)))
    return board


def before_a_loop(edition: Edition, rng: Random) -> tuple[GameState, TurnTile]:
    """A position, and the turn of a tile in it that closes a loop before the active pawn."""
    state = in_the_middle(edition, rng)
    while True:
        board = random_centre(edition, state, rng)
        stops = [Stop(cell, point) for cell, _ in board.occupied() for point in range(POINTS)]
        rng.shuffle(stops)
        for stop in stops:
            found = walk(board, edition.tiles, stop)
            if found.ending is Ending.LOOP:
                return _opened(edition, replace(state, board=board), stop, rng)


def _opened(
    edition: Edition, state: GameState, stop: Stop, rng: Random
) -> tuple[GameState, TurnTile]:
    """The loop through a stop with the tile there turned out of it, and lanterns here and there."""
    closing = state.board[stop.cell]
    assert closing is not None
    pattern = edition.tiles.wiring(closing)
    way = next(
        laid for laid in edition.tiles.ways(closing.tile) if edition.tiles.wiring(laid) == pattern
    )
    others = [laid for laid in edition.tiles.ways(closing.tile) if laid != way]
    board = state.board.with_tile(stop.cell, rng.choice(others))
    seat = state.turn.seat
    loop = [crossing.cell for crossing in walk(state.board, edition.tiles, stop).crossings]
    markers = _markers(edition, board, loop, rng)
    pawns = _scattered(state.pawns, seat, stop, loop, rng)
    state = replace(state, board=board, pawns=pawns)
    state = state.with_part(replace(state.part(Lanterns), markers=markers, stars=()))
    return state, TurnTile(way)


def _scattered(
    pawns: Sequence[Pawn], seat: Seat, stop: Stop, loop: Sequence[Cell], rng: Random
) -> tuple[Pawn, ...]:
    """The active pawn at a stop, others that are on the board about the loop, each on its link."""
    placed = {seat: Pawn(seat, Status.ON, stop, across(stop).cell)}
    taken = {link(stop)}
    for pawn in pawns:
        if pawn.status is not Status.ON or pawn.seat == seat:
            placed.setdefault(pawn.seat, pawn)
            continue
        free = Stop(rng.choice(loop), rng.randrange(POINTS))
        while link(free) in taken or is_ring(across(free).cell, 6):
            free = Stop(Cell(rng.randrange(1, 5), rng.randrange(1, 5)), rng.randrange(POINTS))
        taken.add(link(free))
        placed[pawn.seat] = Pawn(pawn.seat, Status.ON, free, across(free).cell)
    return tuple(placed[pawn.seat] for pawn in pawns)


def _markers(
    edition: Edition, board: Board, loop: Sequence[Cell], rng: Random
) -> tuple[tuple[Cell, str], ...]:
    """Seven markers on icons of their colours, on tiles of the loop if luck will have it."""
    left = {"orange": 3, "blue": 2, "yellow": 2}
    icons = [(cell, edition.tiles[laid.tile].lantern) for cell, laid in board.occupied()]
    rng.shuffle(icons)
    if rng.random() < 0.7:
        icons.sort(key=lambda icon: icon[0] not in loop)
    markers = []
    for cell, colour in icons:
        if colour is not None and left[colour]:
            left[colour] -= 1
            markers.append((cell, colour))
    return tuple(markers)
