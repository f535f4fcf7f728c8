"""The cache of compiled code: shared, forgiving, and kept small."""

from __future__ import annotations

import builtins
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tsuro.fast.compiling import cache

SCRIPT = """
import sys
from pathlib import Path

from tests.unit.test_fast_cache import call

print(*call(Path(sys.argv[1])))
"""


def small(limit: int) -> int:
    total = 0
    for i in range(limit):
        total += i * i
    return total


def call(folder: Path) -> tuple[int, int]:
    """The value of a compiled function, and how often its code was found in the cache."""
    import numba

    function: Any = numba.njit(nogil=True)(small)
    cache.keep(function, folder)
    return function(5), sum(function.stats.cache_hits.values())


def test_two_processes_that_compile_at_once_do_it_once(tmp_path: Path) -> None:
    folder = tmp_path / "code"
    command = [sys.executable, "-c", SCRIPT, str(folder)]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert sorted(process.communicate()[0] for process in both) == ["30 0\n", "30 1\n"]
    assert {path.suffix for path in folder.iterdir()} == {".nbi", ".nbc", ".lock"}


@pytest.fixture
def read_only(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """What a system says where nothing can be written; a superuser would be let in."""
    opened, opened_low = builtins.open, os.open

    def high(path: Any, mode: str = "r", *rest: Any, **more: Any) -> Any:
        if set(mode) & set("wax+"):
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, mode, *rest, **more)

    def low(path: Any, flags: int, *rest: Any, **more: Any) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            raise PermissionError(13, "Permission denied", str(path))
        return opened_low(path, flags, *rest, **more)

    def forbid() -> None:
        monkeypatch.setattr(builtins, "open", high)
        monkeypatch.setattr(os, "open", low)

    return forbid


def test_code_that_can_only_be_read_is_used(tmp_path: Path, read_only: Callable[[], None]) -> None:
    assert call(tmp_path) == (30, 0)
    before = sorted(path.stat().st_mtime_ns for path in tmp_path.iterdir())
    read_only()
    assert call(tmp_path) == (30, 1)
    assert sorted(path.stat().st_mtime_ns for path in tmp_path.iterdir()) == before


def test_where_nothing_can_be_written_code_is_made_each_time(
    tmp_path: Path, read_only: Callable[[], None]
) -> None:
    read_only()
    assert call(tmp_path) == (30, 0)
    assert call(tmp_path) == (30, 0)
    assert list(tmp_path.iterdir()) == []


class Planted:
    """What a pickle of a stranger does: it runs."""

    def __init__(self, trace: Path) -> None:
        self.trace = trace

    def __reduce__(self) -> tuple[object, ...]:
        return Path.touch, (self.trace,)


