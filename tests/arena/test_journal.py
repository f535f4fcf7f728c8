"""The result file: continued, cut, refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.arena.support import quick, result
from tsuro.arena.journal import Journal, read_journal
from tsuro.arena.settings import ArenaError, Lineup


def written(path: Path, count: int = 3) -> bytes:
    with Journal(path, quick()) as journal:
        for deal in range(count):
            journal.add(result(deal, (0, 1), (1, 2)))
    return path.read_bytes()


def test_a_file_is_continued(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "results.jsonl"
    written(path)
    with Journal(path, quick()) as journal:
        assert [each.deal for each in journal.results] == [0, 1, 2]
        journal.add(result(3, (0, 1), (2, 1)))
    settings, results = read_journal(path)
    assert settings == quick(switches=settings.switches)
    assert [each.ranks for each in results] == [(1, 2)] * 3 + [(2, 1)]
    assert all(isinstance(json.loads(line), dict) for line in path.read_text().splitlines())


def test_a_file_from_when_switches_were_called_options_is_continued(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    older = written(path).replace(b'"switches":', b'"options":', 1)
    path.write_bytes(older)
    with Journal(path, quick()) as journal:
        assert len(journal.results) == 3


@pytest.mark.parametrize("cut", [1, 20])
def test_a_half_written_line_is_dropped(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "results.jsonl"
    whole = written(path)
    path.write_bytes(whole[:-cut])
    assert len(read_journal(path)[1]) == 2
    with Journal(path, quick()) as journal:
        assert len(journal.results) == 2
        journal.add(result(2, (0, 1), (1, 2)))
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"seed": 6}, "its seed is 5, not 6"),
        ({"bots": ("random", "cautious")}, "its bots is"),
        ({"seats": 3}, "its seats is 2, not 3"),
        ({"ms": 50}, "its ms is None, not 50"),
        ({"switches": {"ban": "any_self_elimination"}}, "its switches is"),
        ({"lineup": Lineup.ONE_VS_REST}, "its lineup is"),
    ],
)
def test_a_file_of_other_settings_is_refused(
    tmp_path: Path, changes: dict[str, object], says: str
) -> None:
    path = tmp_path / "results.jsonl"
    before = written(path)
    with pytest.raises(ArenaError, match=says):
        Journal(path, quick(**changes))
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"hello\n", "is not a result file"),
        (b"[1]\n", "is not a result file"),
        (b"\xff\xfe\n", "is not a result file"),
        (b"half a line", "is not a result file"),
        (b'{"format":"tsuro arena 99"}\n', "is not a result file"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "results.jsonl"
    path.write_bytes(content)
    with pytest.raises(ArenaError, match=says):
        Journal(path, quick())
    assert path.read_bytes() == content
    with pytest.raises(ArenaError, match=says):
        read_journal(path)


def altered(**changes: object) -> bytes:
    """The line of a game in which something is changed."""
    return json.dumps({**result(1, (0, 1), (1, 2)).to_json(), **changes}).encode()


@pytest.mark.parametrize(
    "line",
    [
        b"nonsense",
        b'{"deal":3}',
        b"[]",
        b'{"deal":1,"bots":4}',
        altered(ranks=["first", "second"]),
        altered(ranks=[1]),
        altered(bots=[0, None]),
        altered(deal="1"),
        altered(ms=["fast", 2]),
        altered(faults=["late", {}]),
        altered(faults=[{"late": "often"}, {}]),
        altered(notes=[[1], []]),
    ],
)
def test_a_broken_line_is_named(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "results.jsonl"
    lines = written(path).splitlines()
    path.write_bytes(b"\n".join([*lines[:2], line, *lines[2:], b""]))
    with pytest.raises(ArenaError, match="line 3: this is not the result of a game"):
        Journal(path, quick())


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="cannot be used"):
        Journal(tmp_path, quick())
    with pytest.raises(ArenaError, match="cannot be read"):
        read_journal(tmp_path / "nothing")


def test_a_header_without_settings_is_told(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text('{"format":"tsuro arena 1"}\n')
    with pytest.raises(ArenaError, match="lacks a setting"):
        read_journal(path)


@pytest.mark.parametrize(
    "changes",
    [
        {"lineup": "everybody"},
        {"starts": None},
        {"seats": "two"},
        {"seats": 0},
        {"bots": ["random"]},
        {"bots": "random"},
        {"switches": 3},
        {"seed": []},
        {"ms": "soon"},
        {"edition": 7},
    ],
)
def test_a_header_with_a_senseless_setting_is_told(
    tmp_path: Path, changes: dict[str, object]
) -> None:
    path = tmp_path / "results.jsonl"
    header, *lines = written(path).splitlines()
    path.write_bytes(b"\n".join([json.dumps({**json.loads(header), **changes}).encode(), *lines]))
    with pytest.raises(ArenaError, match="or has a senseless one"):
        read_journal(path)
