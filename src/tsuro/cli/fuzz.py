"""`tsuro fuzz`: random games with everything checked, kernels against the reference, bad input."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tsuro.cli import completing
from tsuro.cli.common import console, json_option, parse_switches, print_json, say, switch_option
from tsuro.cli.fuzzing import Case, Verdict, play_case, schedule
from tsuro.core.state import Reason
from tsuro.editions.registry import EDITIONS, MAX_SEATS, MIN_SEATS, build_edition, edition_info
from tsuro.errors import BadSetting

if TYPE_CHECKING:
    from tsuro.cli.position_fuzzing import Reading

EPILOG = """\b
Examples:
  tsuro fuzz --games 4000
  tsuro fuzz --games 500 --edition phoenix --switch winds_of_change
  tsuro fuzz --games 100 --seats 8 --seed 77
  tsuro fuzz --kernel --games 100000          the kernels against the reference
  tsuro fuzz --positions 1000000              positions that nobody should write"""

CHUNK = 4
"""Games handed to a process at a time."""
TOLD = 10
"""Failures that are told in full."""

CaseT = TypeVar("CaseT")
VerdictT = TypeVar("VerdictT", Verdict, "Reading")


@click.command("fuzz", epilog=EPILOG)
@click.option("--kernel", is_flag=True, help="Compare the fast kernels with the reference.")
@click.option(
    "--positions",
    type=click.IntRange(1),
    metavar="N",
    help="Read so many changed position lines instead.",
)
@click.option("--games", default=200, show_default=True, type=click.IntRange(1), metavar="N")
@click.option(
    "--edition",
    "-e",
    "editions",
    multiple=True,
    metavar="NAME",
    help="Only this one.",
    shell_complete=completing.editions,
)
@click.option("--seats", multiple=True, type=int, metavar="N", help="Only this many seats.")
@switch_option
@click.option("--seed", default=1, show_default=True, metavar="N", help="Of the first game.")
@click.option(
    "--jobs",
    default=os.cpu_count() or 1,
    type=click.IntRange(1),
    metavar="N",
    help="Processes to use; all cores if not given.",
)
@json_option
def command(
    kernel: bool,
    positions: int | None,
    games: int,
    editions: tuple[str, ...],
    seats: tuple[int, ...],
    switches: tuple[str, ...],
    seed: int,
    jobs: int,
    as_json: bool,
) -> None:
    """Play random games of every edition, seat count and switch, and check everything.

    After every step: all invariants of the rules, the fold of the events, the notation of the
    action, at least one option. From time to time: the notation of the position, and worlds made
    up from what one seat sees. In the end: that the game ends, and that its record replays.

    With --kernel a kernel and the reference play the same games, some chosen by one and some by
    the other, and the whole state and the list of options are compared after every decision, for
    every way to play that has a kernel.

    With --positions lines of real positions are changed at random and read. Those that are not
    refused are played on from, with the same checks: nothing but a refusal may come of bad input.

    A failure is told with the command that plays the same game again; the exit status is then 1.
    Ctrl+C ends early and sums up what was played.
    """
    if kernel and positions is not None:
        raise click.UsageError("Give --kernel or --positions, not both.")
    names = _names(editions, switches, kernel=kernel)
    if positions is not None:
        _read_positions(positions, names, seats, switches, seed, jobs=jobs, as_json=as_json)
        return
    cases = list(_cases(games, names, seats, switches, seed, kernel=kernel))
    began = time.monotonic()
    verdicts: list[Verdict] = []
    try:
        played = _spread(cases, jobs, _player(kernel, cases))
        verdicts.extend(_progress(played, len(cases), "games"))
    except KeyboardInterrupt:
        say("Stopped.")
    _tell(verdicts, time.monotonic() - began, as_json=as_json)


def _tell(verdicts: list[Verdict], seconds: float, *, as_json: bool) -> None:
    if as_json:
        print_json(_summary(verdicts))
    else:
        _show(verdicts)
        say(f"({seconds:.0f} s)")
    faults = [verdict for verdict in verdicts if verdict.fault is not None]
    for verdict in faults[:TOLD]:
        _blame(verdict)
    if len(faults) > TOLD:
        say(f"\n... and {len(faults) - TOLD} more.")
    if faults:
        raise click.exceptions.Exit(1)


def _names(editions: tuple[str, ...], switches: tuple[str, ...], *, kernel: bool) -> list[str]:
    names = [edition_info(name).id for name in editions] or list(EDITIONS)
    if kernel:
        from tsuro.fast.families import with_kernel

        names = with_kernel(editions, who="tsuro fuzz --kernel")
    if switches and len(names) != 1:
        raise BadSetting("Switches belong to an edition: name it with --edition.")
    return names


def _cases(
    games: int,
    names: list[str],
    seats: tuple[int, ...],
    switches: tuple[str, ...],
    seed: int,
    *,
    kernel: bool,
) -> Iterator[Case]:
    wanted, chosen = _wanted(names, seats, switches)
    return schedule(games, editions=names, seats=wanted, switches=chosen, seed=seed, kernel=kernel)


def _wanted(
    names: list[str], seats: tuple[int, ...], switches: tuple[str, ...]
) -> tuple[Sequence[int], dict[str, str]]:
    """The seat counts and the switches asked for, once they are known to be possible."""
    chosen = parse_switches(names[0], switches) if switches else {}
    for count in seats or (MIN_SEATS,):
        build_edition(names[0], seats=count, switches=chosen)
    return seats or range(MIN_SEATS, MAX_SEATS + 1), chosen


def _player(kernel: bool, cases: list[Case]) -> Callable[[Case], Verdict]:
    if not kernel:
        return play_case
    from tsuro.cli.kernel_fuzzing import compile_for, play_kernel_case

    compile_for(cases)
    return play_kernel_case


def _spread(cases: list[CaseT], jobs: int, play: Callable[[CaseT], VerdictT]) -> Iterator[VerdictT]:
    """Play all cases, on several processes if there are enough of them."""
    if jobs == 1 or len(cases) < 2 * CHUNK:
        yield from map(play, cases)
        return
    # Fresh processes: compiled code and the threads of a progress bar do not bear forking.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_leave_interrupts) as pool:
        try:
            yield from pool.map(play, cases, chunksize=CHUNK)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _leave_interrupts() -> None:
    """Ctrl+C is for the process that sums up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _progress(verdicts: Iterable[VerdictT], total: int, unit: str) -> Iterator[VerdictT]:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    faults = 0
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as progress:
        task = progress.add_task(unit, total=total)
        for verdict in verdicts:
            if verdict.failed:
                faults += verdict.failed
                progress.update(task, description=f"[red]{faults} failed[/]")
            progress.advance(task, verdict.count)
            yield verdict


