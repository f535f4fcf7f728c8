"""`tsuro fuzz`: what it plays, what it finds, and how it tells."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.cli.running import run, spawn
from tsuro.cli import fuzzing
from tsuro.cli.fuzzing import Case, play_case, schedule
from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.editions.registry import EDITIONS
from tsuro.editions.violation import Violation


def test_four_thousand_games_reach_every_setting() -> None:
    cases = list(schedule(4000))
    reached = {(case.edition, case.seats, case.switches) for case in cases}
    expected = sum(
        len(found) for found in fuzzing.settings(list(EDITIONS), range(2, 9), {}).values()
    )
    assert len(reached) == expected
    assert len({case.seed for case in cases}) == 4000
    for edition in EDITIONS:
        assert sum(case.edition == edition for case in cases) >= 400


def test_the_command_of_a_case_plays_that_case() -> None:
    for case in schedule(40, seed=100):
        words = case.command.split()
        switches = dict(
            words[i + 1].split("=") for i, word in enumerate(words) if word == "--switch"
        )
        (again,) = schedule(
            1, editions=[case.edition], seats=[case.seats], switches=switches, seed=case.seed
        )
        assert again == case


@pytest.mark.parametrize("edition", EDITIONS)
def test_games_pass(edition: str) -> None:
    for case in schedule(6, editions=[edition], seed=50):
        verdict = play_case(case)
        assert verdict.fault is None, (verdict.fault, case.command)
        assert verdict.ending is not None


def test_the_command_sums_up() -> None:
    result = run("fuzz", "--games", "7", "--jobs", "1")
    assert result.exit_code == 0
    assert "7 games" in result.stdout
    assert "no violation" in result.stdout


def test_several_processes_do_the_same() -> None:
    one = run("fuzz", "--games", "10", "--edition", "pocket", "--json", "--jobs", "1")
    two = spawn("fuzz", "--games", "10", "--edition", "pocket", "--json", "--jobs", "2")
    assert two.returncode == 0
    assert json.loads(one.stdout) == json.loads(two.stdout)


def failing(edition: Edition, state: GameState) -> Iterator[Violation]:
    if state.turn.number == 3:
        yield Violation("INV-99", "turn", "the third turn is cursed")


def crashing(edition: Edition, state: GameState) -> Iterator[Violation]:
    if state.turn.number == 2:
        raise ZeroDivisionError("oops")
    yield from ()


def test_a_violation_is_told_with_the_way_to_repeat_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzzing, "violations", failing)
    arguments = (
        "fuzz",
        "--games",
        "2",
        "-e",
        "kosmos",
        "--seats",
        "3",
        "-o",
        "piles=3",
        "-o",
        "laid_down=open",
    )
    result = run(*arguments, "--jobs", "1", "--seed", "40")
    assert result.exit_code == 1
    assert "2 games" in result.stdout
    assert "INV-99: the third turn is cursed" in result.stderr
    assert "kosmos, 3 seats, board=auto, piles=3, laid_down=open, seed 40" in result.stderr
    assert "tsuro fuzz --games 1 --edition kosmos --seats 3 " in result.stderr
    assert "position: kosmos/3:piles=3 " in result.stderr
    told = json.loads(run(*arguments, "--jobs", "1", "--json").stdout)
    assert len(told["faults"]) == 2


def test_a_crash_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzzing, "violations", crashing)
    verdict = play_case(Case("classic", 2, (("draw", "literal"), ("ban", "edge")), 3))
    assert verdict.fault is not None
    assert verdict.fault.startswith("ZeroDivisionError: oops (crashing, line ")


def test_an_endless_game_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzzing, "LONGEST", 12)
    verdict = play_case(Case("classic", 2, (("draw", "literal"), ("ban", "edge")), 3))
    assert verdict.fault == "the game goes on after 12 actions"


def test_a_position_that_cannot_be_written_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def unwritable(edition: Edition, state: GameState) -> str:
        raise KeyError("T99")

    monkeypatch.setattr(fuzzing, "LONGEST", 12)
    monkeypatch.setattr(fuzzing, "format_position", unwritable)
    monkeypatch.setattr(fuzzing, "_check_position", lambda edition, state: None)
    verdict = play_case(Case("classic", 2, (("draw", "literal"), ("ban", "edge")), 3))
    assert verdict.position == "cannot be written (KeyError: 'T99')"
