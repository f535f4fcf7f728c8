"""The kernel of Tsuro of the Seas: tables, codes, records and the guarded door."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest

from tests.support.seas import sea
from tests.support.tables import Table
from tsuro.core.actions import Draw, PlaceTile, RollDice, RollDie, TakeSide
from tsuro.core.asks import Decide
from tsuro.core.board import walk
from tsuro.core.geometry import PORTS, Beside, Cell, Side, Stop, across, cells, on_board, rim_marks
from tsuro.core.ids import Seat, TileId
from tsuro.core.pile import Buried, Pile
from tsuro.core.state import GameState, Status
from tsuro.core.tiles import HIDDEN, Laid
from tsuro.editions.registry import build_edition
from tsuro.editions.seas.printed import printed_seas
from tsuro.engine.determinize import determinize
from tsuro.engine.invariants import violations
from tsuro.engine.play import Step, advance, begin
from tsuro.engine.views import seen_state, view
from tsuro.errors import GameOver, IllegalAction, KernelError
from tsuro.fast import Kernel, has_kernel, kernel_of
from tsuro.fast.equality import by_luck
from tsuro.fast.ready import Ready
from tsuro.fast.seas.actions import action_of, code_of
from tsuro.fast.seas.codes import (
    CODES_END,
    DRAW_DAIKAIJU,
    RELOCATE_TO,
    ROLL_DICE,
    ROLL_DIE,
)
from tsuro.fast.seas.hands import deal_unseen
from tsuro.fast.seas.paths import cut, follow
from tsuro.fast.seas.record import OFF
from tsuro.fast.seas.tables import (
    AREA,
    BEYOND,
    DICE_CELL,
    HEADING,
    MARK_CELL,
    MARK_PORT,
    MARKS,
    NAMES,
    RIM,
    SIZE,
    TURNS,
    tables_of,
)
from tsuro.fast.shared.codes import (
    DRAW_TILE,
    ENTER_BY,
    NO_ACTION,
    PLACE_B,
    SEAS_CODES,
    START_AT,
)
from tsuro.fast.shared.paths import ACROSS, FIRST_ENTRY, entry_node, join
from tsuro.fast.shared.shapes import TILE_IDS, WIRES

SEAS = build_edition("seas", seats=3)
TABLES = tables_of(SEAS)


def test_neighbours_and_marks_are_those_of_the_board() -> None:
    marks = rim_marks(SIZE)
    for index, cell in enumerate(cells(SIZE)):
        for port in range(PORTS):
            beyond = across(Stop(cell, port))
            found = BEYOND[8 * index + port]
            if on_board(beyond.cell, SIZE):
                assert found == beyond.cell.row * SIZE + beyond.cell.col
                assert port ^ ACROSS == beyond.port
            else:
                assert marks[found - RIM] == Stop(cell, port)
    for number, mark in enumerate(marks):
        assert (
            Stop(Cell(MARK_CELL[number] % SIZE, MARK_CELL[number] // SIZE), MARK_PORT[number])
            == mark
        )


def test_every_way_a_tile_can_lie_has_its_paths() -> None:
    for number, tile in enumerate(TILE_IDS):
        for rotation in range(4):
            wiring = SEAS.tiles.wiring(Laid(tile, rotation))
            first = 8 * (4 * number + rotation)
            assert WIRES[first : first + 8] == bytes(wiring[:8])


def test_dice_and_arrows_are_the_printed_ones() -> None:
    chart = printed_seas().chart
    for gold in range(1, 7):
        for blue in range(1, 7):
            cell = chart.cell(RollDice(gold, blue))
            assert DICE_CELL[6 * (gold - 1) + blue - 1] == cell.row * SIZE + cell.col
    for number, name in enumerate(NAMES):
        for rotation in range(4):
            for die in range(1, 6):
                heading = chart.heading(name, die, rotation)
                found = HEADING[20 * number + 5 * rotation + die - 1]
                assert found == (TURNS if heading is None else heading)


def test_the_place_of_lost_ships_is_neither_a_mark_nor_an_entry() -> None:
    assert MARKS <= OFF < FIRST_ENTRY


def test_other_editions_are_refused() -> None:
    with pytest.raises(KernelError, match="kernel cannot play"):
        tables_of(build_edition("classic", seats=3))
    with pytest.raises(KernelError, match="kernel cannot play"):
        tables_of(replace(SEAS, hand_size=2))


def test_every_code_is_an_action_and_back() -> None:
    refused = 0
    for code in (*range(DRAW_TILE + len(TILE_IDS)), *range(SEAS_CODES, CODES_END)):
        try:
            action = action_of(TABLES, code)
        except KernelError:
            refused += 1
            continue
        assert code_of(TABLES, action) == code
    gaps = (START_AT - PLACE_B) + (64 - MARKS) + 8 + 8 + (64 - MARKS)
    assert refused == gaps, "pawn b, marks of larger boards, ports, piles"
    for code in (-1, ENTER_BY, CODES_END, RELOCATE_TO + MARKS):
        with pytest.raises(KernelError, match="not the code"):
            action_of(TABLES, code)


def test_actions_of_other_editions_have_no_code() -> None:
    for action in (
        TakeSide(Beside(Cell(0, 0), Side.NORTH)),
        PlaceTile(Laid(TileId("T01"), 0), 1),
        Draw(TileId("C01")),
    ):
        with pytest.raises(KernelError, match="not an action of"):
            code_of(TABLES, action)


def test_cutting_a_tile_out_gives_the_paths_of_the_board_without_it() -> None:
    rng = Random(5)
    row = kernel_of(SEAS, ready="plain").new_rows(1, seed=1)[0]
    board = begin(SEAS).state.board
    squares = list(cells(SIZE))
    for turn in range(400):
        index = rng.randrange(AREA)
        cell = squares[index]
        if row.board[index] == 255:
            placement = 4 * rng.randrange(len(TILE_IDS))
            row.board[index] = placement
            join(row, FIRST_ENTRY + 8 * index, placement)
            board = board.with_tile(cell, Laid(TILE_IDS[placement >> 2], 0))
        else:
            row.board[index] = 255
            cut(row, index)
            board = board.with_tile(cell, None)
        if turn % 20 == 0:
            for empty in board.empty_cells():
                for port in range(PORTS):
                    start = Stop(empty, port)
                    end = walk(board, SEAS.tiles, across(start)).end
                    found = row.link[entry_node(start, SIZE)]
                    if on_board(end.cell, SIZE):
                        assert found == entry_node(end, SIZE)
                    else:
                        assert rim_marks(SIZE)[found] == across(end)
                    assert follow(row, empty.row * SIZE + empty.col, port) == found


@pytest.fixture(params=["plain", "lazily"])
def kernel(request: pytest.FixtureRequest) -> Kernel:
    ready: Ready = request.param
    return kernel_of(SEAS, ready=ready)


def test_an_illegal_code_changes_nothing(kernel: Kernel) -> None:
    rows = kernel.new_rows(3, seed=1)
    kernel.roll_batch(rows)
    codes, _ = kernel.legal_batch(rows)
    before = [kernel.state(rows, i) for i in range(3)]
    with pytest.raises(IllegalAction, match="game 1 of the batch"):
        kernel.step_batch(rows, [int(codes[0][0]), RELOCATE_TO, int(codes[2][0])])
    assert [kernel.state(rows, i) for i in range(3)] == before


def test_a_finished_game_takes_no_more(kernel: Kernel) -> None:
    rows = kernel.new_rows(2, seed=1)
    kernel.playout_batch(rows)
    _, counts = kernel.legal_batch(rows)
    assert list(counts) == [0, 0]
    with pytest.raises(GameOver, match="Game 0"):
        kernel.step_batch(rows, [0, NO_ACTION])
    with pytest.raises(GameOver):
        kernel.outcome_batch(rows, [ROLL_DICE, NO_ACTION])
    assert list(kernel.playout_batch(rows)) == [0, 0]


def test_a_full_log_is_an_error(kernel: Kernel) -> None:
    with pytest.raises(KernelError, match="more than 30"):
        kernel.logged_batch(kernel.new_rows(2, seed=1), room=30)


def test_only_what_luck_may_bring_is_taken(kernel: Kernel) -> None:
    """A draw, then a daikaiju, then its cell, then dice, each at its time."""
    rows = kernel.new_rows(1, seed=1)
    wrong = (ROLL_DICE, ROLL_DIE, DRAW_DAIKAIJU, DRAW_TILE, CODES_END, 0)

    def refused(*right: int) -> None:
        for code in wrong:
            if code not in right:
                with pytest.raises(IllegalAction):
                    kernel.outcome_batch(rows, [code])
        kernel.outcome_batch(rows, [right[0]])

    refused(DRAW_TILE)
    while kernel.state(rows, 0).cursor.phase == "deal":
        state = kernel.state(rows, 0)
        kernel.outcome_batch(rows, [kernel.code_of(Draw(state.pile.bag[-1]))])
    for number in range(6):
        refused(DRAW_DAIKAIJU + 4 * number)
        with pytest.raises(IllegalAction):
            kernel.outcome_batch(rows, [DRAW_DAIKAIJU])
        refused(ROLL_DICE + number, ROLL_DICE)
    for mark in (0, 1, 2):
        kernel.play_batch(rows, [START_AT + mark])
    assert kernel.state(rows, 0).cursor.phase == "roll"
    refused(kernel.code_of(RollDice(3, 4)), ROLL_DICE)
    refused(kernel.code_of(RollDie(2)), ROLL_DIE)


def test_results_do_not_depend_on_threads_or_batches(kernel: Kernel) -> None:
    rows = kernel.new_rows(12, seed=5)
    kernel.playout_batch(rows, threads=3)
    later = kernel.new_rows(4, seed=9)
    kernel.fresh_playouts(later, seed=5, begin_at=8)
    results = [kernel.state(rows, i) for i in range(12)]
    assert [kernel.state(later, i) for i in range(4)] == results[8:]
    assert sum(kernel.rollouts(kernel.new_rows(1, seed=1), 0, times=20)) == pytest.approx(1)


def middle(seed: int, actions: int, switches: Mapping[str, str] | None = None) -> Step:
    edition = build_edition("seas", seats=4, switches=switches)
    rng = Random(seed)
    step = begin(edition)
    for _ in range(actions):
        if step.ask is not None:
            step = advance(edition, step, by_luck(step, rng))
    return step


def test_unseen_tiles_are_dealt_anew_and_nothing_else_changes() -> None:
    edition = build_edition("seas", seats=4, switches={"spawn_tile": "gone"})
    kernel = kernel_of(edition, ready="plain")
    changed = 0
    buried = 0
    for number in range(60):
        step = middle(number, 20 + 2 * number, {"spawn_tile": "gone"})
        if step.ask is None:
            continue
        viewer = Seat(number % 4)
        row = kernel.to_row(step.state, luck=number + 1)
        deal_unseen(row, viewer)
        world = kernel.from_row(row)
        assert seen_state(world, viewer) == seen_state(step.state, viewer)
        assert not [each for each in violations(edition, world) if each.rule == "INV-1"]
        changed += world != step.state
        buried += world.pile.bottom != step.state.pile.bottom
    assert changed > 20
    assert buried > 5


def test_worlds_made_from_a_view_have_a_record() -> None:
    """What nobody in that world knows to lie under the pile is no obstacle."""
    edition = build_edition("seas", seats=4)
    kernel = kernel_of(edition, ready="plain")
    nobody = 0
    for number in range(40):
        step = middle(number, 60 + number)
        if not isinstance(step.ask, Decide):
            continue
        seen = view(edition, step.state, step.ask, viewer=step.ask.seat)
        world = determinize(seen, Random(number))
        assert kernel.from_row(kernel.to_row(world)) == world
        nobody += any(each.known_to == () for each in world.pile.bottom)
    assert nobody > 3


def refused(state: GameState, match: str) -> None:
    edition = build_edition("seas", seats=len(state.hands))
    with pytest.raises(KernelError, match=match):
        kernel_of(edition, ready="plain").to_row(state)


def at_sea(**changes: object) -> Table:
    return Table(
        "seas",
        pawns=["d2.1<d1", "a7.4", "b7.4"],
        board={"d1": "T34/0"},
        hands=["T28 T32 T33", "T01 T02 T03", "T04"],
        parts=[sea("G1@f1", "G2@f2", "G3@f3", bag="B1 B2")],
        **changes,  # type: ignore[arg-type]
    )


def test_states_a_record_cannot_hold_are_refused() -> None:
    state = at_sea().state
    ship = state.pawns[0]
    refused(state.with_hand(Seat(0), (HIDDEN,)), "hidden")
    refused(state.with_hand(Seat(0), ()), "Nothing is asked in phase 'place' now")
    refused(state.with_hand(Seat(0), (TileId("T01"),) * 4), "more than 3")
    refused(replace(state, pile=Pile(state.pile.bag * 2)), "more")
    refused(replace(state, pile=Pile()), "too few tiles")
    both = Buried(TileId("T01"), (Seat(0), Seat(1)))
    refused(replace(state, pile=Pile(state.pile.bag, (both,))), "More than one seat")
    refused(replace(state, pawns=(replace(ship, behind=None), *state.pawns[1:])), "cannot have")
    covered = state.board.with_tile(Cell(3, 1), Laid(TileId("T01"), 0))
    refused(replace(state, board=covered), "faces a tile")
    refused(state.with_part(sea("G1@d1")), "stands on a tile")
    refused(state.with_part(sea("G1@f1", "G2@f1")), "shares its cell")
    refused(replace(state, turn=replace(state.turn, drawn=(Seat(2),))), "order")
    lost = replace(state.pawns[2], status=Status.LOST, stop=None)
    refused(replace(state, pawns=(*state.pawns[:2], lost)), "still holds tiles")


def test_states_in_which_nothing_is_asked_are_refused() -> None:
    state = at_sea().state
    for phase in ("travel", "daikaiju", "exchange"):
        refused(replace(state, cursor=replace(state.cursor, phase=phase)), "Nothing is asked")
    refill = replace(state.cursor, phase="refill")
    refused(replace(state, cursor=refill).with_part(sea("G1@f1")), "no daikaiju left")


def test_there_is_a_kernel_of_every_way_to_play() -> None:
    assert has_kernel(SEAS)
    assert kernel_of(SEAS).layout.name == kernel_of(build_edition("seas", seats=8)).layout.name
