"""Data that are corrected need no change of code: games with other boxes, reference and kernel."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.boxes import (
    Data,
    as_toml,
    faces_of_luck,
    findings,
    lanterns_elsewhere,
    other_kosmos,
    other_sea,
    with_changes,
)

GAMES = 10
"""By the reference, and as many by both."""
BOXES = {
    "phoenix, few lanterns": ("phoenix", lanterns_elsewhere()),
    "phoenix, faces of luck": ("phoenix", faces_of_luck(1)),
    "seas, another sea": ("seas", other_sea(1)),
    "kosmos, other copies and boards": ("kosmos", other_kosmos(1)),
}


@pytest.mark.parametrize("box", BOXES)
def test_a_sound_data_file_can_be_played(box: str, tmp_path: Path) -> None:
    name, data = BOXES[box]
    assert findings(name, data).errors == []
    assert faults(name, data, tmp_path) == ""


def test_a_box_that_cannot_be_played_is_noticed(tmp_path: Path) -> None:
    """The check above would see a kernel that fails: this board is smaller than it can take."""
    data = with_changes("classic", {"board.size": 4})
    assert "this must be a whole number from 5 to 8" in faults("classic", data, tmp_path)


def faults(name: str, data: Data, folder: Path) -> str:
    file = folder / f"{name}.toml"
    file.write_text(as_toml(data), encoding="utf-8")
    command = [sys.executable, "-m", "tests.support.other_box", name, str(file), str(GAMES)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr
