"""`tsuro bench`: what is measured, which windows count, and how it is told."""

from __future__ import annotations

import json
import os
import sys
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import run
from tsuro.benchmark import forms as forms_module
from tsuro.benchmark import rounds as runs
from tsuro.benchmark import windows
from tsuro.benchmark.cores import one_core
from tsuro.benchmark.forms import BATCHES, ROWS, UNITS, forms_of
from tsuro.benchmark.plot import draw
from tsuro.benchmark.rounds import Line, Plan, Ratio, Report
from tsuro.benchmark.windows import TRIES, Form, Window, machine_busy, measure
from tsuro.editions.registry import build_edition
from tsuro.errors import KernelError
from tsuro.fast import Kernel

QUICK = Plan(rounds=1, window=0.0, threaded_window=0.0)


class Machine:
    """Its time goes on only while work is done: on the clock, for this thread, and for others."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *steps: tuple[int, int, int]) -> None:
        self.now = [0, 0, 0]
        self.steps = iter(steps)
        monkeypatch.setattr(windows, "_clocks", lambda: (self.now[0], self.now[1]))
        monkeypatch.setattr(windows, "others_busy", lambda: self.now[2])
        monkeypatch.setattr(windows, "_cores", lambda: 2)

    def work(self, context: None) -> int:
        self.now = list(map(sum, zip(self.now, next(self.steps), strict=True)))
        return 10


CLEAN, STOLEN = (1000, 1000, 0), (2000, 1000, 1000)


def measured(
    monkeypatch: pytest.MonkeyPatch,
    *steps: tuple[int, int, int],
    threads: int = 0,
    target: float = 0,
) -> Window:
    machine = Machine(monkeypatch, *steps)
    window = measure(Form("form", lambda: None, machine.work, threads), target)
    assert not list(machine.steps)
    return window


def test_a_clean_window_counts_by_cpu_time(monkeypatch: pytest.MonkeyPatch) -> None:
    assert measured(monkeypatch, (1040, 1000, 0)) == Window(100, clean=True)


def test_a_dirty_window_is_measured_again(monkeypatch: pytest.MonkeyPatch) -> None:
    found = measured(monkeypatch, STOLEN, STOLEN, CLEAN)
    assert found == Window(100, clean=True, rejected=2)


def test_if_no_window_is_clean_the_last_one_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    found = measured(monkeypatch, *[STOLEN] * TRIES)
    assert found == Window(100, clean=False, rejected=TRIES - 1)


def test_threads_count_by_the_clock_and_want_an_idle_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waiting = (1000, 10, 100)
    """Threads that hardly run side by side are slow, not disturbed."""
    assert measured(monkeypatch, waiting, threads=2) == Window(100, clean=True)
    others = (1000, 10, 110)
    assert measured(monkeypatch, others, waiting, threads=2).rejected == 1


def test_a_window_goes_on_until_it_is_long_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    assert measured(monkeypatch, *[CLEAN] * 4, target=4e-6) == Window(100, clean=True)


def test_asking_the_machine_is_no_part_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes as long as copying some thousand positions."""
    machine = Machine(monkeypatch, CLEAN, CLEAN)

    def ask() -> int:
        machine.now = [machine.now[0] + 500, machine.now[1] + 500, machine.now[2]]
        return machine.now[2]

    monkeypatch.setattr(windows, "others_busy", ask)
    for threads in (0, 1):
        form = Form("form", lambda: None, machine.work, threads)
        assert measure(form, 0) == Window(100, clean=True)


