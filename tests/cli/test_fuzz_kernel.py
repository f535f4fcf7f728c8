"""`tsuro fuzz --kernel`: kernels against the reference, and what is told when they differ."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from tests.cli.running import run
from tsuro.cli import fuzz
from tsuro.cli.fuzzing import Case, Verdict, schedule
from tsuro.cli.kernel_fuzzing import endings_told, is_late, play_kernel_case
from tsuro.core.state import GameState
from tsuro.editions.registry import EDITIONS, build_edition
from tsuro.fast import Kernel
from tsuro.fast.equality import PATIENCE
from tsuro.fast.families import with_kernel

WITH_KERNEL = with_kernel()
SWITCHES = ("-o", "piles=3", "-o", "laid_down=open")
KOSMOS = Case(
    "kosmos", 3, (("board", "auto"), ("piles", "3"), ("laid_down", "open")), 40, kernel=True
)


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernels as they stand: the same sources, and nothing to be compiled."""
    monkeypatch.setattr("tsuro.fast.ready.has_numba", lambda: False)


@pytest.mark.parametrize("edition", WITH_KERNEL)
def test_kernels_and_reference_agree(edition: str) -> None:
    for case in schedule(12, editions=[edition], seed=70, kernel=True):
        verdict = play_kernel_case(case)
        assert verdict.fault is None, (verdict.fault, case.command)
        assert verdict.ending is not None
        assert verdict.actions > 0


def test_nobody_lays_a_tile_on_the_cell_of_a_pawn_that_is_still_to_enter(plain: None) -> None:
    """With this seed its owner was left without a tile in the first round, as nobody can be."""
    switches = (("board", "auto"), ("piles", "3"), ("laid_down", "hidden"))
    verdict = play_kernel_case(Case("kosmos", 3, switches, 15134, kernel=True))
    assert (verdict.fault, verdict.ending) == (None, "tiles_out")


def test_a_game_that_careful_players_would_never_end_does_end() -> None:
    """With this seed one of them turns the same tile to and fro until care ends."""
    switches = {
        "winds_of_change": "on",
        "immolate": "next_turn",
        "entry": "side_and_corners",
        "star": "same_move_only",
        "winds_others": "any_open",
        "winds_first": "encountered",
    }
    verdict = play_kernel_case(Case("phoenix", 8, tuple(switches.items()), 7553, kernel=True))
    assert verdict.fault is None
    assert verdict.ending is not None
    assert verdict.actions > PATIENCE


@pytest.mark.usefixtures("plain")
def test_the_plain_kernel_is_compared_where_there_is_no_compiler() -> None:
    for case in schedule(6, editions=["classic"], seats=[3], seed=7, kernel=True):
        assert play_kernel_case(case).fault is None


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("edition", WITH_KERNEL)
def test_every_ending_is_reached_within_a_few_hundred_games(edition: str) -> None:
    """Of these games only those are played that begin near a rare ending: luck sees to the rest."""
    cases = schedule(240, editions=[edition], seed=1, kernel=True)
    verdicts = [play_kernel_case(case) for case in cases if is_late(case)]
    assert [verdict.fault for verdict in verdicts if verdict.fault] == []
    reached = Counter(verdict.ending for verdict in verdicts)
    rare = {
        "classic": {"tiles_out"},
        "kosmos": {"tiles_out"},
        "seas": {"tiles_out", "board_full"},
    }.get(edition, set())
    assert bool(verdicts) == bool(rare)
    assert rare <= set(reached), reached


@pytest.mark.usefixtures("plain")
def test_games_from_late_positions_are_compared_too(monkeypatch: pytest.MonkeyPatch) -> None:
    cases = (replace(KOSMOS, seed=seed) for seed in range(100))
    case = next(each for each in cases if is_late(each))
    assert play_kernel_case(case).ending == "tiles_out"
    right = Kernel.from_row

    def wrong(self: Kernel, row: object) -> GameState:
        state = right(self, row)
        return state if state.result is None else replace(state, result=None)

    monkeypatch.setattr(Kernel, "from_row", wrong)
    fault = play_kernel_case(case).fault
    assert fault is not None
    assert fault.startswith("result differs: the kernel has None, the reference ")


