"""Node counts from fixed positions: any change of a rule shows up as another number."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tsuro.engine.chance import SeededChance
from tsuro.engine.perft import perft
from tsuro.engine.play import resume
from tsuro.formats.position import parse_position

TABLES = [
    pytest.param(table, id=f"{path.stem}-{number}")
    for path in sorted(Path(__file__).parent.glob("*.toml"))
    for number, table in enumerate(tomllib.loads(path.read_text(encoding="utf-8"))["table"])
]


@pytest.mark.parametrize("table", TABLES)
def test_counts(table: dict[str, Any]) -> None:
    position = parse_position(table["position"])
    step = resume(position.edition, position.state)
    counted = [
        perft(position.edition, step, SeededChance(table["seed"]), depth=depth + 1)
        for depth in range(len(table["counts"]))
    ]
    assert counted == table["counts"]
