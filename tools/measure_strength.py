"""Measure the ladder of bots and write docs/strength.md.

    make strength                                   everything, on all cores
    make strength ARGS="--edition classic --seats 2 4"
    make strength ARGS="--bot flat"                 one step of the ladder
    make strength ARGS="--rivals mcts:iterations=2000,leaf=terms"      the same, by who is beaten
    make strength ARGS="--write"                    the page again, from the results there are

Every step of the ladder is a match: the better bot sits alone among copies of the one below it, in
every seat of every deal in turn. Bots are given iterations, never time, so the results depend on
the seed only. They are kept as arena result files in a folder of build/strength that is named after
the code of the bots: an interrupted run goes on where it stopped, other bots begin anew, and
`tsuro arena --show FILE` tells more about any of the files.
"""

from __future__ import annotations

import argparse
import ast
import os
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from tsuro.arena.chart import draw_chart
from tsuro.arena.journal import Journal, read_journal
from tsuro.arena.run import Arena, whole_deals
from tsuro.arena.settings import Lineup, Settings
from tsuro.arena.summary import Estimate, sum_up
from tsuro.editions.registry import EDITIONS

ROOT: Final = Path(__file__).resolve().parents[1]
SOURCE: Final = ROOT / "src" / "tsuro"
PLAYING: Final = ("bots", "fast")
"""The packages that decide what a bot does; the rules have a version in every result file."""
PAGE: Final = ROOT / "docs" / "strength.md"
CHART: Final = ROOT / "docs" / "images" / "ratings.svg"
SEED: Final = 2005
SEATS: Final = (2, 4, 8)
SEARCH: Final = "mcts:iterations=20000"
PLAYOUTS: Final = "flat:playouts=2000"
SHORT_SEARCH: Final = "mcts:iterations=2000"
BY_NET: Final = f"{SHORT_SEARCH},leaf=net"
BY_TERMS: Final = f"{SHORT_SEARCH},leaf=terms"


@dataclass(frozen=True)
class Step:
    """A bot and the one it should beat, with the games each edition plays."""

    bot: str
    rivals: str
    games: int
    editions: tuple[str, ...] = tuple(EDITIONS)
    seats: tuple[int, ...] = SEATS
    more: Mapping[tuple[str, int], int] = field(default_factory=dict, hash=False)
    """Games where the two are so close that it takes more of them to tell."""

    @property
    def name(self) -> str:
        """Of the better bot, without its settings."""
        return self.bot.partition(":")[0]

    @property
    def title(self) -> str:
        return f"## `{self.bot}` alone against `{self.rivals}`"


Place = tuple[str, str, int]
"""Where a result stands on the page: under which title, in which row and for how many seats."""


CLOSE: Final = {
    ("classic", 4): 100,
    ("kosmos", 4): 200,
    ("pocket", 4): 200,
    ("seas", 2): 200,
    ("seas", 4): 600,
    ("phoenix", 4): 128,
    **{(edition, 8): 160 for edition in EDITIONS},
    ("seas", 8): 320,
}
FORBIDDING: Final = {
    ("classic", 2): 4000,
    ("classic", 4): 2400,
    ("classic", 8): 4000,
    ("seas", 2): 4000,
    ("seas", 4): 12_000,
    ("seas", 8): 4000,
}
"""Where the rules forbid to leave the board of one's own will, random play is nearly cautious."""
STEPS: Final = (
    Step(SEARCH, "cautious", 96, editions=("classic",)),
    Step(SEARCH, "greedy", 64, more=CLOSE),
    Step(BY_NET, BY_TERMS, 200, seats=(2,)),
    Step(f"{SEARCH},leaf=net", f"{SEARCH},leaf=terms", 100, editions=("classic",), seats=(2,)),
    Step(PLAYOUTS, "cautious", 160),
    Step("greedy", "cautious", 160),
    Step("cautious", "random", 160, more=FORBIDDING),
)


