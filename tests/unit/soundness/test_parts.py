"""Dragon tile, exchange, piles and daikaiju that do not fit the turn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.flaws import (
    SOUND,
    all_on,
    found,
    part,
    spoiled,
)
from tests.support.moments import moment
from tsuro.core.ids import Seat
from tsuro.core.state import Cursor, GameState
from tsuro.core.tiles import HIDDEN
from tsuro.rules.dragon import Dragon
from tsuro.rules.exchange import Exchange
from tsuro.rules.piles import Heaps
from tsuro.rules.seas.daikaiju import Sea, Watch


class TestDragonAndExchange:
    @pytest.mark.parametrize(
        ("dragon", "what"),
        [
            (Dragon(Seat(0)), "seat 0 holds the dragon tile, but the pile has tiles"),
            (Dragon(None, Seat(1), 0), "who returned the dragon tile did so in some turn"),
            (Dragon(None, None, 1), "who returned the dragon tile did so in some turn"),
            (Dragon(None, Seat(1), 999), "the dragon tile is returned in a turn that is to come"),
        ],
    )
    def test_the_dragon_tile_is_held_while_the_pile_is_empty(
        self, dragon: Dragon, what: str
    ) -> None:
        flaw = spoiled("classic", "place", lambda it: it.with_part(dragon))
        assert flaw == ("CL-21", "dragon", what)

    def test_the_dragon_tile_is_held_or_returned(self) -> None:
        def held(state: GameState) -> bool:
            return state.part(Dragon).holder is not None

        both = part(Dragon, returned_by=Seat(1), returned_in=1)
        flaw = ("CL-21", "dragon", "the dragon tile cannot be held and returned")
        assert spoiled("classic", "place", both, held, seats=8) == flaw

    def test_by_the_letter_it_may_be_held_while_the_pile_has_tiles(self) -> None:
        literal = {"draw": "literal"}
        flaw = spoiled("classic", "place", part(Dragon, holder=Seat(0)), switches=literal)
        assert flaw == SOUND

    def test_once_tiles_are_drawn_the_dragon_tile_has_been_passed_on(self) -> None:
        def somebody_lost(state: GameState) -> bool:
            return bool(state.out_now())

        lost = lambda it: it.with_part(Dragon(min(it.out_now())))  # noqa: E731
        literal = {"draw": "literal"}
        rule, about, text = spoiled("classic", "draw", lost, somebody_lost, switches=literal)
        assert (rule, about) == ("CL-19", "dragon")
        assert text.endswith("is out and has passed the dragon tile on")

    def test_once_tiles_are_drawn_the_active_seat_has_returned_the_dragon_tile(self) -> None:
        def active_is_in(state: GameState) -> bool:
            return state.is_in(state.turn.seat)

        mine = lambda it: it.with_part(Dragon(it.turn.seat))  # noqa: E731
        literal = {"draw": "literal"}
        rule, about, text = spoiled("classic", "draw", mine, active_is_in, switches=literal)
        assert (rule, about) == ("CL-21", "dragon")
        assert text.endswith("has returned the dragon tile")

    def test_by_the_letter_another_seat_keeps_the_dragon_tile_while_tiles_are_drawn(self) -> None:
        def active_is_in(state: GameState) -> bool:
            return state.is_in(state.turn.seat) and len(state.live_seats()) > 1

        def others(state: GameState) -> GameState:
            other = next(seat for seat in state.live_seats() if seat != state.turn.seat)
            return state.with_part(Dragon(other))

        literal = {"draw": "literal"}
        assert spoiled("classic", "draw", others, active_is_in, switches=literal) == SOUND

    def test_nobody_takes_the_dragon_tile_before_the_first_turn(self) -> None:
        flaw = ("CL-23", "dragon", "nobody takes the dragon tile during set-up")
        taken = part(Dragon, holder=Seat(0))
        edition, state = moment("classic", "setup.start")
        assert flaw in found(edition, taken(state))

    def test_tiles_are_exchanged_when_it_is_due(self) -> None:
        edition, state = moment("classic", "exchange", lambda it: len(it.live_seats()) > 1)
        exchange = state.part(Exchange)
        assert found(edition, state) == []
        idle = lambda it: replace(it, cursor=Cursor("turn", "exchange"))  # noqa: E731
        flaw = ("CL-18", "at", "nobody exchanges tiles in the phase 'exchange'")
        assert spoiled("classic", "draw", idle) == flaw
        busy = lambda it: it.with_part(Exchange(it.turn.seat))  # noqa: E731
        flaw = ("CL-18", "at", "tiles are exchanged in the phase 'draw'")
        assert spoiled("classic", "draw", busy) == flaw
        other = next(seat for seat in state.live_seats() if seat != exchange.seat)
        for wrong, what in (
            (replace(exchange, seat=other), "only the active seat exchanges tiles"),
            (
                replace(exchange, losers=(*exchange.losers, other)),
                "the losers must have gone out in this move",
            ),
            (replace(exchange, losers=2 * exchange.losers), "a loser is named twice"),
            (replace(exchange, mine=()), "as many tiles must be given as taken"),
            (
                replace(exchange, mine=(HIDDEN,) * len(exchange.mine)),
                "who sees one side of an exchange sees both",
            ),
            (replace(exchange, mine=(), pool=()), "there is nothing left to be swapped"),
        ):
            assert ("CL-18", "exchange", what) in found(edition, state.with_part(wrong))

    def test_a_pile_is_chosen_to_draw_from_it(self) -> None:
        def chosen(state: GameState) -> bool:
            return state.part(Heaps).chosen is not None

        flaw = ("KO-15", "heaps", "a pile is chosen only to draw from it")
        assert spoiled("kosmos", "place", part(Heaps, chosen=0)) == flaw
        edition, state = moment("kosmos", "draw", chosen)
        assert found(edition, state) == []


class TestSea:
    @pytest.mark.parametrize(
        ("at", "values", "rule", "what"),
        [
            ("place", {"drawn_rotation": 2}, "SE-10", "a drawn daikaiju is turned 0 to 3 times"),
            ("place", {"drawn": "G1"}, "SE-10", "a daikaiju is drawn only to be placed at once"),
            ("roll", {"offers": (0, 0)}, "SE-33", "a ship is offered another mark twice"),
            (
                "setup.start", {"gone": ("G1",)}, "SE-18",
                "no daikaiju is removed before the first turn",
            ),
        ],
    )  # fmt: skip
    def test_the_sea_fits_the_turn(
        self, at: str, values: dict[str, object], rule: str, what: str
    ) -> None:
        def fresh(state: GameState) -> bool:
            return state.pawns[0].stop is not None and state.pawns[0].behind is None

        change = part(Sea, **values)
        assert spoiled("seas", at, change, fresh) == (rule, "sea", what)

    def test_daikaiju_stand_in_order_and_squarely(self) -> None:
        def turned(state: GameState) -> GameState:
            first, *rest = state.part(Sea).on_board
            return part(Sea, on_board=(replace(first, rotation=4), *rest))(state)

        flaw = ("SE-7", "sea", "a daikaiju is turned 0 to 3 times")
        assert spoiled("seas", "roll", turned) == flaw

        def reversed_(state: GameState) -> GameState:
            return part(Sea, on_board=state.part(Sea).on_board[::-1])(state)

        flaw = ("SE-16", "sea", "daikaiju stand in the order in which they act")
        assert spoiled("seas", "roll", reversed_) == flaw

    def test_a_drawn_one_is_turned_like_the_others(self) -> None:
        def drawn(state: GameState) -> bool:
            return state.part(Sea).drawn is not None

        for at in ("setup.daikaiju", "refill", "daikaiju"):
            flaw = spoiled("seas", at, part(Sea, drawn_rotation=4), drawn, seats=8)
            assert flaw == ("SE-10", "sea", "a drawn daikaiju is turned 0 to 3 times")

    def test_only_a_ship_at_its_start_may_go_to_another_mark(self) -> None:
        flaw = ("SE-33", "sea", "a ship that may go to another mark is at its start")
        assert spoiled("seas", "roll", part(Sea, offers=(1,)), all_on) == flaw

    @pytest.mark.parametrize(
        ("watch", "rule", "what"),
        [
            (Watch(turn=999), "SE-13", "it tells of a turn that is to come"),
            (Watch(dice=(0, 6)), "SE-13", "a die shows 1 to 6"),
            (Watch(die=7), "SE-13", "a die shows 1 to 6"),
            (Watch(roused=True), "SE-13", "the dice did not rouse the daikaiju"),
            (Watch(waiting=("G1",)), "SE-13", "the dice did not rouse the daikaiju"),
            (Watch(dice=(1, 1), roused=True), "SE-13", "the dice did not rouse the daikaiju"),
            (
                Watch(dice=(3, 3), waiting=("X9",)), "SE-16",
                "those that wait stand on the board, in their order",
            ),
            (
                Watch(dice=(3, 3), roused=True), "SE-14",
                "they have just been roused, but some have acted",
            ),
        ],
    )  # fmt: skip
    def test_the_watch_tells_of_this_turn(self, watch: Watch, rule: str, what: str) -> None:
        edition, state = moment("seas", "roll", lambda it: bool(it.part(Sea).on_board))
        assert (rule, "watch", what) in found(edition, state.with_part(watch))

    def test_the_daikaiju_just_roused_all_wait(self) -> None:
        edition, state = moment("seas", "daikaiju", lambda it: it.part(Watch).roused)
        flaw = ("SE-14", "watch", "they have just been roused, but some have acted")
        assert found(edition, state) == []
        assert flaw in found(edition, part(Watch, die=3)(state))
        assert flaw in found(edition, part(Watch, waiting=state.part(Watch).waiting[1:])(state))
