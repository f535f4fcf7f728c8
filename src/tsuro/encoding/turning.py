"""Quarter turns of the board: the same game seen from the next side of the table.

In classic, kosmos and pocket no side of the board is special, so whatever is true of a position is
true of the turned one. Who learns may turn every position until the own pawn faces the same way, or
learn from all four. At sea the numbers of the dice name columns and rows, and the centre of Phoenix
Rising is laid in an order of its own: their luck does not turn with the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from tsuro.core.actions import Action, Enter, PlaceTile, TakeMark, TakeSide
from tsuro.core.geometry import PORTS, Beside, Cell, Side, Stop
from tsuro.core.tiles import Laid
from tsuro.editions.edition import Edition
from tsuro.editions.registry import MAX_SEATS, MIN_SEATS, build_edition
from tsuro.encoding.encoding import Encoding
from tsuro.errors import KernelError
from tsuro.fast.shared.outline import Item, pair_numbers

FAMILY: Final = "tiles"
BY_PORT: Final = frozenset(
    ("own_front", "other_front", "leads_off", "leads_back", "ahead_port", "ahead_off", "ahead_back")
)
BY_PAIR: Final = "joined"
SIDES: Final = len(Side)


@dataclass(frozen=True)
class Turn:
    """Where numbers and actions come from when the board is turned clockwise by a quarter.

    `line[numbers]` is the observation of the turned position, `mask[actions]` its mask, and
    `actions[index]` what an action there would be on the board as it was.
    """

    numbers: tuple[int, ...]
    actions: tuple[int, ...]

    def then(self, other: Turn) -> Turn:
        return Turn(
            tuple(self.numbers[number] for number in other.numbers),
            tuple(self.actions[action] for action in other.actions),
        )


@cache
def turns_of(encoding: Encoding) -> tuple[Turn, ...]:
    """The board as it is, and turned clockwise by one, two and three quarters."""
    if encoding.family.name != FAMILY:
        raise KernelError(f"The luck of {encoding.name} does not turn with the board.")
    turns = [Turn(tuple(range(encoding.length)), tuple(range(encoding.actions)))]
    quarter = Turn(tuple(_numbers(encoding)), tuple(_actions(encoding)))
    for _ in range(SIDES - 1):
        turns.append(turns[-1].then(quarter))
    return tuple(turns)


def _numbers(encoding: Encoding) -> Iterator[int]:
    """For each number of the turned observation the one it comes from."""
    outline, size = encoding.outline, encoding.size
    plane = 0
    for item in outline.planes:
        for number in range(item.count):
            source = plane + _before(item, number)
            for row in range(size):
                # Turned clockwise, the first column has become the first row, its end in front.
                yield from (
                    source * size * size + (size - 1 - col) * size + row for col in range(size)
                )
        plane += item.count
    at = plane * size * size
    for item in outline.entries:
        yield from (at + _before(item, number) for number in range(item.count))
        at += item.count


def _before(item: Item, number: int) -> int:
    """Which plane or entry under a name has become this one."""
    if item.name == BY_PAIR:
        return _PAIRS_BEFORE[number]
    if item.name in BY_PORT:
        return number - number % PORTS + _port_before(number % PORTS)
    return number


def _port_before(port: int) -> int:
    return (port - PORTS // SIDES) % PORTS


_PAIRS: Final = pair_numbers(PORTS)
_PAIRS_BEFORE: Final = {
    number: _PAIRS[min(ends), max(ends)]
    for number, ends in (
        (number, tuple(map(_port_before, pair))) for pair, number in _PAIRS.items()
    )
}


def _actions(encoding: Encoding) -> Iterator[int]:
    """For each action after a turn the one it was before it."""
    indices = {code: index for index, code in enumerate(encoding.codes)}
    found = list(range(encoding.actions))
    for edition in _ways_to_play(encoding):
        tables = encoding.family.tables(edition)
        for code in encoding.family.decisions(tables):
            before = _action_before(encoding.family.action_of(tables, code), edition)
            found[indices[code]] = indices[encoding.family.code_of(tables, before)]
    yield from found


def _ways_to_play(encoding: Encoding) -> Iterator[Edition]:
    for seats in range(MIN_SEATS, MAX_SEATS + 1):
        edition = build_edition(encoding.edition_id, seats=seats)
        if edition.size == encoding.size:
            yield edition


def _action_before(action: Action, edition: Edition) -> Action:
    """What an action was before the board was turned."""
    match action:
        case PlaceTile(laid, pawn):
            return PlaceTile(_laid_before(laid, edition), pawn)
        case TakeMark(mark):
            return TakeMark(Stop(_cell_before(mark.cell, edition), _port_before(mark.port)))
        case TakeSide(place):
            side = Side((place.side - 1) % SIDES)
            return TakeSide(Beside(_cell_before(place.cell, edition), side))
        case Enter(point):
            return Enter(_port_before(point))
        case _:
            return action


def _cell_before(cell: Cell, edition: Edition) -> Cell:
    return Cell(cell.row, edition.size - 1 - cell.col)


def _laid_before(laid: Laid, edition: Edition) -> Laid:
    """As one lays it: a tile that looks the same when turned has fewer ways to lie."""
    ways = edition.tiles.ways(laid.tile)
    return ways[(laid.rotation - 1) % len(ways)]
