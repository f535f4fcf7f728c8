"""Every position that the rule tests of Phoenix Rising build is played by the kernel as well.

The rule tests are run once more, and each of their actions is noted; then the kernel takes the same
action in the same position and must come to the same state and the same options.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from functools import partial
from importlib import import_module
from inspect import signature
from itertools import product
from pathlib import Path

import pytest

from tests.differential.phoenix_twins import PhoenixTwins, by_seats
from tests.support import tables
from tests.support.phoenix import last_travel, phoenix
from tsuro.core.actions import Action
from tsuro.core.asks import Decide
from tsuro.core.ids import Seat
from tsuro.core.state import GameState, Reason, Result
from tsuro.editions.edition import Edition
from tsuro.engine.play import Step, advance
from tsuro.errors import KernelError
from tsuro.fast.phoenix import to_row as phoenix_rows
from tsuro.fast.ready import kernel_of
from tsuro.formats.notation import parse_action
from tsuro.formats.position import parse_position

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
        key = (tuple(edition.switches.items()), step.state, action)
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
        kernel_of(edition, ready="plain").to_row(state)
    except KernelError:
        return False
    return True


def test_what_the_rule_tests_play(monkeypatch: pytest.MonkeyPatch) -> None:
    # Their positions have what they need and no more: often too few tiles for a whole game.
    monkeypatch.setattr(phoenix_rows, "check_supply", lambda g, to_come: None)
    noted = noted_actions(monkeypatch)
    played = [each for each in noted if can_be_held(*each[:2])]
    assert len(played) > 200
    facts: Counter[str] = Counter()
    for batch in by_seats(played):
        editions, states, actions = zip(*batch, strict=True)
        twins = PhoenixTwins(editions, states)
        twins.play(actions)
        facts += twins.facts
    assert set(facts) >= FACTS, sorted(facts.items())


NEW_LOOP = {
    "b2": "C07a/2", "c2": "C04a/1", "d2": "C02a/0", "e2": "C06b/2",
    "b3": "C13a/1", "c3": "C12b/3", "d3": "C01a/2", "e3": "C08a/1",
    "b4": "C16b/3", "c4": "C15b/2", "d4": "C05b/3", "e4": "C11b/2",
    "b5": "C10b/2", "c5": "C09b/3", "d5": "C03b/2", "e5": "C14a/0",
}  # fmt: skip
"""With C02a/2 on d2 a loop; to flip d3 left-right makes another one, on which seat 1's pawn is."""


def test_a_flip_that_makes_a_loop_with_another_pawn_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phoenix_rows, "check_supply", lambda g, to_come: None)
    table = phoenix("d2.5<d3", "c3.5<c4", "a6.w", board=NEW_LOOP, hands=["", "", "E02 E03"],
                    lanterns="d3", switches={"winds_of_change": "on"})  # fmt: skip
    twins = PhoenixTwins([table.edition], [table.state])
    twins.play([parse_action("turn:C02a/2")])
    twins.play([parse_action("flip:d3.lr")])
    assert set(twins.facts) >= {"loop flown", "loop held", "left by collision"}


HELD_LOOP = (
    "phoenix/3:winds_of_change=on,entry=ports_only,winds_others=any_open,winds_first=encountered "
    "E13b/1,5|E20a/1,C09a/2,C11a/0,C01b/1,C14b/3,1|1,C08b/2,C04b/1,C16b/1,C12b/2,1|"
    "1,C06a/3,C13b/2,C07b/3,C03b/3,1|1,C15b/2,C10b/3,C02a/3,C05b/2,E12b/1|5,E01b/2 "
    "b4.5<b5,off,x -,-,- "
    "E05.E10.E02.E04.E06.E07.E08.E11.E14.E15.E17.E19_E09:2.E03:0.E18:1.E16:2 "
    "{seat=0,number=5,moment=13} create first=2 exits=[{seat=2,turn=4,moment=12,fate=stranded}] "
    "centre={} lanterns={scored=[0;0;1],markers=[[c4;orange];[b4;yellow];[b5;yellow];[e5;blue];"
    "[b3;blue];[d4;orange];[d3;orange]]} ashes={lives=[yes;yes;no]}"
)
"""The tile on b4 closes a loop; to flip it left-right makes another one with a lantern on it."""


def test_along_a_loop_that_a_flip_made_the_pawn_goes_on_without_a_new_circuit() -> None:
    position = parse_position(HELD_LOOP)
    twins = PhoenixTwins([position.edition], [position.state])
    twins.play([parse_action("turn:C06a/1")])
    twins.play([parse_action("flip:b4.lr")])
    assert twins.facts["loop flown"] == 1
    assert twins.facts["loop held"] == 1


def test_everybody_goes_out_and_the_stars_of_that_travel_decide() -> None:
    """The last gap of the ring is filled, both pawns go, and the mover still has stars to take."""
    for winds in ("off", "on"):
        table = last_travel(winds=winds)
        twins = PhoenixTwins([table.edition], [table.state])
        twins.play([parse_action("E18a/0")])
        twins.play([parse_action("in:6")])
        assert twins.running
        while twins.running:
            (step,) = twins.steps
            assert isinstance(step.ask, Decide)
            assert step.ask.seat == 0
            twins.play([step.ask.options[0]])
        assert twins.steps[0].state.result == Result((Seat(0),), Reason.ALL_OUT)
