"""Finding bots: the levels for people, and bots that other distributions bring along."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.bots.support import positions
from tsuro.bots import registry
from tsuro.bots.greedy import GreedyBot
from tsuro.bots.levels import LEVELS
from tsuro.bots.mcts import MctsBot
from tsuro.bots.random_bot import RandomBot
from tsuro.bots.registry import known_bots, make_bot
from tsuro.editions.registry import EDITIONS
from tsuro.errors import UnknownBot
from tsuro.game import Game


def test_levels_go_from_gentle_to_merciless() -> None:
    assert list(LEVELS) == ["silly", "clever", "tricky", "dragon"]
    for key, level in LEVELS.items():
        assert make_bot(key) == make_bot(level.name) == make_bot(level.spec)
        assert level.character.endswith(".")


def test_levels_have_no_settings() -> None:
    with pytest.raises(UnknownBot, match="Dragon has no settings"):
        make_bot("dragon:ms=5")


def test_settings_of_the_search() -> None:
    made = make_bot("mcts:iterations=500,threads=2,c=0.5,bias=2")
    assert made == MctsBot(iterations=500, threads=2, c=0.5, bias=2.0)
    assert isinstance(make_bot("greedy:room=0.3,touch=-1"), GreedyBot)


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("cautious:slips=1.1", "slips must be between 0 and 1"),
        ("flat:playouts=-5", "playouts must be between 0 and 1,000,000,000"),
        ("flat:ms=-5", "ms must be between 0 and 3,600,000"),
        ("flat:careful=2", "careful must be between 0 and 1"),
        ("greedy:won=inf", "won must be between -1,000 and 1,000"),
        ("greedy:room=-1e300", "room must be between -1,000 and 1,000"),
        ("mcts:iterations=-1", "iterations must be between 0 and 1,000,000,000"),
        ("mcts:ms=-1", "ms must be between 0 and 3,600,000"),
        ("mcts:threads=0", "threads must be between 1 and 64"),
        ("mcts:c=nan", "c must be between 0 and 100"),
        ("mcts:bias=-inf", "bias must be between 0 and 100"),
        ("mcts:careful=7", "careful must be between 0 and 1"),
        ("mcts:deals=0", "deals must be between 1 and 1,000"),
        ("mcts:deals=1000000000000,ms=10", "deals must be between 1 and 1,000"),
        ("mcts:horizon=-1", "horizon must be between 0 and 1,000"),
        ("mcts:trust=1e9", "trust must be between 0 and 10"),
        ("mcts:endgame=-5", "endgame must be between 0 and 1,000,000,000"),
    ],
)
def test_settings_out_of_their_range_are_refused_with_it(spec: str, says: str) -> None:
    with pytest.raises(UnknownBot) as caught:
        make_bot(spec)
    assert str(caught.value) == f"{spec!r}: {says}."


@pytest.mark.parametrize("value", ["1000000000000000000", "-1000000000000000000"])
def test_every_number_that_a_bot_takes_has_a_range(value: str) -> None:
    """One without could keep a server's only worker busy for ever."""
    tried = 0
    for info in registry.BOTS.values():
        kind: Any = info.kind
        for each in fields(kind) if is_dataclass(kind) else ():
            if each.type in ("int", "float"):
                tried += 1
                with pytest.raises(UnknownBot, match=f"{each.name} must be between"):
                    make_bot(f"{info.name}:{each.name}={value}")
    assert tried > 30


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize(
    "settings",
    [
        "c=0,bias=0,careful=0,horizon=0,trust=0,endgame=0",
        "c=100,bias=100,careful=1,horizon=1,trust=10,endgame=1000000000",
    ],
)
@pytest.mark.parametrize("edition", EDITIONS)
def test_settings_at_the_ends_of_their_range_work(edition: str, settings: str) -> None:
    bot = make_bot(f"mcts:iterations=20,{settings}")
    for game in positions(edition, 4, seed=3, every=6):
        assert game.to_act is not None
        assert bot.choose(game.view(game.to_act), game.options, Random(3)) in game.options


SOMEBODY = '''
"""A bot of somebody else."""
from dataclasses import dataclass, field


@dataclass(frozen=True)
class LastBot:
    """Takes the last option.

    More about it.
    """

    skipped: int = 0

    def choose(self, view, options, rng, clock=None):
        return options[-1 - self.skipped]


@dataclass
class ManyBot:
    depth: int
    width: "int | None" = None
    boldly: bool = True
    label: str = "many"
    table: dict = field(default_factory=dict)
    seen: int = field(default=0, init=False)

    def choose(self, view, options, rng, clock=None):
        return options[0]


class HeavyBot:
    def __init__(self):
        raise OSError("weights.bin is missing")


class Silent(Exception):
    def __str__(self):
        raise ValueError


def wordless():
    raise Silent


def leaving():
    raise SystemExit(3)


def nothing():
    return None
'''


