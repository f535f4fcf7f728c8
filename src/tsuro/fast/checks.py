"""What is given to a kernel from outside, looked at before any row is changed.

The loops themselves look at nothing: compiled ones would write past the end of an array that is too
short, cut off a fraction, and wait for a compiler with every new type. Each check looks at a whole
batch at once.
"""

from __future__ import annotations

from operator import index
from typing import Any, Final, NoReturn

from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.errors import KernelError
from tsuro.fast.shared.codes import NO_ACTION
from tsuro.fast.shared.layout import Layout

_OWN_ROWS: Final = "take those of its `new_rows` or `rows_of`."
_OWN_KERNEL: Final = "take the kernel of its own edition."
_ONE_EACH: Final = "give one for each game, NO_ACTION to leave it alone."


def count_rows(rows: Any, layout: Layout[Any], *, compiled: bool) -> int:
    """The number of rows, if a kernel can work on them, whatever is in them.

    Only whole stretches of memory are taken: another shape would be compiled for anew.
    """
    if not compiled:
        if not isinstance(rows, list) or not all(map(layout.fits, rows)):
            raise KernelError(f"A plain kernel works on a list of its own records: {_OWN_ROWS}")
        return len(rows)
    import numpy

    if not isinstance(rows, numpy.ndarray) or rows.dtype != layout.dtype:
        raise KernelError(f"These are not rows of this kernel: {_OWN_ROWS}")
    if rows.ndim != 1 or not rows.flags.c_contiguous or not rows.flags.writeable:
        raise KernelError("Rows must lie in one piece and be writeable: give a copy of them.")
    return len(rows)


def require_games(rows: Any, seats: int, *, compiled: bool) -> None:
    """All rows are games of so many seats.

    Other switches, or another edition with the same records, are no matter: a game is played by the
    rules written in its row.
    """
    if compiled:
        # A byte each (`u1`): to count bytes takes a third of the time of comparing an array.
        fitting = rows["seats"].tobytes().count(seats)
    else:
        fitting = sum(row.seats == seats for row in rows)
    if fitting < len(rows):
        raise KernelError(f"Not all of these are games of {seats} seats: {_OWN_ROWS}")


def require_seats(given: int, seats: int) -> None:
    """A state or a record is of a game of so many seats."""
    if given != seats:
        raise KernelError(f"This is a game of {given} seats, not of {seats}: {_OWN_KERNEL}")


def require_state(state: object, edition: Edition) -> None:
    """Something is a state of a game of this edition, as far as its shape tells."""
    if not isinstance(state, GameState):
        raise KernelError(f"{type(state).__name__} is no state of a game: give a list of states.")
    require_seats(state.seats, edition.seats)
    parts, own = (tuple(map(type, each)) for each in (state.parts, edition.parts))
    pawns = tuple(pawn.seat for pawn in state.pawns)
    if (
        state.board.size != edition.size
        or parts != own
        or pawns != tuple(n // edition.pawns_per_seat for n in range(len(pawns)))
        or len(pawns) != edition.seats * edition.pawns_per_seat
        or not edition.has_phase(state.cursor)
        or not {laid.tile for _, laid in state.board.occupied()} <= set(edition.tiles.tiles)
    ):
        raise KernelError(f"This is no state of {edition.title}: {_OWN_KERNEL}")


def whole_number(
    value: object, what: str, *, least: int | None = None, most: int | None = None
) -> int:
    """A whole number within limits; neither a fraction nor a text nor yes or no is one."""
    number = as_whole(value)
    if (
        number is None
        or (least is not None and number < least)
        or (most is not None and number > most)
    ):
        limits = "" if least is None else f" from {least} {'on' if most is None else f'to {most}'}"
        raise KernelError(f"{what} must be a whole number{limits}, not {value!r}.")
    return number


def as_whole(value: Any) -> int | None:
    try:
        return None if isinstance(value, bool) else index(value)
    except TypeError:
        return None


def codes_for(codes: Any, count: int, *, compiled: bool) -> Any:
    """Codes as the loops want them: whole numbers, one for each game."""
    given = _as_array(codes) if compiled else _as_list(codes)
    if len(given) != count:
        raise KernelError(f"There are {len(given)} codes for {count} games: {_ONE_EACH}")
    return given


def _as_list(codes: Any) -> list[int]:
    try:
        given = [index(code) for code in codes]
    except TypeError:
        _refuse_codes()
    _require_range(min(given, default=0), max(given, default=0))
    return given


def _as_array(codes: Any) -> Any:
    import numpy

    try:
        given = numpy.asarray(codes)
    except ValueError:  # Lists of several lengths.
        _refuse_codes()
    if given.ndim != 1 or (given.dtype.kind not in "iu" and given.size):
        _refuse_codes()
    if given.dtype != numpy.uint16 and given.size:
        _require_range(given.min(), given.max())
    return given.astype(numpy.uint16)


def _refuse_codes() -> NoReturn:
    raise KernelError(f"Codes are a list of whole numbers: {_ONE_EACH}") from None


def _require_range(least: int, most: int) -> None:
    if least < 0 or most > NO_ACTION:
        raise KernelError(
            f"A code lies outside the range of codes, 0 to {NO_ACTION}: take those that "
            "`legal_batch` lists."
        )


def has_room(given: Any, count: int, width: int = 0, *, compiled: bool) -> bool:
    """Whether counts, or codes in rows of a width, can be written into something given."""
    if not compiled:
        if not isinstance(given, list) or len(given) != count:
            return False
        return not width or all(has_room(row, width, compiled=False) for row in given)
    import numpy

    return (
        isinstance(given, numpy.ndarray)
        and given.dtype == (numpy.uint16 if width else numpy.int64)
        and given.shape == ((count, width) if width else (count,))
        and given.flags.c_contiguous
        and given.flags.writeable
    )
