"""Actions made by hand: refused in words unless they are just what is offered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.support.games import play_game
from tests.support.odd import HAND, odd, placing
from tests.support.tables import Table
from tsuro.core.actions import (
    Action,
    Axis,
    ChoosePile,
    Draw,
    DrawDaikaiju,
    Enter,
    Flip,
    Keep,
    MoveLantern,
    PlaceTile,
    Rise,
    RollDie,
    Swap,
    TakeMark,
    TakeSide,
)
from tsuro.core.asks import Chance, Decide
from tsuro.core.geometry import Beside, Cell, Side, Stop
from tsuro.core.ids import TileId
from tsuro.core.tiles import Laid
from tsuro.editions.edition import Edition
from tsuro.editions.registry import build_edition
from tsuro.engine.play import Step, advance, play
from tsuro.errors import (
    GameOver,
    IllegalAction,
)
from tsuro.game import Game


def waiting_for(name: str, kind: type[Action]) -> tuple[Edition, Step]:
    """A step of a game in which an action of some kind can be chosen."""
    edition = build_edition(name, seats=2)
    for seed in range(20):
        game = play_game(edition, seed=seed, care=1.0)
        for step in game.steps:
            offered = step.ask.options if isinstance(step.ask, Decide) else ()
            if isinstance(step.ask, Chance):
                offered = odd(tuple(each for each, _ in step.ask.outcomes))
            if any(isinstance(option, kind) for option in offered):
                return edition, step
    raise AssertionError(kind)


class TestActions:
    @pytest.mark.parametrize(
        ("name", "kind", "make"),
        [
            ("classic", TakeMark, lambda it: TakeMark(odd((tuple(it.mark.cell), it.mark.port)))),
            (
                "classic",
                TakeMark,
                lambda it: TakeMark(Stop(it.mark.cell, odd(float(it.mark.port)))),
            ),
            (
                "kosmos",
                TakeSide,
                lambda it: TakeSide(Beside(it.place.cell, odd(int(it.place.side)))),
            ),
            ("kosmos", Enter, lambda it: Enter(odd(float(it.point)))),
            ("kosmos", ChoosePile, lambda it: ChoosePile(odd(bool(it.pile)))),
            ("kosmos", PlaceTile, lambda it: PlaceTile(it.laid, odd(float(it.pawn)))),
            ("classic", PlaceTile, lambda it: PlaceTile(odd(tuple(it.laid)))),
            (
                "classic",
                PlaceTile,
                lambda it: PlaceTile(it.laid._replace(rotation=odd(float(it.laid.rotation)))),
            ),
            ("seas", RollDie, lambda it: RollDie(odd(float(it.die)))),
            ("phoenix", MoveLantern, lambda it: MoveLantern(odd(tuple(it.cell)))),
        ],
    )
    def test_what_equals_an_option_but_has_other_types_is_refused(
        self, name: str, kind: type[Action], make: Callable[[Any], Action]
    ) -> None:
        edition, step = waiting_for(name, kind)
        ask = step.ask
        assert ask is not None
        options: tuple[Any, ...] = (
            ask.options if isinstance(ask, Decide) else tuple(each for each, _ in ask.outcomes)
        )
        option = next(each for each in options if isinstance(each, kind))
        action = make(option)
        assert action == option
        with pytest.raises(IllegalAction, match=r" is not possible: \w+ must be "):
            advance(edition, step, action)
        assert advance(edition, step, option) == advance(edition, step, replace(odd(option)))

    def test_the_game_goes_on_with_the_offered_option(self) -> None:
        game = Game("classic", seed=1)
        twin = replace(odd(game.options[3]))
        game.play(twin)
        assert game.state.pawns[0].stop == twin.mark
        assert type(game.state.pawns[0].stop) is Stop

    @pytest.mark.parametrize(
        "action",
        [
            PlaceTile(Laid(HAND, 7)),
            PlaceTile(Laid(HAND, -1)),
            PlaceTile(Laid(HAND, 0, -1)),
            PlaceTile(Laid(HAND, 0, 2)),
            PlaceTile(Laid(HAND, 0, 1)),
            PlaceTile(Laid(odd(None), 0)),
            PlaceTile(odd("T17/0")),
            PlaceTile(Laid(HAND, 0), 5),
            PlaceTile(Laid(HAND, 0), -1),
            PlaceTile(Laid(HAND, 0), odd("a")),
            TakeMark(Stop(Cell(0, 0), 12)),
            TakeMark(Stop(Cell(0, 0), -1)),
            TakeMark(Stop(odd("a1"), 0)),
            TakeSide(Beside(Cell(0, 0), odd("n"))),
            Rise(odd(None)),
            MoveLantern(odd((0, 0))),
            Flip(Cell(0, 0), odd("lr")),
            Enter(-1),
            Swap(odd(1), HAND),
            ChoosePile(odd("1")),
            Draw(odd(None)),
            DrawDaikaiju(odd(3), 0),
        ],
        ids=repr,
    )
    def test_fields_that_no_action_can_have(self, action: Action) -> None:
        table = placing()
        with pytest.raises(IllegalAction) as refused:
            play(table.edition, table.state, action)
        assert refused.value.message.startswith(f"{action!r} is not possible: ")
        assert " must be " in refused.value.message

    @pytest.mark.parametrize(
        ("action", "says"),
        [
            (TakeMark(Stop(Cell(6, 0), 0)), "g1.0 is not possible: the board has 6 × 6 cells"),
            (TakeSide(Beside(Cell(0, 9), Side.NORTH)), "a10.n is not possible: the board has"),
            (MoveLantern(Cell(-1, 0)), "(-1,0) is not there"),
            (Flip(Cell(0, 6), Axis.LEFT_RIGHT), "a7 is not there"),
            (PlaceTile(Laid(TileId("E05"), 0, 1)), "Kosmos has no tile E05"),
            (Swap(HAND, TileId("X")), "Kosmos has no tile X"),
            (PlaceTile(Laid(TileId("?"), 0)), "Kosmos has no tile ?"),
        ],
        ids=str,
    )
    def test_names_that_the_game_does_not_know(self, action: Action, says: str) -> None:
        table = placing()
        says = says.replace("Kosmos", table.edition.title)
        with pytest.raises(IllegalAction) as refused:
            table.step = advance(table.edition, table.step, action)
        assert says in refused.value.message

    @pytest.mark.parametrize("action", [None, 5, "T17/0", ("T17", 0), Stop(Cell(0, 0), 0)])
    def test_what_is_no_action_at_all(self, action: object) -> None:
        table = placing()
        with pytest.raises(IllegalAction, match="is not an action: play one of the options"):
            advance(table.edition, table.step, odd(action))
        if not isinstance(action, str):
            with pytest.raises(IllegalAction, match="is not an action"):
                Game("classic", seed=1).play(odd(action))

    @pytest.mark.parametrize("action", [None, PlaceTile(Laid(HAND, 0), 5), Keep()])
    def test_after_the_end_even_nonsense_comes_too_late(self, action: object) -> None:
        table = Table("classic", pawns=["a1.0", "a1.1"], hands=["T28", ""]).play("T28/0")
        with pytest.raises(GameOver, match="comes too late"):
            advance(table.edition, table.step, odd(action))