def _summary(verdicts: list[Verdict]) -> dict[str, Any]:
    return {
        "games": len(verdicts),
        "actions": sum(verdict.actions for verdict in verdicts),
        "endings": {
            edition: dict(Counter(v.ending for v in verdicts if v.case.edition == edition))
            for edition in dict.fromkeys(verdict.case.edition for verdict in verdicts)
        },
        "faults": [
            {"fault": v.fault, "position": v.position, "command": v.case.command}
            for v in verdicts
            if v.fault is not None
        ],
    }


def _show(verdicts: list[Verdict]) -> None:
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("edition", no_wrap=True)
    for heading in ("games", "settings", "longest", *Reason, "failed"):
        table.add_column(heading.replace("_", "\n"), justify="right", no_wrap=True)
    for edition in EDITIONS:
        own = [verdict for verdict in verdicts if verdict.case.edition == edition]
        if not own:
            continue
        endings = Counter(verdict.ending for verdict in own)
        settings = {(verdict.case.seats, verdict.case.switches) for verdict in own}
        numbers = [len(own), len(settings), max(verdict.actions for verdict in own)]
        numbers += [endings[reason] for reason in Reason]
        table.add_row(edition, *map(str, numbers), str(endings[None]))
    console().print(table)
    failed = sum(verdict.fault is not None for verdict in verdicts)
    actions = sum(verdict.actions for verdict in verdicts)
    fine = "no difference" if verdicts and verdicts[0].case.kernel else "no violation"
    outcome = f"{failed} failed" if failed else fine
    click.echo(f"{len(verdicts)} games, {actions} actions: {outcome}.")
    if verdicts and verdicts[0].case.kernel:
        from tsuro.cli.kernel_fuzzing import endings_told

        click.echo(endings_told(verdicts))


def _blame(verdict: Verdict) -> None:
    case = verdict.case
    switches = ", ".join(f"{name}={value}" for name, value in case.switches) or "no switches"
    say(f"\nfailed after {verdict.actions} actions: {verdict.fault}")
    say(f"  {case.edition}, {case.seats} seats, {switches}, seed {case.seed}")
    if verdict.position is not None:
        say(f"  position: {verdict.position}")
    say(f"  again:    {case.command}")


def _read_positions(
    lines: int,
    names: list[str],
    seats: tuple[int, ...],
    switches: tuple[str, ...],
    seed: int,
    *,
    jobs: int,
    as_json: bool,
) -> None:
    from tsuro.cli.position_fuzzing import batches, read_batch

    wanted, chosen = _wanted(names, seats, switches)
    given = list(batches(lines, editions=names, seats=wanted, switches=chosen, seed=seed))
    began = time.monotonic()
    readings: list[Reading] = []
    try:
        readings.extend(_progress(_spread(given, jobs, read_batch), lines, "lines"))
    except KeyboardInterrupt:
        say("Stopped.")
    _tell_readings(readings, time.monotonic() - began, as_json=as_json)


def _tell_readings(readings: list[Reading], seconds: float, *, as_json: bool) -> None:
    lines = sum(reading.count for reading in readings)
    accepted = sum(reading.accepted for reading in readings)
    decisions = sum(reading.decisions for reading in readings)
    failed = sum(reading.failed for reading in readings)
    if as_json:
        print_json(
            {
                "lines": lines,
                "refused": lines - accepted,
                "accepted": accepted,
                "decisions": decisions,
                "faults": [
                    {"fault": found.fault, "position": found.line, "command": reading.batch.command}
                    for reading in readings
                    for found in reading.findings
                ],
            }
        )
    else:
        outcome = f"{failed} failed" if failed else "no failure"
        click.echo(
            f"{lines} lines, {lines - accepted} refused, {accepted} accepted and played on for "
            f"{decisions} decisions: {outcome}."
        )
        say(f"({seconds:.0f} s, {lines / max(seconds, 0.001):.0f} lines a second)")
    told = [(reading, found) for reading in readings for found in reading.findings]
    for reading, found in told[:TOLD]:
        say(f"\n{found.fault}\n  position: {found.line}\n  again:    {reading.batch.command}")
    if len(told) > TOLD:
        say(f"\n... and {len(told) - TOLD} more.")
    if failed:
        raise click.exceptions.Exit(1)
