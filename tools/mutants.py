"""Break the rules on purpose, in a seeded sample of ways, and see whether the tests notice.

    python -m tools.mutants --sample 300 --seed 1
    python -m tools.mutants --only src/tsuro/rules/phoenix/winds.py --sample 40

Works on a copy of the project. What is known is kept under build/mutants: a run that was broken
off goes on where it was, and after a change of the tests only what changed is recorded anew.
Survivors are listed; those that cannot change any game are explained in mutation/explained.toml.
Ends with 1 if fewer than 98 % of the others were noticed.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TimeElapsedColumn

from tools.mutation.children import warm_up
from tools.mutation.mutants import Mutant, mutants_of, sample
from tools.mutation.reach import NotGreen, digest, record_reach
from tools.mutation.suites import broken_files
from tools.mutation.trials import SLACK_SECONDS, Bench, Outcome, Verdict, to_verdict

ROOT: Final = Path(__file__).resolve().parents[1]
EXPLAINED: Final = "tools/mutation/explained.toml"
STORE: Final = "build/mutants"
NOT_COPIED: Final = (
    ".*", "node_modules", "build", "dist", "htmlcov", "__pycache__", "*.egg-info"
)  # fmt: skip
DEMANDED: Final = 0.98


@dataclass(frozen=True)
class Score:
    """How many mutants were tried, and what became of them."""

    tried: int
    noticed: int
    timed_out: int
    explained: int

    @property
    def of_all(self) -> float:
        return self._share(self.tried)

    @property
    def of_those_that_matter(self) -> float:
        return self._share(self.tried - self.explained)

    def _share(self, total: int) -> float:
        return (self.noticed + self.timed_out) / total if total else 1.0


def explanations(file: Path) -> dict[tuple[str, str, str, str], str]:
    """Why some survivors need no test, by file, place and both texts."""
    entries = tomllib.loads(file.read_text(encoding="utf-8"))["mutant"]
    return {
        (each["file"], each["where"], each["before"], each["after"]): each["reason"]
        for each in entries
    }


def reason_for(mutant: Mutant, reasons: dict[tuple[str, str, str, str], str]) -> str | None:
    return reasons.get((mutant.path, mutant.where, *mutant.texts))


class Journal:
    """Verdicts on disk, each with the state of the project it was found in."""

    def __init__(self, file: Path, state: str) -> None:
        self._file, self._state = file, state
        self.known: dict[str, Verdict] = {}
        self.noticed_before: dict[str, str] = {}
        for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
            entry = json.loads(line)
            verdict = to_verdict(entry)
            if entry["state"] == state:
                self.known[verdict.mutant] = verdict
            elif verdict.by:
                self.noticed_before[verdict.mutant] = verdict.by

    def add(self, verdict: Verdict) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"state": self._state, **verdict.to_json()}) + "\n")


def copied(project: Path, target: Path) -> Path:
    """A copy of the project to break, so that work on the real one can go on."""
    copy = target / "copy"
    shutil.copytree(project, copy, ignore=shutil.ignore_patterns(*NOT_COPIED))
    return copy


def state_of(root: Path) -> str:
    files = (
        file
        for place in ("src", "tests")
        for file in (root / place).rglob("*")
        if file.is_file() and file.suffix in (".py", ".toml", ".tsr")
    )
    return digest(root, files)


def tried(root: Path, mutants: Sequence[Mutant], chosen: argparse.Namespace) -> Iterator[Verdict]:
    """Verdicts known already, then those that have to be found."""
    store = chosen.project / STORE
    journal = Journal(store / "journal.jsonl", state_of(root))
    new = [mutant for mutant in mutants if mutant.name not in journal.known]
    yield from (journal.known[each.name] for each in mutants if each.name in journal.known)
    if not new:
        return
    warm_up()
    bench = Bench(root, record_reach(root, store / "reach"), root.parent, chosen.slack)
    for verdict in bench.verdicts(new, noticed_before=journal.noticed_before, jobs=chosen.jobs):
        journal.add(verdict)
        yield verdict


def report(
    mutants: Sequence[Mutant],
    verdicts: dict[str, Verdict],
    reasons: dict[tuple[str, str, str, str], str],
) -> Score:
    counts = Counter(verdict.outcome for verdict in verdicts.values())
    explained = 0
    for mutant in mutants:
        outcome = verdicts[mutant.name].outcome
        if outcome is Outcome.NOTICED:
            continue
        reason = reason_for(mutant, reasons) if outcome is Outcome.SURVIVED else None
        explained += reason is not None
        print(f"{outcome}: {mutant}  [{mutant.where}]" + (f"\n    {reason}" if reason else ""))
    score = Score(len(mutants), counts[Outcome.NOTICED], counts[Outcome.TIMED_OUT], explained)
    print(
        f"{score.tried} mutants: {score.noticed} noticed, {score.timed_out} timed out, "
        f"{counts[Outcome.SURVIVED]} survived, {score.explained} of them explained.\n"
        f"Noticed: {score.of_all:.1%} of all, {score.of_those_that_matter:.1%} without those "
        "explained."
    )
    return score


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sample", type=int, default=300, help="how many ways (300)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same ways (1)")
    parser.add_argument("--only", default="", metavar="PATH", help="only files under this path")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="at the same time")
    parser.add_argument(
        "--slack",
        type=float,
        default=SLACK_SECONDS,
        metavar="SECONDS",
        help="of the processor a test may take on top of thirty times its usual ones (20)",
    )
    parser.add_argument("--project", type=Path, default=ROOT, help="another folder than this one")
    parser.add_argument("--list", action="store_true", help="name the mutants, try none")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    chosen = parsed(arguments)
    files = broken_files(chosen.project, chosen.only)
    if not files:
        print(f"No file to be broken lies under {chosen.only}.", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="tsuro-mutants-") as folder:
        root = copied(chosen.project, Path(folder))
        every = [mutant for path in files for mutant in mutants_of(root, path)]
        mutants = sample(every, seed=chosen.seed, size=chosen.sample)
        if chosen.list:
            print(*mutants, sep="\n")
            return 0
        try:
            verdicts = _shown(tried(root, mutants, chosen), len(mutants))
        except NotGreen as error:
            print(f"{error}\nThe tests fail before anything is broken.", file=sys.stderr)
            return 2
        except KeyboardInterrupt:
            print("Broken off; the same command goes on from here.", file=sys.stderr)
            return 130
        score = report(mutants, verdicts, explanations(chosen.project / EXPLAINED))
    return 0 if score.of_those_that_matter >= DEMANDED else 1


def _shown(verdicts: Iterator[Verdict], total: int) -> dict[str, Verdict]:
    """Collect verdicts behind a progress bar."""
    found: dict[str, Verdict] = {}
    columns = (*Progress.get_default_columns(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        bar = progress.add_task("Mutants", total=total)
        for verdict in verdicts:
            found[verdict.mutant] = verdict
            progress.update(bar, completed=len(found))
    return found


if __name__ == "__main__":
    sys.exit(main())
