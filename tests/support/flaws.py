"""Spoiling a moment of a real game, and what is found wrong with it then."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any

from tests.support.moments import Moment, moment
from tsuro.core.ids import PawnId
from tsuro.core.state import GameState, Part, Pawn, Status
from tsuro.editions.edition import Edition
from tsuro.engine.soundness import flaws

Change = Callable[[GameState], GameState]
Flaw = tuple[str, str, str]
"""Rule, field and words."""

SOUND: Flaw = ("", "", "nothing is wrong")


def found(edition: Edition, state: GameState) -> list[Flaw]:
    """Each is about something that a position line has, so that its reader can find it."""
    told = [(each.rule, each.about, each.what) for each in flaws(edition, state)]
    named = {*(each.name for each in fields(state)), *(part.key for part in state.parts)}
    assert {about for _, about, _ in told} <= {*named, "at", "tiles"}
    return told


def first_flaw(edition: Edition, state: GameState) -> Flaw:
    return next(iter(found(edition, state)), SOUND)


def anything(state: GameState) -> bool:
    return True


def spoiled(
    name: str,
    at: str,
    change: Change,
    such: Moment = anything,
    *,
    seats: int = 3,
    switches: Mapping[str, str] | None = None,
) -> Flaw:
    """What is found wrong first with a moment of a real game after a change."""
    edition, state = moment(name, at, such, seats=seats, **(switches or {}))
    assert found(edition, state) == []
    return first_flaw(edition, change(state))


def turn(**values: Any) -> Change:
    return lambda state: replace(state, turn=replace(state.turn, **values))


def part(kind: type[Part], **values: Any) -> Change:
    return lambda state: state.with_part(replace(state.part(kind), **values))


def pawn(number: int, new: Callable[[Pawn], Pawn]) -> Change:
    return lambda state: state.with_pawn(PawnId(number), new(state.pawns[number]))


def all_on(state: GameState) -> bool:
    """Whether every pawn has crossed a tile and is still on the board."""
    return all(each.status is Status.ON and each.behind is not None for each in state.pawns)


def somebody_is_out(state: GameState) -> bool:
    return bool(state.exits)
