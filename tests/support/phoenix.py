"""Positions of Phoenix Rising: a full centre, lantern markers where a test wants them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.support.tables import Table
from tsuro.core.geometry import cells, is_ring
from tsuro.core.ids import Seat
from tsuro.core.state import Turn
from tsuro.editions.phoenix.printed import printed_phoenix
from tsuro.formats.notation import parse_cell, parse_laid
from tsuro.rules.phoenix.centre import Centre
from tsuro.rules.phoenix.edge_stack import PhoenixTile
from tsuro.rules.phoenix.lanterns import Lanterns
from tsuro.rules.phoenix.rising import Ashes

BOX = printed_phoenix()
SIZE = BOX.size


def full_centre(board: Mapping[str, str]) -> dict[str, str]:
    """The board with the centre tiles it does not mention on the free centre cells, unturned."""
    used = {text[:3] for text in board.values()}
    rest = (tile for tile in BOX.centre if tile not in used)
    free = (str(cell) for cell in cells(SIZE) if not is_ring(cell, SIZE) and str(cell) not in board)
    return {**board, **{cell: f"{tile}a/0" for cell, tile in zip(free, rest, strict=True)}}


def full_ring(board: Mapping[str, str], *, empty: str = "", hold: str = "") -> dict[str, str]:
    """The board with unturned edge tiles on all ring cells but those in `empty`.

    Tiles in `hold` are kept off the board.
    """
    used = {*(text[:3] for text in board.values()), *hold.split()}
    rest = (tile for tile in BOX.edge if tile not in used)
    spare = {*board, *empty.split()}
    free = [str(cell) for cell in cells(SIZE) if is_ring(cell, SIZE) and str(cell) not in spare]
    return {**board, **{cell: f"{tile}a/0" for cell, tile in zip(free, rest, strict=False)}}


def _colour(text: str) -> str:
    colour = BOX.tiles[parse_laid(text).tile].lantern
    assert colour is not None
    return colour


def phoenix(
    *pawns: str,
    board: Mapping[str, str] | None = None,
    hands: Sequence[str] | None = None,
    pile: str | None = None,
    lanterns: str = "",
    lives: Sequence[int] | None = None,
    scored: Sequence[int] | None = None,
    holder: int | None = None,
    final_round: bool = False,
    turn: int = 0,
    number: int = 9,
    first: int = 0,
    at: str = "create",
    memo: Turn | None = None,
    switches: Mapping[str, str] | None = None,
) -> Table:
    """`lanterns` lists the cells with a marker; `lives` those seats that have their Life token."""
    squares = full_centre(board or {})
    seats = range(len(pawns))
    alive = seats if lives is None else lives
    lit = tuple((parse_cell(cell), _colour(squares[cell])) for cell in lanterns.split())
    return Table(
        "phoenix",
        pawns=pawns,
        board=squares,
        hands=hands,
        pile=pile,
        turn=turn,
        number=number,
        first=first,
        at=at,
        memo=memo,
        switches=switches,
        parts=(
            Centre(),
            Lanterns(tuple(scored or [0] * len(pawns)), lit, final_round=final_round),
            Ashes(tuple(seat in alive for seat in seats)),
            PhoenixTile(None if holder is None else Seat(holder)),
        ),
    )


def last_travel(*, winds: str = "off") -> Table:
    """The ring is full but for a2 and nobody has a Life token; stars stand at 3:4.

    With E18a/0 seat 0 enters by 6, leaves b2 and c2 with their lanterns and strikes seat 1.
    """
    lane = {"b2": "C03a/0", "c2": "C05a/0", "d2": "C12b/0", "e2": "C14b/0", "f2": "E20b/0"}
    return phoenix(
        "a2.w", "f2.6<e2", board=full_ring(lane, empty="a2", hold="E18"), hands=["E18", ""],
        pile="", lives=[], scored=[3, 4], holder=0, lanterns="b2 c2 b3 c3 b4 d3 e3",
        switches={"winds_of_change": winds},
    )  # fmt: skip
