"""What each seat may know, worlds that agree with it, and the ghost of a move."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from tests.support.tables import Table, tiles
from tsuro.core.asks import Decide
from tsuro.core.events import Event, PawnLost, PawnMoved, TileDrawn, TilePlaced
from tsuro.core.ids import Seat, TileId
from tsuro.core.pile import Buried
from tsuro.core.state import Fate, Part
from tsuro.core.tiles import HIDDEN
from tsuro.engine.determinize import determinize, unseen_tiles
from tsuro.engine.preview import foresee, preview
from tsuro.engine.views import seen_events, seen_state, view
from tsuro.game import Game
from tsuro.rules.exchange import Exchange, TilesSwapped
from tsuro.rules.phases import AskingPhase, AutomaticPhase, Draft

A, B, C = Seat(0), Seat(1), Seat(2)
T05, T06 = tiles("T05 T06")


@pytest.fixture
def exchange() -> Table:
    """Seat 0 has eliminated seat 1 and swapped one of two tiles."""
    table = Table(
        "classic", pawns=["a1.0", "a1.1", "f6.4"], hands=["T28 T02 T03", "T04 T05", "T06"]
    )
    return table.play("T28/0", "swap:T02>T05")


def test_buried_and_boxed_tiles_are_seen_by_those_who_saw_them() -> None:
    table = Table(
        "seas",
        pawns=["a1.0", "b1.0", "f7.4"],
        hands=["T28", "T02", "T03"],
        bottom=[Buried(T05, None), Buried(T06, (B,))],
        switches={"daikaiju": "off"},
    )
    state = replace(table.state, box=(Buried(T05, (C,)),))
    seen = {viewer: seen_state(state, viewer) for viewer in (A, B, C, None)}
    hidden = Buried(HIDDEN, ())
    assert [seen[viewer].pile.bottom for viewer in (A, B, None)] == [
        (Buried(T05, None), hidden),
        state.pile.bottom,
        (Buried(T05, None), hidden),
    ]
    assert [seen[viewer].box for viewer in (A, C)] == [(hidden,), state.box]


def test_an_open_exchange_is_seen_by_the_active_seat_only(exchange: Table) -> None:
    part = exchange.state.part(Exchange)
    assert part == Exchange(A, (B,), tiles("T03"), ((B, TileId("T04")),))
    assert part.seen_by(A) == part
    for viewer in (B, C, None):
        assert part.seen_by(viewer) == Exchange(A, (B,), (HIDDEN,), ((B, HIDDEN),))


def test_a_swap_is_seen_by_the_active_seat_only(exchange: Table) -> None:
    (swapped,) = (event for event in exchange.events if isinstance(event, TilesSwapped))
    assert seen_events([swapped], A) == (swapped,)
    assert seen_events([swapped], C) == (TilesSwapped(A, B, None, None),)


def test_an_event_can_be_hidden_altogether() -> None:
    class Whisper(Event):
        def seen_by(self, viewer: Seat | None) -> Whisper | None:
            return self if viewer == A else None

    whisper = Whisper()
    assert seen_events([whisper], A) == (whisper,)
    assert seen_events([whisper], B) == ()


@pytest.mark.parametrize("viewer", [A, B, C, None])
def test_a_world_agrees_with_everything_the_viewer_knows(
    exchange: Table, viewer: Seat | None
) -> None:
    seen = view(exchange.edition, exchange.state, exchange.step.ask, viewer=viewer)
    for seed in range(10):
        world = determinize(seen, Random(seed))
        assert seen_state(world, viewer) == seen.state
        part = world.part(Exchange)
        assert part.seat == A
        assert not Counter(part.mine) - Counter(world.hands[A])
        assert not Counter(tile for _, tile in part.pool) - Counter(world.hands[B])
        everything = Counter(world.pile.bag) + Counter(sum(world.hands, ()))
        everything.update(laid.tile for _, laid in world.board.occupied())
        assert everything == Counter(exchange.edition.bag)


def test_worlds_differ_and_the_same_luck_gives_the_same_world() -> None:
    seen = Game("kosmos", seats=4, seed=1).view(0)
    worlds = [determinize(seen, Random(seed)) for seed in (1, 1, 2)]
    assert worlds[0] == worlds[1] != worlds[2]
    assert len(unseen_tiles(seen)) == 64 - 3
    assert worlds[0].hands[0] == worlds[2].hands[0] == seen.hand


def test_a_preview_stops_before_luck_and_hides_what_the_viewer_cannot_see() -> None:
    table = Table("classic", pawns=["c1.0", "f6.4"], hands=["T32 T01", "T02"], pile="T05 T06")
    ask = table.step.ask
    assert isinstance(ask, Decide)
    ghost = preview(table.edition, table.state, ask, ask.options[0], viewer=A)
    assert [type(event) for event in ghost] == [TilePlaced, PawnMoved]
    assert table.state.board.squares == table.step.state.board.squares
    assert not any(isinstance(event, TileDrawn) for event in ghost)


def test_what_a_barred_placement_would_do_can_be_foreseen() -> None:
    table = Table("classic", pawns=["a1.0", "f6.4"], hands=["T01 T28", "T02"])
    assert table.barred == {"T01/0": "CL-9"}
    events = foresee(table.edition, table.state, table.decide.barred[0].action)
    assert [event.fate for event in events if isinstance(event, PawnLost)] == [Fate.EDGE]


def test_parts_lie_open_unless_they_say_otherwise() -> None:
    part = Part()
    assert part.seen_by(A) is part
    assert part.shows_hand(A, B) is None
    assert part.refilled(Game("pocket", seats=2, seed=0).state) is part


def test_a_state_knows_its_parts() -> None:
    state = Game("pocket", seats=2, seed=0).state
    assert not state.has_part(Exchange)
    with pytest.raises(LookupError, match="Exchange"):
        state.part(Exchange)


def test_bare_phases_and_events_do_nothing() -> None:
    state = Game("pocket", seats=2, seed=0).state
    draft = Draft(state)
    with pytest.raises(NotImplementedError):
        AskingPhase().ask(state)
    with pytest.raises(NotImplementedError):
        AskingPhase().answer(draft, Game("pocket", seats=2, seed=0).options[0])
    with pytest.raises(NotImplementedError):
        AutomaticPhase().run(draft)
    with pytest.raises(NotImplementedError):
        Event().fold(state)
