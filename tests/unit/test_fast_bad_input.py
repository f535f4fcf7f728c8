"""What a kernel cannot take is refused in words, and the games stay as they were."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tsuro.core.actions import (
    Action,
    ChoosePile,
    Draw,
    DrawDaikaiju,
    Enter,
    Flip,
    LayCentre,
    MoveLantern,
    PlaceTile,
    RollDice,
    RollDie,
    Swap,
    TurnTile,
)
from tsuro.core.geometry import Cell
from tsuro.core.ids import TileId
from tsuro.core.state import GameState
from tsuro.core.tiles import Laid
from tsuro.editions.registry import build_edition
from tsuro.engine.play import begin
from tsuro.errors import BadSetting, KernelError
from tsuro.fast import Kernel, kernel_of
from tsuro.fast.counting import count
from tsuro.fast.ready import Ready
from tsuro.simulation.job import plan

CLASSIC = build_edition("classic", seats=3)
T01, T02, C01, E01 = map(TileId, ("T01", "T02", "C01", "E01"))
NO_NUMBERS = (1.5, 1.0, "3", True, None, [2])


@pytest.fixture(params=["plain", "lazily"])
def kernel(request: pytest.FixtureRequest) -> Kernel:
    ready: Ready = request.param
    return kernel_of(CLASSIC, ready=ready)


@pytest.fixture
def rows(kernel: Kernel) -> Any:
    """Three games after the deal."""
    rows = kernel.new_rows(3, seed=1)
    kernel.roll_batch(rows)
    return rows


def states(kernel: Kernel, rows: Any) -> list[GameState]:
    return [kernel.state(rows, number) for number in range(len(rows))]


def test_a_game_that_there_is_not(kernel: Kernel, rows: Any) -> None:
    before = states(kernel, rows)
    asks: tuple[Callable[[Any], object], ...] = (
        lambda index: kernel.state(rows, index),
        lambda index: kernel.row(rows, index),
        lambda index: kernel.options(rows, index),
        lambda index: kernel.rollouts(rows, index, times=1),
    )
    for ask in asks:
        for index in (3, 5, -1, *NO_NUMBERS):
            with pytest.raises(KernelError, match=r"There is no game .* among 3: games count"):
                ask(index)
    assert states(kernel, rows) == before


def test_numbers_that_are_none(kernel: Kernel, rows: Any) -> None:
    before = states(kernel, rows)
    policies = [0] * 3
    asks: tuple[Callable[[Any], object], ...] = (
        lambda number: kernel.new_rows(number, seed=1),
        lambda number: kernel.new_rows(2, seed=1, begin_at=number),
        lambda number: kernel.new_rows(2, seed=1, first=number),
        lambda number: kernel.playout_batch(rows, threads=number),
        lambda number: kernel.fresh_playouts(rows, seed=1, begin_at=number),
        lambda number: kernel.rollouts(rows, 0, times=number),
        lambda number: count(kernel, policies, seed=1, first=number, games=1),
        lambda number: count(kernel, policies, seed=1, first=0, games=number),
        lambda number: count(kernel, [0, number, 0], seed=1, first=0, games=1),
        lambda number: kernel.action_of(number),
    )
    for ask in asks:
        for number in (-1, *NO_NUMBERS):
            with pytest.raises(KernelError, match=r"must be a whole number from [01] "):
                ask(number)
    for number in (1.5, "3", True, 0, -1):
        with pytest.raises(KernelError, match="The room for a log must be a whole number"):
            kernel.logged_batch(rows, room=number)  # type: ignore[arg-type]
    for number in (1.5, "3", True, 3, -1):
        with pytest.raises(KernelError, match="seat of a viewer must be a whole number from 0 to"):
            kernel.rollouts(rows, 0, times=1, viewer=number)  # type: ignore[arg-type]
    for number in NO_NUMBERS:
        with pytest.raises(KernelError, match="A seed must be a whole number, not"):
            kernel.new_rows(1, seed=number)  # type: ignore[arg-type]
        with pytest.raises(KernelError, match="A seed must be a whole number, not"):
            kernel.rows_of(before, seed=number)  # type: ignore[arg-type]
    assert states(kernel, rows) == before


def test_no_first_seat_and_too_few_policies(kernel: Kernel) -> None:
    with pytest.raises(KernelError, match="first seat must be a whole number from 0 to 2, not 3"):
        kernel.new_rows(1, seed=1, first=3)
    with pytest.raises(KernelError, match="2 policies for 3 seats"):
        count(kernel, [0, 0], seed=1, first=0, games=1)


@pytest.mark.parametrize("name", ["kosmos", "pocket", "seas", "phoenix"])
def test_a_state_of_another_edition(name: str, kernel: Kernel) -> None:
    own = begin(CLASSIC).state
    other = begin(build_edition(name, seats=3)).state
    with pytest.raises(KernelError, match="This is no state of Classic Tsuro: take the kernel of"):
        kernel.rows_of([own, other])
    theirs = kernel_of(build_edition(name, seats=3), ready="plain")
    with pytest.raises(KernelError, match="take the kernel of its own"):
        theirs.rows_of([own])
    with pytest.raises(KernelError, match="a game of 4 seats, not of 3"):
        kernel.rows_of([begin(build_edition("classic", seats=4)).state])


def test_no_state_at_all(kernel: Kernel) -> None:
    state = begin(CLASSIC).state
    with pytest.raises(KernelError, match="Give a list of states"):
        kernel.rows_of(state)  # type: ignore[arg-type]
    for stranger in (None, "state", 3):
        with pytest.raises(KernelError, match="is no state of a game"):
            kernel.rows_of([stranger])  # type: ignore[list-item]
    tile = Laid(TileId("E01"), 0)
    odd = replace(state, board=state.board.with_tile(Cell(0, 0), tile))
    with pytest.raises(KernelError, match="This is no state of Classic Tsuro"):
        kernel.rows_of([odd])
    late = replace(state, turn=replace(state.turn, moment=70_000))
    with pytest.raises(KernelError, match="no room for 'moment'"):
        kernel.rows_of([late])


def test_records_of_another_layout(kernel: Kernel) -> None:
    """Of one board size too many: the same fields, but longer."""
    ready: Ready = "lazily" if kernel.compiled else "plain"
    large = kernel_of(build_edition("kosmos", seats=3, switches={"board": "large"}), ready=ready)
    rows, others = kernel.new_rows(2, seed=1), large.new_rows(2, seed=1)
    before = states(kernel, rows)
    for stranger in (others, None, "rows", 3, [None]):
        for ask in (kernel.legal_batch, kernel.roll_batch, kernel.playout_batch):
            with pytest.raises(KernelError, match="take those of its `new_rows` or `rows_of`"):
                ask(stranger)
        with pytest.raises(KernelError):
            kernel.state(stranger, 0)
    with pytest.raises(KernelError, match="no record of this kernel"):
        kernel.from_row(large.row(others, 0))
    with pytest.raises(KernelError, match="no record of this kernel"):
        kernel.from_row(None)
    assert states(kernel, rows) == before


WRONG: dict[tuple[str, int], tuple[object, ...]] = {
    ("classic", 3): (
        PlaceTile(Laid(T01, 7)),
        PlaceTile(Laid(T01, -1)),
        PlaceTile(Laid(T01, 0, 1)),
        PlaceTile(Laid(T01, 0), 1),
        PlaceTile(Laid(C01, 0)),
        PlaceTile(None),  # type: ignore[arg-type]
        Swap(T01, C01),
        Enter(9),
        Enter(-1),
        ChoosePile(8),
        ChoosePile(-1),
        Draw(TileId("?")),
        RollDie(2),
        "T01/0",
        None,
        7,
    ),
    ("kosmos", 2): (
        PlaceTile(Laid(T01, 0)),
        PlaceTile(Laid(T01, 0), 2),
        PlaceTile(Laid(T01, 0), -1),
    ),
    ("seas", 3): (
        PlaceTile(Laid(T01, 7)),
        RollDice(7, 1),
        RollDice(0, 3),
        RollDice(3, 0),
        RollDie(7),
        RollDie(0),
        DrawDaikaiju("G1", 4),
        DrawDaikaiju("X1", 0),
        Enter(3),
        LayCentre(C01, 0),
    ),
    ("phoenix", 3): (
        PlaceTile(Laid(E01, 7)),
        PlaceTile(Laid(E01, 0, 2)),
        TurnTile(Laid(E01, -1)),
        TurnTile(Laid(T01, 0)),
        LayCentre(C01, 4),
        LayCentre(E01, 0),
        MoveLantern(Cell(-1, 0)),
        MoveLantern(Cell(6, 6)),
        Flip(Cell(7, 0), "lr"),  # type: ignore[arg-type]
        Enter(12),
        Draw(T02),
    ),
}


@pytest.mark.parametrize("way", WRONG, ids=str)
def test_actions_that_there_are_not_have_no_code(way: tuple[str, int]) -> None:
    name, seats = way
    edition = build_edition(name, seats=seats)
    kernel = kernel_of(edition, ready="plain")
    for action in WRONG[way]:
        with pytest.raises(KernelError, match=f"is not an action of {edition.title}"):
            kernel.code_of(action)  # type: ignore[arg-type]


def test_every_option_still_has_its_code() -> None:
    for name, seats in WRONG:
        kernel = kernel_of(build_edition(name, seats=seats), ready="plain")
        rows = kernel.new_rows(1, seed=3)
        (log,) = kernel.logged_batch(rows)
        actions: list[Action] = [kernel.action_of(code) for code in log]
        assert [kernel.code_of(action) for action in actions] == log


def test_modules_that_are_no_templates() -> None:
    plain = kernel_of(CLASSIC, ready="plain")
    for name in ("tsuro.nowhere", "", ".bots", "tsuro.game"):
        with pytest.raises(
            KernelError, match="is no template: a module that names its FROM_KERNEL"
        ):
            plain.load(name)
        with pytest.raises(KernelError, match="is no template"):
            kernel_of(CLASSIC, name, ready="compiled")
    with pytest.raises(KernelError, match="cannot be made ready: it has no `warm_up`"):
        kernel_of(CLASSIC, "tsuro.fast.templates.policies", ready="compiled")


def test_a_template_that_wants_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tsuro.benchmark.clones.FROM_KERNEL", ("is_over", "fly", "swim"))
    with pytest.raises(
        KernelError, match="wants fly, swim, which no kernel offers: there are legal"
    ):
        kernel_of(CLASSIC, ready="plain").load("tsuro.benchmark.clones")


@pytest.mark.parametrize("number", [1.5, "3", True, None])
def test_a_simulation_is_planned_with_whole_numbers(number: Any) -> None:
    with pytest.raises(BadSetting, match="Games must be a whole number, not"):
        plan("classic", seats=3, games=number)
    with pytest.raises(BadSetting, match="Seats must be a whole number, not"):
        plan("classic", seats=number, games=3)
    with pytest.raises(BadSetting, match="The seed must be a whole number, not"):
        plan("classic", seats=3, games=3, seed=number)
