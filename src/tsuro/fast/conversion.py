"""What the converters between states and records of several families have in common."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from tsuro.core.ids import Seat, TileId
from tsuro.core.tiles import Laid
from tsuro.errors import KernelError
from tsuro.fast.tile_record import EXCHANGE, HAND, NONE
from tsuro.fast.tile_tables import TILE_IDS
from tsuro.rules.exchange import Exchange

NUMBERS: Final = {tile: number for number, tile in enumerate(TILE_IDS)}
"""The numbers of the tiles in all editions but Phoenix Rising, which has its own."""


def require(condition: bool, message: str) -> None:
    """A state that no record can stand for is refused, never bent into shape."""
    if not condition:
        raise KernelError(message)


def or_none(number: int | None) -> int:
    return NONE if number is None else number


def number_of(tile: TileId, numbers: Mapping[TileId, int] = NUMBERS) -> int:
    require(tile in numbers, f"The tile {tile} is not known here: deal hidden tiles first.")
    return numbers[tile]


def fill(array: list[int], values: Iterable[int]) -> int:
    """Write values to the front of an array of the record; return how many there were."""
    given = list(values)
    require(len(given) <= len(array), "There is more of something than a record has room for.")
    array[: len(given)] = given
    return len(given)


def winners_of(g: Any) -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat in range(g.seats) if g.winners >> seat & 1)


def laid_of(placement: int) -> Laid | None:
    """A cell of the board of tile games and of the seas."""
    return None if placement == NONE else Laid(TILE_IDS[placement >> 2], placement & 3)


def hand_of(g: Any, seat: int) -> tuple[TileId, ...]:
    """The tiles of a seat in tile games and at sea."""
    slots = g.hand[HAND * seat : HAND * seat + g.hand_n[seat]]
    return tuple(TILE_IDS[tile] for tile in slots)


def slots_of(g: Any, seat: int, tiles: Sequence[TileId]) -> int:
    """The slots of a hand in which these tiles lie, in the same order."""
    slots = 0
    slot = HAND * seat
    for tile in map(number_of, tiles):
        while g.hand[slot] != tile:
            slot += 1
            require(slot < HAND * (seat + 1), "The exchange is about tiles nobody has.")
        slots |= 1 << slot
        slot += 1
    return slots


def unswapped_in(g: Any, exchange: Exchange) -> int:
    """The slots of all hands whose tiles may still be swapped."""
    if exchange.seat is None:
        return 0
    slots = slots_of(g, exchange.seat, exchange.mine)
    for loser in exchange.losers:
        slots |= slots_of(g, loser, [tile for seat, tile in exchange.pool if seat == loser])
    return slots


def exchange_of(g: Any, part: Exchange) -> Exchange:
    """The part of the state that `unswapped_in` reads; as it was where nobody is swapping."""
    if g.phase != EXCHANGE:
        return part
    active = Seat(g.seat)
    clockwise = (Seat((active + step) % g.seats) for step in range(1, g.seats))
    losers = tuple(seat for seat in clockwise if g.fallen >> seat & 1)
    pool = ((loser, tile) for loser in losers for tile in _unswapped(g, loser))
    return Exchange(active, losers, tuple(_unswapped(g, active)), tuple(pool))


def _unswapped(g: Any, seat: int) -> list[TileId]:
    slots = range(HAND * seat, HAND * seat + HAND)
    return [TILE_IDS[g.hand[slot]] for slot in slots if g.unswapped >> slot & 1]
