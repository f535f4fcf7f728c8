"""`tsuro replay`: a recorded game, step by step, checked, or drawn."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import click

from tsuro.cli.common import (
    at_terminal,
    json_option,
    make_folder,
    plural,
    print_json,
    read_record,
    require_suffix,
    say,
    wants_colour,
    write_file,
)
from tsuro.cli.terminal.screen import Key, Screen, can_read_keys, full_screen
from tsuro.core.asks import Chance
from tsuro.core.events import Event, PawnLost, SeatOut
from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.engine.play import Step
from tsuro.errors import BadSetting
from tsuro.formats.ascii import draw_text
from tsuro.formats.ascii.layout import Scale
from tsuro.formats.heading import heading_of
from tsuro.formats.position import format_position
from tsuro.formats.prose import EnglishNarrator
from tsuro.formats.record import Record
from tsuro.formats.svg import draw_svg
from tsuro.formats.wire.views import event_to_wire
from tsuro.rules.phoenix.soaring import PawnLeft

EPILOG = """\b
Examples:
  tsuro replay game.tsr                 step through it with the arrow keys
  tsuro replay game.tsr --check         play it again and verify the result
  tsuro replay game.tsr --at 12         the position after twelve decisions
  tsuro replay game.tsr --svg last.svg  draw it; a folder gets every position
  tsuro replay game.tsr --gif game.gif
  tsuro replay - --check < game.tsr     from a pipe"""

KEYS = ("←→ step", "n p next, previous loss", "Home End", "q quit")


@dataclass(frozen=True)
class ReplayedGame:
    """A record as a row of pictures: one before and one after each decision, luck included."""

    record: Record
    steps: list[Step]

    @property
    def edition(self) -> Edition:
        return self.record.edition

    @cached_property
    def stops(self) -> list[int]:
        """The steps at which a seat decides or the game is over."""
        last = len(self.steps) - 1
        return [
            number
            for number, step in enumerate(self.steps)
            if number == last or not isinstance(step.ask, Chance)
        ]

    @property
    def last(self) -> int:
        return len(self.stops) - 1

    def state(self, at: int) -> GameState:
        return self.steps[self.stops[at]].state

    def events(self, at: int) -> tuple[Event, ...]:
        """What led from the picture before to this one."""
        since = self.stops[at - 1] + 1 if at else 0
        return tuple(e for step in self.steps[since : self.stops[at] + 1] for e in step.events)

    def history(self, at: int) -> tuple[Event, ...]:
        """Everything up to this picture."""
        return tuple(e for step in self.steps[: self.stops[at] + 1] for e in step.events)

    def decision(self, at: int) -> str:
        """The decision that led here."""
        return str(self.record.actions[self.stops[at - 1]]) if at else "the beginning"

    @cached_property
    def losses(self) -> list[int]:
        """Pictures in which a pawn was lost."""
        lost = (PawnLost, PawnLeft, SeatOut)
        return [
            at
            for at in range(len(self.stops))
            if any(isinstance(event, lost) for event in self.events(at))
        ]

    @property
    def names(self) -> list[str]:
        return [name or f"seat {seat}" for seat, name in enumerate(self.record.names)]

    @property
    def narrator(self) -> EnglishNarrator:
        return EnglishNarrator(self.edition, self.names)


@click.command("replay", epilog=EPILOG)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--check", is_flag=True, help="Only verify that it replays to its result.")
@click.option("--at", type=int, metavar="N", help="The position after N decisions.")
@click.option(
    "--svg",
    type=click.Path(path_type=Path),
    metavar="FILE|FOLDER",
    help="Draw one position into a file *.svg, or every one into a folder.",
)
@click.option("--gif", type=click.Path(path_type=Path, dir_okay=False), help="Draw the game.")
@json_option
def command(
    file: Path,
    check: bool,
    at: int | None,
    svg: Path | None,
    gif: Path | None,
    as_json: bool,
) -> None:
    """Show a recorded game again; a FILE called `-` is read from standard input.

    The record is replayed through the rules before anything is shown, so a truncated or edited
    file is always noticed; --check does only that.
    """
    if svg is not None and svg.suffix:
        require_suffix(svg, ".svg", "--svg")
    require_suffix(gif, ".gif", "--gif")
    record = read_record(file)
    game = ReplayedGame(record, record.steps())
    where = _place(game, at)
    if svg is not None:
        _draw(game, svg, at)
    if gif is not None:
        _animate(game, gif)
    if as_json:
        print_json(_json(game, where))
    elif check:
        click.echo(_verified(game))
    elif at is not None and svg is None:
        _print(game, where)
    elif svg is None and gif is None:
        _show(game)


def _place(game: ReplayedGame, at: int | None) -> int:
    if at is None:
        return game.last
    if not 0 <= at <= game.last:
        raise BadSetting(f"--at must be 0 to {game.last}, the number of decisions, not {at}.")
    return at


def _verified(game: ReplayedGame) -> str:
    state = game.state(game.last)
    turns, decisions = state.turn.number, game.last
    result = "unfinished" if state.result is None else game.narrator.result(state.result)
    size = f"{game.edition.seats} seats, {plural(turns, 'turn')}, {plural(decisions, 'decision')}"
    return f"OK: {heading_of(game.edition)}, {size}; {result}."


def _print(game: ReplayedGame, at: int) -> None:
    colour = wants_colour(sys.stdout)
    click.echo(f"{at} of {game.last}: {game.decision(at)}")
    for sentence in game.narrator.story(game.events(at)):
        click.echo(f"  {sentence}")
    click.echo(draw_text(game.edition, game.state(at), colour=colour, events=game.history(at)))
    click.echo(format_position(game.edition, game.state(at)))


def _json(game: ReplayedGame, at: int) -> dict[str, Any]:
    state = game.state(at)
    return {
        "edition": game.edition.id,
        "headers": dict(game.record.headers),
        "at": at,
        "decisions": game.last,
        "decision": game.decision(at) if at else None,
        "position": format_position(game.edition, state),
        "events": [event_to_wire(event) for event in game.events(at)],
        "result": game.record.result,
    }


def _draw(game: ReplayedGame, path: Path, at: int | None) -> None:
    if path.suffix:
        where = _place(game, at)
        picture = draw_svg(game.edition, game.state(where), events=game.history(where))
        write_file(path, picture)
        say(f"Drew {path}.")
        return
    make_folder(path)
    digits = len(str(game.last))
    for number in range(game.last + 1):
        picture = draw_svg(game.edition, game.state(number), events=game.history(number))
        write_file(path / f"{number:0{digits}}.svg", picture)
    say(f"Drew {game.last + 1} pictures into {path}.")


def _animate(game: ReplayedGame, path: Path) -> None:
    from tsuro.raster import gif_of

    write_file(path, gif_of(game.edition, game.steps))
    say(f"Drew {path}.")


def _show(game: ReplayedGame) -> None:
    if can_read_keys():
        with full_screen() as screen:
            step_through(game, screen)
        return
    for at in range(game.last + 1):
        click.echo(f"{at}: {game.decision(at)}")
        for sentence in game.narrator.story(game.events(at)):
            click.echo(f"  {sentence}")
    if at_terminal():
        _print(game, game.last)


def step_through(game: ReplayedGame, screen: Screen) -> None:
    at = 0
    while True:
        _show_picture(game, screen, at)
        try:
            key = screen.keyboard.read()
        except EOFError:
            return
        if key in ("q", Key.ESCAPE):
            return
        at = _moved(game, at, key)


def _moved(game: ReplayedGame, at: int, key: Key | str) -> int:
    match key:
        case Key.RIGHT | Key.DOWN | Key.ENTER | " ":
            return min(at + 1, game.last)
        case Key.LEFT | Key.UP | Key.BACKSPACE:
            return max(at - 1, 0)
        case Key.HOME:
            return 0
        case Key.END:
            return game.last
        case "n":
            return next((loss for loss in game.losses if loss > at), game.last)
        case "p":
            return next((loss for loss in reversed(game.losses) if loss < at), 0)
        case _:
            return at


def _show_picture(game: ReplayedGame, screen: Screen, at: int) -> None:
    from rich.text import Text

    from tsuro.cli.terminal.arranging import Panel, arranged
    from tsuro.cli.terminal.pages import board_text, player_lines

    state = game.state(at)
    ask = game.steps[game.stops[at]].ask
    to_act = None if ask is None or isinstance(ask, Chance) else ask.seat
    panel = Panel(
        title=f"{heading_of(game.edition)} · {at} of {game.last}",
        players=player_lines(game.names, state, to_act=to_act),
        old=[f"{game.decision(at)}"],
        new=game.narrator.story(game.events(at)),
        keys=KEYS,
    )

    def board(scale: Scale) -> Text:
        return board_text(game.edition, state, scale=scale, history=game.history(at))

    screen.show(arranged(board, panel, width=screen.width, height=screen.height))
