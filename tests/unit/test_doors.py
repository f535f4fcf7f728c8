"""Bad input through Python: a typed error with a sentence, and nothing is changed by it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

from tests.support.odd import odd
from tsuro.core.actions import (
    RollDie,
)
from tsuro.core.board import Board, walk
from tsuro.core.geometry import Cell, Stop, across
from tsuro.core.ids import TileId
from tsuro.core.state import GameState
from tsuro.core.tiles import Laid
from tsuro.editions.edition import Edition
from tsuro.editions.registry import build_edition, edition_info
from tsuro.engine.chance import ScriptedChance, SeededChance
from tsuro.engine.views import PlayerView, seen_state, view
from tsuro.errors import (
    BadSetting,
    IllegalAction,
    NotationError,
    PositionError,
    RecordError,
    TsuroError,
    UnknownEdition,
)
from tsuro.formats import notation
from tsuro.formats.position import parse_position
from tsuro.formats.record import parse_record, record_of
from tsuro.game import Game


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


def test_a_walk_from_an_odd_stop_does_not_spoil_the_others() -> None:
    tiles = build_edition("classic", seats=2).tiles
    board = Board.empty(21).with_tile(Cell(17, 13), Laid(TileId("T02"), 0))
    with pytest.raises(BadSetting, match="made of whole numbers"):
        walk(board, tiles, Stop(Cell(17, 13), odd(True)))
    assert type(walk(board, tiles, Stop(Cell(17, 13), 1)).crossings[0].entry) is int


def test_seeds_of_every_whole_number_are_luck() -> None:
    assert SeededChance(-5).copy()
    assert Game("pocket", seed=-5).seed == -5
