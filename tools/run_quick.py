"""Check style, types and layers, and run the tests that a change needs: under a minute.

python tools/run_quick.py                  what changed since main
python tools/run_quick.py --since HEAD~3   what changed since another commit
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
BIN: Final = Path(sys.executable).parent
BUDGET: Final = 90
"""Seconds of one core that the tests may take; two cores and the checks beside them need less than
a minute."""
MAINS: Final = ("origin/main", "main")
CHECKS: Final = (
    ("ruff", "format", "--check", "."),
    ("ruff", "check", "."),
    ("lint-imports", "--no-logo"),
    ("mypy",),
)
LINT_PAGE: Final = ("python", "tools/build_web.py", "--run", "lint")
MODULE: Final = 5
SLOW_MODULE: Final = 30
"""Seconds of one core that a module of tests takes, if it was changed itself."""
RULES: Final = ("core", "rules", "editions", "engine")


@dataclass(frozen=True, slots=True)
class Part:
    """Tests that belong together."""

    path: str
    cost: int
    """Seconds of one core, measured with compiled kernels at hand and without coverage."""
    layers: tuple[str, ...] = ()
    """The packages of `src/tsuro` whose changes need these tests; none if every change does."""
    leave_out: tuple[str, ...] = ()
    """Modules that take too long; one that was changed itself is run all the same."""


PARTS: Final = (
    Part("tests/rules", 15),
    Part("tests/packaging", 8, ("cli",)),
    Part("tests/meta", 10, leave_out=("test_mutants",)),
    Part("tests/golden", 6, (*RULES, "formats")),
    Part("tests/sixth", 8, ("composing", *RULES, "formats"), ("test_served",)),
    Part("tests/unit", 45, ("errors", *RULES, "formats", "game", "fast", "raster")),
    Part("tests/bots", 15, ("bots",)),
    Part("tests/arena", 20, ("arena", "bots")),
    Part("tests/differential", 10, ("fast",), ("test_phoenix", "test_seas", "test_tile_games")),
    Part(
        "tests/simulation",
        15,
        ("simulation",),
        ("test_census", "test_cluster", "test_policies"),
    ),
    Part("tests/encoding", 10, ("encoding",)),
    Part("tests/training", 10, ("training", "encoding")),
    Part("tests/envs", 30, ("envs", "training")),
    Part("tests/notebook", 15, ("notebook",)),
    Part("tests/server", 60, ("server", "telling"), ("test_durability", "test_study")),
    Part("tests/local", 15, ("local", "studying"), ("test_site", "test_documentation")),
    Part("tests/cli", 45, ("cli", "benchmark"), ("test_fuzz_kernel", "test_terminal_play")),
)
"""The most telling first: what does not fit into the budget is left out and named."""
NEVER: Final = {
    "perft": "counts whole trees of moves",
    "properties": "plays hundreds of random games",
    "web": "needs a browser and a built page",
}
"""Folders of tests that are never a matter of seconds, and why."""


@dataclass(frozen=True, slots=True)
class Plan:
    run: tuple[str, ...]
    """What pytest is told."""
    left_out: tuple[str, ...]
    """What the change may need as well, in words."""


class _Purse:
    """The seconds that are left, and what they were spent on."""

    def __init__(self, kept_back: int) -> None:
        """Some seconds are kept back for what every change needs."""
        self.left = BUDGET - kept_back
        self.run: list[str] = []
        self.left_out: list[str] = []

    def buys(self, path: str, cost: int) -> bool:
        """Whether there is time for some tests; if not, they are noted."""
        if cost > self.left:
            self.left_out.append(f"{path}: no time left")
            return False
        self.left -= cost
        self.run.append(path)
        return True

    def leave_out(self, path: str) -> None:
        self.run.append(f"--ignore={path}")
        self.left_out.append(f"{path}: takes long")


def plan(changed: Iterable[str]) -> Plan:
    """The tests for some changed files, which are named from the root."""
    paths = [PurePosixPath(name) for name in changed]
    layers = {path.parts[2] for path in paths if path.parts[:2] == ("src", "tsuro")}
    layers = {layer.removesuffix(".py") for layer in layers}
    own = [str(path) for path in paths if _is_quick_test(path)]
    wanted = [part for part in PARTS if not part.layers or layers & set(part.layers)]
    slow = {f"{part.path}/{name}.py": part for part in PARTS for name in part.leave_out}
    purse = _Purse(sum(part.cost for part in wanted if not part.layers))
    for name in own:
        if name in slow or str(PurePosixPath(name).parent) not in [part.path for part in wanted]:
            purse.buys(name, SLOW_MODULE if name in slow else MODULE)
    for part in wanted:
        if purse.buys(part.path, part.cost if part.layers else 0):
            for name in [name for name in slow if slow[name] is part and name not in purse.run]:
                purse.leave_out(name)
    never = (f"tests/{folder}: {why}" for folder, why in NEVER.items())
    return Plan(tuple(purse.run), (*purse.left_out, *never))


def _is_quick_test(path: PurePosixPath) -> bool:
    return path.match("tests/*/test_*.py") and path.parts[1] not in NEVER


def changed_since(commit: str | None) -> list[str]:
    """Files that differ from a commit, or from where this branch left main, and new ones."""
    begun = commit or _branched_off()
    differing = _git("diff", "--name-only", "--diff-filter=d", begun)
    return sorted({*differing, *_git("ls-files", "--others", "--exclude-standard")})


def _branched_off() -> str:
    """Where this branch left main; the last commit if there is no main."""
    known = _git("for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/remotes")
    main = next((name for name in MAINS if name in known), "HEAD")
    return _git("merge-base", "HEAD", main)[0]


def _git(*arguments: str) -> list[str]:
    done = subprocess.run(
        ("git", *arguments), cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"git cannot say what has changed: {done.stderr.strip()}")
    return done.stdout.split()


def checks(changed: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """The page is linted only if it was changed: that takes as long as all the rest."""
    return (*CHECKS, LINT_PAGE) if any(name.startswith("frontend/") for name in changed) else CHECKS


def check_and_test(checks: Iterable[Sequence[str]], tests: Sequence[str]) -> list[str]:
    """What failed of the checks and the tests, which run side by side."""
    running = [
        (
            " ".join(check),
            subprocess.Popen(
                (str(BIN / check[0]), *check[1:]),
                cwd=ROOT,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            ),
        )
        for check in checks
    ]
    command = (str(BIN / "pytest"), "-q", "-n", "2", "--dist", "worksteal", *tests)
    failed = [] if subprocess.run(command, cwd=ROOT, check=False).returncode == 0 else ["the tests"]
    for name, check in running:
        told, _ = check.communicate()
        if check.returncode:
            print(f"\n{name}\n{told}")
            failed.append(name)
    return failed


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--since", metavar="COMMIT", help="what to compare with (main)")
    changed = changed_since(parser.parse_args(arguments).since)
    chosen = plan(changed)
    print(f"{len(changed)} changed files: {', '.join(changed[:8])}{' ...' * (len(changed) > 8)}")
    failed = check_and_test(checks(changed), chosen.run)
    print("\nNot run, `make test` does:", *chosen.left_out, sep="\n  ")
    print(f"\nFailed: {', '.join(failed)}." if failed else "\nAll that was run passed.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
