"""Positions of Tsuro of the Seas that random play from the start seldom reaches.

Tiles, daikaiju and ships are scattered at random within the rules: wakes without a beginning,
trails that come back, marks before daikaiju, too few daikaiju, hardly any tiles or free cells.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from tsuro.core.board import Board
from tsuro.core.geometry import PORTS, Cell, Stop, across, cells, on_board
from tsuro.core.ids import PawnId, Seat, TileId
from tsuro.core.pile import Buried, Pile
from tsuro.core.state import Cursor, GameState, Pawn, Status, Turn
from tsuro.core.tiles import Laid
from tsuro.editions.edition import Edition
from tsuro.rules.seas.daikaiju import Daikaiju, Sea, Watch, rank


@dataclass(frozen=True)
class Mood:
    """What kind of position to make."""

    cover: float
    """Share of the cells that hold a tile."""
    daikaiju: int
    gone: int
    """Daikaiju out of the game."""
    at_start: float
    """Share of the ships that wait on a start mark."""
    sunk: float = 0.0
    """Share of the other tiles that are out of the game, if tiles can go."""
    buried: float = 0.3
    """Share of the undrawn tiles whose place under the pile is known."""
    free: int = 4
    """At least so many cells hold neither a tile nor a daikaiju."""


TANGLED = Mood(cover=0.5, daikaiju=4, gone=1, at_start=0.1)
CROWDED = Mood(cover=0.8, daikaiju=6, gone=0, at_start=0.2)
BRIMFUL = Mood(cover=1.0, daikaiju=6, gone=2, at_start=0.0, buried=1.0, free=1)
HARBOUR = Mood(cover=0.3, daikaiju=8, gone=0, at_start=1.0)
QUAY = Mood(cover=0.85, daikaiju=6, gone=0, at_start=1.0, free=2)
CALM = Mood(cover=0.4, daikaiju=1, gone=3, at_start=0.3)
DESERTED = Mood(cover=0.5, daikaiju=2, gone=8, at_start=0.2)
POOR = Mood(cover=0.4, daikaiju=5, gone=0, at_start=0.2, sunk=0.95, buried=0.5)


def position(edition: Edition, rng: Random, mood: Mood) -> GameState:
    """A state before the next turn begins."""
    while True:
        state = _scattered(edition, rng, mood)
        if len(state.live_seats()) >= 2:
            return state


def _scattered(edition: Edition, rng: Random, mood: Mood) -> GameState:
    tiles = list(edition.bag)
    rng.shuffle(tiles)
    places = list(cells(edition.size))
    rng.shuffle(places)
    state = replace(edition.opening(Seat(0)), cursor=Cursor("turn", "begin"))
    with_daikaiju = state.has_part(Sea)
    beasts = mood.daikaiju if with_daikaiju else 0
    board = Board.empty(edition.size)
    count = min(round(mood.cover * len(places)), len(places) - beasts - mood.free)
    for cell in places[:count]:
        board = board.with_tile(cell, Laid(tiles.pop(), rng.randrange(4)))
    if with_daikaiju:
        state = _with_sea(state, rng, places[count : count + beasts], mood)
    state = _with_ships(replace(state, board=board), rng, mood)
    number, moment = rng.randrange(5, 50), rng.randrange(50, 99)
    state = replace(state, turn=Turn(_before_a_placement(state, rng), number, moment=moment))
    if with_daikaiju:
        state = _with_offers(state, rng)
    return _with_tiles(edition, state, rng, tiles=tiles, mood=mood)


def _with_sea(state: GameState, rng: Random, places: list[Cell], mood: Mood) -> GameState:
    names = list(state.part(Sea).bag)
    rng.shuffle(names)
    on_board = [Daikaiju(names.pop(), cell, rng.randrange(4)) for cell in places]
    gone = [names.pop() for _ in range(min(mood.gone, len(names)))]
    bottom = [names.pop() for _ in range(rng.randrange(len(names) + 1))]
    sea = Sea(
        on_board=tuple(sorted(on_board, key=lambda each: rank(each.name))),
        bag=tuple(sorted(names, key=rank)),
        bottom=tuple(bottom),
        gone=tuple(gone),
    )
    return state.with_part(sea).with_part(Watch(0, placed=len(on_board)))


def _with_ships(state: GameState, rng: Random, mood: Mood) -> GameState:
    """Ships stand before empty cells and daikaiju, on a mark or on a tile they have crossed."""
    stops = [
        Stop(cell, port)
        for cell in state.board.empty_cells()
        for port in range(PORTS)
        if _came(state, Stop(cell, port))
    ]
    rng.shuffle(stops)
    # Ships close together meet sooner.
    stops.sort(key=lambda stop: stop.cell.col // 3 + stop.cell.row // 3)
    marks = [stop for stop in stops if _behind(state, stop) is None]
    rng.shuffle(marks)
    moved = [stop for stop in stops if _behind(state, stop) is not None]
    for seat in range(state.seats):
        pool = marks if rng.random() < mood.at_start else moved
        lost = not pool or rng.random() < 0.1
        pawn = Pawn(Seat(seat), Status.LOST)
        if not lost:
            stop = pool.pop()
            pawn = Pawn(Seat(seat), Status.ON, stop, _behind(state, stop))
        state = state.with_pawn(PawnId(seat), pawn)
    return state


def _before_a_placement(state: GameState, rng: Random) -> Seat:
    """The seat whose turn is over: if possible, the next ship faces a free cell."""
    held = state.part(Sea).cells() if state.has_part(Sea) else frozenset()
    free = [ship.seat for ship in state.pawns if ship.stop and ship.stop.cell not in held]
    placing = rng.choice(free) if free else rng.randrange(state.seats)
    return Seat((placing - 1) % state.seats)


def _with_offers(state: GameState, rng: Random) -> GameState:
    """Some of the ships at their start have had a scare (SE-33)."""
    waiting = [number for number, ship in enumerate(state.pawns) if ship.stop and not ship.behind]
    scared = [PawnId(number) for number in waiting if rng.random() < 0.3]
    rng.shuffle(scared)
    return state.with_part(replace(state.part(Sea), offers=tuple(scared)))


def _behind(state: GameState, stop: Stop) -> Cell | None:
    behind = across(stop).cell
    return behind if on_board(behind, state.board.size) else None


def _came(state: GameState, stop: Stop) -> bool:
    behind = _behind(state, stop)
    return behind is None or state.board[behind] is not None


def _with_tiles(
    edition: Edition, state: GameState, rng: Random, *, tiles: list[TileId], mood: Mood
) -> GameState:
    hands = []
    for seat in range(state.seats):
        size = 0
        if state.is_in(Seat(seat)):
            size = 3 if mood.sunk == 0 else rng.choice((0, 1, 1, 2, 3))
        hands.append(tuple(tiles.pop() for _ in range(min(size, len(tiles)))))
    box: tuple[Buried, ...] = ()
    if edition.switches["spawn_tile"] == "gone":
        box = tuple(Buried(tiles.pop(), None) for _ in range(round(mood.sunk * len(tiles))))
    bottom = tuple(
        Buried(tiles.pop(), rng.choice((None, (Seat(rng.randrange(state.seats)),))))
        for _ in range(round(mood.buried * len(tiles)))
    )
    return replace(state, hands=tuple(hands), pile=Pile(tuple(sorted(tiles)), bottom), box=box)
