"""`tsuro fuzz`: random games with every invariant checked."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import click

from tsuro.cli.common import console, json_option, parse_switches, print_json, say, switch_option
from tsuro.cli.fuzzing import Case, Verdict, play_case, schedule
from tsuro.core.state import Reason
from tsuro.editions.registry import EDITIONS, MAX_SEATS, MIN_SEATS, build_edition, edition_info
from tsuro.errors import BadOption

EPILOG = """\b
Examples:
  tsuro fuzz --games 2000
  tsuro fuzz --games 500 --edition phoenix --option winds_of_change
  tsuro fuzz --games 100 --seats 8 --seed 77"""

CHUNK = 4
"""Games handed to a process at a time."""


@click.command("fuzz", epilog=EPILOG)
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

    A failure is told with the command that plays the same game again; the exit status is then 1.
    """
    cases = list(_cases(games, editions, seats, switches, seed))
    verdicts = list(_progress(_played(cases, jobs), len(cases)))
    faults = [verdict for verdict in verdicts if verdict.fault is not None]
    if as_json:
        print_json(_summary(verdicts))
    else:
        _show(verdicts)
    for verdict in faults:
        _blame(verdict)
    if faults:
        raise click.exceptions.Exit(1)


def _cases(
    games: int,
    editions: tuple[str, ...],
    seats: tuple[int, ...],
    switches: tuple[str, ...],
    seed: int,
) -> Iterator[Case]:
    names = [edition_info(name).id for name in editions] or list(EDITIONS)
    if switches and len(names) != 1:
        raise BadOption("Switches belong to an edition: name it with --edition.")
    chosen = parse_switches(names[0], switches) if switches else {}
    for count in seats or (MIN_SEATS,):
        build_edition(names[0], seats=count, options=chosen)
    wanted = seats or range(MIN_SEATS, MAX_SEATS + 1)
    return schedule(games, editions=names, seats=wanted, switches=chosen, seed=seed)


def _played(cases: list[Case], jobs: int) -> Iterator[Verdict]:
    if jobs == 1 or len(cases) < 2 * CHUNK:
        yield from map(play_case, cases)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play_case, cases, chunksize=CHUNK)


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
        settings = {(verdict.case.seats, verdict.case.options) for verdict in own}
        numbers = [len(own), len(settings), max(verdict.actions for verdict in own)]
        numbers += [endings[reason] for reason in Reason]
        table.add_row(edition, *map(str, numbers), str(endings[None]))
    console().print(table)
    failed = sum(verdict.fault is not None for verdict in verdicts)
    actions = sum(verdict.actions for verdict in verdicts)
    outcome = f"{failed} failed" if failed else "no violation"
    click.echo(f"{len(verdicts)} games, {actions} actions: {outcome}.")


def _blame(verdict: Verdict) -> None:
    case = verdict.case
    switches = ", ".join(f"{name}={value}" for name, value in case.options) or "no switches"
    say(f"\nfailed after {verdict.actions} actions: {verdict.fault}")
    say(f"  {case.edition}, {case.seats} seats, {switches}, seed {case.seed}")
    if verdict.position is not None:
        say(f"  position: {verdict.position}")
    say(f"  again:    {case.command}")
