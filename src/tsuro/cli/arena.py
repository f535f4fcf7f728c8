"""`tsuro arena`: bots against each other, and what can be said of their strength."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tsuro.cli import completing
from tsuro.cli.common import (
    console,
    json_option,
    make_folder,
    parse_switches,
    plural,
    print_json,
    results_only,
    say,
    switch_option,
)
from tsuro.errors import BadSetting

if TYPE_CHECKING:
    from tsuro.arena.journal import Journal
    from tsuro.arena.playing import GameResult
    from tsuro.arena.run import Arena
    from tsuro.arena.sequential import SequentialTest
    from tsuro.arena.settings import Settings
    from tsuro.arena.summary import Summary

EPILOG = """\b
Examples:
  tsuro arena --edition classic --seats 4 --bots mcts:ms=50,greedy,cautious,random --games 400
  tsuro arena --seats 4 --bots greedy,cautious --lineup one-vs-rest --sprt --games 4000
  tsuro arena --bots random --bot "exec:./mybot.py --depth 3" --ms 200 --out results.jsonl
  tsuro arena --show results.jsonl --plot ratings.svg"""

INTERRUPTED = 130


@click.command("arena", epilog=EPILOG)
@click.option(
    "--edition",
    "-e",
    default="classic",
    show_default=True,
    metavar="NAME",
    shell_complete=completing.editions,
)
@click.option("--seats", default=2, show_default=True, metavar="N")
@switch_option
@click.option(
    "--bots",
    "bot_list",
    shell_complete=completing.bots,
    metavar="A,B,...",
    help="The bots. A piece with a `=` and no colon before it is a further setting of the bot "
    "before it: mcts:ms=50,threads=2,greedy are two bots.",
)
@click.option("--bot", "single_bots", multiple=True, metavar="SPEC", help="One more bot, as it is.")
@click.option(
    "--games",
    default=100,
    show_default=True,
    type=click.IntRange(1),
    metavar="N",
    help="At least so many: the last deal is played by all its rotations.",
)
@click.option(
    "--lineup",
    type=click.Choice(["mixed", "one-vs-rest"]),
    default="mixed",
    show_default=True,
    help="mixed seats every bot as often as the others; one-vs-rest seats the first bot once and "
    "copies of one other in all other seats.",
)
@click.option(
    "--starts",
    type=click.Choice(["dealt", "chosen"]),
    default="dealt",
    show_default=True,
    help="dealt draws the start places with the deal, the same for every rotation; chosen leaves "
    "them to the bots.",
)
@click.option("--seed", default=1, show_default=True, metavar="N")
@click.option("--ms", type=click.IntRange(1), metavar="N", help="A clock for every decision.")
@click.option(
    "--jobs",
    default=os.cpu_count() or 1,
    type=click.IntRange(1),
    metavar="N",
    help="Processes to use; all cores if not given.",
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write every result to this file (JSON lines); one that exists is continued.",
)
@click.option(
    "--keep-records",
    "records",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Write the record of every game played.",
)
@click.option(
    "--plot",
    "plots",
    multiple=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Draw the ratings: .svg or .png; a name without ending gives both.",
)
@click.option("--sprt", is_flag=True, help="Stop as soon as the first bot is proved or refuted.")
@click.option(
    "--elo",
    nargs=2,
    type=float,
    default=(0.0, 50.0),
    show_default=True,
    metavar="ELO0 ELO1",
    help="For --sprt: how much stronger than the others it must be.",
)
@click.option(
    "--share",
    nargs=2,
    type=float,
    metavar="S0 S1",
    help="For --sprt: its share of the wins per seat instead, from 0 to 1.",
)
@click.option("--alpha", default=0.05, show_default=True, metavar="P", help="For --sprt.")
@click.option("--beta", default=0.05, show_default=True, metavar="P", help="For --sprt.")
@click.option(
    "--show",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Play nothing; show what a result file says.",
)
@json_option
def command(
    edition: str,
    seats: int,
    switches: tuple[str, ...],
    bot_list: str | None,
    single_bots: tuple[str, ...],
    games: int,
    lineup: str,
    starts: str,
    seed: int,
    ms: int | None,
    jobs: int,
    out: Path | None,
    records: Path | None,
    plots: tuple[Path, ...],
    sprt: bool,
    elo: tuple[float, float],
    share: tuple[float, float] | None,
    alpha: float,
    beta: float,
    show: Path | None,
    as_json: bool,
) -> None:
    """Let bots play each other and rate them.

    A deal is one piece of luck: the tiles in their order, the dice, and the start places. Every
    rotation of the bots over the seats plays it, so that no bot is lucky. The result: each bot's
    share of the wins, Elo ratings from the finishing places (Plackett-Luce), and who finishes
    before whom, all with 95 % intervals over deals.

    A bot that crashes, hangs or answers nonsense forfeits that decision to luck; how often is
    told. Ctrl-C keeps what is done, and the same command with --out goes on from there.

    Bots: `random`, `cautious` and the other names of the registry, `model:policy.onnx`,
    `python:file.py:Class`, and `exec:program` for any language (docs/bots.md).
    """
    from tsuro.arena.journal import read_journal
    from tsuro.arena.ratings import numpy_module
    from tsuro.arena.run import Arena, whole_deals
    from tsuro.arena.settings import Lineup, Settings, Starts
    from tsuro.arena.summary import sum_up
    from tsuro.bots.local import split_specs
    from tsuro.cli.arena_report import plot_files

    pictures = plot_files(plots)
    numpy_module()
    if show is not None:
        settings, results = read_journal(show)
        _tell(sum_up(settings, whole_deals(settings, results)), None, pictures, as_json=as_json)
        return
    settings = Settings(
        edition=edition,
        seats=seats,
        bots=(*split_specs(bot_list or ""), *single_bots),
        switches=parse_switches(edition, switches),
        lineup=Lineup(lineup),
        starts=Starts(starts),
        seed=seed,
        ms=ms,
    )
    if records is not None:
        make_folder(records)
    with results_only():
        settings.check()
        test = _test(settings, elo, share, alpha, beta) if sprt else None
        with _journal(settings, out) as journal:
            arena = Arena(settings, games, jobs, journal, records, test)
            interrupted = _held(arena)
    counted = arena.counted()
    if counted:
        _tell(sum_up(settings, counted), test, pictures, as_json=as_json)
    _tell_rest(arena, len(counted), interrupted=interrupted, resumable=out is not None)


def _journal(settings: Settings, out: Path | None) -> AbstractContextManager[Journal | None]:
    from tsuro.arena.journal import Journal

    return nullcontext() if out is None else Journal(out, settings)


def _test(
    settings: Settings,
    elo: tuple[float, float],
    share: tuple[float, float] | None,
    alpha: float,
    beta: float,
) -> SequentialTest:
    from tsuro.arena.deals import seats_of_first
    from tsuro.arena.sequential import Hypotheses, SequentialTest, share_of

    if share is None:
        copies = seats_of_first(settings)
        low, high = (share_of(each, seats=settings.seats, copies=copies) for each in elo)
    else:
        low, high = share
    try:
        return SequentialTest(Hypotheses(low, high, alpha, beta))
    except ValueError as error:
        raise BadSetting(f"The sequential test cannot be held: {error}.") from None


def _held(arena: Arena) -> bool:
    """Play with a progress bar; whether it was interrupted."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (
        "{task.description}",
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        "{task.fields[note]}",
    )
    with Progress(*columns, console=console(stderr=True), transient=True) as progress:
        done = len(arena.results)
        task = progress.add_task("games", total=arena.total, completed=done, note="")
        forfeits = 0

        def show(result: GameResult) -> None:
            nonlocal forfeits
            forfeits += sum(sum(kinds.values()) for kinds in result.faults)
            progress.update(task, advance=1, note=_note(arena, forfeits))

        try:
            arena.play(show)
        except KeyboardInterrupt:
            return True
    return False


