"""`tsuro games`: the decisions of very many games of bots, for those who learn from them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tsuro.cli import completing
from tsuro.cli.common import parse_switches, say, switch_option

if TYPE_CHECKING:
    from tsuro.simulation.gathering import Effort
    from tsuro.simulation.job import Job
    from tsuro.training.parquet import DecisionsFile

EPILOG = """\b
Examples:
  tsuro games --bots greedy --games 100_000 --out games.parquet
  tsuro games -e seas --seats 2 --bots greedy,cautious --games 10_000 --out seas.parquet
  tsuro games --bots mcts:iterations=500 --games 1_000 --out strong.parquet
  tsuro games --bots greedy --games 10_000_000 --dask tcp://scheduler:8786 --out games.parquet

\b
A line is a decision: game, decision, seat, observation, mask, action, share, rank.
docs/training.md says what they mean and how to read them."""


@click.command("games", epilog=EPILOG)
@click.option(
    "--edition",
    "-e",
    default="classic",
    show_default=True,
    metavar="NAME",
    shell_complete=completing.editions,
)
@click.option("--seats", default=4, show_default=True, type=int, metavar="N")
@click.option("--games", default=10_000, show_default=True, type=int, metavar="N")
@click.option(
    "--bots",
    default="greedy",
    show_default=True,
    metavar="SPEC[,SPEC...]",
    shell_complete=completing.bots,
    help="One for all seats, or one for each. random, cautious and greedy are compiled.",
)
@switch_option
@click.option("--seed", default=1, show_default=True, type=int, metavar="N")
@click.option(
    "--out",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="The Parquet file to write.",
)
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
def command(
    edition: str,
    seats: int,
    games: int,
    bots: str,
    switches: tuple[str, ...],
    seed: int,
    out: Path,
    workers: int | None,
    address: str | None,
) -> None:
    """Let bots play very many games and keep every decision: what was seen, allowed and done.

    The same seed gives the same file, whatever the number of workers and whether they sit here or
    in a cluster, unless a bot looks at a clock. Ctrl-C stops early and keeps what is done.
    """
    from tsuro.bots.local import split_specs
    from tsuro.training.decisions import plan_games

    chosen = parse_switches(edition, switches)
    job = plan_games(
        edition, seats=seats, games=games, bots=split_specs(bots), seed=seed, switches=chosen
    )
    file = _opened(out, job)
    with file:
        effort = _play(job, file, workers, address)
    _tell(job, file, effort, out)


def _opened(path: Path, job: Job) -> DecisionsFile:
    """Find out before the games, not after them, that they cannot be written."""
    from tsuro.cli.common import CannotWrite
    from tsuro.training.parquet import DecisionsFile

    try:
        return DecisionsFile(path, job)
    except OSError as error:
        raise CannotWrite(f"{path} cannot be written: {error.strerror or error}.") from None


def _play(job: Job, file: DecisionsFile, workers: int | None, address: str | None) -> Effort:
    from tsuro.cli.simulate import GamesProgress
    from tsuro.simulation.cluster import play_on
    from tsuro.simulation.connecting import connected
    from tsuro.simulation.local import play_here
    from tsuro.training.decisions import GAMES_A_BATCH, play_batch
    from tsuro.training.games import OPPONENTS

    settings: dict[str, Any] = {"size": GAMES_A_BATCH}
    if address is None:
        # Bots of Python hold each other up in threads, and may keep what they know of a game.
        settings |= {"workers": workers, "alone": not set(job.policies) <= set(OPPONENTS)}
        with GamesProgress(job.games) as progress:
            return play_here(job, play_batch, file, progress=progress.advance, **settings)
    with connected(address, workers=workers) as client, GamesProgress(job.games) as progress:
        return play_on(client, job, play_batch, file, progress=progress.advance, **settings)


def _tell(job: Job, file: DecisionsFile, effort: Effort, path: Path) -> None:
    click.echo(str(path))
    speed = file.decisions / effort.seconds if effort.seconds else 0.0
    say(
        f"{file.decisions:,} decisions of {file.games:,} games in {effort.seconds:.1f} s "
        f"({speed:,.0f} a second, {effort.workers})."
    )
    if effort.trouble:
        say(effort.trouble)
    if file.games < job.games:
        say(f"Stopped early: {file.games:,} of {job.games:,} games were played.")
    if effort.trouble or not file.games:
        raise click.exceptions.Exit(1)
