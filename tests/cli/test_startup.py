"""Commands that need no kernel start without numba and numpy."""

from __future__ import annotations

import subprocess
import sys

import pytest

CODE = """
import sys
from tsuro.cli.main import main

sys.argv[0] = "tsuro"
try:
    main()
except SystemExit as end:
    assert not end.code
loaded = {name.partition(".")[0] for name in sys.modules}
print(sorted(loaded & {"dask", "llvmlite", "numba", "numpy", "pyarrow"}))
"""
PLAY = ("play", "--seed", "1", "--seat")


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
    ],
    ids=" ".join,
)
def test_nothing_heavy_is_imported(arguments: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CODE, *arguments],
        input="",
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "[]"
