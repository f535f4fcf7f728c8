"""`tsuro play`: people and bots at one terminal."""

from __future__ import annotations

import sys
from contextlib import closing, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from tsuro.bots.levels import SIMPLE, USUAL
from tsuro.cli import completing
from tsuro.cli.common import (
    ADVISER,
    HUMAN,
    at_terminal,
    chosen_edition,
    console,
    json_option,
    plural,
    print_json,
    read_text,
    say,
    switch_option,
    write_file,
)
from tsuro.cli.terminal.screen import can_read_keys, full_screen
from tsuro.errors import BadSetting

if TYPE_CHECKING:
    from tsuro.cli.terminal.table import TerminalTable
    from tsuro.game import Game

EPILOG = """\b
Examples:
  tsuro play                                   choose from a menu
  tsuro play --edition seas                    you against two bots
  tsuro play --seat human:Ada --seat human:Ben two people at one keyboard
  tsuro play --seat cautious --seat random     bots only: straight to the result
  tsuro play --edition phoenix --switch winds_of_change --seed 3 --record game.tsr
  tsuro play --from game.tsr --at 12           go on from a recorded game"""

PAUSES: Final = {"slow": 1.6, "normal": 0.7, "fast": 0.2, "instant": 0.0}
OPPONENTS: Final = 2
"""Bots at the table if nobody is asked for."""


@click.command("play", epilog=EPILOG)
@click.option(
    "--edition",
    "-e",
    metavar="NAME",
    help="Which edition; classic if not given.",
    shell_complete=completing.editions,
)
@switch_option
@click.option(
    "--seat",
    "-s",
    "seats",
    shell_complete=completing.players,
    multiple=True,
    metavar="WHO",
    help="Who sits there: human, human:NAME, a level (silly, clever, tricky, dragon) or a bot such "
    "as cautious:slips=0.2 or mcts:ms=200. Repeat it for every seat, two to eight; you and two "
    "clever bots if not given.",
)
@click.option(
    "--hints",
    shell_complete=completing.bots,
    default=ADVISER,
    metavar="BOT",
    show_default=True,
    help="The bot that is asked for a hint.",
)
@click.option("--seed", type=int, metavar="N", help="The same seed gives the same luck.")
@click.option("--first", type=int, metavar="SEAT", help="The seat that begins, 0 if not given.")
@click.option(
    "--from",
    "source",
    metavar="RECORD|POSITION",
    help="Go on from a file with a record or a position, or from a position in notation.",
)
@click.option(
    "--at", type=int, metavar="N", help="With --from RECORD: after N decisions; all if not given."
)
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
    first: int | None,
    source: str | None,
    at: int | None,
    record: Path | None,
    speed: str | None,
    as_json: bool,
) -> None:
    """Play a game, with arrow keys or by typing moves in notation.

    You see where the highlighted move would take you before you make it. Press ? during the game
    for help, h for a hint, u to take back a move.

    From a pipe, one move is read from every line. With only bots the game runs to its end.
    """
    _refuse_contradictions(source, at, edition is not None or switches or first is not None)
    if not (source or edition or seats or switches) and at_terminal():
        choice = _from_menu()
        if choice is None:
            return
        edition, seats = choice

    def game_of(luck: int | None) -> Game:
        if source is not None:
            return _continued(source, at, luck)
        return _new_game(edition or "classic", switches, len(seats), luck, first or 0)

    again, played = True, 0
    while again:
        # Another game has other luck.
        game = game_of(seed if played == 0 else None)
        table = _table(game, seats, hints, yours=game.to_act if source else 0)
        played += 1
        place = _numbered(record, played)
        _check_place(table, place)
        with closing(table):
            again = _play(table, place, speed) and not as_json
        _conclude(table, place, as_json=as_json)


