"""What comes from outside becomes a dataclass, or a sentence that says why not."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import pytest

from tsuro.core.events import Event, TilePlaced
from tsuro.formats.wire.bounds import Bounds
from tsuro.formats.wire.kinds import members
from tsuro.formats.wire.reading import Misfit, read, read_one_of
from tsuro.formats.wire.schema import Inward, Schemas
from tsuro.formats.wire.values import Tagged, to_wire


@dataclass(frozen=True, slots=True, kw_only=True)
class Order(Tagged, Inward):
    """What somebody wants to eat."""

    dish: Literal["soup", "rice"]
    number: Annotated[int, Bounds(1, 9)] = 1
    notes: Annotated[list[Annotated[str, Bounds(most=3)]], Bounds(most=2)] = field(
        default_factory=list
    )
    prices: dict[str, int] = field(default_factory=dict)
    table: int | None = None


@dataclass(frozen=True, slots=True)
class Leave(Tagged, Inward):
    pass


Guest = Order | Leave


def test_what_is_written_is_read_again() -> None:
    order = Order(dish="soup", number=3, notes=["hot"], prices={"soup": 4}, table=2)
    assert read(Order, to_wire(order)) == order
    assert read_one_of(Guest, to_wire(order)) == order
    assert read_one_of(Guest, {"type": "leave"}) == Leave()


def test_what_is_left_out_is_as_usual() -> None:
    assert read(Order, {"dish": "rice"}) == Order(dish="rice")
    assert read(Order, {"dish": "rice", "table": None}).table is None
    assert "table" not in to_wire(Order(dish="rice"))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([], "must be an object"),
        ({}, "lacks the field `dish`"),
        ({"dish": "fish"}, "`dish` must be 'soup' or 'rice', not 'fish'"),
        ({"dish": "soup", "wine": 1}, "a field 'wine' that nobody knows"),
        ({"dish": "soup", "number": "2"}, "`number` must be of the type integer"),
        ({"dish": "soup", "number": True}, "`number` must be of the type integer"),
        ({"dish": "soup", "number": 1.0}, "`number` must be of the type integer"),
        ({"dish": "soup", "number": None}, "`number` must be of the type integer"),
        ({"dish": "soup", "number": 0}, "`number` must be at least 1"),
        ({"dish": "soup", "number": 10}, "`number` must be at most 9"),
        ({"dish": "soup", "notes": "hot"}, "`notes` must be a list"),
        ({"dish": "soup", "notes": ["much"]}, "at most 3 long"),
        ({"dish": "soup", "notes": ["a", "b", "c"]}, "`notes` must be at most 2 long"),
        ({"dish": "soup", "notes": ["\ud800"]}, "half of a character"),
        ({"dish": "soup", "prices": {"soup": "4"}}, "`prices`.soup must be of the type integer"),
        ({"dish": "x" * 1000}, "..."),
    ],
)
def test_what_does_not_fit_is_refused_with_a_sentence(given: Any, said: str) -> None:
    with pytest.raises(Misfit) as refused:
        read(Order, given)
    assert said in refused.value.message
    assert len(refused.value.message) < 160


@pytest.mark.parametrize("given", [{}, {"type": "dance"}, {"type": 1}, None, 5])
def test_one_of_several_is_told_apart_by_its_type(given: Any) -> None:
    with pytest.raises(Misfit):
        read_one_of(Guest, given)


def test_the_schema_says_the_same() -> None:
    schemas = Schemas()
    assert schemas.of(Guest) == {"anyOf": [{"$ref": "#/$defs/Order"}, {"$ref": "#/$defs/Leave"}]}
    order = schemas.definitions["Order"]
    assert order["description"] == "What somebody wants to eat."
    assert order["required"] == ["type", "dish"]
    assert order["properties"] == {
        "type": {"const": "order"},
        "dish": {"enum": ["soup", "rice"]},
        "number": {"type": "integer", "minimum": 1, "maximum": 9},
        "notes": {
            "type": "array",
            "items": {"type": "string", "maxLength": 3},
            "maxItems": 2,
        },
        "prices": {"type": "object", "additionalProperties": {"type": "integer"}},
        "table": {"type": "integer"},
    }
    assert schemas.definitions["Leave"]["required"] == ["type"]


def test_an_event_that_somebody_builds_upon_is_still_ours() -> None:
    class PaintedTile(TilePlaced):
        """Of somebody else's edition."""

    named = members.__wrapped__(Event)
    assert TilePlaced in named
    assert PaintedTile not in named
