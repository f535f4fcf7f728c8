"""Choosing with arrow keys."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.tables import Table
from tsuro.cli.terminal.chooser import Chooser
from tsuro.cli.terminal.words import ARROWS, QUESTIONS, arrows, describe, question
from tsuro.core.actions import Decision
from tsuro.core.asks import Barred, Decide
from tsuro.core.ids import Seat
from tsuro.editions.registry import EDITIONS, build_edition
from tsuro.formats.notation import parse_action
from tsuro.game import Game


def chooser_of(*options: str, barred: tuple[str, ...] = (), hand: tuple[str, ...] = ()) -> Chooser:
    def decision(text: str) -> Decision:
        action = parse_action(text)
        assert isinstance(action, Decision)
        return action

    refused = tuple(Barred(decision(text), "CL-9", "it is") for text in barred)
    decide = Decide(Seat(0), tuple(map(decision, options)), "CL-8", refused)
    return Chooser(decide, hand)  # type: ignore[arg-type]


def current(chooser: Chooser) -> str:
    return str(chooser.current.action)


def reachable(chooser: Chooser) -> set[Decision]:
    """Everything that some keys lead to."""
    seen: set[Decision] = set()
    waiting = [chooser.current.action]
    while waiting:
        action = waiting.pop()
        if action in seen:
            continue
        seen.add(action)
        for move in (chooser.turn, chooser.move, chooser.next_kind):
            chooser.select(action)
            move(1)
            waiting.append(chooser.current.action)
    return seen


def test_left_and_right_turn_the_tile_up_and_down_take_another() -> None:
    chooser = chooser_of(
        "T05/0", "T05/1", "T05/2", "T05/3", "T09/1", "T09/2", "T09/0", hand=("T05", "T09")
    )
    chooser.turn(1)
    assert current(chooser) == "T05/1"
    chooser.move(1)
    assert current(chooser) == "T09/1", "the rotation is kept"
    chooser.turn(1)
    chooser.turn(1)
    assert current(chooser) == "T09/0"
    chooser.move(-1)
    chooser.turn(-1)
    assert current(chooser) == "T05/3"
    chooser.move(1)
    assert current(chooser) == "T09/0", "no such rotation: the first"


def test_rows_follow_the_hand() -> None:
    chooser = chooser_of("T02/0", "T01/0", barred=("T03/0",), hand=("T03", "T01", "T02"))
    chooser.select(parse_action("T03/0"))  # type: ignore[arg-type]
    order = []
    for _ in range(3):
        order.append(current(chooser))
        chooser.move(1)
    assert order == ["T03/0", "T01/0", "T02/0"]


def test_barred_choices_are_there_with_their_reason() -> None:
    chooser = chooser_of("T05/0", "T05/2", barred=("T05/1", "T05/3"), hand=("T05",))
    assert chooser.current.barred is None
    chooser.turn(1)
    assert current(chooser) == "T05/1"
    assert chooser.current.barred is not None
    assert chooser.current.barred.rule == "CL-9"


def test_tab_goes_to_the_other_pawn_and_to_other_kinds() -> None:
    chooser = chooser_of("a:T05/0", "b:T05/0", "b:T05/1", hand=("T05",))
    assert chooser.kinds == ("lay a tile before pawn a", "lay a tile before pawn b")
    chooser.next_kind()
    assert current(chooser) == "b:T05/0"
    chooser.next_kind()
    assert current(chooser) == "a:T05/0"
    exchange = chooser_of("keep", "swap:T01>T05", "swap:T01>T06", "swap:T02>T05", "swap:T02>T06")
    assert current(exchange) == "keep"
    exchange.next_kind(-1)
    exchange.turn(1)
    exchange.move(1)
    assert current(exchange) == "swap:T02>T06"


def test_up_and_down_go_far_along_a_single_row() -> None:
    game = Game("classic", seats=2, seed=1)
    chooser = Chooser(game.decide)
    chooser.move(1)
    assert current(chooser) == str(game.options[12])
    chooser.move(-1)
    chooser.turn(-1)
    assert current(chooser) == str(game.options[-1])


def test_typed_texts_find_what_they_begin() -> None:
    chooser = chooser_of("T05/0", "T05/1", "T15/0", barred=("T15/1",), hand=("T05", "T15"))
    assert chooser.find("t1")
    assert current(chooser) == "T15/0"
    assert not chooser.means("t1")
    assert chooser.find(" t15/1 ")
    assert chooser.means("T15/1")
    assert chooser.current.barred is not None
    assert not chooser.find("x")
    assert current(chooser) == "T15/1"


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seats", [2, 3])
def test_every_option_of_every_decision_can_be_reached(edition: str, seats: int) -> None:
    switches = {"winds_of_change": "on"} if edition == "phoenix" else {}
    for seed in range(6):
        game = Game(build_edition(edition, seats=seats, switches=switches), seed=seed)
        rng = Random(seed)
        while not game.over:
            decide = game.decide
            chooser = Chooser(decide, game.state.hands[decide.seat])
            barred = {each.action for each in decide.barred}
            assert reachable(chooser) == {*decide.options, *barred}
            assert question(game.state, decide)
            assert arrows(decide.options[0])
            game.play(rng.choice(game.options))


def test_every_kind_of_decision_has_its_words() -> None:
    found = Decision.__subclasses__()
    kinds = {kind.__name__ for kind in found if kind.__module__.startswith("tsuro.")}
    assert {kind.__name__ for kind in QUESTIONS} == kinds
    assert set(ARROWS) < set(QUESTIONS)


def test_a_decision_that_nobody_here_knows_is_asked_for_all_the_same() -> None:
    class Sing(Decision):
        def __str__(self) -> str:
            return "sing"

    state = Game("classic", seats=2, seed=1).state
    assert question(state, Decide(Seat(0), (Sing(),), "XX-1")) == "What do you do?"


@pytest.mark.parametrize(
    ("notation", "says"),
    [
        ("c1.0", "on the north side of c1"),
        ("to:a3.7", "on the west side of a3"),
        ("f2.e", "beside f2, on its east side"),
        ("rise:c6.s", "beside c6, on its south side"),
        ("swap:T01>T05", "give T01, take T05"),
        ("pile:2", "the second pile"),
        ("lantern:d3", "to d3"),
        ("flip:d3.lr", "d3, left and right change places"),
        ("flip:d3.tb", "d3, top and bottom change places"),
        ("keep", "your hand stays as it is"),
        ("stay", "your ship stays where it is"),
        ("T05/1", "then you choose the path into it"),
    ],
)
def test_actions_in_words(notation: str, says: str) -> None:
    action = parse_action(notation)
    assert isinstance(action, Decision)
    assert describe(action) == says


def test_an_exchange_begins_with_keeping() -> None:
    # Seat 0 runs seat 1 off the board, and may then swap.
    table = Table(
        "classic",
        pawns=("b1.0", "b1.7<a1", "f6.4"),
        board={"a1": "T01/0"},
        hands=("T35 T02 T03", "T07 T08 T09", "T10 T11 T12"),
    )
    for option in table.options:
        tried = Table(
            "classic",
            pawns=("b1.0", "b1.7<a1", "f6.4"),
            board={"a1": "T01/0"},
            hands=("T35 T02 T03", "T07 T08 T09", "T10 T11 T12"),
        ).play(option)
        if tried.phase == "exchange":
            chooser = Chooser(tried.decide, tried.state.hands[0])
            assert current(chooser) == "keep"
            assert chooser.kinds == ("keep your tiles", "swap tiles")
            return
    raise AssertionError("no placement of the fixture eliminates seat 1")