def _refuse_contradictions(source: str | None, at: int | None, composed: object) -> None:
    if source is not None and composed:
        raise click.UsageError("--from has an edition, switches and a first seat of its own.")
    if source is None and at is not None:
        raise click.UsageError("--at is for --from.")


def _numbered(record: Path | None, game: int) -> Path | None:
    """Further games are written down beside the first."""
    return record if record is None or game == 1 else record.with_stem(f"{record.stem}-{game}")


def _from_menu() -> tuple[str, tuple[str, ...]] | None:
    from tsuro.cli.terminal.menu import ask_for_game, choose_game

    if can_read_keys():
        with full_screen() as screen:
            menu = choose_game(screen)
    else:
        menu = ask_for_game()
    return None if menu is None else (menu.name, (HUMAN, *(menu.level,) * menu.opponents))


def _new_game(
    name: str, switches: tuple[str, ...], seats: int, seed: int | None, first: int
) -> Game:
    """The engine is loaded here, so that help and menu are there at once."""
    from tsuro.game import Game

    edition = chosen_edition(name, seats=seats or 1 + OPPONENTS, switches=switches)
    if not 0 <= first < edition.seats:
        raise BadSetting(f"--first must be a seat, 0 to {edition.seats - 1}, not {first}.")
    return Game(edition, seed=seed, first=first)


def _continued(source: str, at: int | None, seed: int | None) -> Game:
    """From a file, or from a position itself: that has blanks and is no file."""
    from tsuro.formats.position import parse_position
    from tsuro.formats.record import parse_record
    from tsuro.game import Game

    is_position = " " in source.strip() and not Path(source).exists()
    text = source if is_position else read_text(Path(source))
    if text.lstrip().startswith("["):
        game = Game.from_record(parse_record(text), decisions=at, seed=seed)
    elif at is not None:
        raise BadSetting("--at counts the decisions of a record, and this is a position.")
    else:
        game = Game.from_position(parse_position(text.strip()), seed=seed)
    if game.over:
        raise BadSetting(
            "That game is over. `tsuro replay` shows it; a record can be played on from an earlier "
            "decision with --at."
        )
    return game


def _table(game: Game, seats: tuple[str, ...], hints: str, *, yours: int | None) -> TerminalTable:
    """You and bots, unless it was told otherwise; in a game under way you decide at once."""
    from tsuro.cli.terminal.table import TerminalTable, seat_players

    count = game.edition.seats
    if seats and len(seats) != count:
        raise BadSetting(f"That game has {plural(count, 'seat')}, not {len(seats)}.")
    bot = USUAL if game.edition.kernel else SIMPLE
    seats = seats or tuple(HUMAN if seat == yours else bot for seat in range(count))
    with redirect_stdout(sys.stderr):
        players = seat_players(seats)
    return TerminalTable(game, players, adviser=hints)


def _check_place(table: TerminalTable, record: Path | None) -> None:
    """Find out before the game, not after it, that it cannot be written down."""
    if record is not None:
        table.game.record()
        if not record.exists():
            write_file(record, "")


def _play(table: TerminalTable, record: Path | None, speed: str | None) -> bool:
    """Whether another game is wanted."""
    watched = bool(table.people) or speed is not None
    if not (watched and can_read_keys()):
        from tsuro.cli.terminal.lines import play_with_lines

        return play_with_lines(table, record=record)
    from tsuro.cli.terminal.keys import play_with_keys

    with full_screen() as screen:
        pause = PAUSES[speed or "normal"]
        again = play_with_keys(table, screen, record=record, pause=pause)
    for complaint in table.complaints:  # They have gone with the screen.
        say(complaint)
    return again


def _tell_printed(table: TerminalTable) -> None:
    if table.printed:
        say("Printed by bots while they decided:")
    for line in table.printed:
        say(f"  {line}")


def _conclude(table: TerminalTable, record: Path | None, *, as_json: bool) -> None:
    """The result on standard output; on a terminal with the last board."""
    game = table.game
    _tell_printed(table)
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