@pytest.mark.parametrize("writable", ["folder", "parent", "index", "code"])
def test_code_that_others_can_write_is_neither_used_nor_kept(
    writable: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder, trace = tmp_path / "kernels" / "code", tmp_path / "trace"
    assert call(folder) == (30, 0)
    (index,), (code,) = folder.glob("*.nbi"), folder.glob("*.nbc")
    assert not (index.stat().st_mode | code.stat().st_mode | folder.stat().st_mode) & 0o022
    index.write_bytes(pickle.dumps(Planted(trace)))
    paths = {"folder": folder, "parent": folder.parent, "index": index, "code": code}
    paths[writable].chmod(0o777 if writable in ("folder", "parent") else 0o666)
    planted = index.read_bytes()
    assert call(folder) == (30, 0)
    assert "can be written by others" in caplog.text
    assert not trace.exists()
    assert index.read_bytes() == planted
    assert not cache.is_complete(folder) or writable in ("index", "code")


def test_a_generous_system_does_not_open_the_cache(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        assert call(tmp_path / "code") == (30, 0)
    finally:
        os.umask(before)
    assert call(tmp_path / "code") == (30, 1)


@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
def test_damaged_files_are_replaced(
    suffix: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    call(tmp_path)
    (damaged,) = tmp_path.glob(f"*{suffix}")
    damaged.write_bytes(b"\x80 no code")
    assert not caplog.records
    assert call(tmp_path) == (30, 0)
    assert "cannot be loaded" in caplog.text
    assert "is compiled again" in caplog.text
    assert call(tmp_path) == (30, 1)


@pytest.fixture
def kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(cache.CACHE_VARIABLE, str(tmp_path))
    return tmp_path / "kernels"


def make(folder: Path, time: int) -> Path:
    folder.mkdir(parents=True)
    (folder / "code.nbc").write_bytes(b"code")
    os.utime(folder, (time, time))
    return folder


def test_only_the_latest_code_of_each_module_is_kept(kernels: Path) -> None:
    loops = [make(kernels / f"tiles-{time % 2}" / f"loops-{time}", time) for time in range(5)]
    search = make(kernels / "tiles-0" / "search-1", 1)
    seas = make(kernels / "seas-0" / "loops-1", 1)
    assert sorted(cache.prune(kept=2)) == sorted(loops[:3])
    assert all(folder.exists() for folder in (*loops[3:], search, seas))
    assert not any(folder.exists() for folder in loops[:3])


def test_code_in_use_is_kept(kernels: Path) -> None:
    old = make(kernels / "tiles-0" / "loops-1", 1)
    new = make(kernels / "tiles-0" / "loops-2", 2)
    assert cache.prune(kept=0, used={old}) == [new]
    assert old.exists()


def test_a_use_counts_as_new(kernels: Path) -> None:
    old = make(kernels / "tiles-0" / "loops-1", 1)
    new = make(kernels / "tiles-0" / "loops-2", 2)
    cache.note_use(old)
    assert cache.prune(kept=1) == [new]


def test_empty_folders_go_and_a_missing_one_is_no_matter(kernels: Path) -> None:
    assert cache.prune() == []
    make(kernels / "tiles-0" / "loops-1", 1)
    cache.prune(kept=0)
    assert list(kernels.iterdir()) == []


def test_a_folder_that_vanishes_meanwhile_is_no_matter(
    kernels: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = make(kernels / "tiles-0" / "loops-1", 1)

    def vanish(path: Path, *, ignore_errors: bool) -> None:
        assert ignore_errors
        (path / "code.nbc").unlink()
        path.rmdir()
        path.parent.rmdir()

    monkeypatch.setattr("shutil.rmtree", vanish)
    assert cache.prune(kept=0) == [folder]


def test_a_mark_holds_as_long_as_all_code_is_there(tmp_path: Path) -> None:
    call(tmp_path)
    assert not cache.is_complete(tmp_path)
    cache.mark_complete(tmp_path)
    assert cache.is_complete(tmp_path)
    for path in list(tmp_path.iterdir()):
        content = path.read_bytes()
        path.unlink()
        assert cache.is_complete(tmp_path) == (path.suffix == ".lock")
        path.write_bytes(content)
        assert cache.is_complete(tmp_path)


@pytest.mark.parametrize("content", [b"", b"\xff\x00 no names", b"missing.nbc"])
def test_a_mark_that_names_no_code_does_not_count(content: bytes, tmp_path: Path) -> None:
    call(tmp_path)
    (tmp_path / cache.COMPLETE).write_bytes(content)
    assert not cache.is_complete(tmp_path)


def test_marks_need_code_and_a_folder(tmp_path: Path) -> None:
    for folder in (tmp_path / "missing", tmp_path):
        cache.mark_complete(folder)
        assert not cache.is_complete(folder)


def test_what_could_not_all_be_kept_is_not_complete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk may be full for a moment only: what comes after can be written again."""
    opened = builtins.open

    def full(path: Any, mode: str = "r", *rest: Any, **more: Any) -> Any:
        if ".nbc" in str(path) and "w" in mode:
            raise OSError(28, "No space left on device", str(path))
        return opened(path, mode, *rest, **more)

    with monkeypatch.context() as disk:
        disk.setattr(builtins, "open", full)
        assert call(tmp_path) == (30, 0)
    (tmp_path / "other.nbc").write_bytes(b"code of another function")
    cache.mark_complete(tmp_path)
    assert not cache.is_complete(tmp_path)


NOTICE = """
import logging, sys

from tsuro.editions.registry import build_edition
from tsuro.fast import kernel_of
from tsuro.fast.compiling.notices import compilations

if sys.argv[1:] == ["listen"]:
    logging.basicConfig(stream=sys.stdout, level=logging.INFO, format="%(name)s: %(message)s")
kernel = kernel_of(build_edition("classic", seats=2))
clones = kernel.load("tsuro.benchmark.clones")
before = compilations()
rows = kernel.new_rows(2, seed=0)
clones.clone_rows(rows, kernel.new_rows(2, seed=0), 2, 1)
print(compilations() > before)
"""


def notice(folder: Path, *words: str) -> tuple[list[str], str]:
    done = subprocess.run(
        [sys.executable, "-c", NOTICE, *words],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, cache.CACHE_VARIABLE: str(folder)},
    )
    return done.stdout.splitlines(), done.stderr


def test_compiling_is_told_once_and_only_to_those_who_listen(tmp_path: Path) -> None:
    told, errors = notice(tmp_path / "one", "listen")
    assert told == [
        "tsuro.fast: Compiling the tiles kernel: once, a minute or two ...",
        "True",
    ]
    assert errors == ""
    assert notice(tmp_path / "one", "listen") == (["False"], "")
    assert notice(tmp_path / "two") == (["True"], "")
