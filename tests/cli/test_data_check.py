"""`tsuro editions --check`: whether a data file is sound, told to somebody with the box."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import run
from tests.support.boxes import Data, as_toml, lanterns_elsewhere, printed_data, with_changes
from tsuro.editions.registry import EDITIONS


def written(folder: Path, data: Data) -> str:
    file = folder / "box.toml"
    file.write_text(as_toml(data), encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("name", EDITIONS)
def test_the_files_of_the_package_are_sound(name: str, tmp_path: Path) -> None:
    result = run("editions", "--check", written(tmp_path, printed_data(name)))
    assert result.exit_code == 0
    assert f"is read as a data file of {EDITIONS[name].title} ({name})." in result.stdout
    assert "The file is sound" in result.stdout
    assert "error" not in result.stdout


def test_warnings_are_told_apart_and_do_no_harm(tmp_path: Path) -> None:
    result = run("editions", "--check", written(tmp_path, lanterns_elsewhere()))
    assert result.exit_code == 0
    assert result.stdout.count("warning: line ") == 3
    assert result.stdout.endswith("The file is sound, with 3 warnings.\n")


def test_every_error_is_told_with_its_place_and_what_to_write(tmp_path: Path) -> None:
    changes = {"tiles.copies.T07": 9, "dice.gold": [1, 2], "board.note": ""}
    file = written(tmp_path, with_changes("seas", changes))
    lines = Path(file).read_text(encoding="utf-8").splitlines()
    result = run("editions", "--check", file)
    assert result.exit_code == 1
    line = 1 + lines.index("gold = [1, 2]")
    assert f"error: line {line}, dice.gold: this must name six different lines" in result.stdout
    assert (
        "tiles.copies: the rulebook has 56 tiles, but these numbers add up to 61" in result.stdout
    )
    assert "board.note: a note must say where the facts come from" in result.stdout
    assert result.stdout.endswith("The file is not sound: 3 errors, with 2 warnings.\n")


def test_as_json(tmp_path: Path) -> None:
    file = written(tmp_path, with_changes("pocket", {"tiles.total": 35, "board": 6}))
    result = run("editions", "pocket", "--check", file, "--json")
    assert result.exit_code == 1
    told = json.loads(result.stdout)
    assert (told["file"], told["edition"], told["sound"]) == (file, "pocket", False)
    assert told["warnings"] == []
    assert told["errors"] == [
        {
            "line": 1,
            "place": "board",
            "message": "this must be a table that begins with [board], not 6",
        },
        {"line": 4, "place": "tiles.total", "message": "this must be 36, not 35"},
    ]


def test_an_edition_that_is_named_overrides_the_file(tmp_path: Path) -> None:
    file = written(tmp_path, printed_data("classic"))
    result = run("editions", "pocket", "--check", file)
    assert result.exit_code == 1
    assert "Pocket Tsuro (pocket)" in result.stdout


@pytest.mark.parametrize(
    ("content", "code", "told"),
    [
        (b"tiles = [", "bad_edition_data", "This is not TOML"),
        (b"\xfe\x00", "cannot_read", "is not a text file (byte 1)"),
        (b"", "bad_edition_data", "Nothing in this file tells which edition"),
    ],
)
def test_what_cannot_be_read_is_bad_input(
    content: bytes, code: str, told: str, tmp_path: Path
) -> None:
    file = tmp_path / "box.toml"
    file.write_bytes(content)
    result = run("editions", "--check", str(file))
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error [{code}]: ")
    assert told in result.stderr


def test_wrong_usage_is_bad_input(tmp_path: Path) -> None:
    file = written(tmp_path, printed_data("classic"))
    assert run("editions", "--check", str(tmp_path / "none.toml")).exit_code == 2
    assert run("editions", "--check", str(tmp_path)).exit_code == 2
    assert run("editions", "chess", "--check", file).exit_code == 2
    both = run("editions", "classic", "pocket", "--check", file)
    assert both.exit_code == 2
    assert "name at most one" in both.stderr


def test_a_file_that_vanishes_is_bad_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def vanished(self: Path) -> bytes:
        raise FileNotFoundError(2, "No such file or directory")

    file = written(tmp_path, printed_data("classic"))
    monkeypatch.setattr(Path, "read_bytes", vanished)
    result = run("editions", "--check", file)
    assert result.exit_code == 2
    assert "cannot be read: No such file or directory." in result.stderr
