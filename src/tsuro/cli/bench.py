"""`tsuro bench`: how fast the engine and its kernels are."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tsuro.cli import completing
from tsuro.cli.common import (
    CannotWrite,
    console,
    json_option,
    plural,
    print_json,
    say,
    write_file,
)
from tsuro.editions.edition import Edition
from tsuro.editions.registry import build_edition

if TYPE_CHECKING:
    from rich.table import Table

    from tsuro.benchmark.rounds import Line, Plan, Ratio, Report

EPILOG = """\b
Examples:
  tsuro bench --quick
  tsuro bench --edition classic --edition seas --seats 4
  tsuro bench --rounds 15 --json > numbers.json
  tsuro bench --plot speed.svg"""

SEATS = (2, 4, 8)
COLUMNS = {
    "reference": "reference",
    "interpreted": "kernel\ninterpreted",
    "compiled": "kernel\ncompiled",
    "legal": "options\nonly",
    "clone": "copy\nonly",
    "step_1": "step\nN=1",
    "step_256": "step\nN=256",
    "step_4096": "step\nN=4096",
}
WIDEST = 110
"""Characters a line of the table may have: numbers must not be cut off."""
FEW_DIGITS = 100
"""From here on no decimals are shown."""


@click.command("bench", epilog=EPILOG)
@click.option(
    "--edition",
    "-e",
    "editions",
    multiple=True,
    metavar="NAME",
    help="Only this one.",
    shell_complete=completing.editions,
)
@click.option("--seats", multiple=True, type=int, metavar="N", help="2, 4 and 8 if not given.")
@click.option("--rounds", type=click.IntRange(1), metavar="N", help="Rounds to measure.")
@click.option("--quick", is_flag=True, help="A first look: few rounds, short windows.")
@click.option(
    "--plot",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Draw the times, as SVG or PNG.",
)
@json_option
def command(
    editions: tuple[str, ...],
    seats: tuple[int, ...],
    rounds: int | None,
    quick: bool,
    plot: Path | None,
    as_json: bool,
) -> None:
    """Measure nanoseconds per decision of every edition, in every form the game is played.

    All forms take turns, round by round, in this one process; medians are shown. A window of time
    in which other programs got in the way is measured again. Close them all the same: what shares
    a core's caches slows it down without showing.
    """
    from tsuro.fast.families import with_kernel

    names = with_kernel(editions, who="tsuro bench")
    ways = [build_edition(name, seats=count) for name in names for count in seats or SEATS]
    if plot is not None:
        _check_plot(plot)
    _compile(ways)
    report = _measure(ways, _plan(quick, rounds))
    if plot is not None:
        _draw(report, plot)
    if as_json:
        print_json(report.as_json())
    else:
        _show(report)


def _check_plot(path: Path) -> None:
    """Find out before minutes of measuring, not after them, that they cannot be drawn."""
    from tsuro.raster import require_png

    if path.suffix not in (".svg", ".png"):
        raise click.BadParameter("the file must end in .svg or .png", param_hint="--plot")
    if path.suffix == ".png":
        require_png()
    try:
        # Appending nothing spares the plot of an earlier run until this one is done.
        path.open("ab").close()
    except OSError as error:
        raise CannotWrite(
            f"{path} cannot be written: {error.strerror}. Choose another place for --plot."
        ) from None


def _plan(quick: bool, rounds: int | None) -> Plan:
    from dataclasses import replace

    from tsuro.benchmark.rounds import QUICK, Plan

    plan = QUICK if quick else Plan()
    return plan if rounds is None else replace(plan, rounds=rounds)


def _compile(ways: list[Edition]) -> None:
    """Before anything is measured; the kernels themselves say so if it takes long."""
    from tsuro.benchmark.forms import CLONES
    from tsuro.fast import has_numba, kernel_of

    if not has_numba():
        say("numba is not installed (tsuro[fast]): compiled kernels are left out.")
        return
    for edition in ways:
        kernel_of(edition, CLONES, ready="compiled")


def _measure(ways: list[Edition], plan: Plan) -> Report:
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeRemainingColumn

    from tsuro.benchmark.rounds import run, ticks

    columns = ("{task.description}", BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    # Drawn by this very thread between the windows: another one would disturb them.
    progress = Progress(*columns, console=console(stderr=True), transient=True, auto_refresh=False)
    with progress:
        task = progress.add_task("", total=ticks(ways, plan))

        def tick(what: str) -> None:
            progress.update(task, description=what)
            progress.refresh()
            progress.advance(task)

        return run(ways, plan, tick)


def _draw(report: Report, path: Path) -> None:
    from tsuro.benchmark.plot import draw
    from tsuro.raster import png_of

    svg = draw(report)
    write_file(path, png_of(svg, width=1600) if path.suffix == ".png" else svg)
    say(f"Drawn to {path}.")


def _show(report: Report) -> None:
    screen = console()
    screen.width = max(screen.width, WIDEST)
    rows = [_cells(report, line) for line in report.lines]
    screen.print(_table(rows))
    machine = report.machine
    click.echo(
        f"\nNanoseconds per decision. {machine['processor']}, {plural(machine['cores'], 'core')}, "
        f"Python {machine['python']}, numba {machine['numba'] or 'missing'}."
    )
    load = f"Other programs used {report.others:.2f} cores; "
    click.echo(f"{load}{plural(report.accepted(), 'clean window')}, {report.rejected()} rejected.")
    click.echo("times ref.: how often faster than the reference; over classic: time in classic's.")
    if any(cell.startswith("(") for row in rows for cell in row):
        click.echo("(Numbers in brackets had no clean window, ratios no clean pair.)")


def _cells(report: Report, line: Line) -> list[str]:
    return [
        line.edition,
        str(line.seats),
        *(_cell(line, form) for form in COLUMNS),
        _ratio(line.ratio("reference", "compiled")),
        _ratio(report.over_classic(line)),
        _ratio(line.ratio("one_thread", "two_threads")),
    ]


def _table(rows: list[list[str]]) -> Table:
    from rich.table import Table

    table = Table(box=None, padding=(0, 1, 0, 0), header_style="bold")
    table.add_column("edition", no_wrap=True)
    headings = ["seats", *COLUMNS.values(), "times\nref.", "over\nclassic", "two\nthreads"]
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    return table


def _cell(line: Line, form: str) -> str:
    value = line.median(form)
    if value is None:
        return "–"
    text = f"{value:,.0f}" if value >= FEW_DIGITS else f"{value:.1f}"
    return text if line.is_clean(form) else f"({text})"


def _ratio(ratio: Ratio | None) -> str:
    if ratio is None:
        return "–"
    text = f"{ratio.value:,.0f}×" if ratio.value >= FEW_DIGITS else f"{ratio.value:.2f}×"
    return text if ratio.clean else f"({text})"
