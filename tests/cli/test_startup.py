"""What starts does so without numba and numpy, and before a game without the rules."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tsuro.editions.registry import EDITIONS

CODE = """
import sys
from tsuro.cli.main import main

sys.argv[0] = "tsuro"
try:
    main()
except SystemExit as end:
    assert not end.code
print(*sys.modules)
"""
HEAVY = {"dask", "llvmlite", "numba", "numpy", "pyarrow"}
RULES = ("tsuro.core", "tsuro.rules", "tsuro.engine", "tsuro.formats", "tsuro.bots.base")
PLAY = ("play", "--seed", "1", "--seat")


def loaded_by(code: str, *arguments: str) -> set[str]:
    """The modules a fresh interpreter has loaded in the end."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        input="",
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        ("play", "--help"),
        ("bench", "--help"),
        ("fuzz", "--help"),
        ("warm", "--help"),
        (*PLAY, "cautious", "--seat", "random"),
        (*PLAY, "human", "--seat", "cautious"),
        ("play", "--seed", "1", "--first", "1"),
    ],
    ids=" ".join,
)
def test_nothing_heavy_is_imported(arguments: tuple[str, ...]) -> None:
    packages = {name.partition(".")[0] for name in loaded_by(CODE, *arguments)}
    assert not packages & HEAVY


@pytest.mark.parametrize("arguments", [("--help",), ("play", "--help")], ids=" ".join)
def test_help_is_given_before_the_rules_are_loaded(arguments: tuple[str, ...]) -> None:
    assert not any(name.startswith(RULES) for name in loaded_by(CODE, *arguments))


def test_the_menu_is_there_before_the_rules_are_loaded() -> None:
    code = "import sys, tsuro.cli.play, tsuro.cli.terminal.menu; print(*sys.modules)"
    assert not any(name.startswith(RULES) for name in loaded_by(code))


def test_a_game_loads_only_its_own_edition() -> None:
    code = "import sys, tsuro; tsuro.Game('classic', seats=2); print(*sys.modules)"
    editions = {f"tsuro.editions.{name}.composition" for name in EDITIONS}
    assert editions & loaded_by(code) == {"tsuro.editions.classic.composition"}
