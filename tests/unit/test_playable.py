"""States, steps and other objects that nobody can play on from are refused in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from tests.support.odd import HAND, odd, placing
from tests.support.tables import Table, tiles
from tsuro.core.actions import (
    Draw,
    Enter,
    PlaceTile,
)
from tsuro.core.ids import Seat, TileId
from tsuro.core.pile import Buried, Pile
from tsuro.core.state import Cursor
from tsuro.core.tiles import Laid
from tsuro.editions.registry import EDITIONS, build_edition, register_edition
from tsuro.engine.determinize import determinize
from tsuro.engine.play import advance, begin, play, resume, waiting
from tsuro.engine.preview import foresee, preview
from tsuro.engine.views import seen_state
from tsuro.errors import (
    BadSetting,
    EditionDataError,
    RecordError,
    TsuroError,
    Unplayable,
)
from tsuro.formats.position import format_position
from tsuro.formats.record import Record, format_record
from tsuro.game import Game


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

    @pytest.mark.parametrize("wrong", [None, 5, "classic/2", ("a", "b")])
    def test_every_object_is_of_its_kind(self, wrong: object) -> None:
        game = Game("classic", seed=1)
        state, option = game.state, game.options[0]
        edition = game.edition
        doors: list[tuple[type[TsuroError], str, Callable[[], object]]] = [
            (Unplayable, "A step is wanted", lambda: advance(edition, odd(wrong), option)),
            (BadSetting, "made by", lambda: advance(odd(wrong), game.steps[-1], option)),
            (Unplayable, "A state is wanted", lambda: seen_state(odd(wrong), None)),
            (Unplayable, "A state is wanted", lambda: format_position(edition, odd(wrong))),
            (BadSetting, "made by", lambda: format_position(odd(wrong), state)),
            (Unplayable, "A view is wanted", lambda: determinize(odd(wrong), Random(1))),
            (BadSetting, "Luck is wanted", lambda: determinize(game.view(0), odd(wrong))),
            (
                Unplayable,
                "waits for is wanted",
                lambda: preview(edition, state, odd(wrong), option, viewer=None),
            ),
            (RecordError, "needs an edition", lambda: Record(odd(wrong), ())),
            (RecordError, "a record is wanted", lambda: format_record(odd(wrong))),
            (EditionDataError, "by an EditionInfo", lambda: register_edition(odd(wrong))),
        ]
        for kind, says, attempt in doors:
            with pytest.raises(kind, match=says):
                attempt()

    def test_a_step_of_another_game_is_not_played(self) -> None:
        game = Game("phoenix", seed=1)
        while game.state.cursor.phase != "create":
            game.play(game.options[0])
        with pytest.raises(Unplayable, match="belongs to another game"):
            advance(build_edition("classic", seats=2), game.steps[-1], game.options[0])
        with pytest.raises(Unplayable, match="belongs to another game"):
            format_position(build_edition("classic", seats=2), game.state)

    def test_an_edition_is_not_made_known_by_one_that_is_built(self) -> None:
        with pytest.raises(EditionDataError, match="by an EditionInfo"):
            register_edition(odd(build_edition("classic", seats=2)))
