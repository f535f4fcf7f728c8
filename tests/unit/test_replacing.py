"""Copies with other fields are what `dataclasses.replace` would have made."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

import pytest

from tests.support.games import play_game
from tsuro.core import replacing
from tsuro.core.ids import Seat
from tsuro.core.state import Pawn, Status
from tsuro.editions.registry import EDITIONS, build_edition


@pytest.mark.parametrize("name", EDITIONS)
def test_every_kind_of_value_in_a_state_is_copied_whole(name: str) -> None:
    state = play_game(build_edition(name, seats=3), seed=1).state
    values: list[Any] = [state, state.turn, state.pile, *state.pawns, *state.parts]
    for value in values:
        assert replacing.replace(value) == value
        first = dataclasses.fields(value)[0].name
        changed = {first: "something else"}
        assert replacing.replace(value, **changed) == dataclasses.replace(value, **changed)


def test_the_original_stays_as_it_was() -> None:
    pawn = Pawn(Seat(1))
    assert replacing.replace(pawn, status=Status.LOST) == Pawn(Seat(1), Status.LOST)
    assert pawn.status is Status.UNSET


def test_an_unknown_field_is_an_error() -> None:
    with pytest.raises(TypeError, match="Pawn has no field 'colour'"):
        replacing.replace(Pawn(Seat(1)), colour="red")  # type: ignore[call-arg]


@dataclass(frozen=True, slots=True)
class SelfMade:
    length: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "length", self.length + 1)


def test_what_makes_itself_up_cannot_be_copied_field_by_field() -> None:
    with pytest.raises(TypeError, match="SelfMade makes itself up"):
        replacing.replace(SelfMade(1), length=2)