ALL_AT_ONE_TABLE: Final = Settings(
    edition="classic",
    seats=4,
    bots=(SHORT_SEARCH, "greedy", "cautious", "random"),
    lineup=Lineup.MIXED,
    seed=SEED,
)
"""The arena whose chart is shown on the page."""
RATED_GAMES: Final = 400


@cache
def results() -> Path:
    """The folder for the results of the bots as they are now."""
    return ROOT / "build" / "strength" / code_digest(SOURCE)


def code_digest(source: Path) -> str:
    """A name for the code of the bots; what they cannot notice, such as a comment, changes nothing.

    Without it a run after some tuning would go on with the games of the bots before.
    """
    digest = sha256()
    for package in PLAYING:
        for file in sorted((source / package).rglob("*.py")):
            digest.update(file.relative_to(source).as_posix().encode())
            digest.update(ast.dump(ast.parse(file.read_bytes())).encode())
    sections = [*(source / "editions").rglob("judgement.toml")]
    sections += (source / "editions").rglob("learned.toml")
    for file in sorted(sections):
        digest.update(file.relative_to(source).as_posix().encode())
        digest.update(repr(tomllib.loads(file.read_text(encoding="utf-8"))).encode())
    return digest.hexdigest()[:12]


def ratings() -> Path:
    """The result file of the arena of all."""
    return results() / "ratings.jsonl"


@dataclass(frozen=True)
class Match:
    """One step in one edition at one number of seats."""

    step: Step
    edition: str
    seats: int

    @property
    def place(self) -> Place:
        return self.step.title, self.edition, self.seats

    @property
    def games(self) -> int:
        return self.step.more.get((self.edition, self.seats), self.step.games)

    @property
    def settings(self) -> Settings:
        return Settings(
            edition=self.edition,
            seats=self.seats,
            bots=(self.step.bot, self.step.rivals),
            lineup=Lineup.ONE_VS_REST,
            seed=SEED,
        )

    @property
    def file(self) -> Path:
        bot, rivals = (
            spec.replace(":", "-").replace("=", "-") for spec in (self.step.bot, self.step.rivals)
        )
        return results() / f"{self.edition}-{self.seats}-{bot}-against-{rivals}.jsonl"

    def play(self, progress: Progress, jobs: int) -> None:
        title = f"{self.edition}, {self.seats} seats: {self.step.bot} against {self.step.rivals}"
        play(self.settings, self.games, self.file, progress, jobs, title)

    def outcome(self) -> Outcome | None:
        """What the results so far say; None if there are none."""
        if not self.file.exists():
            return None
        settings, played = read_journal(self.file)
        counted = whole_deals(settings, played)
        if not counted:
            return None
        summary = sum_up(settings, counted)
        best = next(standing for standing in summary.standings if standing.bot == 0)
        return Outcome(best.share, 1 / self.seats, summary.deals, summary.games)


@dataclass(frozen=True)
class Outcome:
    """The share of the wins of the bot that sat alone."""

    share: Estimate
    fair: float
    deals: int
    games: int

    def __str__(self) -> str:
        low, high = (f"{100 * bound:.0f}" for bound in (self.share.low, self.share.high))
        mark = "" if self.share.is_above(self.fair) else " ·"
        return f"{100 * self.share.value:.1f} % ({low}–{high}), {self.games:,} games{mark}"


def play(
    settings: Settings, games: int, file: Path, progress: Progress, jobs: int, title: str
) -> None:
    """Play what is missing of an arena's games."""
    with Journal(file, settings) as journal:
        arena = Arena(settings, games, jobs, journal)
        task = progress.add_task(title, total=arena.total, completed=len(arena.results))
        arena.play(lambda _: progress.advance(task))


def matches(
    steps: Sequence[Step], editions: Sequence[str], seats: Sequence[int]
) -> Iterator[Match]:
    """Step by step, so that an interrupted run has whole tables."""
    for step in steps:
        for edition in editions:
            for number in seats:
                if edition in step.editions and number in step.seats:
                    yield Match(step, edition, number)


