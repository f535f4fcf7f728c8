"""What the converters between states and records of several families have in common."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any, Final, Protocol, TypeVar

from tsuro.core.actions import Action
from tsuro.core.ids import PawnId, Seat, TileId
from tsuro.core.pile import Buried
from tsuro.core.state import Exit, Fate, GameState, Reason, Result
from tsuro.core.tiles import Laid
from tsuro.editions.edition import Edition
from tsuro.errors import KernelError
from tsuro.fast.shared.codes import SWAP
from tsuro.fast.shared.endings import FATES, REASONS
from tsuro.fast.shared.hands import HAND, slots_each
from tsuro.fast.shared.layout import NOBODY_KNOWS, NONE
from tsuro.fast.shared.pile import place_under
from tsuro.fast.shared.shapes import TILE_IDS, TILES
from tsuro.rules.exchange import Exchange


class OfEdition(Protocol):
    """Tables of any family."""

    @property
    def edition(self) -> Edition: ...


TablesT = TypeVar("TablesT", bound=OfEdition)
NUMBERS: Final = {tile: number for number, tile in enumerate(TILE_IDS)}
"""The numbers of the tiles in all editions but Phoenix Rising, which has its own."""


def require(condition: bool, message: str) -> None:
    """A state that no record can stand for is refused, never bent into shape."""
    if not condition:
        raise KernelError(message)


def exact_code(
    tables: TablesT,
    action: Action,
    write: Callable[[TablesT, Action], int],
    read: Callable[[TablesT, int], Action],
) -> int:
    """The code of an action, if it stands for that very action and no other one.

    A rotation or a seat that there is not would else be taken for something else.
    """
    try:
        code = write(tables, action)
        exact = read(tables, code) == action
    except (AttributeError, LookupError, TypeError, ValueError, KernelError):
        exact = False
    if not exact:
        raise KernelError(f"{action!r} is not an action of {tables.edition.title}.")
    return code


def or_none(number: int | None) -> int:
    return NONE if number is None else number


def seat_of(number: int) -> Seat | None:
    return None if number == NONE else Seat(number)


def pawn_of(number: int) -> PawnId | None:
    return None if number == NONE else PawnId(number)


def number_of(tile: TileId, numbers: Mapping[TileId, int] = NUMBERS) -> int:
    require(tile in numbers, f"The tile {tile} is not known here: deal hidden tiles first.")
    return numbers[tile]


def fill(array: list[int], values: Iterable[int]) -> int:
    """Write values to the front of an array of the record; return how many there were."""
    given = list(values)
    require(len(given) <= len(array), "There is more of something than a record has room for.")
    array[: len(given)] = given
    return len(given)


def laid_of(placement: int) -> Laid | None:
    """A cell of the board of tile games and of the seas."""
    return None if placement == NONE else Laid(TILE_IDS[placement >> 2], placement & 3)


def write_hands(
    g: Any, state: GameState, empty: int, numbers: Mapping[TileId, int] = NUMBERS
) -> None:
    """The hands of all seats; `empty` is the number of a slot without a tile."""
    g.hand = [empty] * len(g.hand)
    each = slots_each(g)
    for seat, hand in enumerate(state.hands):
        require(len(hand) <= each, f"Seat {seat} holds more than {each} tiles.")
        g.hand[each * seat : each * seat + len(hand)] = [number_of(t, numbers) for t in hand]
        g.hand_n[seat] = len(hand)


def hands_of(g: Any, tiles: Sequence[TileId] = TILE_IDS) -> tuple[tuple[TileId, ...], ...]:
    each = slots_each(g)
    return tuple(
        tuple(tiles[tile] for tile in g.hand[each * seat : each * seat + g.hand_n[seat]])
        for seat in range(g.seats)
    )


def bag_of(g: Any, tiles: Sequence[TileId] = TILE_IDS) -> tuple[TileId, ...]:
    return tuple(sorted(tiles[tile] for tile in g.bag[: g.bag_n]))


def write_buried(
    tiles: list[int],
    known: list[int],
    buried: Sequence[Buried],
    numbers: Mapping[TileId, int] = NUMBERS,
) -> int:
    """Tiles under the pile or out of the game, and who knows each; returns how many there are."""
    fill(known, map(_knower, buried))
    return fill(tiles, (number_of(each.tile, numbers) for each in buried))


def _knower(buried: Buried) -> int:
    if buried.known_to is None:
        return NONE
    require(len(buried.known_to) <= 1, "More than one seat knows a tile that is laid aside.")
    return buried.known_to[0] if buried.known_to else NOBODY_KNOWS


def buried_of(tile: TileId, known: int) -> Buried:
    if known == NONE:
        return Buried(tile, None)
    return Buried(tile, () if known == NOBODY_KNOWS else (Seat(known),))


def bottom_of(g: Any, tiles: Sequence[TileId] = TILE_IDS) -> tuple[Buried, ...]:
    """The tiles under the pile, next to be drawn first."""
    places = [place_under(g, number) for number in range(g.bottom_n)]
    return tuple(buried_of(tiles[g.bottom[place]], g.bottom_known[place]) for place in places)


def box_of(g: Any) -> tuple[Buried, ...]:
    """The tiles out of the game."""
    pairs = zip(g.box[: g.box_n], g.box_known[: g.box_n], strict=True)
    return tuple(buried_of(TILE_IDS[tile], known) for tile, known in pairs)


def write_ending(
    g: Any, state: GameState, *, fates: Collection[Fate], reasons: Collection[Reason]
) -> None:
    """Who went out and, if the game is over, who won; how and why must be known to its rules."""
    g.exits_n = len(state.exits)
    for number, out in enumerate(state.exits):
        require(out.fate in fates, f"Nobody is out by {out.fate} here.")
        g.exit_seat[number] = out.seat
        g.exit_turn[number] = out.turn
        g.exit_moment[number] = out.moment
        g.exit_fate[number] = FATES.index(out.fate)
    if state.result is not None:
        require(state.result.reason in reasons, f"No game ends by {state.result.reason} here.")
        g.winners = sum(1 << seat for seat in state.result.winners)
        g.reason = REASONS.index(state.result.reason)


def exits_of(g: Any) -> tuple[Exit, ...]:
    return tuple(
        Exit(
            Seat(g.exit_seat[number]),
            g.exit_turn[number],
            g.exit_moment[number],
            FATES[g.exit_fate[number]],
        )
        for number in range(g.exits_n)
    )


def result_of(g: Any) -> Result | None:
    reason = REASONS[g.reason]
    if reason is None:
        return None
    return Result(tuple(Seat(seat) for seat in range(g.seats) if g.winners >> seat & 1), reason)


def slots_of(g: Any, seat: int, tiles: Sequence[TileId]) -> int:
    """The slots of a hand in which these tiles lie, in the same order."""
    slots = 0
    slot, end = HAND * seat, HAND * (seat + 1)
    for tile in map(number_of, tiles):
        while slot < end and g.hand[slot] != tile:
            slot += 1
        require(slot < end, "The exchange is about tiles nobody has.")
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
    if not g.unswapped:
        return part
    active = Seat(g.seat)
    clockwise = (Seat((active + step) % g.seats) for step in range(1, g.seats))
    losers = tuple(seat for seat in clockwise if g.out_now >> seat & 1)
    pool = ((loser, tile) for loser in losers for tile in _unswapped(g, loser))
    return Exchange(active, losers, tuple(_unswapped(g, active)), tuple(pool))


def _unswapped(g: Any, seat: int) -> list[TileId]:
    slots = range(HAND * seat, HAND * seat + HAND)
    return [TILE_IDS[g.hand[slot]] for slot in slots if g.unswapped >> slot & 1]


def placements(edition: Edition) -> Iterator[int]:
    """Every different way to lay a tile of eight ports, symmetric ones once (GEN-19)."""
    for tile in edition.tiles.tiles:
        for laid in edition.tiles.ways(tile):
            yield 4 * NUMBERS[tile] + laid.rotation


def swaps_of(edition: Edition) -> Iterator[int]:
    """Every swap of two different tiles (CL-18, SE-30)."""
    numbers = [NUMBERS[tile] for tile in edition.tiles.tiles]
    for give, take in permutations(numbers, 2):
        yield SWAP + TILES * give + take
