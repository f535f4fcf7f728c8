"""Which code is broken, and which tests should notice."""

from __future__ import annotations

from pathlib import Path
from typing import Final

BROKEN: Final = (
    "src/tsuro/core",
    "src/tsuro/rules",
    "src/tsuro/engine",
    "src/tsuro/editions/checks.py",
    *(f"src/tsuro/editions/{name}/checks.py" for name in ("classic", "kosmos", "phoenix", "seas")),
    *(
        f"src/tsuro/telling/{name}.py"
        for name in ("asking", "foresight", "position", "teller", "viewers")
    ),
)
"""The rules, the engine with what seats may see, and what viewers are told of that."""

RULE_TESTS: Final = (
    "tests/rules",
    "tests/properties",
    "tests/golden",
    "tests/perft",
    "tests/unit",
)
NOT_ASKED: Final = ("test_fast_", "test_benchmarks_", "test_raster")
"""Tests of other things than rules, by how their names begin."""
SERVER_TESTS: Final = tuple(
    f"tests/server/test_{name}.py"
    for name in ("leaks", "pages", "play", "previews", "resume", "socket", "tables", "telling")
)
"""Tests of the server prove nothing about rules, so they count for what it tells only."""


def broken_files(root: Path, only: str = "") -> list[str]:
    """The source files to be broken whose path begins with `only`, or all of them."""
    found = (file for place in BROKEN for file in _python_files(root / place))
    paths = (file.relative_to(root).as_posix() for file in found)
    return [path for path in paths if path.startswith(only) and not path.endswith("__init__.py")]


def asked_files(root: Path) -> list[str]:
    """Every test file that is asked."""
    found = (file for place in (*RULE_TESTS, *SERVER_TESTS) for file in _python_files(root / place))
    paths = (file.relative_to(root).as_posix() for file in found)
    return [path for path in paths if _is_asked(Path(path).name)]


def _is_asked(name: str) -> bool:
    return name.startswith("test_") and not name.startswith(NOT_ASKED)


def should_notice(test_file: str, broken: str) -> bool:
    """Whether a test counts for a source file at all."""
    return test_file.startswith("tests/server/") == broken.startswith("src/tsuro/telling/")


def _python_files(place: Path) -> list[Path]:
    return sorted(place.rglob("*.py")) if place.is_dir() else [place] * place.exists()
