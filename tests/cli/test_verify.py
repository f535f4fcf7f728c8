"""`tsuro verify`: checked, or what does not fit, one line a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import run
from tests.support.fair_games import fair_game, proof_of
from tsuro.editions.registry import build_edition

GOLDEN = Path(__file__).parent.parent / "golden"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    file = tmp_path / "game.tsr"
    file.write_text(fair_game(build_edition("pocket", seats=2), "one"), encoding="utf-8")
    return file


def test_a_sound_game_is_checked(game: Path) -> None:
    result = run("verify", str(game))
    assert result.exit_code == 0
    assert "checked, " in result.output
    assert "follow from the secret and 1 seat" in result.output
    assert "checked" in run("verify", "-", stdin=game.read_text("utf-8")).output
    noted = proof_of("one", 2).commitment
    assert run("verify", str(game), "--commitment", noted).exit_code == 0


def test_what_does_not_fit_is_told_for_every_file(game: Path, tmp_path: Path) -> None:
    text = game.read_text("utf-8")
    wrong = tmp_path / "wrong.tsr"
    wrong.write_text(text.replace("LuckPart0", "LuckPart1"), encoding="utf-8")
    broken = tmp_path / "broken.tsr"
    broken.write_text(text.replace("Digest", "Digestion"), encoding="utf-8")
    old = next(GOLDEN.glob("classic*.tsr"))
    result = run("verify", str(game), str(wrong), str(broken), str(old))
    assert result.exit_code == 1
    first, second, third, fourth = result.output.splitlines()
    assert "game.tsr: checked" in first
    assert "wrong.tsr: NOT CHECKED: event " in second
    assert "but must be *" in second
    assert "broken.tsr: NOT CHECKED [bad_record]" in third
    assert "NOT CHECKED: this record says nothing about its luck" in fourth


def test_another_commitment_is_noticed_and_a_bad_one_refused(game: Path) -> None:
    result = run("verify", str(game), "--commitment", "0" * 64)
    assert result.exit_code == 1
    assert "another commitment was shown" in result.output
    for arguments in (("--commitment", "abc"), (str(game), "--commitment", "0" * 64)):
        refused = run("verify", str(game), *arguments)
        assert refused.exit_code == 2
        assert "bad_setting" in refused.output
