"""`tsuro fuzz --positions`: lines that nobody should write, and what comes of them."""

from __future__ import annotations

import json
from random import Random

import pytest

from tests.cli.running import run, spawn
from tsuro.cli import position_fuzzing
from tsuro.cli.fuzzing import Case
from tsuro.cli.mutating import Mutator
from tsuro.cli.position_fuzzing import LINES, Batch, batches, read_batch
from tsuro.editions.registry import EDITIONS
from tsuro.errors import PositionError
from tsuro.formats.position import Position, parse_position
from tsuro.game import Game

POCKET = Batch(Case("pocket", 3, (), 11), 60)


def lines() -> list[str]:
    game, found = Game("kosmos", seats=3, seed=4), []
    while not game.over:
        found.append(str(game.position()))
        game.play(Random(len(found)).choice(game.options))
    return found


def test_as_many_lines_as_asked_for_of_every_edition() -> None:
    made = list(batches(20 * LINES + 7, editions=list(EDITIONS), seats=[2, 5], switches={}, seed=3))
    assert [batch.lines for batch in made] == [LINES] * 20 + [7]
    assert {batch.case.edition for batch in made} == set(EDITIONS)


def test_a_batch_is_told_by_its_command() -> None:
    (batch,) = batches(60, editions=["pocket"], seats=[3], switches={}, seed=11)
    assert batch == POCKET
    assert batch.command == "tsuro fuzz --positions 60 --edition pocket --seats 3 --seed 11"


def test_changed_lines_differ_and_some_can_still_be_read() -> None:
    real = lines()
    mutator = Mutator(real, Random(1))
    made = [mutator.line() for _ in range(400)]
    assert made == [again.line() for again in [Mutator(real, Random(1))] for _ in range(400)]
    assert len(set(made) - set(real)) > 300
    accepted = 0
    for line in made:
        try:
            parse_position(line)
        except PositionError:
            continue
        accepted += 1
    assert 5 < accepted < 300


@pytest.mark.parametrize("edition", EDITIONS)
def test_nothing_but_a_refusal_comes_of_bad_lines(edition: str) -> None:
    (batch,) = batches(100, editions=[edition], seats=[4], switches={}, seed=8)
    reading = read_batch(batch)
    assert reading.findings == ()
    assert reading.count == 100
    assert reading.refused > 50
    assert reading.accepted > 0
    assert reading.decisions > 0


def test_a_crash_while_reading_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(line: str) -> Position:
        raise KeyError(line[:6])

    monkeypatch.setattr(position_fuzzing, "parse_position", crash)
    reading = read_batch(POCKET)
    assert (reading.failed, reading.refused) == (60, 60)
    assert reading.findings[0].fault.startswith("KeyError: 'pocket' (crash, line ")


def test_a_crash_or_a_violation_while_playing_on_is_a_finding(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sound = read_batch(POCKET)

    def broken(edition: object, state: object) -> list[object]:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(position_fuzzing, "flaws", broken)
    reading = read_batch(POCKET)
    assert reading.failed == reading.accepted == sound.accepted
    assert {each.fault[:22] for each in reading.findings} == {"ZeroDivisionError: oops"[:22]}


def test_a_position_that_reads_back_otherwise_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    other = parse_position(lines()[0])
    read = parse_position
    calls = iter(range(10**6))

    def forgetful(line: str) -> Position:
        found = read(line)
        return other if next(calls) % 2 else found

    monkeypatch.setattr(position_fuzzing, "parse_position", forgetful)
    told = {each.fault for each in read_batch(POCKET).findings}
    assert "it reads back as another position" in told


def test_the_command_sums_up() -> None:
    result = run("fuzz", "--positions", "90", "--jobs", "1", "-e", "classic")
    assert result.exit_code == 0
    assert result.stdout.startswith("90 lines, ")
    assert result.stdout.endswith(" decisions: no failure.\n")
    assert "lines a second" in result.stderr


def test_json_and_several_processes() -> None:
    arguments = (
        "fuzz",
        "--positions",
        str(8 * LINES + 10),
        "-e",
        "pocket",
        "--seats",
        "2",
        "--json",
    )
    one = run(*arguments, "--jobs", "1")
    two = spawn(*arguments, "--jobs", "2")
    told = json.loads(one.stdout)
    assert told == json.loads(two.stdout)
    assert told["lines"] == 8 * LINES + 10 == told["refused"] + told["accepted"]
    assert told["faults"] == []


def test_a_failure_is_told_with_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(line: str) -> Position:
        raise KeyError("oops")

    monkeypatch.setattr(position_fuzzing, "parse_position", crash)
    arguments = ("fuzz", "--positions", "12", "-e", "pocket", "--seats", "3", "--seed", "11")
    result = run(*arguments, "--jobs", "1")
    assert result.exit_code == 1
    assert "12 lines, 12 refused, 0 accepted" in result.stdout
    assert "KeyError: 'oops' (crash, line " in result.stderr
    assert "\n  position: " in result.stderr
    assert "--positions 12 --edition pocket --seats 3 --seed 11" in result.stderr
    assert "... and 2 more." in result.stderr
    told = json.loads(run(*arguments, "--jobs", "1", "--json").stdout)
    assert len(told["faults"]) == 12
    assert told["faults"][0]["position"]


def test_an_interrupt_sums_up_what_was_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(batch: Batch) -> position_fuzzing.Reading:
        if batch.lines < LINES:
            raise KeyboardInterrupt
        return position_fuzzing.Reading(batch, refused=LINES)

    monkeypatch.setattr(position_fuzzing, "read_batch", stopped)
    result = run("fuzz", "--positions", str(LINES + 1), "--jobs", "1")
    assert result.exit_code == 0
    assert "Stopped." in result.stderr
    assert f"{LINES} lines, {LINES} refused" in result.stdout


def test_kernels_have_no_positions_to_read() -> None:
    result = run("fuzz", "--positions", "5", "--kernel")
    assert result.exit_code == 2
    assert "not both" in result.stderr