def test_what_was_reached_is_told() -> None:
    seas = Case("seas", 2, tuple(build_edition("seas", seats=2).switches.items()), 1, kernel=True)
    pocket = Case("pocket", 2, (), 2, kernel=True)
    verdicts = [Verdict(pocket, "all_out", 5), Verdict(seas, "board_full", 5)]
    told = (
        "2 of 5 endings were reached, not: pocket last_standing, seas last_standing, seas all_out."
    )
    assert endings_told(verdicts) == told
    verdicts.append(Verdict(pocket, "last_standing", 5))
    assert endings_told([verdicts[0], verdicts[2]]) == "All 2 endings were reached."


def test_the_command_sums_up() -> None:
    result = run("fuzz", "--kernel", "--games", "6", "-e", "pocket", "--jobs", "1")
    assert result.exit_code == 0
    assert "6 games" in result.stdout
    assert "no difference" in result.stdout
    assert "All 2 endings were reached." in result.stdout


def test_several_processes_do_the_same() -> None:
    arguments = ("fuzz", "--kernel", "--games", "10", "-e", "pocket", "--json", "--jobs")
    one = run(*arguments, "1")
    command = [sys.executable, "-m", "tsuro", *arguments, "2"]
    two = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(one.stdout) == json.loads(two.stdout)


def test_every_way_to_play_with_a_kernel_is_reached() -> None:
    cases = list(schedule(3000, editions=WITH_KERNEL, kernel=True))
    ways = {(case.edition, case.seats, case.switches) for case in cases}
    expected = 0
    for name in WITH_KERNEL:
        combinations = 1
        for option in EDITIONS[name].switches:
            combinations *= len(option.values)
        expected += 7 * combinations
    assert len(ways) == expected


def test_a_wrong_option_list_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Kernel.legal_batch

    def wrong(self: Kernel, rows: Any) -> tuple[Any, Any]:
        codes, counts = right(self, rows)
        return codes, counts - (counts > 6)

    monkeypatch.setattr(Kernel, "legal_batch", wrong)
    arguments = ("fuzz", "--kernel", "--games", "2", "-e", "kosmos", "--seats", "3")
    result = run(*arguments, "--jobs", "1", "--seed", "40", *SWITCHES)
    assert result.exit_code == 1
    assert "the options differ: the kernel offers [] more and lacks [" in result.stderr
    assert "position: kosmos/3:piles=3 " in result.stderr
    assert f"again:    {KOSMOS.command}" in result.stderr
    assert KOSMOS.command.startswith("tsuro fuzz --kernel --games 1 --edition kosmos --seats 3 ")


def test_a_wrong_state_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Kernel.from_row

    def wrong(self: Kernel, row: object) -> GameState:
        state = right(self, row)
        late = state.turn.number == 3
        return replace(state, turn=replace(state.turn, moment=99)) if late else state

    monkeypatch.setattr(Kernel, "from_row", wrong)
    for seed in range(5):
        verdict = play_kernel_case(replace(KOSMOS, seed=seed))
        assert verdict.fault is not None
        assert verdict.fault.startswith("turn differs: the kernel has Turn(seat=")
        assert verdict.position is not None


def test_a_refusal_and_a_crash_are_findings(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Kernel.code_of
    monkeypatch.setattr(Kernel, "code_of", lambda self, action: right(self, action) + 1)
    fault = play_kernel_case(KOSMOS).fault
    assert fault is not None
    assert "differ" in fault or "not among the options" in fault
    monkeypatch.setattr(Kernel, "rows_of", lambda self, states: 1 // 0)
    fault = play_kernel_case(KOSMOS).fault
    assert fault is not None
    assert fault.startswith("ZeroDivisionError: ")


def test_many_failures_are_not_all_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Kernel, "code_of", lambda self, action: 0)
    result = run("fuzz", "--kernel", "--games", "14", "-e", "pocket", "--jobs", "1")
    assert result.exit_code == 1
    assert result.stderr.count("again: ") == 10
    assert "... and 4 more." in result.stderr


def test_an_interrupt_sums_up_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(case: Case) -> Verdict:
        if case.seed == 4:
            raise KeyboardInterrupt
        return Verdict(case, "all_out", 5)

    monkeypatch.setattr(fuzz, "play_case", play)
    result = run("fuzz", "--games", "20", "--jobs", "1")
    assert result.exit_code == 0
    assert "Stopped." in result.stderr
    assert "3 games, 15 actions" in result.stdout


def test_an_edition_without_a_kernel_is_refused(without_kernel: str) -> None:
    result = run("fuzz", "--kernel", "-e", without_kernel)
    assert result.exit_code == 2
    assert "tsuro fuzz --kernel needs a compiled kernel, and Our Tsuro has none" in result.stderr
