"""Bad input through Python: a typed error with a sentence, and nothing is changed by it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any, cast

import pytest

from tests.support.games import play_game
from tests.support.tables import Table, tiles
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
from tsuro.core.geometry import Beside, Cell, Side, Stop, across
from tsuro.core.ids import Seat, TileId
from tsuro.core.pile import Buried, Pile
from tsuro.core.state import Cursor, GameState
from tsuro.core.tiles import Laid
from tsuro.editions.edition import Edition
from tsuro.editions.registry import EDITIONS, build_edition, edition_info
from tsuro.engine.chance import ScriptedChance, SeededChance
from tsuro.engine.determinize import determinize
from tsuro.engine.play import Step, advance, begin, play, resume, waiting
from tsuro.engine.preview import foresee, preview
from tsuro.engine.views import PlayerView, seen_state, view
from tsuro.errors import (
    BadSetting,
    GameOver,
    IllegalAction,
    NotationError,
    PositionError,
    RecordError,
    TsuroError,
    UnknownEdition,
    Unplayable,
)
from tsuro.formats import notation
from tsuro.formats.position import parse_position
from tsuro.formats.record import parse_record, record_of
from tsuro.game import Game


def odd(value: object) -> Any:
    """A value that its type would not allow."""
    return value


class TestSettings:
    @pytest.mark.parametrize("seats", [2.0, 2.5, "3", None, True, [2]])
    def test_seats_are_a_whole_number(self, seats: object) -> None:
        with pytest.raises(BadSetting, match="seats must be a whole number, not "):
            build_edition("pocket", seats=odd(seats))

    def test_nothing_of_a_refused_edition_is_kept(self) -> None:
        with pytest.raises(BadSetting):
            Game("pocket", seats=odd(7.0))
        assert [type(Game("pocket", seats=7, seed=1).edition.seats)] == [int]

    def test_a_game_has_two_seats_unless_told_otherwise(self) -> None:
        assert Game("pocket", seed=1).edition.seats == 2

    @pytest.mark.parametrize("name", [None, 5, True, b"classic", ["classic"], Edition])
    def test_an_edition_has_a_name(self, name: object) -> None:
        for make in (edition_info, Game, lambda it: build_edition(it, seats=2)):
            with pytest.raises(UnknownEdition, match="found by its name, such as 'classic'"):
                cast(Callable[[Any], object], make)(name)

    @pytest.mark.parametrize("value", [3, True, None, 2.0, ("3",)])
    def test_a_switch_is_given_as_a_text(self, value: object) -> None:
        with pytest.raises(BadSetting, match="piles is given as a text, one of '2', '3'"):
            Game("kosmos", piles=odd(value))

    @pytest.mark.parametrize("switches", ["draw", 5, [("draw", "literal")]])
    def test_switches_are_given_by_name(self, switches: object) -> None:
        with pytest.raises(BadSetting, match="Switches are given by name"):
            build_edition("classic", seats=2, switches=odd(switches))

    def test_a_switch_has_a_name(self) -> None:
        with pytest.raises(BadSetting, match="no switch called 5"):
            build_edition("classic", seats=2, switches=odd({5: "on"}))

    @pytest.mark.parametrize("version", ["1", 1.0, True])
    def test_a_version_of_the_rules_is_a_number(self, version: object) -> None:
        with pytest.raises(BadSetting, match="must be a number"):
            build_edition("classic", seats=2, rules_version=odd(version))

    @pytest.mark.parametrize("first", ["0", None, 0.0, True, -1, 2])
    def test_the_first_seat_is_at_the_table(self, first: object) -> None:
        with pytest.raises(BadSetting, match="The first seat must be 0 to 1, not "):
            Game("classic", seed=1, first=odd(first))

    @pytest.mark.parametrize("seed", ["7", 7.0, True, b"7", (7,)])
    def test_a_seed_is_a_whole_number(self, seed: object) -> None:
        with pytest.raises(BadSetting, match="A seed must be a whole number, not "):
            Game("classic", seed=odd(seed))

    def test_luck_comes_from_a_source(self) -> None:
        with pytest.raises(BadSetting, match="a ChanceSource, not 'luck'"):
            Game("classic", chance=odd("luck"))

    def test_an_edition_that_is_built_has_its_seats_and_switches(self) -> None:
        edition = build_edition("classic", seats=3, switches={"ban": "edge"})
        assert Game(edition, seats=3, seed=1, ban="edge").edition is edition
        for seats in (7, 3.0, True):
            with pytest.raises(BadSetting, match="is for 3 seats, not "):
                Game(edition, seats=odd(seats))
        for name, value in (("ban", "nonsense"), ("ban", "any_self_elimination"), ("bann", "edge")):
            with pytest.raises(BadSetting, match=f"{name}='{value}' contradicts the edition given"):
                Game(edition, **odd({name: value}))


class TestLuckThatFails:
    def test_a_decision_is_taken_back_if_the_luck_after_it_fails(self) -> None:
        dealt = Game("pocket", seats=2, seed=5).actions
        game = Game("pocket", chance=ScriptedChance(odd(list(dealt))))
        for _ in range(4):
            game.play(game.options[0])
        before = (game.state, game.actions, game.steps)
        with pytest.raises(IllegalAction, match="script of outcomes has ended"):
            game.play(game.options[0])
        assert (game.state, game.actions, game.steps) == before
        assert game.options
        with pytest.raises(IllegalAction, match="script of outcomes has ended"):
            game.play(game.options[0])

    def test_an_outcome_that_cannot_be_is_refused(self) -> None:
        with pytest.raises(IllegalAction, match="luck decides now"):
            Game("pocket", chance=ScriptedChance([RollDie(3)]))


def placing() -> Table:
    """Seat 0 of a duel in Kosmos is to place, with pawn a waiting."""
    return Table("kosmos", pawns=["a1.n+c1.0", "f6.s+a6.s"], hands=["T01 T17", "T02"], pile="T05")


HAND = TileId("T17")


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


class TestStates:
    def test_a_phase_that_asks_nothing_is_not_played(self) -> None:
        table = placing()
        for phase, action in (("begin", PlaceTile(Laid(HAND, 0), 0)), ("enter", Enter(0))):
            state = replace(table.state, cursor=Cursor("turn", phase))
            with pytest.raises(Unplayable, match=f"in the phase '{phase}' of this state; `resume`"):
                play(table.edition, state, action)
            with pytest.raises(Unplayable):
                waiting(table.edition, state)
        with pytest.raises(Unplayable, match="'begin'"):
            foresee(table.edition, replace(table.state, cursor=Cursor("turn", "begin")), Enter(0))

    def test_a_state_that_hides_tiles_is_not_played(self) -> None:
        table = placing()
        hidden = seen_state(table.state, Seat(1))
        option = table.decide.options[0]
        for attempt in (
            lambda: play(table.edition, hidden, option),
            lambda: resume(table.edition, hidden),
            lambda: waiting(table.edition, hidden),
            lambda: foresee(table.edition, hidden, option),
            lambda: preview(table.edition, hidden, table.decide, option, viewer=None),
        ):
            with pytest.raises(Unplayable, match="hides tiles"):
                attempt()

    def test_every_kind_of_hidden_tile_is_noticed(self) -> None:
        state = placing().state
        buried = Buried(TileId("?"), ())
        assert not state.hides_tiles()
        assert replace(state, pile=Pile(tiles("?"))).hides_tiles()
        assert replace(state, pile=Pile((), (buried,))).hides_tiles()
        assert replace(state, box=(buried,)).hides_tiles()
        assert state.with_hand(Seat(1), tiles("T02 ?")).hides_tiles()

    @pytest.mark.parametrize("name", EDITIONS)
    def test_a_state_of_another_game_is_not_played(self, name: str) -> None:
        state = Game(name, seats=3, seed=1).state
        others = [build_edition(other, seats=3) for other in EDITIONS if other != name]
        for edition in (*others, build_edition(name, seats=4), build_edition(name, seats=2)):
            with pytest.raises(Unplayable, match="belongs to another game"):
                resume(edition, state)

    @pytest.mark.parametrize("state", [None, "classic/2", 5])
    def test_what_is_no_state_is_not_played(self, state: object) -> None:
        with pytest.raises(Unplayable, match="A state is wanted"):
            resume(build_edition("classic", seats=2), odd(state))

    @pytest.mark.parametrize("edition", ["classic", None])
    def test_what_is_no_edition_is_not_played(self, edition: object) -> None:
        with pytest.raises(BadSetting, match="made by `build_edition`"):
            begin(odd(edition))
        with pytest.raises(BadSetting, match="made by `build_edition`"):
            resume(odd(edition), placing().state)

    def test_who_passes_for_ever_is_stopped(self) -> None:
        edition = build_edition("pocket", seats=3)
        state = Table("pocket", pawns=["a1.0", "b1.0", "c1.0"], hands=["T02", "", ""]).state
        empty = replace(state, pile=Pile(), hands=((), (), ()))
        with pytest.raises(Unplayable, match="goes round for ever"):
            resume(edition, empty)

    def test_luck_needs_something_to_come_up(self) -> None:
        edition = replace(build_edition("pocket", seats=8), bag=tiles("T01 T02"))
        step = advance(edition, begin(edition), Draw(TileId("T01")))
        with pytest.raises(Unplayable, match="too few tiles"):
            advance(edition, step, Draw(TileId("T02")))

    def test_more_hidden_tiles_than_there_are_cannot_be_filled_in(self) -> None:
        game = Game("classic", seed=1)
        seen = game.view(0)
        short = replace(game.edition, bag=game.edition.bag[:20])
        with pytest.raises(Unplayable, match="hides more tiles than"):
            determinize(replace(seen, edition=short), Random(1))


class TestViews:
    @pytest.mark.parametrize("viewer", [2, -1, 0.0, "0", True])
    def test_a_viewer_sits_at_the_table(self, viewer: object) -> None:
        game = Game("classic", seed=1)
        for look in (
            game.view,
            lambda seat: seen_state(game.state, seat),
            lambda seat: view(game.edition, game.state, None, viewer=seat),
        ):
            with pytest.raises(BadSetting, match="seats are 0 to 1, and None is a spectator"):
                cast(Callable[[Any], PlayerView | GameState], look)(viewer)


class TestTexts:
    @pytest.mark.parametrize("text", [None, 5, b"a1", ["a1"]])
    @pytest.mark.parametrize(
        ("parse", "kind"),
        [
            (notation.parse_cell, NotationError),
            (notation.parse_stop, NotationError),
            (notation.parse_beside, NotationError),
            (notation.parse_tile, NotationError),
            (notation.parse_laid, NotationError),
            (notation.parse_action, NotationError),
            (parse_position, PositionError),
            (parse_record, RecordError),
        ],
    )
    def test_only_text_can_be_read(
        self, text: object, parse: Callable[[Any], object], kind: type[TsuroError]
    ) -> None:
        with pytest.raises(kind, match="is read from a text, not from "):
            parse(text)

    def test_headers_are_texts(self) -> None:
        game = Game("classic", seed=1)
        with pytest.raises(RecordError, match="the header Year must be a text, not 1999"):
            game.record(Year=odd(1999))
        with pytest.raises(RecordError, match="5 cannot be the name"):
            record_of(game.edition, game.actions, game.state, headers=odd({5: "x"}))


def test_a_stop_of_odd_numbers_does_not_spoil_the_others() -> None:
    for stop in (Stop(Cell(21, 21), odd(3.0)), Stop(Cell(odd(21.0), 21), 3), odd(((21, True), 3))):
        with pytest.raises(BadSetting, match="made of whole numbers"):
            across(stop)
    assert all(type(number) is int for number in across(Stop(Cell(21, 21), 3)).cell)


def test_seeds_of_every_whole_number_are_luck() -> None:
    assert SeededChance(-5).copy()
    assert Game("pocket", seed=-5).seed == -5
