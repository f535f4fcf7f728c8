"""`tsuro simulate`: many games with simple policies, and what can be learnt from them."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tsuro.cli import completing
from tsuro.cli.common import (
    console,
    json_option,
    make_folder,
    parse_switches,
    print_json,
    say,
    switch_option,
    write_file,
)

if TYPE_CHECKING:
    from rich.console import RenderableType

    from tsuro.simulation.job import Job
    from tsuro.simulation.results import Results
    from tsuro.simulation.run import Run

EPILOG = """\b
Examples:
  tsuro simulate                              100,000 games of classic, four seats
  tsuro simulate --edition seas --seats 4 --games 1_000_000 --policy cautious --out report/
  tsuro simulate --policy cautious,random,random,random      one careful seat
  tsuro simulate -e kosmos --seats 2 -o piles=3 --json > duel.json
  tsuro simulate --games 10_000_000 --dask tcp://scheduler:8786 --out report/

\b
Policies:
  random      any legal decision
  cautious    never leaves the game if it can help it, and wins if it can at once"""

WIDE = 200


@click.command("simulate", epilog=EPILOG)
@click.option(
    "--edition",
    "-e",
    default="classic",
    show_default=True,
    metavar="NAME",
    shell_complete=completing.editions,
)
@click.option("--seats", default=4, show_default=True, type=int, metavar="N")
@click.option("--games", default=100_000, show_default=True, type=int, metavar="N")
@click.option(
    "--policy",
    "policies",
    shell_complete=completing.policies,
    default="random",
    show_default=True,
    metavar="NAME[,NAME...]",
    help="How seats decide: one for all, or one for each seat.",
)
@switch_option
@click.option("--seed", default=1, show_default=True, type=int, metavar="N")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Write report.html, summary.json and every table as CSV.",
)
@click.option("--parquet", is_flag=True, help="With --out: write the tables as Parquet too.")
@click.option(
    "--workers",
    type=click.IntRange(1),
    metavar="N",
    help="How many to use of this machine, also with --dask local; all cores if not given.",
)
@click.option(
    "--dask",
    "address",
    metavar="ADDRESS|local",
    help="Run on the Dask cluster of this scheduler, or on one made for the purpose.",
)
@json_option
def command(
    edition: str,
    seats: int,
    games: int,
    policies: str,
    switches: tuple[str, ...],
    seed: int,
    out: Path | None,
    parquet: bool,
    workers: int | None,
    address: str | None,
    as_json: bool,
) -> None:
    """Play very many games with a simple policy in every seat and count what happens.

    Who wins, by seat and by start place; how long games are; who goes out when, and why; which
    tiles are laid and survived; ties; daikaiju and stars. Every share comes with its 95 % interval.

    The same seed gives the same result, whatever the number of workers and whether they sit here or
    in a cluster. Ctrl-C stops early and keeps what is done.
    """
    from tsuro.simulation.job import plan

    chosen = parse_switches(edition, switches)
    names = [name.strip() for name in policies.split(",")]
    job = plan(edition, seats=seats, games=games, policies=names, seed=seed, switches=chosen)
    _check_place(out, parquet=parquet)
    run = _run(job, workers, address)
    if run.counters.games:
        _publish(run, out, parquet=parquet, as_json=as_json)
    for remark in run.remarks():
        say(remark)
    if not run.counters.games:
        say("No game was counted: there is nothing to tell.")
    if run.trouble or not run.counters.games:
        raise click.exceptions.Exit(1)


def _check_place(out: Path | None, *, parquet: bool) -> None:
    """Find out before the games, not after them, that their results cannot be written."""
    from tsuro.simulation.files import require_parquet

    if parquet:
        if out is None:
            raise click.UsageError("--parquet needs --out FOLDER.")
        require_parquet()
    if out is not None:
        make_folder(out)


def _run(job: Job, workers: int | None, address: str | None) -> Run:
    from tsuro.simulation.cluster import simulate_on
    from tsuro.simulation.connecting import connected
    from tsuro.simulation.local import simulate

    if address is None:
        with GamesProgress(job.games) as progress:
            return simulate(job, workers=workers, progress=progress.advance)
    with connected(address, workers=workers) as client, GamesProgress(job.games) as progress:
        return simulate_on(client, job, progress=progress.advance)


class GamesProgress(AbstractContextManager["GamesProgress"]):
    """Games done, games a second and the time left, on standard error."""

    def __init__(self, games: int) -> None:
        from rich.progress import (
            BarColumn,
            Progress,
            ProgressColumn,
            Task,
            TextColumn,
            TimeRemainingColumn,
        )

        class Speed(ProgressColumn):
            def render(self, task: Task) -> RenderableType:
                return f"{task.speed or 0:,.0f} games/s"

        done = TextColumn("{task.completed:,.0f} of {task.total:,.0f} games")
        columns = (BarColumn(), done, Speed(), TimeRemainingColumn(), TextColumn("left"))
        self._bar = Progress(*columns, console=console(stderr=True), transient=True)
        self._task = self._bar.add_task("games", total=games)

    def __enter__(self) -> GamesProgress:
        self._bar.start()
        return self

    def __exit__(self, *details: object) -> None:
        self._bar.stop()

    def advance(self, games: int) -> None:
        self._bar.advance(self._task, games)


def _publish(run: Run, out: Path | None, *, parquet: bool, as_json: bool) -> None:
    from tsuro.simulation.files import summary_of

    if out is not None:
        # Before anything is printed: whoever reads that may close the pipe.
        _write(run, out, parquet=parquet)
    if as_json:
        print_json(summary_of(run))
    else:
        _show(run)


def _write(run: Run, folder: Path, *, parquet: bool) -> None:
    from tsuro.simulation.files import files_of, write_parquet
    from tsuro.simulation.page.report import report_of
    from tsuro.simulation.sheets import sheets_of

    results = _results(run)
    for name, text in files_of(run).items():
        write_file(folder / name, text)
    if parquet:
        for table in sheets_of(results):
            write_parquet(table, folder / f"{table.name}.parquet")
    page = folder / "report.html"
    write_file(page, report_of(run, command_of(run.job)))
    say(f"Written to {folder}: report.html, summary.json and the tables.")


def command_of(job: Job) -> str:
    """What has to be typed to get the same result again."""
    from tsuro.editions.registry import EDITIONS

    defaults = {switch.name: switch.default for switch in EDITIONS[job.edition_id].switches}
    switches = [f"{name}={value}" for name, value in job.switches if value != defaults[name]]
    policies = dict.fromkeys(job.policies)
    words = ["tsuro", "simulate", "--edition", job.edition_id, "--seats", str(job.seats)]
    words += [word for switch in switches for word in ("--switch", switch)]
    words += ["--games", str(job.games), "--policy"]
    words += [",".join(policies if len(policies) == 1 else job.policies), "--seed", str(job.seed)]
    return shlex.join(words)


def _results(run: Run) -> Results:
    from tsuro.simulation.results import Results

    return Results(run.job, run.counters)


def _show(run: Run) -> None:
    """The most important numbers, on standard output."""
    from tsuro.simulation.page.charts import give_or_take

    results = _results(run)
    job = run.job
    policies = ", ".join(dict.fromkeys(job.policies))
    screen = console()
    if not screen.is_terminal:
        # A file has no edge at which numbers would have to be cut off.
        screen.width = WIDE
    screen.print(
        f"[bold]{results.edition.title}[/], {job.seats} seats, {policies}: {results.games:,} games "
        f"in {run.seconds:.1f} s ({run.speed:,.0f} a second, {run.engine}, {run.workers})\n"
    )
    mixed = len(set(job.policies)) > 1
    rows = [
        (
            f"{each.seat} {each.policy}" if mixed else str(each.seat),
            give_or_take(each.wins),
            *map(give_or_take, each.exits.values()),
        )
        for each in results.seats
    ]
    endings = [(str(reason), give_or_take(each)) for reason, each in results.reasons.items()]
    endings.append(("shared wins", give_or_take(results.ties)))
    starts = sorted((s for s in results.starts() if s.taken), key=lambda each: -each.wins.value)
    ends = [(each.place, give_or_take(each.wins)) for each in _ends(starts)]
    tiles = [
        (each.tile, f"{each.each_game:.2f}", give_or_take(each.survived), give_or_take(each.wins))
        for each in _ends(results.tiles)
    ]
    for heads, lines in (
        (("seat", "wins", *(f"out: {fate}" for fate in results.fates)), rows),
        (("", "mean", "median", "5 % to 95 %"), _means(results)),
        (("how games end", "share"), endings),
        (("best and worst starts", "wins"), ends),
        (("best and worst tiles", "laid a game", "survived", "wins"), tiles),
    ):
        screen.print(_table(heads, lines), "")


def _ends(ranked: list[Any]) -> list[Any]:
    """The first and the last three."""
    return ranked if len(ranked) <= 6 else [*ranked[:3], *ranked[-3:]]


def _means(results: Results) -> Iterable[tuple[str, ...]]:
    means = [("turns", results.turns), ("decisions", results.decisions)]
    means += [(f"{each.title} at the end", each.end) for each in results.measures]
    for name, mean in means:
        low, middle, high = mean.quantiles
        reach = (mean.high - mean.low) / 2
        yield name, f"{mean.value:.2f} ±{reach:.2f}", str(middle), f"{low} to {high}"


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Any:
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for number, head in enumerate(heads):
        table.add_column(head, justify="right" if number else "left", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    return table
