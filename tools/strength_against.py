"""Let a bot of this version play alone among copies of one of another commit, at equal time.

    python tools/strength_against.py 4f0e12d --edition classic --seats 2 --ms 100 --games 100

The commit is checked out into build/against, with an environment of its own there (`make setup`),
and its kernel is compiled. Both bots are programs of the line protocol (`tools/line_search.py`),
each run by the interpreter of its version, so that both are what they were; every deal is played in
every rotation. Numbers depend on the machine and on what else it does; both sides suffer alike.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from tsuro.arena.journal import Journal
from tsuro.arena.playing import GameResult
from tsuro.arena.run import Arena
from tsuro.arena.settings import Lineup, Settings
from tsuro.arena.summary import sum_up
from tsuro.editions.registry import EDITIONS

ROOT: Final = Path(__file__).resolve().parents[1]
PROGRAM: Final = ROOT / "tools" / "line_search.py"
NEEDED: Final = ("tsuro.bots.search.descent", "tsuro.bots.search.solver")
"""What a search is compiled with."""
WHOLE: Final = 40
"""Letters of a commit's full name."""


def checked_out(commit: str) -> Path:
    """A folder with that commit and its environment."""
    name = subprocess.run(
        ["git", "rev-parse", "--verify", f"{commit}^{{commit}}"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    assert len(name) == WHOLE
    folder = ROOT / "build" / "against" / name[:12]
    if not folder.exists():
        subprocess.run(["git", "worktree", "add", "--detach", folder, name], cwd=ROOT, check=True)
    subprocess.run(["make", "setup"], cwd=folder, check=True)
    return folder


def interpreter(folder: Path) -> Path:
    return folder / ".venv" / "bin" / "python"


def compile_for(python: Path, edition: str, seats: int) -> None:
    """Have the search compiled, so that neither side plays on a plain kernel."""
    templates = [word for name in NEEDED for word in ("--template", name)]
    words = [str(python), "-m", "tsuro", "warm", "-e", edition, "--seats", str(seats)]
    subprocess.run([*words, *templates], check=True)


def program(python: Path, spec: str, edition: str, seats: int) -> str:
    """The bot of a version, as the arena knows it."""
    return "exec:" + shlex.join([str(python), str(PROGRAM), spec, edition, str(seats)])


def play(settings: Settings, games: int, jobs: int, file: Path) -> list[GameResult]:
    """Whole deals; a run that was broken off goes on."""
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Journal(file, settings) as journal, Progress(*columns, console=Console()) as progress:
        arena = Arena(settings, games, jobs, journal)
        task = progress.add_task("games", total=arena.total, completed=len(arena.results))
        arena.play(lambda _: progress.advance(task))
    return arena.counted()


def report(settings: Settings, counted: list[GameResult]) -> None:
    faults = sum(sum(dict(kinds).values()) for game in counted for kinds in game.faults)
    if faults:
        # Decided by luck: such games say nothing about the bots.
        raise SystemExit(f"{faults} decisions were forfeited; the first: {first_note(counted)}")
    (share,) = (each.share for each in sum_up(settings, counted).standings if each.bot == 0)
    print(
        f"{settings.edition}, {settings.seats} seats, {settings.ms} ms: {100 * share.value:.1f} % "
        f"({100 * share.low:.1f} to {100 * share.high:.1f}) of the wins, "
        f"fair {100 / settings.seats:.1f} %, {len(counted)} games"
    )


def first_note(counted: Sequence[GameResult]) -> str:
    return next((note for game in counted for notes in game.notes for note in notes), "")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("commit")
    parser.add_argument("--edition", choices=list(EDITIONS), default="classic")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--ms", type=int, default=100, help="for each decision")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--bot", default="mcts", help="of this version")
    parser.add_argument("--rivals", default="mcts", help="of the commit")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    here, there = Path(sys.executable), interpreter(checked_out(given.commit))
    for python in (here, there):
        compile_for(python, given.edition, given.seats)
    settings = Settings(
        given.edition,
        given.seats,
        (
            program(here, given.bot, given.edition, given.seats),
            program(there, given.rivals, given.edition, given.seats),
        ),
        lineup=Lineup.ONE_VS_REST,
        seed=given.seed,
        ms=given.ms,
    )
    name = f"{given.commit}-{given.edition}-{given.seats}-{given.ms}-{given.seed}.jsonl"
    file = ROOT / "build" / "against" / name
    report(settings, play(settings, given.games, given.jobs, file))


if __name__ == "__main__":
    main()
