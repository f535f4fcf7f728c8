"""`kernel_of(..., ready="now")`: nobody waits for a compiler."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Event, Thread

import pytest

from tsuro.editions.registry import build_edition
from tsuro.errors import KernelError
from tsuro.fast import CACHE_VARIABLE, Kernel, kernel_of
from tsuro.fast import ready as kernels
from tsuro.fast.compiling import background
from tsuro.fast.compiling.background import in_background, warm_command
from tsuro.fast.compiling.cache import mark_complete

CLASSIC = build_edition("classic", seats=3, switches={"draw": "literal"})
SEARCH = "tsuro.bots.search.descent"


@pytest.fixture(autouse=True)
def cold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is warm, nothing has been tried."""
    monkeypatch.setattr(kernels, "_WARM", set())
    monkeypatch.setattr(background, "_TRIED", set())
    monkeypatch.delenv(background.WARMING_VARIABLE)


def now(*templates: str) -> Kernel:
    return kernel_of(CLASSIC, *templates, ready="now")


def test_without_code_the_plain_kernel_plays_and_the_code_is_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun: list[Callable[[], object]] = []
    warmed: list[object] = []
    monkeypatch.setattr(kernels, "is_cached", lambda edition, *templates: False)
    monkeypatch.setattr(kernels, "_warmed", lambda *given: warmed.append(given))
    monkeypatch.setattr(
        kernels, "in_background", lambda edition, templates, code, then: begun.append(then)
    )
    assert not now(SEARCH).compiled
    assert warmed == []
    begun[0]()
    assert warmed == [(CLASSIC, (SEARCH,))]


def test_code_in_the_cache_is_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = kernel_of(CLASSIC)
    monkeypatch.setattr(kernels, "is_cached", lambda edition, *templates: True)
    monkeypatch.setattr(kernels, "_warmed", lambda *given: compiled)
    assert now(SEARCH) is compiled


def test_code_that_has_gone_is_made_in_the_background(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the mark says: nobody waits for a compiler."""
    compiled = kernel_of(CLASSIC)
    begun: list[object] = []
    monkeypatch.setattr(kernels, "folder_of", lambda *code: tmp_path)
    monkeypatch.setattr(kernels, "_warmed", lambda *given: compiled)
    monkeypatch.setattr(kernels, "in_background", lambda *given, then: begun.append(given))
    code = tmp_path / "search.1.nbc"
    code.write_bytes(b"code")
    mark_complete(tmp_path)
    assert now(SEARCH) is compiled
    assert not begun
    code.unlink()
    assert not now(SEARCH).compiled
    assert len(begun) == 1


def test_warm_code_is_used_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = kernel_of(CLASSIC)
    kernels._WARM.update(kernels.codes_of(compiled))
    monkeypatch.setattr(kernels, "is_cached", lambda edition, *templates: False)
    monkeypatch.setattr(kernels, "in_background", lambda *given, then: None)
    assert now() is compiled
    assert not now(SEARCH).compiled


def test_at_hand_is_what_this_process_has_and_nothing_is_begun(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(kernels, "is_cached", lambda *given: pytest.fail("somebody looked"))
    monkeypatch.setattr(kernels, "in_background", lambda *given: pytest.fail("something begun"))
    assert not kernel_of(CLASSIC, ready="at_hand").compiled
    kernels._WARM.update(kernels.codes_of(kernel_of(CLASSIC)))
    assert kernel_of(CLASSIC, ready="at_hand") is kernel_of(CLASSIC)
    assert not kernel_of(CLASSIC, SEARCH, ready="at_hand").compiled


def test_without_numba_the_plain_kernel_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "has_numba", lambda: False)
    for ready in ("now", "at_hand", "lazily", "plain"):
        assert not kernel_of(CLASSIC, ready=ready).compiled
    assert not kernels.is_cached(CLASSIC)


def test_there_are_no_other_ways_to_be_ready() -> None:
    with pytest.raises(KernelError, match="cannot be ready 'soon': choose one of lazily, compiled"):
        kernel_of(CLASSIC, ready="soon")  # type: ignore[arg-type]


def test_the_command_names_the_very_way_to_play() -> None:
    assert warm_command(CLASSIC, (SEARCH,))[1:] == [
        *("-m", "tsuro", "warm", "--background", "--edition", "classic", "--seats", "3"),
        *("--switch", "draw=literal", "--switch", "ban=edge", "--template", SEARCH),
    ]


@pytest.mark.parametrize("status", [0, 3])
def test_another_process_comes_first_and_is_started_once(
    status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = [sys.executable, "-c", f"raise SystemExit({status})"]
    monkeypatch.setattr(background, "warm_command", lambda edition, templates: command)
    loaded = Event()
    thread = in_background(CLASSIC, (), "code", then=loaded.set)
    assert thread is not None
    thread.join()
    assert loaded.is_set()
    assert in_background(CLASSIC, (), "code", then=loaded.set) is None


def test_where_nothing_can_be_kept_no_other_process_compiles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its code would be lost, and made once more by the thread that waits for it."""
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    started: list[list[str]] = []
    monkeypatch.setattr(background, "_run", started.append)
    for number, folder in enumerate((tmp_path, blocked)):
        monkeypatch.setenv(CACHE_VARIABLE, str(folder))
        loaded = Event()
        thread = in_background(CLASSIC, (), number, then=loaded.set)
        assert thread is not None
        thread.join()
        assert loaded.is_set()
        assert started == [warm_command(CLASSIC, ())]


def test_a_failure_is_logged_and_nothing_more(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise OSError("no more memory")

    monkeypatch.setattr(background, "_run", lambda command: None)
    thread = in_background(CLASSIC, (), "code", then=fail)
    assert thread is not None
    thread.join()
    assert "the kernel for classic could not be made" in caplog.text


def test_a_program_that_ends_loads_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    leaving, loaded = Event(), Event()
    monkeypatch.setattr(background, "_LEAVING", leaving)
    monkeypatch.setattr(background, "_run", lambda command: leaving.set())
    thread = in_background(CLASSIC, (), "code", then=loaded.set)
    assert thread is not None
    thread.join()
    assert not loaded.is_set()


def test_a_program_that_ends_waits_for_loading_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not for threads that wait for another process, even if others have loaded before."""
    asked, joined = Event(), Event()
    leave: list[Callable[[], None]] = []
    monkeypatch.setattr(background, "_LEAVING", Event())
    monkeypatch.setattr("atexit.register", lambda *given: leave.append(partial(*given)))
    monkeypatch.setattr(background, "_run", lambda command: None)
    loaded = in_background(CLASSIC, (), "first", then=lambda: None)
    assert loaded is not None
    loaded.join()
    monkeypatch.setattr(background, "_run", lambda command: asked.wait())
    waiting = in_background(CLASSIC, (), "second", then=lambda: None)
    assert waiting is not None
    monkeypatch.setattr(waiting, "join", lambda patience: joined.set())
    for each in leave:
        each()
    assert len(leave) == 2
    assert not joined.is_set()
    asked.set()
    Thread.join(waiting)
    leave[1]()
    assert joined.is_set()


def test_editions_that_share_code_are_one() -> None:
    ways = [build_edition(name, seats=seats) for name in ("classic", "pocket") for seats in (2, 8)]
    assert kernels.distinct(ways) == ways[:1]


def test_warming_can_be_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(background.WARMING_VARIABLE, "never")
    monkeypatch.setattr(background, "_run", lambda command: pytest.fail("something was compiled"))
    assert in_background(CLASSIC, (), "code", then=lambda: None) is None
