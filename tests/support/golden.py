"""What the golden records must show: every ending, every loss, every kind of action and event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from pkgutil import walk_packages

import tsuro.rules
from tsuro.core import actions, events
from tsuro.core.actions import Action, Decision, Outcome
from tsuro.core.events import Event, PawnLost
from tsuro.core.state import Fate, Reason
from tsuro.editions.edition import Edition
from tsuro.editions.registry import EDITIONS, MAX_SEATS, MIN_SEATS
from tsuro.engine.play import Step
from tsuro.rules.phoenix.soaring import PawnLeft

Feature = tuple[str, ...]

ENDINGS: dict[str, tuple[Reason, ...]] = {
    "classic": (Reason.LAST_STANDING, Reason.ALL_OUT, Reason.TILES_OUT),
    "kosmos": (Reason.LAST_STANDING, Reason.ALL_OUT, Reason.TILES_OUT),
    "pocket": (Reason.LAST_STANDING, Reason.ALL_OUT),
    "seas": (Reason.LAST_STANDING, Reason.ALL_OUT, Reason.BOARD_FULL, Reason.TILES_OUT),
    "phoenix": (Reason.LAST_STANDING, Reason.ALL_OUT, Reason.STARS),
}
"""The ways a game of each edition can end."""

FATES: dict[str, tuple[Fate, ...]] = {
    "classic": (Fate.EDGE, Fate.COLLISION),
    "kosmos": (Fate.EDGE, Fate.COLLISION),
    "pocket": (Fate.EDGE, Fate.COLLISION),
    "seas": (Fate.EDGE, Fate.LOOP, Fate.DAIKAIJU, Fate.STRANDED),
    "phoenix": (Fate.EDGE, Fate.COLLISION, Fate.LOOP, Fate.STRANDED, Fate.WITHDRAWN),
}
"""The ways a pawn can be lost or leave the board in each edition."""


def kinds(modules: Iterable[object], base: type, bare: Iterable[type]) -> list[type]:
    """Every class of a kind that modules hold, but for the bare ones."""
    found = {
        value.__name__: value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, base) and value not in tuple(bare)
    }
    return [found[name] for name in sorted(found)]


def action_kinds() -> list[type]:
    return kinds([actions], Action, (Action, Decision, Outcome))


def event_kinds() -> list[type]:
    found = walk_packages(tsuro.rules.__path__, "tsuro.rules.")
    rules = [import_module(module.name) for module in found]
    return kinds([events, *rules], Event, (Event,))


def demanded() -> set[Feature]:
    """Everything that some golden record has to show."""
    return {
        *(("end", name, reason) for name, reasons in ENDINGS.items() for reason in reasons),
        *(("fate", name, fate) for name, fates in FATES.items() for fate in fates),
        *(("action", kind.__name__) for kind in action_kinds()),
        *(("event", kind.__name__) for kind in event_kinds()),
        *(
            ("option", info.id, option.name, value)
            for info in EDITIONS.values()
            for option in info.switches
            for value in option.values
        ),
        *(("seats", name, str(n)) for name in EDITIONS for n in range(MIN_SEATS, MAX_SEATS + 1)),
    }


def shown(edition: Edition, played: Sequence[Action], steps: Sequence[Step]) -> Iterator[Feature]:
    """What one game shows of it."""
    yield "seats", edition.id, str(edition.seats)
    yield from (("option", edition.id, name, value) for name, value in edition.switches.items())
    yield from (("action", type(action).__name__) for action in played)
    for step in steps:
        for event in step.events:
            yield "event", type(event).__name__
            if isinstance(event, PawnLost | PawnLeft):
                yield "fate", edition.id, event.fate
    if steps[-1].state.result is not None:
        yield "end", edition.id, steps[-1].state.result.reason
