"""`tsuro fuzz`: random games with every invariant checked, or a kernel against the reference."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import click

from tsuro.cli.common import console, json_option, parse_switches, print_json, say, switch_option
from tsuro.cli.fuzzing import Case, Verdict, play_case, schedule
from tsuro.core.state import Reason
from tsuro.editions.registry import EDITIONS, MAX_SEATS, MIN_SEATS, build_edition, edition_info
from tsuro.errors import BadSetting

EPILOG = """\b
Examples:
  tsuro fuzz --games 4000
  tsuro fuzz --games 500 --edition phoenix --switch winds_of_change
  tsuro fuzz --games 100 --seats 8 --seed 77
  tsuro fuzz --kernel --games 100000          the kernels against the reference"""

CHUNK = 4
"""Games handed to a process at a time."""
TOLD = 10
"""Failures that are told in full."""


@click.command("fuzz", epilog=EPILOG)
@click.option("--kernel", is_flag=True, help="Compare the fast kernels with the reference.")
@click.option("--games", default=200, show_default=True, type=click.IntRange(1), metavar="N")
@click.option("--edition", "-e", "editions", multiple=True, metavar="NAME", help="Only this one.")
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

    A failure is told with the command that plays the same game again; the exit status is then 1.
    Ctrl+C ends early and sums up what was played.
    """
    names = _names(editions, switches, kernel=kernel)
    cases = list(_cases(games, names, seats, switches, seed, kernel=kernel))
    began = time.monotonic()
    verdicts: list[Verdict] = []
    try:
        verdicts.extend(_progress(_played(cases, jobs, _player(kernel, cases)), len(cases)))
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
    chosen = parse_switches(names[0], switches) if switches else {}
    for count in seats or (MIN_SEATS,):
        build_edition(names[0], seats=count, switches=chosen)
    wanted = seats or range(MIN_SEATS, MAX_SEATS + 1)
    return schedule(games, editions=names, seats=wanted, switches=chosen, seed=seed, kernel=kernel)


def _player(kernel: bool, cases: list[Case]) -> Callable[[Case], Verdict]:
    if not kernel:
        return play_case
    from tsuro.cli.kernel_fuzzing import compile_for, play_kernel_case

    compile_for(cases)
    return play_kernel_case


def _played(cases: list[Case], jobs: int, play: Callable[[Case], Verdict]) -> Iterator[Verdict]:
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


def _progress(verdicts: Iterable[Verdict], total: int) -> Iterator[Verdict]:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    faults = 0
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as progress:
        task = progress.add_task("games", total=total)
        for verdict in verdicts:
            if verdict.fault is not None:
                faults += 1
                progress.update(task, description=f"[red]{faults} failed[/]")
            progress.advance(task)
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
