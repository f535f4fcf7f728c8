"""The page about the strength of the bots: of which bots its results are, and what it tells."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arena.support import result
from tools import measure_strength
from tools.measure_strength import STEPS, Match, code_digest
from tsuro.arena.deals import seatings
from tsuro.arena.journal import Journal

CODE = {
    "bots/greedy.py": "WEIGHT = 6",
    "fast/tiles/play.py": "SIZE = 6",
    "cli/play.py": "PAUSE = 1",
    "editions/classic/judgement.toml": "[weights]\nroom = 1.0",
}


def digest(folder: Path, **changes: str) -> str:
    """The name of a small package of bots; changes are given by file, `__` for the slash."""
    kinds = {name.rpartition(".")[0].replace("/", "__"): name for name in CODE}
    changed = {kinds[name]: text for name, text in changes.items()}
    for name, text in {**CODE, **changed}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return code_digest(folder)


def test_other_bots_have_other_results(tmp_path: Path) -> None:
    before = digest(tmp_path)
    assert digest(tmp_path, bots__greedy="WEIGHT = 7") != before
    assert digest(tmp_path, fast__tiles__play="SIZE = 7") != before
    assert digest(tmp_path, editions__classic__judgement="[weights]\nroom = 2.0") != before
    assert digest(tmp_path) == before


def test_what_no_bot_can_notice_keeps_the_results(tmp_path: Path) -> None:
    before = digest(tmp_path)
    assert digest(tmp_path, bots__greedy="# Found by tuning.\nWEIGHT=6\n") == before
    assert digest(tmp_path, cli__play="PAUSE = 2") == before
    softly = "# Tuned.\n[weights]\nroom=1.0"
    assert digest(tmp_path, editions__classic__judgement=softly) == before


def test_every_number_tells_how_many_games_it_comes_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measure_strength, "results", lambda: tmp_path)
    two, four = Match(STEPS[-1], "classic", 2), Match(STEPS[-1], "classic", 4)
    for match, games in ((two, 1200), (four, 8)):
        with Journal(match.file, match.settings) as journal:
            for seating in seatings(match.settings, games):
                ranks = [1 if bot == seating.deal % 2 else 2 for bot in seating.bots]
                journal.add(result(seating.deal, seating.bots, ranks, seating.rotation))
    page = measure_strength.page("")
    assert "| classic | 50.0 % (46–54), 1,200 games · | 50.0 %" in page
    assert ", 8 games · | not measured |" in page


def test_what_is_not_played_again_stays_on_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measure_strength, "results", lambda: tmp_path)
    step = STEPS[-1]
    old = f"{step.title}\n\n| Edition | 2 seats (fair 50.0 %) | 4 seats |\n|---|---|---|\n"
    old += "| classic | 60.0 % | 30.0 % |\n| seas | 51.0 % | 26.0 % |\n"
    played = Match(step, "classic", 2)
    with Journal(played.file, played.settings) as journal:
        for seating in seatings(played.settings, 8):
            ranks = [1 if bot == 0 else 2 for bot in seating.bots]
            journal.add(result(seating.deal, seating.bots, ranks, seating.rotation))
    page = measure_strength.page(old)
    assert "| classic | 100.0 %" in page
    assert ", 8 games · | 30.0 % | not measured |" in page
    assert "| seas | 51.0 % | 26.0 % | not measured |" in page
    assert measure_strength.page(page) == page


def test_results_lie_with_the_bots_they_are_of() -> None:
    folder = Match(STEPS[0], "classic", 2).file.parent
    assert folder.name == code_digest(measure_strength.SOURCE)
