"""The guarded door to the kernels, plain and compiled."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import numpy
import pytest

from tsuro.core.asks import Decide
from tsuro.core.ids import Seat, TileId
from tsuro.core.pile import Buried, Pile
from tsuro.core.state import GameState
from tsuro.core.tiles import HIDDEN
from tsuro.editions.edition import Edition
from tsuro.editions.registry import MAX_SEATS, build_edition
from tsuro.engine.determinize import unseen_tiles
from tsuro.engine.invariants import violations
from tsuro.engine.play import Step, advance, begin
from tsuro.engine.views import seen_state, view
from tsuro.errors import GameOver, IllegalAction, KernelError
from tsuro.fast import Kernel, has_kernel, kernel_of
from tsuro.fast.compiling.compile import has_numba
from tsuro.fast.ready import Ready
from tsuro.fast.shared.codes import DRAW_TILE, NO_ACTION
from tsuro.fast.shared.rng import stream
from tsuro.fast.shared.wins import WHOLE_WIN, count_seats
from tsuro.fast.tiles.hands import deal_unseen

CLASSIC = build_edition("classic", seats=3)


def random_step(edition: Edition, rng: Random, actions: int) -> Step:
    step = begin(edition)
    for _ in range(actions):
        if step.ask is None:
            break
        if isinstance(step.ask, Decide):
            action = rng.choice(step.ask.options)
            step = advance(edition, step, action)
        else:
            step = advance(edition, step, rng.choice(step.ask.outcomes)[0])
    return step


@pytest.fixture(params=["plain", "lazily"])
def kernel(request: pytest.FixtureRequest) -> Kernel:
    ready: Ready = request.param
    return kernel_of(CLASSIC, ready=ready)


def test_an_illegal_code_changes_nothing(kernel: Kernel) -> None:
    rows = kernel.new_rows(3, seed=1)
    kernel.roll_batch(rows)
    codes, _ = kernel.legal_batch(rows)
    before = [kernel.state(rows, i) for i in range(3)]
    with pytest.raises(IllegalAction, match="game 1 of the batch"):
        kernel.step_batch(rows, [int(codes[0][0]), 0, int(codes[2][0])])
    assert [kernel.state(rows, i) for i in range(3)] == before


def test_a_finished_game_takes_no_more(kernel: Kernel) -> None:
    rows = kernel.new_rows(2, seed=1)
    kernel.playout_batch(rows)
    _, counts = kernel.legal_batch(rows)
    assert list(counts) == [0, 0]
    with pytest.raises(GameOver, match="Game 0"):
        kernel.step_batch(rows, [0, NO_ACTION])
    with pytest.raises(GameOver):
        kernel.outcome_batch(rows, [DRAW_TILE, NO_ACTION])
    kernel.step_batch(rows, [NO_ACTION, NO_ACTION])
    assert list(kernel.playout_batch(rows)) == [0, 0]


def test_a_decision_cannot_come_before_luck(kernel: Kernel) -> None:
    rows = kernel.new_rows(1, seed=1)
    with pytest.raises(IllegalAction):
        kernel.play_batch(rows, [0])
    kernel.roll_batch(rows)
    with pytest.raises(IllegalAction):
        kernel.outcome_batch(rows, [DRAW_TILE])


def test_an_outcome_must_be_possible(kernel: Kernel) -> None:
    rows = kernel.new_rows(1, seed=1)
    kernel.outcome_batch(rows, [DRAW_TILE + 4])
    with pytest.raises(IllegalAction):
        kernel.outcome_batch(rows, [DRAW_TILE + 4])
    assert kernel.state(rows, 0).hands[0] == ("T05",)


def test_a_full_log_is_an_error(kernel: Kernel) -> None:
    with pytest.raises(KernelError, match="more than 20"):
        kernel.logged_batch(kernel.new_rows(2, seed=1), room=20)


@pytest.mark.parametrize("room", [0, -1])
def test_a_log_needs_room(room: int, kernel: Kernel) -> None:
    with pytest.raises(KernelError, match="must be a whole number from 1 on"):
        kernel.logged_batch(kernel.new_rows(2, seed=1), room=room)


@pytest.mark.parametrize("viewer", [-1, 3, 255, 0.5])
def test_a_viewer_is_a_seat(viewer: int, kernel: Kernel) -> None:
    with pytest.raises(
        KernelError, match=f"viewer must be a whole number from 0 to 2, not {viewer}"
    ):
        kernel.rollouts(kernel.new_rows(1, seed=1), 0, times=1, viewer=viewer)


@pytest.mark.parametrize(
    "codes",
    [[280.0, 280.5], ["280", "281"], [None, None], [[280], [281]], [[280], []], 280, [2**70, 280]],
    ids=str,
)
def test_codes_are_whole_numbers(codes: Any, kernel: Kernel) -> None:
    rows = kernel.new_rows(2, seed=1)
    kernel.roll_batch(rows)
    for play in (kernel.play_batch, kernel.step_batch, kernel.outcome_batch):
        with pytest.raises(KernelError):
            play(rows, codes)


@pytest.mark.parametrize("code", [-1, 0x10000])
def test_codes_have_a_range(code: int, kernel: Kernel) -> None:
    rows = kernel.new_rows(2, seed=1)
    with pytest.raises(KernelError, match="outside"):
        kernel.step_batch(rows, [NO_ACTION, code])


def test_codes_may_come_from_numpy(kernel: Kernel) -> None:
    """Whatever their type and wherever they lie, as long as they are whole numbers."""
    rows = kernel.new_rows(3, seed=1)
    kernel.roll_batch(rows)
    codes = [kernel.options(rows, number)[number] for number in range(3)]
    results = []
    for kind in ("u2", "i4", "u8"):
        played = kernel.rows_of([kernel.state(rows, number) for number in range(3)])
        given: Any = numpy.array(codes, kind).repeat(2)[::2]
        kernel.play_batch(played, given)
        results.append([kernel.state(played, number) for number in range(3)])
    assert results[0] == results[1] == results[2]
    assert results[0] != [kernel.state(rows, number) for number in range(3)]
    kernel.play_batch(kernel.new_rows(0, seed=1), [])


def test_rows_have_as_many_seats_as_the_kernel(kernel: Kernel) -> None:
    """Records alone do not tell: games of any number of seats have the same."""
    four = build_edition("classic", seats=4)
    others = kernel_of(four, ready="lazily" if kernel.compiled else "plain")
    rows, stray = kernel.new_rows(3, seed=1), others.new_rows(1, seed=1)
    mixed = numpy.concatenate([rows, stray]) if kernel.compiled else [*rows, *stray]
    for ask in (
        kernel.legal_batch,
        kernel.roll_batch,
        kernel.playout_batch,
        kernel.logged_batch,
        lambda rows: kernel.step_batch(rows, [NO_ACTION] * 4),
        lambda rows: kernel.outcome_batch(rows, [NO_ACTION] * 4),
        lambda rows: kernel.rollouts(rows, 3, times=1),
        lambda rows: kernel.options(rows, 3),
    ):
        with pytest.raises(KernelError, match="games of 3 seats"):
            ask(mixed)
    with pytest.raises(KernelError, match="games of 3 seats"):
        kernel.state(mixed, 3)
    with pytest.raises(KernelError, match="waits for luck"):
        kernel.options(mixed, 2)
    kernel.fresh_playouts(mixed, seed=1)
    assert kernel.state(mixed, 3).seats == 3


@pytest.mark.parametrize("name", ["classic", "seas", "phoenix"])
def test_states_have_as_many_seats_as_the_kernel(name: str) -> None:
    edition = build_edition(name, seats=3)
    state = begin(build_edition(name, seats=4)).state
    refused(state, "a game of 4 seats, not of 3", edition)


def test_batches_must_fit(kernel: Kernel) -> None:
    rows = kernel.new_rows(4, seed=1)
    with pytest.raises(KernelError, match="1 codes for 4 games"):
        kernel.step_batch(rows, [0])
    for rows in ("rows", ["row"], None):
        with pytest.raises(KernelError, match="take those of its `new_rows`"):
            kernel.legal_batch(rows)


def test_a_game_must_be_one_of_the_batch(kernel: Kernel) -> None:
    rows = kernel.new_rows(4, seed=1)
    for index in (-1, 4, 100_000):
        with pytest.raises(KernelError, match=f"no game {index} among 4"):
            kernel.options(rows, index)
        with pytest.raises(KernelError, match=f"no game {index} among 4"):
            kernel.rollouts(rows, index, times=1)
    with pytest.raises(KernelError):
        kernel.options("rows", 0)
    with pytest.raises(KernelError, match="must be a whole number from 1 on"):
        kernel.rollouts(rows, 0, times=0)


def test_the_options_of_one_game_are_those_of_the_batch(kernel: Kernel) -> None:
    rows = kernel.new_rows(3, seed=2)
    kernel.roll_batch(rows)
    kernel.step_batch(rows, [NO_ACTION, kernel.options(rows, 1)[7], NO_ACTION])
    codes, counts = kernel.legal_batch(rows)
    for number in range(3):
        assert kernel.options(rows, number) == list(codes[number][: counts[number]])
    assert kernel.options(rows, 0) != kernel.options(rows, 1)


def test_an_earlier_answer_is_written_over(kernel: Kernel) -> None:
    rows = kernel.new_rows(3, seed=2)
    kernel.roll_batch(rows)
    answer = kernel.legal_batch(rows)
    kernel.step_batch(rows, [int(codes[0]) for codes in answer[0]])
    again = kernel.legal_batch(rows, into=answer)
    assert again[0] is answer[0]
    assert again[1] is answer[1]
    for number in range(3):
        assert kernel.options(rows, number) == list(again[0][number][: again[1][number]])


def test_room_for_other_batches_is_refused() -> None:
    kernel = kernel_of(CLASSIC, ready="plain")
    rows = kernel.new_rows(3, seed=1)
    codes, counts = kernel.legal_batch(rows)
    short = [codes[0], codes[1], codes[2][:-1]]
    for into in ((codes[:2], counts), (codes, counts[:2]), (short, counts), (codes, "abc")):
        with pytest.raises(KernelError, match="leave it out"):
            kernel.legal_batch(rows, into=into)


def test_arrays_that_cannot_take_the_options_are_refused() -> None:
    kernel = kernel_of(CLASSIC)
    rows = kernel.new_rows(3, seed=1)
    codes, counts = kernel.legal_batch(rows)
    locked = codes.copy()
    locked.flags.writeable = False
    for into in (
        (codes[:2].copy(), counts),
        (codes, counts[:2].copy()),
        (codes[:, :3].copy(), counts),
        (codes.repeat(2, axis=1)[:, ::2], counts),
        (codes.astype("i8"), counts),
        (codes, counts.astype("u2")),
        (codes.tolist(), counts),
        (locked, counts),
    ):
        with pytest.raises(KernelError, match="leave it out"):
            kernel.legal_batch(rows, into=into)


def test_arrays_of_another_shape_are_refused() -> None:
    kernel = kernel_of(CLASSIC)
    rows = kernel.new_rows(4, seed=1)
    with pytest.raises(KernelError, match="one piece"):
        kernel.legal_batch(rows[::2])
    with pytest.raises(KernelError, match="not rows"):
        kernel.legal_batch(kernel_of(build_edition("kosmos", seats=8)).new_rows(1, seed=1))


def test_results_do_not_depend_on_threads_or_batches(kernel: Kernel) -> None:
    rows = kernel.new_rows(20, seed=5)
    kernel.playout_batch(rows, threads=3)
    again = kernel.new_rows(20, seed=9)
    kernel.fresh_playouts(again, seed=5)
    later = kernel.new_rows(12, seed=5, begin_at=8)
    kernel.playout_batch(later)
    results = [kernel.state(rows, i) for i in range(20)]
    assert [kernel.state(again, i) for i in range(20)] == results
    assert [kernel.state(later, i) for i in range(12)] == results[8:]


def test_rollouts_share_out_every_game(kernel: Kernel) -> None:
    rows = kernel.new_rows(1, seed=5)
    before = kernel.state(rows, 0)
    for viewer in (None, 0):
        assert sum(kernel.rollouts(rows, 0, times=50, viewer=viewer)) == pytest.approx(1)
    assert kernel.state(rows, 0) == before


def test_seats_are_counted() -> None:
    assert [count_seats(seats) for seats in range(256)] == [each.bit_count() for each in range(256)]


def test_a_win_can_be_shared_by_any_number_of_seats() -> None:
    assert [WHOLE_WIN % sharers for sharers in range(1, MAX_SEATS + 1)] == [0] * MAX_SEATS


@pytest.mark.parametrize("name", ["classic", "kosmos", "pocket"])
def test_unseen_tiles_are_dealt_anew_and_nothing_else_changes(name: str) -> None:
    edition = build_edition(name, seats=4)
    kernel = kernel_of(edition, ready="plain")
    rng = Random(name)
    hiding = 0
    for number in range(60):
        step = random_step(edition, rng, 15 + number)
        if step.ask is None:
            continue
        viewer = Seat(rng.randrange(4))
        hidden = unseen_tiles(view(edition, step.state, step.ask, viewer=viewer))
        hides = len(set(hidden)) > 1
        changed = 0
        for luck in range(5):
            row = kernel.to_row(step.state, luck=stream(number, luck))
            deal_unseen(row, viewer)
            world = kernel.from_row(row)
            assert seen_state(world, viewer) == seen_state(step.state, viewer)
            assert not [each for each in violations(edition, world) if each.rule == "INV-1"]
            changed += world != step.state
        # One deal may be the old one again, hardly five.
        assert (changed > 0) == hides
        hiding += hides
    assert hiding > 20


def refused(state: GameState, match: str, edition: Edition = CLASSIC) -> None:
    with pytest.raises(KernelError, match=match):
        kernel_of(edition, ready="plain").to_row(state)


def test_states_a_record_cannot_hold_are_refused() -> None:
    state = random_step(CLASSIC, Random(1), 14).state
    assert state.cursor.phase == "place"
    active = state.turn.seat
    refused(state.with_hand(active, (HIDDEN,)), "hidden")
    refused(state.with_hand(active, ()), "no tile")
    refused(state.with_hand(active, (TileId("T01"),) * 4), "more than 3")
    refused(replace(state, pile=Pile((), (Buried(TileId("T01"), None),))), "under the pile")
    refused(replace(state, pile=Pile(state.pile.bag * 3)), "room")
    refused(replace(state, cursor=replace(state.cursor, phase="travel")), "Nothing is asked")
    refused(replace(state, cursor=replace(state.cursor, phase="draw"), pile=Pile()), "due to draw")
    lost = replace(state.board, squares=(None,) * 36)
    stray = next(pawn for pawn in state.pawns if pawn.stop)
    assert stray.stop is not None
    inner = replace(stray, stop=stray.stop._replace(cell=type(stray.stop.cell)(3, 3)))
    refused(replace(state, board=lost, pawns=(inner, *state.pawns[1:])), "No path leads")


def test_a_pocket_game_needs_all_its_tiles() -> None:
    edition = build_edition("pocket", seats=3)
    state = random_step(edition, Random(1), 14).state
    refused(replace(state, pile=Pile(state.pile.bag[1:])), "missing", edition)


def test_kosmos_piles_must_hold_the_undrawn_tiles() -> None:
    edition = build_edition("kosmos", seats=3)
    state = random_step(edition, Random(1), 14).state
    refused(replace(state, pile=Pile(state.pile.bag[1:])), "piles", edition)


def test_kernels_are_kept_and_warmed_once() -> None:
    assert has_kernel(CLASSIC)
    assert kernel_of(CLASSIC) is kernel_of(CLASSIC)
    assert kernel_of(CLASSIC).compiled == has_numba()
    assert kernel_of(CLASSIC, ready="compiled") is kernel_of(CLASSIC)
    assert kernel_of(CLASSIC, ready="at_hand") is kernel_of(CLASSIC)
    assert kernel_of(build_edition("pocket", seats=2), ready="at_hand").compiled


def test_who_asks_before_the_deal_is_told_so(kernel: Kernel) -> None:
    rows = kernel.new_rows(2, seed=1)
    with pytest.raises(KernelError, match="Game 1 waits for luck, such as the deal: `roll_batch`"):
        kernel.options(rows, 1)
    with pytest.raises(IllegalAction, match="Game 0 of the batch waits for luck"):
        kernel.step_batch(rows, [105, NO_ACTION])
    kernel.roll_batch(rows)
    assert kernel.options(rows, 1)
    kernel.fresh_playouts(rows, seed=1)
    assert kernel.options(rows, 1) == []
