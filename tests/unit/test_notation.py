"""Notation of single values and actions, read strictly."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tsuro.core import actions
from tsuro.core.actions import (
    Action,
    Axis,
    ChoosePile,
    Decision,
    Draw,
    DrawDaikaiju,
    Enter,
    Flip,
    Keep,
    LayCentre,
    MoveLantern,
    Outcome,
    PlaceTile,
    Relocate,
    Rise,
    RollDice,
    RollDie,
    Stay,
    Swap,
    TakeMark,
    TakeSide,
    TurnTile,
    Withdraw,
)
from tsuro.core.geometry import Beside, Cell, Side, Stop
from tsuro.core.ids import TileId
from tsuro.core.tiles import Laid
from tsuro.errors import NotationError
from tsuro.formats.notation import (
    parse_action,
    parse_beside,
    parse_cell,
    parse_laid,
    parse_stop,
    parse_tile,
)

C1, J10 = Cell(2, 0), Cell(9, 9)
ACTIONS: dict[str, Action] = {
    "c1.0": TakeMark(Stop(C1, 0)),
    "c1.n": TakeSide(Beside(C1, Side.NORTH)),
    "T17/2": PlaceTile(Laid(TileId("T17"), 2)),
    "b:T17/2": PlaceTile(Laid(TileId("T17"), 2), 1),
    "a:T17/2": PlaceTile(Laid(TileId("T17"), 2), 0),
    "E05b/1": PlaceTile(Laid(TileId("E05"), 1, 1)),
    "turn:C03a/3": TurnTile(Laid(TileId("C03"), 3, 0)),
    "in:11": Enter(11),
    "swap:T01>T05": Swap(TileId("T01"), TileId("T05")),
    "keep": Keep(),
    "pile:2": ChoosePile(1),
    "to:g7.4": Relocate(Stop(Cell(6, 6), 4)),
    "stay": Stay(),
    "withdraw": Withdraw(),
    "rise:c1.w": Rise(Beside(C1, Side.WEST)),
    "j10.0": TakeMark(Stop(J10, 0)),
    "j10.e": TakeSide(Beside(J10, Side.EAST)),
    "to:z26.11": Relocate(Stop(Cell(25, 25), 11)),
    "lantern:j10": MoveLantern(J10),
    "flip:j10.lr": Flip(J10, Axis.LEFT_RIGHT),
    "lantern:d3": MoveLantern(Cell(3, 2)),
    "flip:d3.tb": Flip(Cell(3, 2), Axis.TOP_BOTTOM),
    "*T35": Draw(TileId("T35")),
    "*E20": Draw(TileId("E20")),
    "*g2b5": RollDice(2, 5),
    "*d6": RollDie(6),
    "*G5/3": DrawDaikaiju("G5", 3),
    "*C16/0": LayCentre(TileId("C16"), 0),
}


@pytest.mark.parametrize("text", ACTIONS)
def test_an_action_is_written_and_read_back(text: str) -> None:
    assert parse_action(text) == ACTIONS[text]
    assert str(ACTIONS[text]) == text


def test_every_kind_of_action_is_in_the_table() -> None:
    kinds = {
        kind
        for kind in vars(actions).values()
        if isinstance(kind, type) and issubclass(kind, Action)
    }
    assert {type(action) for action in ACTIONS.values()} == kinds - {Action, Decision, Outcome}


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("", 1),
        ("T00/0", 1),
        ("T36/0", 1),
        ("T1/0", 1),
        ("T17", 1),
        ("T17/4", 1),
        ("t17/2", 1),
        ("T17/2 ", 1),
        (" T17/2", 1),
        ("T17/2\n", 1),
        ("c:T17/2", 1),
        ("C17b/0", 1),
        ("E21a/0", 1),
        ("T17a/0", 4),
        ("b:T17a/0", 6),
        ("E05/1", 4),
        ("turn:C03/1", 9),
        ("turn:T17b/1", 9),
        ("A1.0", 1),
        ("aa1.0", 1),
        ("a0.0", 1),
        ("a01.0", 1),
        ("a27.0", 1),
        ("lantern:d27", 1),
        ("rise:d100.n", 1),
        ("c1.12", 1),
        ("c1.x", 1),
        ("in:12", 1),
        ("in:01", 1),
        ("swap:T01", 1),
        ("swap:T01>T36", 1),
        ("pile:0", 1),
        ("keep!", 1),
        ("flip:d3.xy", 1),
        ("*d7", 1),
        ("*d0", 1),
        ("*g0b1", 1),
        ("*G6/0", 1),
        ("*C17/0", 1),
        ("*", 1),
        ("**T05", 1),
        ("T\N{ARABIC-INDIC DIGIT ONE}7/2", 1),
    ],
)
def test_a_bad_action_is_refused_with_its_column(text: str, column: int) -> None:
    with pytest.raises(NotationError) as refused:
        parse_action(text)
    assert refused.value.column == column
    assert refused.value.line is None
    assert str(refused.value) == f"column {column}: {refused.value.reason}"


@pytest.mark.parametrize(
    ("parse", "good", "bad"),
    [
        (parse_cell, "z26", "z27"),
        (parse_stop, "c14.11", "c14.12"),
        (parse_beside, "c10.s", "c10.x"),
        (parse_tile, "E20", "E21"),
        (parse_laid, "E20b/3", "E20b/4"),
    ],
)
def test_single_values(parse: Callable[[str], object], good: str, bad: str) -> None:
    assert parse(good)
    with pytest.raises(NotationError, match=f"'{bad}' is not"):
        parse(bad)


@given(st.sampled_from(sorted(ACTIONS)), st.data())
def test_a_mutilated_action_is_refused_or_another_action(text: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(text)))
    extra = data.draw(st.text(alphabet="T0123456789:/.*>abnesw ", max_size=2))
    cut = data.draw(st.integers(0, 2))
    changed = text[:place] + extra + text[place + cut :]
    try:
        action = parse_action(changed)
    except NotationError:
        return
    assert str(action) == changed
