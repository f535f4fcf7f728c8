"""`tsuro warm`, and what the kernels tell at the command line."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest

import tsuro.fast
from tests.cli.running import run
from tsuro.cli import warm
from tsuro.editions.edition import Edition
from tsuro.fast import CACHE_VARIABLE, Kernel, kernel_of, user_cache_folder
from tsuro.fast.compiling import cache, compile

CLONES = "tsuro.benchmark.clones"


@pytest.fixture(autouse=True)
def kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the command looks for old code: not among that of the user. What it makes ready is
    where all tests have it, so that nothing is compiled for these."""
    folder = tmp_path / "kernels"
    monkeypatch.setattr(cache, "kernel_folder", lambda: folder)
    return folder


@pytest.fixture
def warmed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """What would have been compiled."""
    found: list[tuple[str, ...]] = []

    def note(edition: Edition, *templates: str, ready: str) -> Kernel:
        assert ready == "compiled"
        found.append((edition.id, str(edition.size), *templates))
        return kernel_of(edition, ready="plain")

    monkeypatch.setattr(tsuro.fast, "kernel_of", note)
    monkeypatch.setattr(tsuro.fast, "is_cached", lambda edition, *templates: True)
    return found


def test_a_kernel_is_made_ready() -> None:
    arguments = ("warm", "-e", "classic", "--seats", "2", "--template", CLONES)
    result = run(*arguments)
    assert result.exit_code == 0
    assert "tiles, 6×6: game" in result.stdout
    assert "tiles, 6×6: clones" in result.stdout
    assert f"Kept in {user_cache_folder()}." in result.stdout
    assert "Making 2 pieces" in result.stderr
    told = json.loads(run(*arguments, "--json").stdout)
    assert [(code["part"], code["compiled"], code["kept"]) for code in told["code"]] == [
        ("game", False, True),
        ("clones", False, True),
    ]


def test_nothing_is_announced_that_cannot_be_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile, "has_numba", lambda: False)
    result = run("warm")
    assert result.exit_code == 2
    assert result.stderr == "error [kernel]: Compiled kernels need numba: install tsuro[fast].\n"


def test_everything_that_is_compiled_is_made_ready(warmed: list[tuple[str, ...]]) -> None:
    assert run("warm").exit_code == 0
    editions = {edition for edition, *_ in warmed}
    assert editions >= {"classic", "kosmos"}
    for template in ("tsuro.bots.search.descent", "tsuro.bots.judgement.weighing"):
        assert ("classic", "6", template) in warmed
        assert ("kosmos", "7", template) in warmed
    assert len(warmed) == len(set(warmed))


def test_no_module_that_can_be_made_ready_is_forgotten() -> None:
    package = Path(tsuro.fast.__file__).parent.parent
    found = {
        ".".join(path.relative_to(package.parent).with_suffix("").parts)
        for path in package.rglob("*.py")
        if "\ndef warm_up(" in path.read_text(encoding="utf-8")
    }
    assert found == {*warm.TEMPLATES, CLONES}


def test_in_the_background_nothing_is_said(
    warmed: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    niceness: list[int] = []
    monkeypatch.setattr("os.nice", niceness.append)
    result = run("warm", "--background", "--edition", "pocket", "--template", CLONES)
    assert result.exit_code == 0
    assert result.output == ""
    assert warmed == [("pocket", "6"), ("pocket", "6", CLONES)]
    assert niceness == [10]


@pytest.mark.usefixtures("warmed")
def test_code_of_other_versions_is_removed(kernels: Path) -> None:
    old = [kernels / "tiles-0" / f"loops-{number}" for number in range(20)]
    for folder in old:
        folder.mkdir(parents=True)
    assert "Removed 12 folders of older code." in run("warm", "-e", "classic").stdout
    assert json.loads(run("warm", "-e", "classic", "--prune", "--json").stdout)["removed"] == 8
    assert not any(folder.exists() for folder in old)


@pytest.fixture
def blocked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no place for the cache."""
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setattr(cache, "kernel_folder", lambda: tmp_path / "file" / "kernels")


@pytest.mark.usefixtures("blocked")
@pytest.mark.parametrize("how", [(), ("--background",)])
def test_nothing_is_compiled_where_nothing_can_be_kept(
    how: tuple[str, ...], warmed: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tsuro.fast, "is_cached", lambda edition, *templates: False)
    monkeypatch.setattr("os.nice", lambda niceness: None)
    result = run("warm", "-e", "classic", *how)
    assert result.exit_code == 2
    assert f"Nothing can be kept: {user_cache_folder()} cannot be written" in result.stderr
    assert f"Name another folder with {CACHE_VARIABLE}." in result.stderr
    assert warmed == []


@pytest.mark.usefixtures("blocked", "warmed")
def test_code_that_can_only_be_read_is_ready() -> None:
    result = run("warm", "-e", "classic")
    assert result.exit_code == 0
    assert "Kept in" in result.stdout


@pytest.mark.usefixtures("warmed")
def test_code_that_could_not_be_kept_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """As with a disk that is full."""
    monkeypatch.setattr(tsuro.fast, "is_cached", lambda edition, *templates: not templates)
    result = run("warm", "-e", "classic", "--template", CLONES)
    assert result.exit_code == 2
    assert "1 piece could not be kept" in result.stderr
    assert CACHE_VARIABLE in result.stderr
    assert "Kept in" not in result.stdout
    told = json.loads(run("warm", "-e", "classic", "--template", CLONES, "--json").stdout)
    assert [code["kept"] for code in told["code"]] == [True, False]


@pytest.mark.parametrize("name", ["nonsense", "", ".bots", "tsuro.game"])
def test_a_module_that_cannot_be_made_ready_is_refused(
    name: str, warmed: list[tuple[str, ...]]
) -> None:
    result = run("warm", "-e", "classic", "--template", name)
    assert result.exit_code == 2
    assert (
        f"{name!r} is no module to be compiled: take tsuro.fast.templates.census," in result.stderr
    )
    assert warmed == []


def test_switches_need_an_edition() -> None:
    result = run("warm", "--option", "piles=3")
    assert result.exit_code == 2
    assert "name it with --edition" in result.stderr


def test_an_edition_without_a_kernel_is_refused_or_passed_over(
    without_kernel: str, warmed: list[tuple[str, ...]]
) -> None:
    result = run("warm", "--edition", without_kernel)
    assert result.exit_code == 2
    assert "tsuro warm needs a compiled kernel, and Our Tsuro has none: take" in result.stderr
    assert warmed == []
    assert run("warm").exit_code == 0
    assert without_kernel not in {edition for edition, *_ in warmed}


def test_the_command_line_shows_what_kernels_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    def tell(edition: Edition, *templates: str, ready: str) -> Kernel:
        logging.getLogger("tsuro.fast").info("Compiling for %s ...", edition.id)
        return kernel_of(edition, ready="plain")

    monkeypatch.setattr(tsuro.fast, "kernel_of", tell)
    monkeypatch.setattr(tsuro.fast, "is_cached", lambda edition, *templates: True)
    result = run("warm", "-e", "classic", "--template", CLONES)
    assert result.stderr.count("Compiling for classic ...") == 2
    assert "Compiling" not in result.stdout
