"""Lazy compilation: without numba, without a cache, and without anybody noticing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tsuro.editions.registry import build_edition
from tsuro.errors import KernelError
from tsuro.fast import kernel_of
from tsuro.fast.compiling import cache


def run(code: str, **variables: str) -> str:
    """The output of a fresh interpreter."""
    environment = {**os.environ, **variables}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True
    )
    return done.stdout.strip()


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    code = """
import sys, tsuro
assert not any(name.startswith("tsuro.fast") for name in sys.modules)
import tsuro.fast
kernel = tsuro.fast.kernel_of(tsuro.build_edition("classic", seats=2), ready="plain")
kernel.playout_batch(kernel.new_rows(1, seed=1))
print(sorted({"numba", "numpy"} & set(sys.modules)))
"""
    assert run(code) == "[]"


def test_without_numba_the_plain_kernel_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("compiling.compile", "ready"):
        monkeypatch.setattr(f"tsuro.fast.{module}.has_numba", lambda: False)
    edition = build_edition("classic", seats=2)
    kernel = kernel_of(edition)
    assert not kernel.compiled
    rows = kernel.new_rows(2, seed=1)
    assert min(kernel.playout_batch(rows)) > 0
    with pytest.raises(KernelError, match=r"tsuro\[fast\]"):
        kernel_of(edition, ready="compiled")


def test_the_cache_folder_follows_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(cache.CACHE_VARIABLE, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    monkeypatch.setenv("LOCALAPPDATA", "/elsewhere")
    for system, start in (("linux", "/somewhere"), ("win32", "/elsewhere")):
        monkeypatch.setattr(sys, "platform", system)
        assert cache.user_cache_folder() == Path(start) / "tsuro"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert cache.user_cache_folder().parts[-3:] == ("Library", "Caches", "tsuro")
    monkeypatch.setenv(cache.CACHE_VARIABLE, "/mine")
    assert cache.user_cache_folder() == Path("/mine")


def test_a_folder_that_cannot_be_written_is_not_usable(tmp_path: Path) -> None:
    assert cache.is_usable(tmp_path / "new" / "folder")
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    assert not cache.is_usable(blocked / "folder")


ROLL = """
import tsuro, tsuro.fast
kernel = tsuro.fast.kernel_of(tsuro.build_edition("classic", seats=2))
rows = kernel.new_rows(1, seed=1)
kernel.loops.roll_rows(rows, 0, 1)
stats = kernel.loops.roll_rows.stats
print(kernel.state(rows, 0).hands[0], sum(stats.cache_hits.values()))
"""


def test_a_second_process_finds_the_first_ones_code(tmp_path: Path) -> None:
    first = run(ROLL, TSURO_CACHE_DIR=str(tmp_path))
    second = run(ROLL, TSURO_CACHE_DIR=str(tmp_path))
    assert first.endswith(" 0")
    assert second == first[:-1] + "1"


def test_without_a_usable_cache_folder_kernels_still_compile(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    assert run(ROLL, TSURO_CACHE_DIR=str(blocked)).endswith(" 0")
