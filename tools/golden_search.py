"""Searches for games that end in ways which play by dice alone never shows.

Here players and luck work together: each goal has its own idea of what is worth aiming at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from tests.support.games import Played
from tsuro.core.actions import (
    Action,
    ChoosePile,
    Draw,
    DrawDaikaiju,
    Enter,
    PlaceTile,
    RollDice,
    RollDie,
    TakeMark,
    TakeSide,
)
from tsuro.core.asks import Chance, Decide
from tsuro.core.board import Board
from tsuro.core.geometry import Cell, Side, Stop, across
from tsuro.core.state import Fate, GameState, Reason, Status
from tsuro.editions.edition import Edition
from tsuro.editions.registry import build_edition
from tsuro.engine.chance import SeededChance
from tsuro.engine.play import Step, advance, begin
from tsuro.formats.notation import parse_stop
from tsuro.rules.seas.daikaiju import CellRolled, Sea

Value = Callable[[Step], float]
LONGEST = 600
"""Actions after which a search gives a game up."""


def offered(step: Step) -> list[Action]:
    if isinstance(step.ask, Decide):
        return list(step.ask.options)
    return [outcome for outcome, _ in step.ask.outcomes] if step.ask is not None else []


def asks_for(step: Step, *kinds: type[Action]) -> bool:
    return step.ask is not None and isinstance(offered(step)[0], kinds)


def greedy(edition: Edition, seed: int, value: Value) -> Played:
    """Whoever must act takes what is worth most; start places and draws are left to dice."""
    rng, luck = Random(seed), SeededChance(seed)
    steps, actions = [begin(edition)], list[Action]()
    while steps[-1].ask is not None and len(actions) < LONGEST:
        step = steps[-1]
        if isinstance(step.ask, Chance) and asks_for(step, Draw, DrawDaikaiju):
            choices: list[Action] = [luck.pick(step.ask)]
        elif step.state.turn.number == 0 and isinstance(step.ask, Decide):
            choices = [rng.choice(offered(step))]
        else:
            choices = rng.sample(offered(step), k=len(offered(step)))
        reached = [(action, advance(edition, step, action)) for action in choices]
        action, after = max(reached, key=lambda each: value(each[1]))
        steps.append(after)
        actions.append(action)
    return Played(edition, steps, actions, f"greedy seed={seed}")


@dataclass(frozen=True)
class AtSea:
    """What is worth aiming at to fill the board, or to lose all tiles to new daikaiju."""

    goal: Reason
    spawn_from: int
    """How few free cells there are when daikaiju are wanted on the board."""

    def __call__(self, step: Step) -> float:
        state = step.state
        if state.result is not None:
            return 1e6 if state.result.reason is self.goal else -1e6
        if any(isinstance(event, CellRolled) and event.taken for event in step.events):
            return -1e6  # Rolling the same taken cell again and again leads nowhere.
        sea = state.part(Sea)
        free = sum(cell not in sea.cells() for cell in state.board.empty_cells())
        threatened = sum(
            ship.stop is not None and ship.stop.cell in sea.cells() and ship.behind is not None
            for ship in state.pawns
        )
        worth = 1000 * min(len(state.live_seats()), 4) - 250 * threatened
        if self.goal is Reason.TILES_OUT:
            return worth + 50 * len(state.box) - 20 * len(sea.on_board) + self._eager(step)
        if free > self.spawn_from:
            return worth - 500 * len(sea.on_board) - 20 * self._eager(step)
        return worth + 250 * threatened - 400 * free + self._eager(step)

    @staticmethod
    def _eager(step: Step) -> float:
        """On the way to a new daikaiju."""
        if asks_for(step, DrawDaikaiju) or step.state.part(Sea).drawn is not None:
            return 150
        return 100 if asks_for(step, RollDie) else 0


def full_boards() -> Iterator[Played]:
    edition = build_edition("seas", seats=8)
    return (greedy(edition, seed, AtSea(Reason.BOARD_FULL, 10)) for seed in range(1000))


def emptied_seas() -> Iterator[Played]:
    edition = build_edition("seas", seats=4, switches={"removed": "recycle", "spawn_tile": "gone"})
    return (greedy(edition, seed, AtSea(Reason.TILES_OUT, 0)) for seed in range(1000))


def stranded_ships() -> Iterator[Played]:
    """The last of eight ships in a row finds a daikaiju before it and the whole side built up."""
    edition = build_edition("seas", seats=8)
    marks = [TakeMark(parse_stop(f"{column}1.0")) for column in "bcdefg"]
    marks += [TakeMark(parse_stop("d7.4")), TakeMark(parse_stop("a1.0"))]

    def value(step: Step) -> float:
        sea = step.state.part(Sea)
        if any(isinstance(event, CellRolled) and event.taken for event in step.events):
            return -1e6
        north = sum(each.cell.row == 0 for each in sea.on_board)
        corner = sea.at(Cell(0, 0)) is not None
        return 10 * corner - 2 * north + len(step.state.live_seats()) - asks_for(step, RollDie)

    for seed in range(100):
        rng, luck = Random(seed), SeededChance(seed)
        steps, actions = [begin(edition)], list[Action]()
        while steps[-1].ask is not None:
            step = steps[-1]
            if isinstance(step.ask, Decide) and step.state.turn.number == 0:
                action: Action = marks[step.ask.seat]
            elif isinstance(step.ask, Chance) and not asks_for(step, RollDice):
                action = luck.pick(step.ask)
            else:
                choices = rng.sample(offered(step), k=len(offered(step)))
                action = max(choices, key=lambda each: value(advance(edition, step, each)))
            steps.append(advance(edition, step, action))
            actions.append(action)
        yield Played(edition, steps, actions, f"stranded seed={seed}")


def exhausted_kosmos() -> Iterator[Played]:
    """Six of eight players go out early with full hands; two fill nearly the whole board."""
    edition = build_edition("kosmos", seats=8)
    for seed in range(1000):
        duel = _two_left(edition, Random(seed))
        if duel is not None and len(duel.state.box) >= 16:
            yield from _filled_up(duel, Random(seed))


def _two_left(edition: Edition, rng: Random) -> Played | None:
    steps, actions = [begin(edition)], list[Action]()
    while steps[-1].ask is not None:
        step = steps[-1]
        if (
            step.state.turn.number
            and len(step.state.live_seats()) == 2
            and asks_for(step, PlaceTile)
        ):
            return Played(edition, steps, actions, "two left")
        choices = offered(step)
        if asks_for(step, TakeSide):
            choices = sorted(choices, key=lambda each: _distance(step.state, each))[:4]
        action = rng.choice(choices)
        if asks_for(step, PlaceTile, Enter):
            rng.shuffle(choices)
            action = max(choices, key=lambda each: _losses(advance(edition, step, each)))
        steps.append(advance(edition, step, action))
        actions.append(action)
    return None


def _distance(state: GameState, action: Action) -> int:
    """How far a start place is from the nearest pawn: pawns are to be in each other's way."""
    assert isinstance(action, TakeSide)
    cell = action.place.cell
    taken = [pawn.beside.cell for pawn in state.pawns if pawn.beside is not None]
    return min((abs(cell.col - c.col) + abs(cell.row - c.row) for c in taken), default=0)