def page(before: str) -> str:
    """The page of the documentation; what was not played again stays as it was before."""
    kept = cells_of(before)
    lines = [INTRODUCTION]
    for step in STEPS:
        cells: dict[tuple[str, int], str] = {}
        for edition in step.editions:
            for seats in step.seats:
                match = Match(step, edition, seats)
                outcome = match.outcome()
                cells[edition, seats] = str(outcome) if outcome else kept.get(match.place, "")
        lines += table(step, cells)
    return "\n".join(lines)


def table(step: Step, cells: Mapping[tuple[str, int], str]) -> list[str]:
    """One step of the ladder: editions downwards, seats across."""
    titles = " | ".join(f"{seats} seats (fair {100 / seats:.1f} %)" for seats in step.seats)
    lines = [
        f"{step.title}\n",
        f"| Edition | {titles} |",
        "|---" * (1 + len(step.seats)) + "|",
    ]
    for edition in step.editions:
        row = " | ".join(cells[edition, seats] or "not measured" for seats in step.seats)
        lines.append(f"| {edition} | {row} |")
    return [*lines, ""]


def cells_of(before: str) -> dict[Place, str]:
    """What a page says of each match."""
    found: dict[Place, str] = {}
    title, seats = "", [0]
    for line in before.splitlines():
        words = [word.strip() for word in line.strip("|").split("|")]
        if line.startswith("## "):
            title = line
        elif words[0] == "Edition":
            seats = [int(word.partition(" ")[0]) for word in words[1:]]
        elif words[0] in EDITIONS:
            found |= {(title, words[0], n): cell for n, cell in zip(seats, words[1:], strict=True)}
    return found


INTRODUCTION: Final = f"""# How strong the bots are

The share of the wins a bot takes when it sits alone among copies of the bot one step below it on
the ladder, with the 95 % interval from a bootstrap over deals, and the number of games. Every deal
(start places, tiles, dice) is played by every rotation over the seats, so that luck cancels; a
shared win is divided. A dot marks the results whose interval is not clear of the fair share.

Bots are given iterations, never time, and all luck comes from seed {SEED}: the same commit gives
the same numbers on every machine. `make strength` plays the games and writes this page;
`make strength ARGS="--edition classic --seats 2"` plays a part of them and leaves the other numbers
as they are.

`leaf=net` is the judgement that the search learned from games ([how](bots-design.md)), `leaf=terms`
the one written by hand, with which it is the search as it was before, and as levels use it: in a
longer search the learned one is not proved better.

All at one table, {RATED_GAMES} games of classic with four seats, with Plackett-Luce ratings:

![Ratings and shares of the wins of four bots](images/ratings.svg)
"""


def write_page() -> None:
    before = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    PAGE.write_text(page(before), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--edition", nargs="+", choices=list(EDITIONS), default=list(EDITIONS))
    bots = list(dict.fromkeys(step.name for step in STEPS))
    parser.add_argument("--bot", nargs="+", choices=bots, default=bots, help="the better bot")
    rivals = list(dict.fromkeys(step.rivals for step in STEPS))
    parser.add_argument("--rivals", nargs="+", choices=rivals, default=rivals, help="the other bot")
    parser.add_argument("--seats", nargs="+", type=int, choices=SEATS, default=list(SEATS))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--write", action="store_true", help="play nothing, write the page only")
    arguments = parser.parse_args()
    asked = [
        step for step in STEPS if step.name in arguments.bot and step.rivals in arguments.rivals
    ]
    if not arguments.write:
        columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True)) as progress:
            for match in matches(asked, arguments.edition, arguments.seats):
                match.play(progress, arguments.jobs)
                write_page()
            if len(asked) == len(STEPS):
                title = "all at one table"
                play(ALL_AT_ONE_TABLE, RATED_GAMES, ratings(), progress, arguments.jobs, title)
    elif not results().exists():
        parser.error(f"there are no results of these bots in {results()}")
    write_page()
    if ratings().exists():
        settings, played = read_journal(ratings())
        summary = sum_up(settings, whole_deals(settings, played))
        CHART.write_text(draw_chart(summary), encoding="utf-8")


if __name__ == "__main__":
    main()
