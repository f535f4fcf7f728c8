"""The examples of docs/notation.md, taken out of it and tried."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tsuro.core.actions import Action, Outcome
from tsuro.engine.determinize import determinize
from tsuro.engine.play import resume, waiting
from tsuro.engine.views import PlayerView, seen_state
from tsuro.errors import NotationError, Unplayable
from tsuro.formats.notation import (
    parse_action,
    parse_beside,
    parse_cell,
    parse_laid,
    parse_stop,
    parse_tile,
)
from tsuro.formats.position import parse_position
from tsuro.formats.record import parse_record

TEXT = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```text\n(.*?)```", TEXT, re.DOTALL)
POSITIONS = [line for block in BLOCKS for line in block.splitlines() if "/3 " in line]
RECORDS = [block for block in BLOCKS if block.startswith("[Tsuro ")]


def rows(heading: str) -> list[list[str]]:
    """The rows of the tables below a heading, each as its columns."""
    section = TEXT.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    columns = [[column.strip() for column in line.strip("|").split("|")] for line in lines]
    return [each for each in columns if "`" in each[1]]


def examples(column: str) -> list[str]:
    return re.findall(r"`([^`]+)`", column)


def test_there_are_examples_of_everything() -> None:
    assert len(POSITIONS) == 2
    assert len(RECORDS) == 1
    assert len(rows("Places and tiles")) == 5
    assert len(rows("Actions")) == 19


READERS = {
    "cell": parse_cell,
    "stop": parse_stop,
    "side place": parse_beside,
    "tile": parse_tile,
    "tile as it lies": parse_laid,
}


@pytest.mark.parametrize("row", rows("Places and tiles"), ids=lambda row: row[0])
def test_places_and_tiles(row: list[str]) -> None:
    read = READERS[row[0]]
    for example in examples(row[1]):
        assert read(example) is not None


@pytest.mark.parametrize("row", rows("Actions"), ids=lambda row: row[0])
def test_actions(row: list[str]) -> None:
    for example in examples(row[1]):
        action = parse_action(example)
        assert isinstance(action, Action)
        assert isinstance(action, Outcome) == example.startswith("*")
        assert str(action) == example


@pytest.mark.parametrize("line", POSITIONS)
def test_positions_read_back(line: str) -> None:
    position = parse_position(line)
    assert str(position) == line


def test_the_two_positions_are_one() -> None:
    hidden, full = map(parse_position, POSITIONS)
    assert seen_state(full.state, full.state.turn.seat) == hidden.state
    assert full.is_full
    assert resume(full.edition, full.state).state == full.state
    assert waiting(full.edition, full.state) is not None
    with pytest.raises(Unplayable) as refused:
        resume(hidden.edition, hidden.state)
    assert refused.value.code == "unplayable"
    assert f"refused as `{refused.value.code}`" in TEXT
    assert determinize.__name__ in TEXT
    assert PlayerView(hidden.edition, None, hidden.state, decide=None, to_act=None).hand == ()


def test_freedom_of_the_hand_is_written_in_one_way() -> None:
    _, line = POSITIONS
    assert (
        "(blanks between the fields, the\norder of the undrawn tiles, fields that say nothing"
        in TEXT
    )
    loose = (
        line.replace(" ", "   ")
        .replace("T01.T02", "T02.T01")
        .replace("number=2", "number=2,half=0")
    )
    assert loose != line
    assert str(parse_position(loose)) == line


@pytest.mark.parametrize("text", RECORDS)
def test_records_replay(text: str) -> None:
    record = parse_record(text)
    assert record.steps()[-1].state.result is not None
    assert str(record) == text


@pytest.mark.parametrize("text", ["aa1", "a27", "a0", "A1", "a1.", "a1.12"])
def test_what_the_tables_do_not_show_is_refused(text: str) -> None:
    for read in READERS.values():
        with pytest.raises(NotationError):
            read(text)
