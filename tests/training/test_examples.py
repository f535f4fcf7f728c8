"""The example that needs nothing but numpy: it learns, and what it writes can be used."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from examples import measure_model, train_reinforce
from tools.draw_learning import draw_learning


def test_what_the_example_has_learned_plays_and_is_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(train_reinforce, "GAMES", 32)
    monkeypatch.setattr(train_reinforce, "BATCH", 256)
    monkeypatch.setattr(train_reinforce, "LATEST", 40)
    model = tmp_path / "policy.npz"
    monkeypatch.setattr(sys, "argv", ["train", "--games", "100", "--out", str(model)])
    train_reinforce.main()
    curve = json.loads(model.with_suffix(".json").read_text())
    assert [point["of"] for point in curve["points"]] == [40, 40]
    assert "<path" in draw_learning([curve])
    measured = ["measure", str(model), "--edition", "pocket", "--games", "4"]
    monkeypatch.setattr(sys, "argv", measured)
    measure_model.main()
    assert capsys.readouterr().out.count("| 50.0% |") == 3