@pytest.fixture
def somebody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What `pip install somebody-bot` would leave behind."""
    (tmp_path / "somebody_bot.py").write_text(SOMEBODY)
    info = tmp_path / "somebody_bot-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: somebody-bot\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[tsuro.bots]\n"
        "last = somebody_bot:LastBot\n"
        "broken = somebody_bot:NoSuchBot\n"
        "random = somebody_bot:LastBot\n"
        "many = somebody_bot:ManyBot\n"
        "heavy = somebody_bot:HeavyBot\n"
        "wordless = somebody_bot:wordless\n"
        "leaving = somebody_bot:leaving\n"
        "nothing = somebody_bot:nothing\n"
        "module = somebody_bot\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    registry._found.cache_clear()
    registry._installed.cache_clear()
    yield
    sys.modules.pop("somebody_bot", None)
    registry._found.cache_clear()
    registry._installed.cache_clear()


@pytest.mark.usefixtures("somebody")
def test_an_installed_bot_is_found_with_its_settings() -> None:
    game = Game("classic", seats=2, seed=1)
    bot = make_bot("last:skipped=2")
    assert bot.choose(game.view(0), game.options, Random(1)) == game.options[-3]
    with pytest.raises(UnknownBot, match="it has: skipped"):
        make_bot("last:jumped=2")


@pytest.mark.usefixtures("somebody")
def test_a_broken_bot_harms_nobody_else() -> None:
    with pytest.raises(UnknownBot, match="installed but cannot be loaded"):
        make_bot("broken")
    with pytest.raises(UnknownBot, match=r"Known are: .*, last, broken, "):
        make_bot("nobody")
    assert make_bot("last")


@pytest.mark.usefixtures("somebody")
def test_installed_bots_are_listed_and_never_take_the_place_of_ours() -> None:
    assert make_bot("random") == RandomBot()
    listed = known_bots()
    assert listed["last"].summary == "Takes the last option."
    assert "broken" not in listed


@pytest.mark.usefixtures("somebody")
@pytest.mark.parametrize(
    ("settings", "found"),
    [
        ("depth=3", {"depth": 3, "width": None, "boldly": True, "label": "many"}),
        ("depth=3,width=4", {"width": 4}),
        ("depth=3,boldly=False", {"boldly": False}),
        ("depth=3,boldly=no", {"boldly": False}),
        ("depth=3,boldly=0", {"boldly": False}),
        ("depth=3,boldly=YES", {"boldly": True}),
        ("depth=3,boldly=true", {"boldly": True}),
        ("depth=3,boldly=1", {"boldly": True}),
        ("depth=3,label=a=b", {"label": "a=b"}),
    ],
)
def test_settings_are_read_as_what_they_are(settings: str, found: dict[str, object]) -> None:
    bot = make_bot(f"many:{settings}")
    for name, value in found.items():
        assert getattr(bot, name) == value
        assert type(getattr(bot, name)) is type(value)


@pytest.mark.usefixtures("somebody")
@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("many", "'many' cannot be made: TypeError: .*missing.*'depth'"),
        ("many:depth=deep", "The setting depth of 'many' must be a whole number, not 'deep'"),
        ("many:depth=3,width=x", "The setting width of 'many' must be a whole number, not 'x'"),
        ("many:depth=3,boldly=maybe", "must be yes or no, not 'maybe'"),
        ("many:depth=3,table=x", "it has: depth, width, boldly, label"),
        ("many:depth=3,seen=1", "it has: depth, width, boldly, label"),
        ("heavy", "'heavy' cannot be made: OSError: weights.bin is missing"),
        ("heavy:x=1", "it has: none"),
        ("wordless", "'wordless' cannot be made: Silent: <Silent>"),
        ("leaving", "'leaving' cannot be made: SystemExit: 3"),
        ("nothing", "nothing has no method choose"),
        ("module", "'module' cannot be made: TypeError: 'module' object is not callable"),
    ],
)
def test_an_installed_bot_that_cannot_be_made_is_refused(spec: str, says: str) -> None:
    with pytest.raises(UnknownBot, match=says):
        make_bot(spec)
