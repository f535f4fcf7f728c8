"""Which tests reach which line of the code, recorded once for every test file that changed."""

from __future__ import annotations

import json
import os
import signal
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import pytest
from coverage import Coverage
from rich.console import Console
from rich.progress import track

from tools.mutation.children import log_of, run_pytest, start
from tools.mutation.mutants import Mutant
from tools.mutation.suites import asked_files, broken_files, should_notice

LAYERS: Final = ("core", "rules", "editions", "engine", "formats")


class NotGreen(Exception):
    """Broken code can only be noticed by tests that pass while it is whole."""


@dataclass
class Reach:
    """For each line the tests that ran it, and how long each test takes."""

    seconds: dict[str, float] = field(default_factory=dict)
    lines: dict[str, dict[int, set[str]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(set))
    )

    def tests_for(self, mutant: Mutant) -> list[str]:
        """The tests that should notice, cheapest first.

        What runs while a module is loaded, or once before a cache answers, concerns every test
        that uses the module, whichever happened to come first.
        """
        lines = self.lines[mutant.path]
        reaching = set(lines.get(mutant.line, ()))
        if mutant.caught_once or "" in reaching:
            reaching = set().union(*lines.values())
        counting = (
            test
            for test in reaching
            if test and should_notice(test.partition("::")[0], mutant.path)
        )
        return sorted(counting, key=lambda test: (self.seconds[test], test))

    def add(self, recorded: dict[str, Any]) -> None:
        self.seconds |= recorded["seconds"]
        for path, lines in recorded["lines"].items():
            for line, tests in lines.items():
                self.lines[path][int(line)] |= set(tests)


def digest(root: Path, files: Iterable[Path]) -> str:
    sums = sha256()
    for file in sorted(set(files)):
        sums.update(file.relative_to(root).as_posix().encode() + b"\0")
        sums.update(sha256(file.read_bytes()).digest())
    return sums.hexdigest()[:16]


def sources(root: Path) -> Iterator[Path]:
    """What decides which lines a test reaches: rules and formats, and what tests share."""
    layers = [root / "src" / "tsuro" / layer for layer in LAYERS]
    for place in (*layers, root / "tests" / "support"):
        yield from (file for file in place.rglob("*") if file.suffix in (".py", ".toml"))
    yield from (root / path for path in broken_files(root))
    yield root / "tests" / "conftest.py"


def record_reach(root: Path, store: Path) -> Reach:
    """Read what is known about the tests, and run those that nothing is known about."""
    shared = digest(root, sources(root))
    store.mkdir(parents=True, exist_ok=True)
    known = {path: store / f"{_key(root, path, shared)}.json" for path in asked_files(root)}
    missing = [path for path, file in known.items() if not file.exists()]
    for path in track(missing, "Tests", console=Console(stderr=True), disable=not missing):
        if not known[path].exists():  # Another run may have been quicker.
            _record(root, path, known[path])
    reach = Reach()
    for file in known.values():
        reach.add(json.loads(file.read_text(encoding="utf-8")))
    return reach


def _key(root: Path, path: str, shared: str) -> str:
    folder = (root / path).parent
    beside = (file for file in folder.iterdir() if file.suffix in (".toml", ".tsr"))
    return f"{Path(path).stem}-{shared}-{digest(root, [root / path, *beside])}"


def _record(root: Path, path: str, target: Path) -> None:
    answer = target.with_suffix(f".{os.getpid()}")
    child = start(root, lambda: _traced(root, path), answer)
    try:
        _, status = os.waitpid(child, 0)
    except KeyboardInterrupt:
        os.kill(child, signal.SIGKILL)
        raise
    printed = log_of(answer).read_text(encoding="utf-8", errors="replace")
    log_of(answer).unlink()
    recorded = {} if status else json.loads(answer.read_text(encoding="utf-8"))
    if recorded.get("failed", True):
        raise NotGreen(printed)
    answer.replace(target)


def _traced(root: Path, path: str) -> dict[str, Any]:
    """Run a test file under coverage; lines run while it is loaded count for no test: `""`."""
    broken = [str(root / file) for file in broken_files(root)]
    coverage = Coverage(data_file=None, include=broken, config_file=False)
    clock = _Clock(coverage)
    coverage.start()
    failed = run_pytest([path], clock)
    coverage.stop()
    data = coverage.get_data()
    lines = {
        Path(file).relative_to(root).as_posix(): data.contexts_by_lineno(file)
        for file in data.measured_files()
    }
    return {"failed": failed, "seconds": clock.seconds, "lines": lines}


class _Clock:
    """Tells coverage which test is running, and times it."""

    def __init__(self, coverage: Coverage) -> None:
        self._coverage = coverage
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._coverage.switch_context(item.nodeid)
        began = time.process_time()
        result = yield
        self.seconds[item.nodeid] = round(time.process_time() - began, 4)
        self._coverage.switch_context("")
        return result
