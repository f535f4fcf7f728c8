"""`tsuro play` at a pseudo-terminal, with real key bytes."""

from __future__ import annotations

import sys
from itertools import cycle
from pathlib import Path
from random import Random

import pytest

from tests.cli.running import Terminal
from tsuro.cli.terminal.table import TerminalTable, seat_players
from tsuro.core.actions import Decision
from tsuro.formats.record import parse_record
from tsuro.game import Game

UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1bOD"
ENTER = "\r"


def mirror(edition: str, seats: tuple[str, ...], seed: int) -> tuple[TerminalTable, list[Decision]]:
    """The game that a person will play at the terminal: its end, and that person's decisions."""
    table = TerminalTable(Game(edition, seats=len(seats), seed=seed), seat_players(seats))
    rng = Random(seed)
    decisions: list[Decision] = []
    while not table.game.over:
        if table.game.to_act in table.people:
            decisions.append(rng.choice(table.game.options))
            table.game.play(decisions[-1])
        else:
            table.let_bot_play()
    return table, decisions


def test_a_game_of_classic_with_arrow_keys(tmp_path: Path) -> None:
    record = tmp_path / "game.tsr"
    terminal = Terminal(
        "play", "-e", "classic", "-s", "human", "-s", "random", "--seed", "12",
        "--speed", "instant", "--hints", "greedy", "--record", str(record),
    )  # fmt: skip
    terminal.expect("Where do you start?")
    terminal.press(RIGHT, RIGHT, DOWN, LEFT, ENTER)
    keys = cycle((DOWN, RIGHT, UP, "h", ENTER))
    while "Press any key" not in terminal.output:
        terminal.expect("q quit", "Press any key")
        terminal.press(next(keys))
    assert terminal.finish() == 0
    assert "\x1b[7m" in terminal.output, "the highlighted choice"
    played = parse_record(record.read_text())
    assert played.headers["Seat0"] == "You"
    assert played.steps()[-1].state.result is not None


@pytest.mark.parametrize("edition", ["classic", "kosmos", "pocket", "seas", "phoenix"])
def test_a_whole_game_in_typed_notation(edition: str, tmp_path: Path) -> None:
    seats = ("human", "cautious")
    table, decisions = mirror(edition, seats, seed=21)
    record = tmp_path / "game.tsr"
    terminal = Terminal(
        "play", "-e", edition, "-s", "human", "-s", "cautious", "--seed", "21",
        "--speed", "instant", "--record", str(record),
    )  # fmt: skip
    for decision in decisions:
        terminal.expect("q quit")
        terminal.press(str(decision), ENTER)
    terminal.expect("Press any key")
    terminal.press("x")
    assert terminal.finish() == 0
    assert parse_record(record.read_text()).actions == table.game.actions
    assert "\x1b[?1049l" in terminal.output, "the old screen must come back"


def test_the_menu_leads_into_a_game() -> None:
    terminal = Terminal("play", "--speed", "instant", "--seed", "3")
    terminal.expect("Which edition?")
    terminal.press(DOWN, RIGHT, "\t", "\t", "\t", ENTER)
    terminal.expect("Kosmos Tsuro")
    terminal.expect("q quit")
    terminal.press("q")
    terminal.expect("Leave the game?")
    terminal.press("y")
    assert terminal.finish() == 0
    assert "Unfinished: Kosmos Tsuro, seats 0 You, 1 Silly 1, 2 Silly 2, 3 Silly 3" in (
        terminal.output
    )


def test_the_menu_can_be_left() -> None:
    terminal = Terminal("play")
    terminal.expect("Which edition?")
    terminal.press("q")
    assert terminal.finish() == 0


def test_no_colour_if_it_is_not_wanted() -> None:
    terminal = Terminal("play", "-e", "classic", "--speed", "instant", env={"NO_COLOR": "1"})
    terminal.expect("q quit")
    terminal.press("q", "y")
    assert terminal.finish() == 0
    assert "38;5;" not in terminal.output


def test_the_end_of_the_keyboard_ends_the_game() -> None:
    terminal = Terminal("play", "-e", "classic", "--speed", "instant")
    terminal.expect("q quit")
    terminal.press("\x04")
    assert terminal.finish() == 0


def test_an_interrupt_saves_the_record(tmp_path: Path) -> None:
    record = tmp_path / "game.tsr"
    terminal = Terminal(
        "play", "-e", "classic", "--speed", "instant", "--record", str(record), "--seed", "1"
    )
    terminal.expect("q quit")
    terminal.press("a1.0", ENTER)
    terminal.expect("turn 1")
    terminal.interrupt()
    assert terminal.finish() == 1
    assert "Traceback" not in terminal.output
    assert "a1.0" in record.read_text()


def test_bots_can_be_watched() -> None:
    terminal = Terminal("play", "-s", "random", "-s", "random", "--seed", "5", "--speed", "fast")
    terminal.expect("plays ...")
    terminal.press("q")
    assert terminal.finish() == 0


def test_what_a_bot_failed_at_is_told_when_the_screen_has_gone() -> None:
    program = f"exec:{sys.executable} -c pass"
    terminal = Terminal("play", "-s", "human", "-s", program, "--seed", "5", "--speed", "instant")
    terminal.expect("q quit")
    terminal.press("a1.0", ENTER)
    terminal.expect("turn 1")
    terminal.press("q", "y")
    assert terminal.finish() == 0
    told = terminal.output.rpartition("\x1b[?1049l")[2]
    assert "Exec forfeits a decision to luck: crashed: ended by itself" in told
    assert "Exec forfeited 1 decision to luck." in told


def test_replay_steps_through_a_game(tmp_path: Path) -> None:
    table, _ = mirror("classic", ("random", "random"), seed=4)
    record = tmp_path / "game.tsr"
    table.save(record)
    terminal = Terminal("replay", str(record))
    terminal.expect(" · 0 of ")
    for key, text in ((RIGHT, " · 1 of "), (LEFT, " · 0 of "), ("n", " out of the game.")):
        terminal.press(key)
        terminal.expect(text)
    terminal.press("p")
    terminal.expect(" · 0 of ")
    terminal.press("\x1b[F")
    terminal.expect("Random 1")
    terminal.press("q")
    assert terminal.finish() == 0
