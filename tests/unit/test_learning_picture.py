"""Learning curves of the training examples, drawn."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tools import draw_learning


def curve(shares: list[float]) -> dict[str, Any]:
    points = [
        {"minutes": number / 2, "games": 4000 * number, "share": share, "of": 4000 * (number > 0)}
        for number, share in enumerate(shares)
    ]
    return {"title": "PPO, classic", "fair": 0.5, "points": points}


def test_curves_are_drawn_with_their_bands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = []
    for number, shares in enumerate(([0.0, 0.4, 0.6], [0.0, 0.5, 0.9, 1.0])):
        files.append(tmp_path / f"{number}.json")
        files[-1].write_text(json.dumps(curve(shares)))
    out = tmp_path / "learning.svg"
    monkeypatch.setattr(sys, "argv", ["draw", *map(str, files), "--out", str(out)])
    draw_learning.main()
    root = ElementTree.fromstring(out.read_text())
    bands = [each.get("d", "") for each in root.iter() if each.get("opacity") == "0.3"]
    assert [each.count("L") + 1 for each in bands] == [4, 6], "two sides of each point with games"


@pytest.mark.parametrize("games", [1, 40, 4000, 60_000, 80_001, 999_999])
def test_marks_are_few_and_round(games: int) -> None:
    panel = draw_learning.Panel(curve([0.0, 0.5]), 0, 100)
    panel.most = games
    marks = list(panel._marks())
    assert 1 <= len(marks) <= 8
    assert marks[-1] <= games
