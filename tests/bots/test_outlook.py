"""The outlook of a seat against a slow writing of it, from the states of the reference engine."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

import pytest

from tests.bots.support import positions
from tsuro.core.actions import Enter
from tsuro.core.board import Ending, walk
from tsuro.core.geometry import Cell, Side, Stop, across, rim_marks
from tsuro.core.ids import Seat, TileId
from tsuro.core.state import GameState, Status
from tsuro.core.tiles import TileSet
from tsuro.fast.ready import kernel_of
from tsuro.game import Game
from tsuro.rules.phoenix.lanterns import Lanterns
from tsuro.rules.seas.daikaiju import Sea

TILES: Final = {"classic": 35, "kosmos": 35, "pocket": 35, "seas": 56}


def found(game: Game, seat: int) -> dict[str, float]:
    """What the kernel writes."""
    kernel = kernel_of(game.edition, ready="plain")
    names = kernel.family.outlook
    out = [9.0] * (len(names) + 1)
    kernel.family.function("outlook")(kernel.to_row(game.state), seat, 1, out)
    assert out[0] == 9, "what stands before it is left alone"
    return dict(zip(names, out[1:], strict=True))


def about_table(game: Game, seat: int) -> dict[str, float]:
    """What is the same at sea and on land."""
    state, actor = game.state, game.decide.seat
    live = state.live_seats()
    order = [actor, *state.clockwise(actor)[:-1]]
    before = order[: order.index(Seat(seat))]
    return {
        "company": len(live) / 8,
        "wait": sum(each in live or each == actor for each in before) / 8,
        "turn": float(actor == seat),
    }


class Water:
    """A board on which some cells are closed."""

    def __init__(self, state: GameState, tiles: TileSet) -> None:
        self.board, self.tiles = state.board, tiles
        sea = state.part(Sea) if state.has_part(Sea) else None
        self.closed: Collection[Cell] = sea.cells() if sea else ()
        self.free = {cell for cell in self.board.empty_cells() if cell not in self.closed}

    def is_open(self, stop: Stop) -> bool:
        return walk(self.board, self.tiles, stop, daikaiju=self.closed).ending is Ending.OPEN

    def exits(self, stop: Stop) -> int:
        """Ports of the cell ahead that do not lead to a loss, the own one left out."""
        ports = (Stop(stop.cell, port) for port in range(8) if port != stop.port)
        return sum(self.is_open(across(each)) for each in ports)

    def beyond(self, stop: Stop, hand: Iterable[TileId]) -> list[int]:
        """The exits behind each safe placement of a hand, were there no daikaiju ahead."""
        exits = []
        elsewhere = set(self.closed) - {stop.cell}
        for tile in hand:
            for laid in self.tiles.ways(tile):
                board = self.board.with_tile(stop.cell, laid)
                end = walk(board, self.tiles, stop, daikaiju=elsewhere)
                if end.ending is Ending.OPEN:
                    exits.append(self.exits(end.end))
        return exits

    def distances(self, starts: Collection[Cell], own: Cell) -> dict[Cell, int]:
        """Steps over free cells; the cell that the seat itself faces counts as free."""
        known = dict.fromkeys(starts, 0)
        edge = list(starts)
        while edge:
            col, row = cell = edge.pop(0)
            for beside in ((col + 1, row), (col - 1, row), (col, row + 1), (col, row - 1)):
                there = Cell(*beside)
                if there not in known and (there in self.free or there == own):
                    known[there] = known[cell] + 1
                    edge.append(there)
        return known


def fronts(state: GameState) -> list[tuple[int, Stop]]:
    """Seat and stop of every pawn that faces a cell; one beside the board, at its first port."""
    stops = []
    for pawn in state.pawns:
        if pawn.status is Status.ON and pawn.stop is not None:
            stops.append((int(pawn.seat), pawn.stop))
        elif pawn.status is Status.WAITING and pawn.beside is not None:
            cell, side = pawn.beside
            marks = [mark for mark in rim_marks(state.board.size) if mark.cell == cell]
            stops.append((int(pawn.seat), next(m for m in marks if m.port in Side(side).ports)))
    return stops


def expected(game: Game, seat: int) -> dict[str, float]:
    """Tile games and the seas."""
    state, size = game.state, game.state.board.size
    water = Water(state, game.edition.tiles)
    told = about_table(game, seat)
    told |= dict.fromkeys(("best", "mean", "sooner", "later", "shared", "ground"), 0.0)
    told["empty"] = len(water.free) / size**2
    told["hand"] = len(state.hands[seat]) / 3
    told["bag"] = len(state.pile) / TILES[game.edition.id]
    if state.has_part(Sea):
        told["beasts"] = len(state.part(Sea).on_board) / 10
    own = [stop for owner, stop in fronts(state) if owner == seat]
    for stop in own:
        for name, value in about_pawn(game, water, seat, stop).items():
            told[name] += value / len(own)
    return told


def about_pawn(game: Game, water: Water, seat: int, stop: Stop) -> dict[str, float]:
    state = game.state
    exits = water.beyond(stop, state.hands[seat])
    others = [(owner, there.cell) for owner, there in fronts(state) if owner != seat]
    cells = {cell for _, cell in others}
    order = [game.decide.seat, *state.clockwise(game.decide.seat)[:-1]]
    here = [owner for owner, cell in others if cell == stop.cell]
    sooner = sum(order.index(Seat(owner)) < order.index(Seat(seat)) for owner in here)
    mine = water.distances([stop.cell], stop.cell)
    theirs = water.distances(cells, stop.cell)
    nearer = [cell for cell in mine if mine[cell] < theirs.get(cell, 99)]
    return {
        "best": max(exits, default=0) / 7,
        "mean": sum(exits) / (7 * len(exits)) if exits else 0.0,
        "sooner": float(sooner),
        "later": float(len(here) - sooner),
        "shared": len(cells & set(mine)) / 7,
        "ground": len(nearer) / state.board.size**2,
    }


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("edition", ["classic", "kosmos", "pocket", "seas"])
def test_the_outlook_is_what_a_slow_writing_finds(edition: str, seats: int) -> None:
    for seed in range(3):
        for game in positions(edition, seats, seed=seed, every=5):
            if isinstance(game.options[0], Enter):
                continue  # The tile lies, but the kernel joins its paths when the pawn goes.
            for seat in game.state.live_seats():
                assert found(game, seat) == pytest.approx(expected(game, seat)), f"{seed} {seat}"


def test_who_is_out_has_no_outlook() -> None:
    last = [game for game in positions("classic", 5, seed=2, every=1) if len(outs(game.state)) > 1]
    assert last
    for game in last:
        for seat in outs(game.state):
            assert set(found(game, seat).values()) == {0.0}


def outs(state: GameState) -> Sequence[int]:
    return [seat for seat in range(state.seats) if not state.is_in(Seat(seat))]


def steps(one: Cell, other: Cell) -> int:
    return abs(one.col - other.col) + abs(one.row - other.row)


def at_the_phoenix(game: Game, seat: int) -> dict[str, float]:
    state, actor = game.state, game.decide.seat
    lanterns = state.part(Lanterns)
    rivals = [pawn for pawn in state.pawns if pawn.seat != seat and state.is_in(pawn.seat)]
    ring = [cell for cell in state.board.empty_cells() if 0 in cell or 5 in cell]
    round_ = [state.first, *state.clockwise(state.first)[:-1]]
    told = about_table(game, seat) | {
        "gaps": len(ring) / 20,
        "hand": len(state.hands[seat]) / 2,
        "stack": len(state.pile) / 30,
        "best": max((lanterns.scored[pawn.seat] for pawn in rivals), default=0) / 7,
        "ending": float(lanterns.final_round),
        "round": float(round_.index(Seat(seat)) < round_.index(actor)),
        "fallen": sum(pawn.status is Status.OFF for pawn in rivals) / 7,
        "sooner": 0.0,
        "later": 0.0,
        "lantern": 0.0,
    }
    pawn = state.pawns[seat]
    place = pawn.stop or pawn.beside
    if pawn.status not in (Status.ON, Status.WAITING) or place is None:
        return told
    order = [actor, *state.clockwise(actor)[:-1]]
    here = [each for each in rivals if each.status is Status.ON and each.stop is not None]
    met = [each.seat for each in here if each.stop is not None and each.stop.cell == place.cell]
    told["sooner"] = float(sum(order.index(each) < order.index(Seat(seat)) for each in met))
    told["later"] = len(met) - told["sooner"]
    nearest = min((steps(place.cell, cell) for cell, _ in lanterns.markers), default=10)
    told["lantern"] = 1 / (1 + nearest)
    return told


@pytest.mark.parametrize("winds", ["off", "on"])
@pytest.mark.parametrize("seats", [2, 4])
def test_the_outlook_of_a_phoenix(seats: int, winds: str) -> None:
    switches = {"winds_of_change": winds}
    for seed in range(3):
        for game in positions("phoenix", seats, seed=seed, every=5, switches=switches):
            for seat in game.state.live_seats():
                told = at_the_phoenix(game, seat)
                assert found(game, seat) == pytest.approx(told), f"{seed} {seat}"
