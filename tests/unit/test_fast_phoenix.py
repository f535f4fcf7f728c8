"""Tables, codes, records and guards of the Phoenix kernel."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.support.phoenix import phoenix
from tsuro.core.actions import Axis, Flip, PlaceTile, Swap, Withdraw
from tsuro.core.board import Board, walk
from tsuro.core.geometry import POINTS, Cell, Side, Stop, across, on_board, rim_places
from tsuro.core.ids import PawnId, Seat, TileId
from tsuro.core.pile import Buried, Pile
from tsuro.core.state import Exit, Fate, GameState
from tsuro.core.tiles import HIDDEN, NO_PATH, Laid, wiring_of
from tsuro.editions.edition import Edition
from tsuro.editions.registry import build_edition
from tsuro.engine.invariants import violations
from tsuro.engine.play import begin
from tsuro.engine.views import seen_state
from tsuro.errors import GameOver, IllegalAction, KernelError
from tsuro.fast import NO_ACTION, Kernel, kernel_of
from tsuro.fast.phoenix import flight as phoenix_flight
from tsuro.fast.phoenix import loops as phoenix_loops
from tsuro.fast.phoenix import to_row as phoenix_rows
from tsuro.fast.phoenix.actions import action_of, code_of, placement_of
from tsuro.fast.phoenix.codes import (
    CODES_END,
    DRAW_TILE,
    FLIP,
    LAY_CENTRE,
    MOST_OPTIONS,
    MOVE_LANTERN,
    START_AT,
    TURN_TILE,
)
from tsuro.fast.phoenix.hands import deal_unseen
from tsuro.fast.phoenix.tables import (
    AWAY,
    AXES,
    COME,
    EMPTY,
    GLOWING,
    PATTERN,
    PLACE_CELL,
    PLACE_SIDE,
    SIZE,
    STEP,
    TILE_IDS,
    TOUCH,
    WAYS,
    laid_of,
    padded,
    tables_of,
    unpadded,
)
from tsuro.fast.phoenix.winds import flipped
from tsuro.fast.ready import Ready
from tsuro.fast.shared.codes import DRAW_TILE as DRAW_OTHER_TILE
from tsuro.fast.shared.codes import PHOENIX_CODES
from tsuro.rules.phoenix import winds
from tsuro.rules.phoenix.centre import Centre
from tsuro.rules.phoenix.extending import Entry
from tsuro.rules.phoenix.lanterns import Lanterns

EDITION = build_edition("phoenix", seats=4)
WINDY = build_edition("phoenix", seats=4, switches={"winds_of_change": "on"})
TABLES = tables_of(EDITION)
TILES = EDITION.tiles


def random_state(edition: Edition, seed: int, decisions: int) -> GameState:
    """A state some decisions after the start of a random game; luck may be due in it."""
    kernel = kernel_of(edition, ready="plain")
    rng = Random(seed)
    rows = kernel.new_rows(1, seed=seed)
    for _ in range(decisions):
        kernel.roll_batch(rows)
        options = kernel.options(rows, 0)
        if options:
            kernel.play_batch(rows, [rng.choice(options)])
    return kernel.state(rows, 0)


def at_create(edition: Edition = EDITION) -> GameState:
    """A state in which a path is to be extended."""
    states = (random_state(edition, seed, 16) for seed in range(1000))
    return next(state for state in states if state.cursor.phase == "create")


def test_a_step_leads_where_the_walker_goes() -> None:
    middle = Cell(3, 3)
    for placement in range(EMPTY):
        board = Board.empty(SIZE).with_tile(middle, laid_of(placement))
        for point in range(POINTS):
            way = 16 * placement + point
            route = walk(board, TILES, Stop(middle, point))
            if not route.crossings:
                assert STEP[way] == 0
            else:
                assert unpadded((padded(middle) + STEP[way]) & 63) == route.end.cell
                assert COME[way] == route.end.port


def test_every_point_touches_another() -> None:
    for point in range(POINTS):
        stop = across(Stop(Cell(2, 2), point))
        assert (padded(Cell(2, 2)) + AWAY[point]) & 63 == padded(stop.cell)
        assert TOUCH[point] == stop.port


@pytest.mark.parametrize("corners", [True, False])
def test_ways_are_those_that_continue_a_path(corners: bool) -> None:
    entry = Entry(TILES, corners=corners)
    for number, tile in enumerate(TILE_IDS):
        for key in range(16):
            wanted = 0
            for laid in TILES.ways(tile):
                if key < POINTS:
                    fits = TILES.wiring(laid)[key] != NO_PATH
                else:
                    fits = len(entry.points(laid, Side(key - POINTS))) > 0
                wanted |= fits << placement_of(laid) % 8
            assert WAYS[32 * number + 16 * (not corners) + key] == wanted


def test_flips_and_faces_are_those_of_the_rules() -> None:
    for placement in range(EMPTY):
        laid = laid_of(placement)
        turned = [winds.flipped(laid, axis) for axis in Axis]
        assert [laid_of(flipped(placement, axis)) for axis in range(2)] == turned
        assert AXES[placement] == len({TILES.wiring(each) for each in turned})
        assert GLOWING[placement >> 2] == TILES.face(laid).glowing
        same = laid_of(placement - placement % 8 + PATTERN[placement])
        assert TILES.wiring(same) == TILES.wiring(laid)


def test_side_places_are_numbered_round_the_rim() -> None:
    for number, place in enumerate(rim_places(SIZE)):
        assert unpadded(PLACE_CELL[number]) == place.cell
        assert PLACE_SIDE[number] == place.side


def test_every_code_is_an_action_and_back() -> None:
    refused = 0
    for code in range(PHOENIX_CODES, CODES_END):
        cell = None
        if MOVE_LANTERN <= code < FLIP:
            cell = unpadded(code - MOVE_LANTERN)
        elif FLIP <= code < DRAW_TILE:
            cell = unpadded((code - FLIP) >> 1)
        if cell is not None and not on_board(cell, SIZE):
            refused += 1
            with pytest.raises(KernelError, match="not on the board"):
                action_of(TABLES, code)
        else:
            assert code_of(TABLES, action_of(TABLES, code)) == code
    assert refused == 3 * (64 - 36)


def test_what_is_not_a_code_or_not_an_action_is_refused() -> None:
    for code in (PHOENIX_CODES - 1, CODES_END):
        with pytest.raises(KernelError, match="not the code"):
            action_of(TABLES, code)
    for action in (Swap(TileId("T01"), TileId("T02")), PlaceTile(Laid(TileId("T01"), 0))):
        with pytest.raises(KernelError, match="not an action of Tsuro: Phoenix Rising"):
            code_of(TABLES, action)


def test_another_edition_or_other_tiles_are_refused() -> None:
    with pytest.raises(KernelError, match="kernel cannot play"):
        tables_of(build_edition("classic", seats=4))
    with pytest.raises(KernelError, match="kernel cannot play"):
        tables_of(replace(EDITION, bag=EDITION.bag[1:]))


@pytest.fixture(params=["plain", "lazily"])
def kernel(request: pytest.FixtureRequest) -> Kernel:
    ready: Ready = request.param
    return kernel_of(EDITION, ready=ready)


def test_an_illegal_code_changes_nothing(kernel: Kernel) -> None:
    rows = kernel.new_rows(2, seed=1)
    before = [kernel.state(rows, i) for i in range(2)]
    for wrong in (TURN_TILE, DRAW_OTHER_TILE, LAY_CENTRE, 0):
        with pytest.raises(IllegalAction, match="game 1 of the batch"):
            kernel.step_batch(rows, [START_AT, wrong])
    assert [kernel.state(rows, i) for i in range(2)] == before


def test_a_finished_game_takes_no_more(kernel: Kernel) -> None:
    rows = kernel.new_rows(2, seed=1)
    kernel.playout_batch(rows)
    _, counts = kernel.legal_batch(rows)
    assert list(counts) == [0, 0]
    with pytest.raises(GameOver, match="Game 0"):
        kernel.step_batch(rows, [START_AT, NO_ACTION])
    with pytest.raises(GameOver):
        kernel.outcome_batch(rows, [DRAW_TILE, NO_ACTION])
    assert list(kernel.playout_batch(rows)) == [0, 0]


def test_outcomes_must_be_possible(kernel: Kernel) -> None:
    rows = kernel.new_rows(1, seed=1)
    for seat in range(4):
        kernel.play_batch(rows, [START_AT + 6 * seat])
    kernel.outcome_batch(rows, [LAY_CENTRE + 4 * 2 + 3])
    assert kernel.state(rows, 0).board[Cell(1, 1)] == Laid(TileId("C03"), 3)
    for wrong in (LAY_CENTRE + 4 * 2, DRAW_TILE + 20, DRAW_TILE, DRAW_OTHER_TILE):
        with pytest.raises(IllegalAction):
            kernel.outcome_batch(rows, [wrong])
    for tile in (0, 1, *range(3, 16)):
        kernel.outcome_batch(rows, [LAY_CENTRE + 4 * tile])
    for wrong in (LAY_CENTRE, DRAW_TILE + 15, DRAW_OTHER_TILE):
        with pytest.raises(IllegalAction):
            kernel.outcome_batch(rows, [wrong])
    kernel.outcome_batch(rows, [DRAW_TILE + 16])
    assert kernel.state(rows, 0).hands[0] == ("E01",)


def test_a_full_log_is_an_error(kernel: Kernel) -> None:
    with pytest.raises(KernelError, match="more than 20"):
        kernel.logged_batch(kernel.new_rows(2, seed=1), room=20)


@pytest.mark.parametrize("edition", [EDITION, WINDY], ids=["standard", "winds"])
def test_option_lists_fit_into_the_buffer(edition: Edition) -> None:
    kernel = kernel_of(edition, ready="plain")
    rows = kernel.new_rows(1, seed=3)
    most = 0
    for _ in range(60):
        kernel.roll_batch(rows)
        options = kernel.options(rows, 0)
        most = max(most, len(options))
        if options:
            kernel.play_batch(rows, [options[0]])
    assert 16 < most < MOST_OPTIONS


@pytest.mark.parametrize("edition", [EDITION, WINDY], ids=["standard", "winds"])
def test_unseen_tiles_are_dealt_anew_and_nothing_else_changes(edition: Edition) -> None:
    kernel = kernel_of(edition, ready="plain")
    changed = 0
    for number in range(40):
        state = random_state(edition, number, 4 + number)
        viewer = Seat(number % 4)
        row = kernel.to_row(state, luck=number + 1)
        deal_unseen(row, viewer)
        world = kernel.from_row(row)
        assert seen_state(world, viewer) == seen_state(state, viewer)
        assert not list(violations(edition, world))
        changed += world != state
    assert changed > 20


def test_the_standard_game_knows_no_winds() -> None:
    """Switches of Winds of Change make no difference without it."""
    switches = {"winds_others": "any_open", "winds_first": "encountered"}
    other = build_edition("phoenix", seats=4, switches=switches)
    logs = []
    for edition in (EDITION, other):
        kernel = kernel_of(edition, ready="plain")
        logs.append(kernel.logged_batch(kernel.new_rows(5, seed=4)))
    assert logs[0] == logs[1]


def refused(state: GameState, match: str, edition: Edition = EDITION) -> None:
    with pytest.raises(KernelError, match=match):
        kernel_of(edition, ready="plain").to_row(state)


def with_phase(state: GameState, phase: str) -> GameState:
    return replace(state, cursor=replace(state.cursor, phase=phase))


def test_tiles_a_record_cannot_hold_are_refused() -> None:
    state = at_create()
    active = state.turn.seat
    spare = state.pile.bag
    refused(state.with_hand(active, (HIDDEN,)), "hidden")
    refused(state.with_hand(active, EDITION.bag[:3]), "more than 2")
    refused(replace(state, pile=Pile()), "edge tiles for")
    refused(replace(state, pile=Pile(spare * 3)), "edge tiles for|room")
    known = (Buried(spare[0], (Seat(0), Seat(1))),)
    refused(replace(state, pile=Pile(spare[1:], known)), "More than one seat")
    refused(state.with_part(Centre((TileId("C01"),))), "as they are laid")


def test_tiles_that_everybody_has_seen_may_lie_under_the_stack() -> None:
    state = at_create()
    bag = state.pile.bag
    state = replace(state, pile=Pile(bag[1:], (*state.pile.bottom, Buried(bag[0], None))))
    kernel = kernel_of(EDITION, ready="plain")
    row = kernel.to_row(state)
    assert kernel.from_row(row) == state
    deal_unseen(row, 0)
    assert kernel.from_row(row).pile.bottom[-1] == Buried(bag[0], None)


def test_pawns_and_markers_that_cannot_be_are_refused() -> None:
    state = at_create()
    standing = next(pawn for pawn in state.pawns if pawn.stop is not None)
    other = next(pawn for pawn in state.pawns if pawn.seat != standing.seat)
    double = state.with_pawn(PawnId(other.seat), replace(standing, seat=other.seat))
    refused(double, "Two pawns stand")
    assert standing.stop is not None
    outside = replace(standing, stop=Stop(Cell(-1, 0), 2))
    refused(state.with_pawn(PawnId(standing.seat), outside), "faces no cell")
    lanterns = state.part(Lanterns)
    (cell, colour), *rest = lanterns.markers
    wrong = "blue" if colour != "blue" else "yellow"
    refused(state.with_part(replace(lanterns, markers=((cell, wrong), *rest))), "no icon")
    refused(state.with_part(replace(lanterns, markers=((cell, colour),) * 2)), "Two markers")
    free = next(each for each, _ in state.board.occupied() if each not in dict(lanterns.markers))
    refused(state.with_part(replace(lanterns, stars=(free,))), "without a lantern marker")


def test_phases_that_ask_nothing_are_refused() -> None:
    state = at_create()
    refused(with_phase(state, "travel"), "Nothing is asked")
    refused(with_phase(state, "prepare"), "due to draw")
    refused(with_phase(state, "refill"), "due to draw")
    refused(with_phase(state, "lantern"), "Nothing can be chosen")
    refused(with_phase(state, "break_loop"), "no state of Tsuro: Phoenix Rising")
    refused(with_phase(at_create(WINDY), "break_loop"), "Nothing can be chosen", WINDY)
    start = begin(EDITION).state
    refused(with_phase(start, "deal"), "Not every pawn")
    dealt = replace(state, cursor=replace(state.cursor, section="setup", phase="centre"))
    refused(dealt, "The centre is full")
    out = Exit(Seat(0), 1, 1, Fate.EDGE)
    refused(replace(state, exits=(out,)), "Nobody is out by edge")


HAIRPINS = wiring_of([(0, 1), (2, 3), (4, 5), (6, 7)])


def with_hairpins(monkeypatch: pytest.MonkeyPatch, *tiles: str) -> None:
    """Some tiles lead every path back to the side it came from, on both faces."""
    step, come, axes = bytearray(STEP), bytearray(COME), bytearray(AXES)
    for tile in tiles:
        first = placement_of(Laid(TileId(tile), 0))
        for placement in range(first, first + 8):
            axes[placement] = 1
            for point in range(POINTS):
                leave = HAIRPINS[point]
                step[16 * placement + point] = AWAY[leave] if leave != NO_PATH else 0
                come[16 * placement + point] = TOUCH[leave] if leave != NO_PATH else 0
    for module in (phoenix_flight, phoenix_loops):
        monkeypatch.setattr(module, "STEP", bytes(step))
        monkeypatch.setattr(module, "COME", bytes(come))
    monkeypatch.setattr(phoenix_loops, "AXES", bytes(axes))


def test_a_loop_that_no_flip_breaks_is_left_at_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """The printed set may have no such loop, but a game has to end with any set (WC-10)."""
    table = phoenix("d3.7<c3", "a6.w", board={"c3": "C01a/0", "d3": "C03a/0"},
                    hands=["", "E02 E03"], switches={"winds_of_change": "on"})  # fmt: skip
    kernel = kernel_of(table.edition, ready="plain")
    monkeypatch.setattr(phoenix_rows, "check_supply", lambda g, to_come: None)
    rows = kernel.rows_of([table.state])
    with_hairpins(monkeypatch, "C01", "C03")
    kernel.play_batch(rows, [TURN_TILE + placement_of(Laid(TileId("C03"), 0))])
    c3, d3 = Cell(2, 2), Cell(3, 2)
    over = [Flip(c3, Axis.LEFT_RIGHT), Flip(d3, Axis.LEFT_RIGHT)]
    assert [kernel.action_of(code) for code in kernel.options(rows, 0)] == over
    phoenix_loops.break_loop(rows[0], kernel.code_of(over[1]))
    assert rows[0].in_vain[: rows[0].in_vain_n] == [padded(d3)]
    assert phoenix_loops.go_round(rows[0], 0) == 0
    assert (rows[0].on, rows[0].off) == (0, 1)
    assert (rows[0].flown, rows[0].in_vain_n) == (0, 0)


def test_withdrawing_is_offered_only_to_who_can_rise() -> None:
    for lives, offered in (([0, 1], True), ([1], False)):
        table = phoenix(
            "d3.7<c3", "a6.w", board={"c3": "C01a/0"}, hands=["", "E02 E03"], lives=lives
        )
        kernel = kernel_of(table.edition, ready="plain")
        rows = kernel.rows_of([table.state])
        assert (kernel.code_of(Withdraw()) in kernel.options(rows, 0)) == offered
