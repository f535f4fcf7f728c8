"""One version everywhere, and a release that refuses what is not in order."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tools.list_group import requirements
from tools.release import ROOT, disagreements, obstacles


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A small repository with all that states a version, ready to be released as 1.2.0."""
    (tmp_path / "src" / "tsuro").mkdir(parents=True)
    (tmp_path / "src" / "tsuro" / "_version.py").write_text('__version__ = "1.2.0"\n')
    (tmp_path / "CITATION.cff").write_text("title: x\nversion: 1.2.0\nlicense: MIT\n")
    (tmp_path / "CHANGELOG.md").write_text(
        "# Changelog\n\n## [Unreleased]\n\n## [1.2.0]\n\n- A change.\n\n## [1.1.0]\n\n- Another.\n"
    )
    for command in (
        ("init", "-q"),
        ("add", "."),
        ("-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "-qm", "All"),
        ("tag", "v1.2.0"),
    ):
        subprocess.run(("git", *command), cwd=tmp_path, check=True)
    return tmp_path


def test_this_clone_states_one_version() -> None:
    assert list(disagreements(ROOT)) == []


def test_a_clone_in_order_can_be_released(clone: Path) -> None:
    assert [*disagreements(clone), *obstacles(clone)] == []


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("CITATION.cff", "1.2.0", "1.1.0", "does not cite version 1.2.0"),
        ("CHANGELOG.md", "[1.2.0]", "[1.2.1]", "says nothing under ## [1.2.0]"),
        ("CHANGELOG.md", "- A change.\n", "", "says nothing under ## [1.2.0]"),
        ("CHANGELOG.md", "[Unreleased]\n", "[Unreleased]\n\n- New.\n", "under ## [Unreleased]"),
        ("src/tsuro/_version.py", "1.2.0", "1.2", "1.2 is not a version"),
        ("src/tsuro/_version.py", "1.2.0", "1.1.0", "there is no tag v1.1.0"),
        ("CITATION.cff", "title: x", "title: y", "not committed"),
    ],
)
def test_what_is_not_in_order_is_told(
    file: str, old: str, new: str, told: str, clone: Path
) -> None:
    path = clone / file
    path.write_text(path.read_text().replace(old, new, 1))
    assert any(told in each for each in (*disagreements(clone), *obstacles(clone)))


def test_a_tag_on_another_commit_is_told(clone: Path) -> None:
    name = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    subprocess.run(("git", *name, "commit", "-qm", "More", "--allow-empty"), cwd=clone, check=True)
    assert list(obstacles(clone)) == ["the tag v1.2.0 is on another commit"]


def test_groups_are_read_with_the_groups_in_them() -> None:
    assert {*requirements("build")} < {*requirements("dev")}