def _note(arena: Arena, forfeits: int) -> str:
    """What is worth knowing while games are played."""
    words = []
    if arena.test is not None:
        words.append(f"log ratio {arena.test.ratio:+.2f}")
    if forfeits:
        words.append(f"[red]{plural(forfeits, 'decision')} forfeited[/]")
    return ", ".join(words)


def _tell(
    summary: Summary, test: SequentialTest | None, pictures: Sequence[Path], *, as_json: bool
) -> None:
    from tsuro.arena.summary import summary_to_json
    from tsuro.cli.arena_report import draw_plots, show_summary, show_test, verdict_to_json

    if as_json:
        test_part = {} if test is None else {"test": verdict_to_json(test)}
        print_json({**summary_to_json(summary), **test_part})
    else:
        show_summary(summary)
        if test is not None:
            show_test(test, summary.settings.names[0])
    draw_plots(summary, pictures)


def _tell_rest(arena: Arena, counted: int, *, interrupted: bool, resumable: bool) -> None:
    left_out = len(arena.results) - counted
    if left_out:
        why = "of unfinished deals" if arena.decided_after is None else "after the verdict"
        say(f"Not counted: {plural(left_out, 'game')} {why}.")
    if interrupted:
        again = " The same command goes on from here." if resumable else ""
        say(f"Interrupted after {plural(len(arena.results), 'game')}.{again}")
        raise click.exceptions.Exit(INTERRUPTED)