def test_a_tick_of_a_coarse_clock_on_every_core_spoils_no_window(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tick = 10_000_000
    for plan in (Plan(), runs.QUICK):
        wall = round(plan.threaded_window * 1e9)
        step = (wall, wall, 2 * tick)
        assert measured(monkeypatch, step, threads=2, target=plan.threaded_window).clean


def test_only_several_threads_may_use_several_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """Told by a system of cardboard, for not every system lets cores be chosen."""
    monkeypatch.setattr(windows, "TRIES", 1)
    free = {2, 3, 5}
    allowed = [free]
    seen: list[set[int]] = []

    def allow(process: int, cores: set[int]) -> None:
        allowed.append(cores)

    def work(context: None) -> int:
        seen.append(allowed[-1])
        return 10

    monkeypatch.setattr(os, "sched_getaffinity", lambda process: allowed[-1], raising=False)
    monkeypatch.setattr(os, "sched_setaffinity", allow, raising=False)

    forms = [Form(f"form {threads}", lambda: None, work, threads) for threads in range(3)]
    runs.measure_round(Line("classic", 2), forms, QUICK, keep=False)
    assert seen == [{2}, {2}, free]
    assert allowed[-1] == free


def test_a_system_may_forbid_to_choose_a_core(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(process: int, cores: set[int]) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "sched_setaffinity", refuse, raising=False)
    with one_core():
        pass
    monkeypatch.delattr(os, "sched_setaffinity")
    with one_core():
        pass


def test_the_machine_need_not_tell_how_busy_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows, "_STATISTICS", Path("/nowhere"))
    assert machine_busy() == 0


def report() -> Report:
    """Two rounds; the second of classic's compiled windows was disturbed."""

    def line(edition: str, reference: float, *compiled: Window) -> Line:
        two = [Window(reference, clean=True)] * 2
        return Line(edition, 4, {"reference": two, "compiled": list(compiled)})

    lines = [
        line("classic", 1000, Window(10, clean=True), Window(30, clean=False, rejected=5)),
        line("pocket", 900, Window(20, clean=True), Window(90, clean=False, rejected=5)),
        Line("seas", 4, {"reference": [Window(5000, clean=False)] * 2}),
    ]
    machine = {"processor": "Abacus", "cores": 2, "python": "3.11", "numba": None}
    return Report(lines, machine, others=0.5)


def test_medians_are_of_clean_windows() -> None:
    classic, _, seas = report().lines
    assert classic.median("compiled") == 10
    assert classic.median("clone") is None
    assert seas.median("reference") == 5000
    assert report().accepted() == 6
    assert report().rejected() == 14


def test_ratios_are_of_rounds_in_which_both_windows_were_clean() -> None:
    classic, pocket, seas = report().lines
    assert classic.ratio("reference", "compiled") == Ratio(100, clean=True)
    assert report().over_classic(pocket) == Ratio(2, clean=True)
    assert seas.ratio("reference", "compiled") is None
    # Each was clean once, but never in the same round.
    compiled = [Window(10, clean=False), Window(20, clean=True)]
    other = Line("pocket", 4, {"compiled": compiled})
    whole = Report([classic, other], {})
    assert whole.over_classic(other) == Ratio((10 / 10 + 20 / 30) / 2, clean=False)


def test_the_table_marks_numbers_without_a_clean_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "run", lambda ways, plan, tick: report())
    result = run("bench", "-e", "classic", "--seats", "4", "--quick")
    assert result.exit_code == 0
    rows = [line.split() for line in result.stdout.splitlines()]
    assert rows[3][:11] == ["pocket", "4", "900", "–", "20.0", "–", "–", "–", "–", "–", "45.00×"]
    assert rows[4][:3] == ["seas", "4", "(5,000)"]
    assert "Other programs used 0.50 cores; 6 clean windows, 14 rejected." in result.stdout
    assert "no clean window" in result.stdout


def test_the_table_marks_ratios_without_a_clean_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    (line,) = one = [Line("classic", 4)]
    line.windows["reference"] = [Window(1000, clean=True), Window(1000, clean=False)]
    line.windows["compiled"] = [Window(10, clean=False), Window(10, clean=True)]
    found = Report(one, report().machine)
    monkeypatch.setattr(runs, "run", lambda ways, plan, tick: found)
    result = run("bench", "-e", "classic", "--seats", "4", "--quick")
    assert "(100×)" in result.stdout
    assert "(10.0)" not in result.stdout
    assert "ratios no clean pair" in result.stdout


