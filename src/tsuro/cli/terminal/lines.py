"""Playing line by line: from a pipe, or where single keys cannot be read."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from tsuro.cli.common import at_terminal, say, wants_colour
from tsuro.cli.terminal.table import TerminalTable
from tsuro.cli.terminal.words import effect, question
from tsuro.core.actions import Withdraw
from tsuro.core.ids import Seat
from tsuro.engine.views import seen_events, seen_state
from tsuro.errors import TsuroError
from tsuro.formats.ascii import draw_text

COMMANDS = "Type an option, or: hint, undo, options, quit."


def play_with_lines(table: TerminalTable, *, record: Path | None) -> bool:
    """Read decisions of people from standard input until the game or the input ends.

    Whether another game is wanted is asked of people only.
    """
    told = complained = 0
    try:
        while not table.game.over:
            seat = table.game.to_act
            assert seat is not None
            if seat not in table.people:
                table.let_bot_play()
                complained = _complain(table, complained)
                continue
            told = _tell(table, seat, told)
            if at_terminal():
                _describe(table, seat)
            line = sys.stdin.readline()
            if not line or line.strip() in ("quit", "q"):
                say("The game is not finished.")
                return False
            _answer(table, seat, line.strip())
        if table.people:
            _tell(table, table.people[0], told)
    finally:
        table.save(record)
    return bool(table.people) and at_terminal() and click.confirm("Again?", err=True)


def _tell(table: TerminalTable, viewer: Seat | None, told: int) -> int:
    """Tell what has happened since; returns how many events have been told."""
    events = table.game.events
    for sentence in table.narrator(viewer).story(seen_events(events[told:], viewer)):
        say(sentence)
    return len(events)


def _complain(table: TerminalTable, complained: int) -> int:
    """Tell what went wrong with bots; returns how many complaints have been told."""
    for complaint in table.complaints[complained:]:
        say(complaint)
    return len(table.complaints)


def _describe(table: TerminalTable, seat: Seat) -> None:
    game = table.game
    state = seen_state(game.state, seat)
    colour = wants_colour(sys.stderr)
    say("\n" + draw_text(game.edition, state, colour=colour, viewer=seat))
    say(f"{table.names[seat]} (seat {seat}): {question(game.state, game.decide)}")
    say(f"Your tiles: {' '.join(state.hands[seat])}")
    _list(table)
    click.echo("> ", nl=False, err=True)


def _list(table: TerminalTable) -> None:
    say("Options: " + " ".join(map(str, table.game.options)))
    for option in table.game.options:
        if isinstance(option, Withdraw):
            say(f"{option}: {effect(table.narrator(None), option, ())}.")
    for each in table.game.decide.barred:
        say(f"Barred: {each.action} ({each.rule}: {each.why})")
    say(COMMANDS)


def _answer(table: TerminalTable, seat: Seat, line: str) -> None:
    """A decision or a command; from a pipe, what cannot be done is an error."""
    try:
        match line:
            case "":
                return
            case "undo" | "u":
                table.undo(seat)
            case "hint" | "h":
                hint = table.hint()
                say(f"Hint: {hint.action}")
                for each in hint.lines:
                    say(f"  {each}")
            case "options" | "?" | "help":
                _list(table)
            case _:
                table.game.play(line)
    except TsuroError as error:
        if not at_terminal():
            raise
        say(error.message)
