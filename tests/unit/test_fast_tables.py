"""Records, tables, codes and random streams of the kernels."""

from __future__ import annotations

import pytest

from tsuro.core.geometry import rim_marks
from tsuro.core.tiles import Laid
from tsuro.editions.registry import build_edition
from tsuro.engine.play import begin
from tsuro.errors import KernelError
from tsuro.fast.shared.cells import grown, steps_between
from tsuro.fast.shared.codes import CODES_END, START_AT
from tsuro.fast.shared.paths import FIRST_ENTRY, entry_node, entry_stop
from tsuro.fast.shared.rng import below, stream, streams
from tsuro.fast.shared.seats import NEXT_SEAT, NOBODY
from tsuro.fast.shared.shapes import PAIRS, ROTATIONS, TILE_IDS, TILES
from tsuro.fast.tiles.actions import action_of, code_of
from tsuro.fast.tiles.tables import EXIT, empty_links, tables_of
from tsuro.fast.tiles.to_row import to_row


@pytest.mark.parametrize("size", [6, 7])
def test_the_empty_board_links_every_end_to_another(size: int) -> None:
    links = empty_links(size)
    ends = [*range(8 * size), *range(FIRST_ENTRY, len(links))]
    assert all(links[links[end]] == end != links[end] for end in ends)
    for number, mark in enumerate(rim_marks(size)):
        assert entry_stop(links[number], size) == mark
        assert entry_node(mark, size) == links[number]


def test_wirings_are_those_of_the_edition() -> None:
    tiles = build_edition("classic", seats=2).tiles
    for number, tile in enumerate(TILE_IDS):
        for rotation in range(ROTATIONS[number]):
            placement = 4 * number + rotation
            wiring = tiles.wiring(Laid(tile, rotation))
            assert EXIT[8 * placement : 8 * placement + 8] == bytes(wiring[:8])
            ports = PAIRS[8 * placement : 8 * placement + 8]
            assert sorted(ports) == list(range(8))
            assert all(wiring[ports[i]] == ports[i + 1] for i in range(0, 8, 2))


def test_symmetric_rotations_and_empty_slots_lead_nowhere() -> None:
    for tile in range(TILES + 1):
        for rotation in range(ROTATIONS[tile] if tile < TILES else 0, 4):
            first = 8 * (4 * tile + rotation)
            assert EXIT[first : first + 8] == bytes(range(8))
            assert PAIRS[first : first + 8] == bytes(8)


def test_next_seat_goes_clockwise_and_comes_back_last() -> None:
    assert NEXT_SEAT[8 * 0b1010 + 1] == 3
    assert NEXT_SEAT[8 * 0b1010 + 3] == 1
    assert NEXT_SEAT[8 * 0b0010 + 1] == 1
    assert NEXT_SEAT[0] == NOBODY


@pytest.mark.parametrize(("name", "seats"), [("classic", 4), ("kosmos", 2), ("kosmos", 7)])
def test_every_code_is_an_action_and_back(name: str, seats: int) -> None:
    tables = tables_of(build_edition(name, seats=seats))
    starts = tables.marks // 2 if tables.edition.starts_beside else tables.marks
    for code in range(CODES_END):
        if START_AT + starts <= code < START_AT + 64:
            with pytest.raises(KernelError):
                action_of(tables, code)
        elif seats > 2 and TILES * 4 <= code < START_AT:
            continue
        else:
            assert code_of(tables, action_of(tables, code)) == code


def test_what_is_not_a_code_or_not_an_action_is_refused() -> None:
    tables = tables_of(build_edition("classic", seats=4))
    sides = tables_of(build_edition("kosmos", seats=4))
    with pytest.raises(KernelError, match="not the code"):
        action_of(tables, CODES_END)
    with pytest.raises(KernelError, match="not an action of Classic"):
        code_of(tables, action_of(sides, START_AT))


def test_editions_that_play_otherwise_are_refused() -> None:
    with pytest.raises(KernelError, match="The seas kernel cannot play"):
        tables_of(build_edition("seas", seats=4))


def test_streams_are_the_same_one_by_one_and_together() -> None:
    together = streams(7, 3, 100).tolist()
    assert together == [stream(7, number) for number in range(3, 103)]
    assert len(set(together)) == 100


def test_below_reaches_every_number_about_equally_often() -> None:
    tables = tables_of(build_edition("classic", seats=2))
    row = to_row(tables, begin(tables.edition).state, luck=stream(1, 1))
    counts = [0] * 7
    for _ in range(7000):
        counts[below(row, 7)] += 1
    assert all(850 < count < 1150 for count in counts)


def test_sets_of_sixty_four_things_are_kept() -> None:
    """A board of eight by eight has as many marks; compiled code knows its bits with a sign."""
    import numpy

    tables = tables_of(build_edition("classic", seats=2))
    layout = tables.layout
    row = to_row(tables, begin(tables.edition).state)
    rows = numpy.zeros(1, layout.dtype)
    for homes in (0, 1 << 62, 1 << 63, (1 << 64) - 1):
        row.homes = homes
        assert layout.misfit(row) is None
        layout.pack(rows, 0, row)
        assert layout.unpack(rows, 0).homes & (1 << 64) - 1 == homes
    row.homes = 1 << 64
    assert layout.misfit(row) == "homes"


@pytest.mark.parametrize("size", [5, 6, 7, 8])
def test_free_space_spreads_to_neighbours_only(size: int) -> None:
    free = (1 << size * size) - 1
    for cell in range(size * size):
        reached = grown(1 << cell, free, size, 1)
        wanted = [other for other in range(size * size) if steps_between(cell, other, size) <= 1]
        assert [other for other in range(size * size) if reached >> other & 1] == wanted
    assert grown(1, free, size, 2 * size) == free
    assert grown(1, 1, size, 9) == 1
