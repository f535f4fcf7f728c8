"""Tables at which a recorded game has come to a certain decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from tsuro.cli.terminal.table import TerminalTable, seat_players
from tsuro.core.actions import Decision, Outcome
from tsuro.core.asks import Decide
from tsuro.core.state import GameState
from tsuro.engine.chance import ScriptedChance
from tsuro.engine.play import Step
from tsuro.formats.record import Record, parse_record
from tsuro.game import Game

GOLDEN = Path(__file__).parents[1] / "golden"


@cache
def golden_games(edition: str) -> list[tuple[Record, list[Step]]]:
    """The recorded games of an edition with all their steps."""
    paths = sorted(GOLDEN.glob(f"{edition}-*.tsr"))
    records = [parse_record(path.read_text(encoding="utf-8")) for path in paths]
    return [(record, record.steps()) for record in records]


def decisions(edition: str) -> Iterator[tuple[Record, int, GameState, Decide]]:
    """All decisions of all recorded games, with the number of actions before them."""
    for record, steps in golden_games(edition):
        for number, step in enumerate(steps):
            if isinstance(step.ask, Decide):
                yield record, number, step.state, step.ask


def table_where(edition: str, wanted: Callable[[GameState, Decide], bool]) -> TerminalTable:
    """A table at the first such decision, which is that of the one person there."""
    record, number = next(
        (record, number)
        for record, number, state, decide in decisions(edition)
        if wanted(state, decide)
    )
    luck = ScriptedChance(each for each in record.actions if isinstance(each, Outcome))
    first = record.first
    game = Game(record.edition, seed=1, first=first, chance=luck)
    for action in record.actions[:number]:
        if isinstance(action, Decision):
            game.play(action)
    seats = ["human" if n == game.to_act else "random" for n in range(record.edition.seats)]
    return TerminalTable(game, seat_players(seats), adviser="greedy")
