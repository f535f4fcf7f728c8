"""Specifications of bots that run code of one's own machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from tsuro.bots.exec_bot import ExecBot
from tsuro.bots.local import make_local_bot, split_specs
from tsuro.bots.random_bot import RandomBot
from tsuro.bots.registry import make_bot
from tsuro.errors import UnknownBot

BOT = """
class Bot:
    def choose(self, view, options, rng, clock=None):
        return options[0]

class Broken:
    def __init__(self):
        raise ValueError("no licence")

class Leaving:
    def __init__(self):
        raise SystemExit(3)

class Idle:
    pass
"""


@pytest.mark.parametrize(
    ("text", "specs"),
    [
        ("", []),
        ("random", ["random"]),
        ("mcts:ms=50,greedy,cautious,random", ["mcts:ms=50", "greedy", "cautious", "random"]),
        ("mcts:ms=50,threads=2,greedy", ["mcts:ms=50,threads=2", "greedy"]),
        ("a:x=1,y=2,b:x=3,y=4", ["a:x=1,y=2", "b:x=3,y=4"]),
        (" random , cautious ,", ["random", "cautious"]),
        ("exec:./my bot.py --depth=3,random", ["exec:./my bot.py --depth=3", "random"]),
        ("python:a/b.py:Bot,exec:./x", ["python:a/b.py:Bot", "exec:./x"]),
        ("random,slips=3", ["random,slips=3"]),
        ("x=1,random", ["x=1", "random"]),
    ],
)
def test_lists_of_bots_are_split(text: str, specs: list[str]) -> None:
    assert split_specs(text) == specs


def test_every_kind_of_specification_makes_a_bot(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(BOT)
    assert make_local_bot("random") == RandomBot()
    assert type(make_local_bot(f"python:{file}:Bot")).__name__ == "Bot"
    assert make_local_bot("python:tsuro.bots.random_bot:RandomBot") == RandomBot()
    assert isinstance(make_local_bot("exec:sh -c 'exit 0'"), ExecBot)


@pytest.mark.parametrize(
    ("target", "says"),
    [
        ("", "must name a file and a class"),
        ("mine.py", "must name a file and a class"),
        ("nothing.py:Bot", "There is no file"),
        ("no.such.module:Bot", "ModuleNotFoundError"),
        ("{file}:Bit", "AttributeError"),
        ("{file}:Broken", "no licence"),
        ("{file}:Leaving", "SystemExit: 3"),
        ("{file}:Idle", "has no method choose"),
    ],
)
def test_python_bots_that_cannot_be_made_are_refused(
    tmp_path: Path, target: str, says: str
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(BOT)
    with pytest.raises(UnknownBot, match=says):
        make_local_bot(f"python:{target.format(file=file)}")


@pytest.mark.parametrize("spec", ["exec:sh -c 'exit 0'", "python:tsuro.bots.random_bot:RandomBot"])
def test_the_registry_never_runs_them(spec: str) -> None:
    """The server makes bots from what strangers ask for."""
    with pytest.raises(UnknownBot, match="There is no bot called"):
        make_bot(spec)