def test_every_form_is_measured(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(runs, "QUICK", QUICK)
    monkeypatch.setattr(windows, "TRIES", 1)
    plot = tmp_path / "speed.png"
    arguments = ("bench", "--quick", "-e", "classic", "--seats", "2", "--json")
    result = run(*arguments, "--plot", str(plot))
    assert result.exit_code == 0
    told = json.loads(result.stdout)
    (line,) = told["lines"]
    assert list(line["ns"]) == list(UNITS)
    assert all(form["median"] > 0 for form in line["ns"].values())
    assert line["ratios"]["over_classic"]["median"] == 1
    assert set(line["ratios"]) == {*runs.RATIOS, "over_classic"}
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_batches_are_stepped_from_the_middle_of_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them once, so that every step is a decision; the openings are others' business."""
    laid: list[int] = []
    original = forms_module.step_at_random

    def step(kernel: Kernel, rows: Any, luck: Any) -> int:
        laid.append(sum(1 for _ in kernel.state(rows, 0).board.occupied()))
        return original(kernel, rows, luck)

    forms = {form.name: form for form in forms_of(build_edition("classic", seats=2))}
    monkeypatch.setattr(forms_module, "step_at_random", step)
    for size in BATCHES:
        form = forms[f"step_{size}"]
        for _ in range(2):
            laid.clear()
            assert form.work(form.prepare()) == max(size, ROWS)
            assert len(laid) == max(size, ROWS) // size
            assert min(laid) >= 4


def test_forms_that_wait_their_turn_hold_little_memory() -> None:
    """All lines are there from the beginning: large batches only while they are measured."""
    edition = build_edition("classic", seats=2)
    tracemalloc.start()
    try:
        forms = forms_of(edition)
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(forms) == len(UNITS)
    assert held < 20_000_000


def test_without_numba_the_rest_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tsuro.benchmark.forms.has_numba", lambda: False)
    forms = forms_of(build_edition("pocket", seats=2))
    assert [form.name for form in forms] == ["reference", "interpreted"]


def test_an_edition_without_a_kernel_is_refused(without_kernel: str) -> None:
    with pytest.raises(KernelError, match="benchmark needs a compiled kernel, and Our Tsuro has"):
        forms_of(build_edition(without_kernel, seats=2))
    result = run("bench", "--edition", without_kernel)
    assert result.exit_code == 2
    assert "tsuro bench needs a compiled kernel, and Our Tsuro has none: take" in result.stderr


def test_the_plot_shows_every_line() -> None:
    svg = draw(report())
    assert svg.count("<title>") == 5
    assert "pocket 4, compiled: 20.0 ns" in svg


def test_the_plot_must_be_a_picture() -> None:
    result = run("bench", "--plot", "speed.txt")
    assert result.exit_code == 2
    assert ".svg or .png" in result.stderr


def test_a_plot_that_cannot_be_drawn_is_refused_before_anything_is_measured(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def measure_nothing(*arguments: object) -> Report:
        raise AssertionError("it has been measured")

    monkeypatch.setattr(runs, "run", measure_nothing)
    nowhere = run("bench", "--plot", str(tmp_path / "no" / "such" / "speed.svg"))
    assert nowhere.exit_code == 2
    assert "error [cannot_write]: " in nowhere.stderr
    assert "Choose another place for --plot." in nowhere.stderr
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    missing = run("bench", "--plot", str(tmp_path / "speed.png"))
    assert missing.exit_code == 2
    assert "error [pictures_missing]: " in missing.stderr
    assert list(tmp_path.iterdir()) == []


def test_an_earlier_plot_stays_until_there_is_a_new_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    plot = tmp_path / "speed.svg"
    plot.write_text("earlier")
    seen: list[str] = []

    def measured_in_the_meantime(*arguments: object) -> Report:
        seen.append(plot.read_text())
        return report()

    monkeypatch.setattr(runs, "run", measured_in_the_meantime)
    assert run("bench", "-e", "classic", "--seats", "4", "--plot", str(plot)).exit_code == 0
    assert seen == ["earlier"]
    assert plot.read_text().startswith("<svg")
