"""Which tests reach which line of the code, recorded once for every test file that changed."""

from __future__ import annotations

import json
import os
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import pytest
from coverage import Coverage

from tools.mutation.children import run_pytest, start
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
    if missing:
        print(f"Recording which lines {len(missing)} test files reach ...", flush=True)
        _record(root, missing, known, store)
    reach = Reach()
    for file in known.values():
        reach.add(json.loads(file.read_text(encoding="utf-8")))
    return reach


def _key(root: Path, path: str, shared: str) -> str:
    folder = (root / path).parent
    beside = (file for file in folder.iterdir() if file.suffix in (".toml", ".tsr"))
    return f"{Path(path).stem}-{shared}-{digest(root, [root / path, *beside])}"


def _record(root: Path, files: list[str], known: dict[str, Path], store: Path) -> None:
    answer = store / "recording"
    child = start(root, lambda: _traced(root, files), answer)
    _, status = os.waitpid(child, 0)
    log = answer.with_suffix(".log").read_text(encoding="utf-8", errors="replace")
    if status:
        raise NotGreen(log)
    recorded: dict[str, dict[str, Any]] = json.loads(answer.read_text(encoding="utf-8"))
    if recorded.pop("failed"):
        raise NotGreen(log)
    for path in files:
        known[path].write_text(json.dumps(recorded[path]), encoding="utf-8")
    answer.unlink()


def _traced(root: Path, files: list[str]) -> dict[str, Any]:
    """Run test files under coverage and sort what was reached by test file."""
    coverage = Coverage(
        data_file=None, include=[str(root / path) for path in broken_files(root)], config_file=False
    )
    clock = _Clock(coverage)
    coverage.start()
    failed = run_pytest(files, clock)
    coverage.stop()
    recorded: dict[str, Any] = {path: {"seconds": {}, "lines": {}} for path in files}
    for test, seconds in clock.seconds.items():
        recorded[test.partition("::")[0]]["seconds"][test] = round(seconds, 4)
    data = coverage.get_data()
    for measured in data.measured_files():
        source = Path(measured).relative_to(root).as_posix()
        for line, contexts in data.contexts_by_lineno(measured).items():
            for test in contexts:
                # Lines run while tests are collected, by no test, are noted with every file.
                for path in [test.partition("::")[0]] if test else files:
                    lines = recorded[path]["lines"].setdefault(source, {})
                    lines.setdefault(str(line), []).append(test)
    return {**recorded, "failed": failed}


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
        self.seconds[item.nodeid] = time.process_time() - began
        self._coverage.switch_context("")
        return result