def _losses(step: Step) -> float:
    """Many tiles laid down by few players."""
    if step.state.result is not None:
        return -1e6
    out = step.state.seats - len(step.state.live_seats())
    return 110 * len(step.state.box) - 260 * out + _room(step.state) / 5


def _room(state: GameState) -> float:
    """How much of the board the pawns can still reach, and how freely they can go on."""
    places = [pawn.stop or pawn.beside for pawn in state.pawns if pawn.status is not Status.LOST]
    fronts = {place.cell for place in places if place is not None}
    last = state.board.size - 1
    worth = 3.0 * len(_reachable(state.board, fronts))
    for cell in fronts:
        worth += len(list(_open_neighbours(state.board, cell)))
        worth += 0.3 * min(cell.col, last - cell.col, cell.row, last - cell.row)
    return worth


def _open_neighbours(board: Board, cell: Cell) -> Iterator[Cell]:
    around = (across(Stop(cell, side.ports[0])).cell for side in Side)
    return (each for each in around if each in board and board[each] is None)


def _reachable(board: Board, cells: Iterable[Cell]) -> set[Cell]:
    seen, waiting = set(cells), list(cells)
    while waiting:
        for cell in _open_neighbours(board, waiting.pop()):
            if cell not in seen:
                seen.add(cell)
                waiting.append(cell)
    return seen


BEAM = 40


def _filled_up(duel: Played, rng: Random) -> Iterator[Played]:
    """Follow the most promising games side by side until one of them runs out of tiles."""
    beam: Sequence[Played] = [duel]
    while beam:
        found: dict[tuple[object, ...], tuple[float, Played]] = {}
        for game in beam:
            choices = offered(game.last)
            if not asks_for(game.last, PlaceTile, Enter):
                choices = rng.sample(choices, k=min(len(choices), 3))
            if asks_for(game.last, ChoosePile):
                choices = choices[:1]
            for action in choices:
                after = advance(game.edition, game.last, action)
                longer = Played(game.edition, [*game.steps, after], [*game.actions, action], "beam")
                state = after.state
                if state.result is None:
                    key = (state.board, state.pawns, state.hands, state.cursor)
                    found[key] = (_room(state) + rng.random() / 2, longer)
                elif state.result.reason is Reason.TILES_OUT:
                    yield longer
                    return
        best = sorted(found.values(), key=lambda each: -each[0])[:BEAM]
        beam = [game for _, game in best]


GOALS: dict[tuple[str, ...], Callable[[], Iterator[Played]]] = {
    ("end", "kosmos", Reason.TILES_OUT): exhausted_kosmos,
    ("end", "seas", Reason.BOARD_FULL): full_boards,
    ("end", "seas", Reason.TILES_OUT): emptied_seas,
    ("fate", "seas", Fate.STRANDED): stranded_ships,
}
"""What needs a search of its own."""
