"""A bot of the package as a program: what it is told is what the engine told."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from random import Random

import pytest

from tests.bots.support import positions
from tools import line_search
from tools.strength_against import program
from tsuro.bots.exec_bot import ExecBot, choose_message
from tsuro.bots.registry import make_bot
from tsuro.editions.registry import EDITIONS

PROGRAM = Path(line_search.__file__)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seats", [2, 5])
def test_states_come_over_the_wire_unchanged(edition: str, seats: int) -> None:
    for game in positions(edition, seats, seed=4, every=3):
        assert game.to_act is not None
        seen = game.view(game.to_act)
        message = json.loads(json.dumps(choose_message(seen, game.options, 1, 100, 7)))
        assert line_search.state_of(message["view"]["state"]) == seen.state
        told = line_search.answer("random", message)
        assert told["action"] in map(str, game.options)


def test_the_program_decides_as_its_bot_does() -> None:
    bot = ExecBot(f"{sys.executable} {PROGRAM} cautious classic 3", start_up=600.0, grace=600.0)
    for game in positions("classic", 3, seed=4, every=5):
        assert game.to_act is not None
        seen = game.view(game.to_act)
        seed = Random(3).getrandbits(32)
        chosen = bot.choose(seen, game.options, Random(3))
        assert chosen == make_bot("cautious").choose(seen, game.options, Random(seed))
    bot.close()


def test_a_bot_of_another_version_is_a_program_for_the_arena() -> None:
    told = program(Path("/some where/python"), "mcts:iterations=5,threads=2", "seas", 4)
    kind, _, command = told.partition(":")
    assert kind == "exec"
    words = ["/some where/python", str(PROGRAM), "mcts:iterations=5,threads=2", "seas", "4"]
    assert shlex.split(command) == words
