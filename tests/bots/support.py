"""Positions and games for the tests of bots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from tests.support.tables import Table
from tsuro.bots.base import Bot
from tsuro.bots.registry import make_bot
from tsuro.core.ids import PawnId, Seat
from tsuro.core.state import Turn
from tsuro.editions.registry import build_edition
from tsuro.engine.views import PlayerView, view
from tsuro.game import Game


def view_of(table: Table) -> PlayerView:
    """What the seat to act sees at a table."""
    return view(table.edition, table.state, table.step.ask, viewer=table.decide.seat)


def choice(table: Table, bot: Bot, seed: int = 1) -> str:
    """What a bot does at a table, in notation."""
    return str(bot.choose(view_of(table), table.decide.options, Random(seed)))


def one_ship(hand: str, board: dict[str, str] | None = None) -> Table:
    """Two seats far apart in an edition that forbids nothing; seat 0 is to place."""
    return Table(
        "pocket",
        pawns=("a1.7+f3.2", "f6.4+d6.4"),
        hands=(hand, "T01"),
        board=board,
        memo=Turn(Seat(0), 3, half=1, moment=3, played=PawnId(1)),
    )


def corner() -> Table:
    """Three seats where nothing is forbidden; many placements cost seat 0 its pawn."""
    return Table(
        "pocket",
        pawns=("a1.0", "f6.4", "f1.1"),
        hands=("T17 T04 T30", "T01", "T02"),
        number=3,
    )


def play_out(game: Game, *specs: str) -> None:
    """Bots in turn round the table, to the end."""
    bots = [make_bot(spec) for spec in specs]
    rng = Random(7)
    while not game.over:
        seat = game.to_act
        assert seat is not None
        game.play(bots[seat % len(bots)].choose(game.view(seat), game.options, rng))


def positions(
    edition: str, seats: int, seed: int, every: int = 4, switches: Mapping[str, str] | None = None
) -> Iterator[Game]:
    """A random game, stopped at every few decisions."""
    game = Game(build_edition(edition, seats=seats, switches=switches), seed=seed)
    rng = Random(seed)
    count = 0
    while not game.over:
        if count % every == 0:
            yield game
        game.play(rng.choice(game.options))
        count += 1
