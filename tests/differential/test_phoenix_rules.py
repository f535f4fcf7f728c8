"""Every position that the rule tests of Phoenix Rising build is played by the kernel as well.

The rule tests are run once more, and each of their actions is noted; then the kernel takes the same
action in the same position and must come to the same state and the same options.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import partial
from importlib import import_module
from inspect import signature
from itertools import product
from pathlib import Path

import pytest

from tests.differential.phoenix_twins import PhoenixTwins
from tests.support import tables
from tsuro.core.actions import Action
from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.engine.play import Step, advance
from tsuro.errors import KernelError
from tsuro.fast import phoenix_rows
from tsuro.fast.kernels import kernel_for

RULES = Path(__file__).parent.parent / "rules"
Noted = tuple[Edition, GameState, Action]


def calls(test: Callable[..., None]) -> Iterator[Callable[[], None]]:
    """A test with each of its parameters, as pytest would call it."""
    choices = []
    for mark in getattr(test, "pytestmark", ()):
        if mark.name == "parametrize":
            names, values = mark.args
            names = names if isinstance(names, tuple) else (names,)
            rows = (value if len(names) > 1 else (value,) for value in values)
            choices.append([dict(zip(names, row, strict=True)) for row in rows])
    for chosen in product(*choices):
        arguments = {name: value for each in chosen for name, value in each.items()}
        if set(arguments) == set(signature(test).parameters):
            yield partial(test, **arguments)


def noted_actions(monkeypatch: pytest.MonkeyPatch) -> list[Noted]:
    """What the rule tests play in positions they have built, each once."""
    noted: dict[Hashable, Noted] = {}

    def advance_and_note(edition: Edition, step: Step, action: Action) -> Step:
        after = advance(edition, step, action)
        key = (tuple(edition.options.items()), step.state, action)
        noted[key] = edition, step.state, action
        return after

    monkeypatch.setattr(tables, "advance", advance_and_note)
    for path in sorted(RULES.glob("test_phoenix_*.py")):
        module = import_module(f"tests.rules.{path.stem}")
        for name, test in list(vars(module).items()):
            if name.startswith("test_"):
                for call in calls(test):
                    call()
    return list(noted.values())


FACTS = {
    "draw from under the stack",
    "ended all_out",
    "ended all_out together",
    "ended last_standing",
    "ended stars",
    "flip",
    "flip moves another",
    "lantern bound",
    "lantern stayed",
    "left by collision",
    "left by edge",
    "left by loop",
    "left by withdrawn",
    "loop escaped",
    "loop flown",
    "loop held",
    "phoenix handed over",
    "phoenix passed on",
    "phoenix returned",
    "phoenix taken",
    "rising",
    "robbery",
    "several others move",
    "several seats out at once",
    "star treated",
    "stars of an eliminated seat",
    "tile for the holder",
    "tile left as it lay",
}


def can_be_held(edition: Edition, state: GameState) -> bool:
    try:
        kernel_for(edition, compiled=False).to_row(state)
    except KernelError:
        return False
    return True


def test_what_the_rule_tests_play(monkeypatch: pytest.MonkeyPatch) -> None:
    # Their positions have what they need and no more: often too few tiles for a whole game.
    monkeypatch.setattr(phoenix_rows, "check_supply", lambda g, to_come: None)
    noted = noted_actions(monkeypatch)
    played = [each for each in noted if can_be_held(*each[:2])]
    assert len(played) > 200
    editions, states, actions = zip(*played, strict=True)
    twins = PhoenixTwins(editions, states)
    twins.play(actions)
    assert set(twins.facts) >= FACTS, sorted(twins.facts.items())
