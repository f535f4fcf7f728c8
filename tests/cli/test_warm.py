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
from tsuro.fast import CACHE_VARIABLE, Kernel, kernel_for

CLONES = "tsuro.benchmark.clones"


@pytest.fixture
def warmed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """What would have been compiled."""
    found: list[tuple[str, ...]] = []

    def note(edition: Edition, *templates: str) -> Kernel:
        found.append((edition.id, str(edition.size), *templates))
        return kernel_for(edition, compiled=False)

    monkeypatch.setattr(tsuro.fast, "warm", note)
    return found


def test_a_kernel_is_made_ready() -> None:
    arguments = ("warm", "-e", "classic", "--seats", "2", "--template", CLONES)
    result = run(*arguments)
    assert result.exit_code == 0
    assert "tile games, 6×6: game" in result.stdout
    assert "tile games, 6×6: clones" in result.stdout
    assert "Making 2 pieces" in result.stderr
    told = json.loads(run(*arguments, "--json").stdout)
    assert [(code["part"], code["compiled"]) for code in told["code"]] == [
        ("game", False),
        ("clones", False),
    ]


def test_everything_that_is_compiled_is_made_ready(warmed: list[tuple[str, ...]]) -> None:
    assert run("warm").exit_code == 0
    editions = {edition for edition, *_ in warmed}
    assert editions >= {"classic", "kosmos"}
    for template in ("tsuro.bots.tree_search", "tsuro.bots.judging"):
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


def test_code_of_other_versions_is_removed(
    warmed: list[tuple[str, ...]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    old = [tmp_path / "kernels" / "tile_games-0" / f"loops-{number}" for number in range(20)]
    for folder in old:
        folder.mkdir(parents=True)
    assert "Removed 12 folders of older code." in run("warm", "-e", "classic").stdout
    assert json.loads(run("warm", "-e", "classic", "--prune", "--json").stdout)["removed"] == 8
    assert not any(folder.exists() for folder in old)


def test_switches_need_an_edition() -> None:
    result = run("warm", "--option", "piles=3")
    assert result.exit_code == 2
    assert "name it with --edition" in result.stderr


def test_an_edition_without_a_kernel_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm, "_jobs", lambda ways, templates: iter(()))
    result = run("warm", "--edition", "classic")
    assert result.exit_code == 2
    assert "There is no kernel for classic." in result.stderr


def test_the_command_line_shows_what_kernels_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    def tell(edition: Edition, *templates: str) -> Kernel:
        logging.getLogger("tsuro.fast").info("Compiling for %s ...", edition.id)
        return kernel_for(edition, compiled=False)

    monkeypatch.setattr(tsuro.fast, "warm", tell)
    result = run("warm", "-e", "classic", "--template", CLONES)
    assert result.stderr.count("Compiling for classic ...") == 2
    assert "Compiling" not in result.stdout
