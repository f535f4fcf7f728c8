"""`tsuro play`: people and bots at one terminal."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from tsuro.bots.levels import SIMPLE, USUAL
from tsuro.cli.common import (
    ADVISER,
    HUMAN,
    at_terminal,
    chosen_edition,
    console,
    json_option,
    plural,
    print_json,
    say,
    switch_option,
    write_file,
)
from tsuro.cli.terminal.screen import can_read_keys, full_screen
from tsuro.errors import BadSetting

if TYPE_CHECKING:
    from tsuro.cli.terminal.table import TerminalTable

EPILOG = """\b
Examples:
  tsuro play                                   choose from a menu
  tsuro play --edition seas                    you against two bots
  tsuro play --seat human:Ada --seat human:Ben two people at one keyboard
  tsuro play --seat cautious --seat random     bots only: straight to the result
  tsuro play --edition phoenix --switch winds_of_change --seed 3 --record game.tsr"""

PAUSES: Final = {"slow": 1.6, "normal": 0.7, "fast": 0.2, "instant": 0.0}
OPPONENTS: Final = 2
"""Bots at the table if nobody is asked for."""


@click.command("play", epilog=EPILOG)
@click.option("--edition", "-e", metavar="NAME", help="Which edition; classic if not given.")
@switch_option
@click.option(
    "--seat",
    "-s",
    "seats",
    multiple=True,
    metavar="WHO",
    help="Who sits there: human, human:NAME, a level (silly, clever, tricky, dragon) or a bot such "
    "as cautious:slips=0.2 or mcts:ms=200. Repeat it for every seat, two to eight; you and two "
    "clever bots if not given.",
)
@click.option(
    "--hints",
    default=ADVISER,
    metavar="BOT",
    show_default=True,
    help="The bot that is asked for a hint.",
)
@click.option("--seed", type=int, metavar="N", help="The same seed gives the same luck.")
@click.option("--first", default=0, metavar="SEAT", help="The seat that begins, 0 if not given.")
@click.option(
    "--record",
    type=click.Path(path_type=Path, dir_okay=False, writable=True),
    metavar="FILE",
    help="Write the game down; `tsuro replay` reads it.",
)
@click.option(
    "--speed",
    type=click.Choice(list(PAUSES)),
    help="How long bots let you watch. Given for bots only, it shows their game.",
)
@json_option
def command(
    edition: str | None,
    switches: tuple[str, ...],
    seats: tuple[str, ...],
    hints: str,
    seed: int | None,
    first: int,
    record: Path | None,
    speed: str | None,
    as_json: bool,
) -> None:
    """Play a game, with arrow keys or by typing moves in notation.

    You see where the highlighted move would take you before you make it. Press ? during the game
    for help, h for a hint, u to take back a move.

    From a pipe, one move is read from every line. With only bots the game runs to its end.
    """
    if edition is None and not seats and not switches and at_terminal():
        choice = _from_menu()
        if choice is None:
            return
        edition, seats = choice
    table = _table(edition or "classic", switches, seats, seed, first, hints)
    _check_place(record)
    with closing(table):
        _play(table, record, speed)
    _conclude(table, record, as_json=as_json)


def _from_menu() -> tuple[str, tuple[str, ...]] | None:
    from tsuro.cli.terminal.menu import ask_for_game, choose_game

    if can_read_keys():
        with full_screen() as screen:
            menu = choose_game(screen)
    else:
        menu = ask_for_game()
    return None if menu is None else (menu.name, (HUMAN, *(menu.level,) * menu.opponents))


def _table(
    name: str,
    switches: tuple[str, ...],
    seats: tuple[str, ...],
    seed: int | None,
    first: int,
    hints: str,
) -> TerminalTable:
    """The engine and the bots are loaded here, so that help and menu are there at once."""
    from tsuro.cli.terminal.table import TerminalTable, seat_players
    from tsuro.game import Game

    edition = chosen_edition(name, seats=len(seats) or 1 + OPPONENTS, switches=switches)
    seats = seats or (HUMAN, *(USUAL if edition.kernel else SIMPLE,) * OPPONENTS)
    players = seat_players(seats)
    if not 0 <= first < len(seats):
        raise BadSetting(f"--first must be a seat, 0 to {len(seats) - 1}, not {first}.")
    return TerminalTable(Game(edition, seed=seed, first=first), players, adviser=hints)


def _check_place(record: Path | None) -> None:
    """Find out before the game, not after it, that it cannot be written down."""
    if record is not None and not record.exists():
        write_file(record, "")


def _play(table: TerminalTable, record: Path | None, speed: str | None) -> None:
    watched = bool(table.people) or speed is not None
    if not (watched and can_read_keys()):
        from tsuro.cli.terminal.lines import play_with_lines

        play_with_lines(table, record=record)
        return
    from tsuro.cli.terminal.keys import play_with_keys

    with full_screen() as screen:
        play_with_keys(table, screen, record=record, pause=PAUSES[speed or "normal"])
    for complaint in table.complaints:  # They have gone with the screen.
        say(complaint)


def _conclude(table: TerminalTable, record: Path | None, *, as_json: bool) -> None:
    """The result on standard output; on a terminal with the last board."""
    game = table.game
    for seat, count in table.forfeits.items():
        if count:
            say(f"{table.names[seat]} forfeited {plural(count, 'decision')} to luck.")
    if as_json:
        result = None
        if game.result is not None:
            winners = list(game.result.winners)
            result = {"winners": winners, "reason": game.result.reason.value}
        print_json(
            {
                "edition": game.edition.id,
                "switches": dict(game.edition.switches),
                "players": table.names,
                "seed": game.seed,
                "turns": game.state.turn.number,
                "result": result,
                "position": str(game.position()),
            }
        )
        return
    if at_terminal():
        from tsuro.cli.terminal.pages import board_text

        console().print(board_text(game.edition, game.state, history=game.events))
    for line in _summary(table):
        click.echo(line)
    if record is not None:
        say(f"The game is in {record}; `tsuro replay {record}` shows it again.")


def _summary(table: TerminalTable) -> list[str]:
    from tsuro.formats.heading import heading_of

    game = table.game
    players = ", ".join(f"{seat} {name}" for seat, name in enumerate(table.names))
    title = heading_of(game.edition)
    facts = f"{title}, seats {players}; {game.state.turn.number} turns, seed {game.seed}"
    if game.result is None:
        return [f"Unfinished: {facts}."]
    outcome = table.narrator(table.people[0] if len(table.people) == 1 else None)
    text = outcome.result(game.result)
    return [f"{text[0].upper()}{text[1:]}.", f"{facts}."]
