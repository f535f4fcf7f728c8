"""An edition without a kernel: who needs one says so, the others play."""

from __future__ import annotations

from random import Random
from typing import cast

import pytest

from tests.bots.support import play_out
from tsuro.arena.settings import Settings
from tsuro.bots.base import Explainer, require_fit
from tsuro.bots.guarded import BotFault
from tsuro.bots.registry import make_bot
from tsuro.cli.terminal.table import TerminalTable, seat_players
from tsuro.editions.registry import build_edition
from tsuro.errors import KernelError
from tsuro.game import Game

SEARCHERS = ("greedy", "flat:playouts=10", "mcts:iterations=10")


@pytest.mark.parametrize("spec", SEARCHERS)
def test_who_searches_refuses_in_one_sentence(spec: str, without_kernel: str) -> None:
    name = spec.partition(":")[0]
    wanted = f"{name} needs a compiled kernel, and Our Tsuro has none: take random or cautious."
    game = Game(without_kernel, seats=2, seed=1)
    view = game.view(game.decide.seat)
    bot = make_bot(spec)
    for ask in (
        lambda: require_fit(bot, game.edition),
        lambda: bot.choose(view, game.options, Random(1)),
        lambda: cast("Explainer", bot).explain(view, game.options, Random(1)),
    ):
        with pytest.raises(KernelError) as refusal:
            ask()
        assert str(refusal.value) == wanted


@pytest.mark.parametrize("spec", ["random", "cautious"])
def test_others_play_but_have_no_opinion(spec: str, without_kernel: str) -> None:
    game = Game(without_kernel, seats=3, seed=1)
    bot = make_bot(spec)
    require_fit(bot, game.edition)
    with pytest.raises(KernelError, match="opinion needs a compiled kernel, and Our Tsuro has"):
        cast("Explainer", bot).explain(game.view(game.decide.seat), game.options)
    play_out(game, spec)
    assert game.result is not None


def test_every_bot_fits_an_edition_with_a_kernel() -> None:
    for spec in (*SEARCHERS, "random", "cautious"):
        require_fit(make_bot(spec), build_edition("classic", seats=2))


def test_an_arena_and_a_table_refuse_them_before_the_game(without_kernel: str) -> None:
    with pytest.raises(KernelError, match="mcts needs a compiled kernel, and Our Tsuro has none"):
        Settings(without_kernel, 2, ("random", "mcts:iterations=10")).check()
    Settings(without_kernel, 2, ("random", "cautious")).check()
    game = Game(without_kernel, seats=2, seed=1)
    with pytest.raises(KernelError, match="greedy needs a compiled kernel, and Our Tsuro has none"):
        TerminalTable(game, seat_players(["human", "clever"]))
    table = TerminalTable(game, seat_players(["human", "random"]))
    with pytest.raises(BotFault, match="mcts needs a compiled kernel, and Our"):
        table.hint()
