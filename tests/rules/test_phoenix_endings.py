"""Elimination and the end of the game (PR-43 to PR-48, WC-12)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.support.phoenix import full_centre, full_ring, last_travel, phoenix
from tests.support.rules import rule
from tests.support.tables import Table
from tsuro.core.events import PawnMoved, SeatOut
from tsuro.core.ids import Seat
from tsuro.core.state import Fate, Reason, Result, Status
from tsuro.rules.phoenix.lanterns import FinalRoundAnnounced, Lanterns, StarsTaken

A, B, C, D = map(Seat, range(4))
LANE = {"b3": "C03a/0", "c3": "C05a/0", "d3": "C12b/0", "e3": "C14b/0"}
BOARD = {"a3": "E18a/0", "b4": "C02a/0", "f3": "E16a/0"}
AT_A4, AT_F4 = "a4.0<a3", "f4.0<f3"
"""E12a/0 on a4 leads to a dead end before b4, E19a/0 off the board."""


def round_with(
    scored: Sequence[int], *, turn: int, first: int = 0, final_round: bool = True
) -> Table:
    """Three players; the active one is about to place before a4."""
    pawns, hands = [AT_F4, "c1.n", "c6.s"], ["E01 E02", "E03 E04", "E05 E06"]
    pawns[turn], hands[turn] = AT_A4, "E12 E07"
    return phoenix(
        *pawns, board=BOARD, hands=hands, scored=scored, turn=turn, first=first,
        final_round=final_round,
    )  # fmt: skip


@rule("PR-44")
def test_the_seventh_star_announces_the_last_round() -> None:
    table = phoenix(
        "a3.w", AT_F4, board={**LANE, "f3": "E16a/0"}, hands=["E18 E01", "E02 E03"],
        lanterns="b3", scored=[6, 2],
    )  # fmt: skip
    table.play("E18a/0", "in:6")
    assert not table.of(FinalRoundAnnounced)
    table.play(table.options[0])
    assert table.of(FinalRoundAnnounced) == [FinalRoundAnnounced(A)]
    assert table.state.result is None
    assert table.to_act == B


@rule("PR-44")
def test_it_is_announced_once() -> None:
    table = phoenix(
        "a3.w", "c6.s", board=LANE, hands=["E18 E01", "E02 E03"],
        lanterns="b3", scored=[6, 7], final_round=True,
    )  # fmt: skip
    table.play("E18a/0", "in:6")
    table.play(table.options[0])
    assert table.state.part(Lanterns).scored == (7, 7)
    assert not table.of(FinalRoundAnnounced)


@rule("PR-44")
def test_seven_stars_on_another_players_turn_count_as_well() -> None:
    """P is moved by M (EX-PR-6) and leaves a marked tile."""
    board = {"c3": "C03b/0", "c2": "C05a/0", "b3": "C07a/0", "c4": "C02a/0"}
    table = phoenix("c3.7<b3", "c3.1<c2", "a6.w", board=board, lanterns="c2", scored=[0, 6, 0])
    table.play("turn:C03a/0")
    assert table.to_act == B
    table.play(table.options[0])
    assert table.of(FinalRoundAnnounced) == [FinalRoundAnnounced(B)]


@rule("PR-44")
@pytest.mark.parametrize(("first", "turn"), [(0, 2), (1, 0), (2, 1)])
def test_the_round_ends_with_the_player_to_the_right_of_the_first(first: int, turn: int) -> None:
    table = round_with([7, 0, 0], turn=turn, first=first).play("E12a/0")
    assert table.state.result == Result((A,), Reason.STARS)


@rule("PR-44")
@pytest.mark.parametrize("turn", [0, 1])
def test_the_round_is_played_to_its_end(turn: int) -> None:
    table = round_with([7, 0, 0], turn=turn).play("E12a/0")
    assert table.state.result is None
    assert table.to_act == turn + 1


@rule("PR-44")
def test_without_seven_stars_the_game_goes_on() -> None:
    table = round_with([6, 0, 0], turn=2, final_round=False).play("E12a/0")
    assert table.state.result is None


@rule("PR-44")
def test_the_seat_of_an_eliminated_first_player_still_marks_the_round() -> None:
    table = phoenix(
        AT_F4, "x", AT_A4, board=BOARD, hands=["E01 E02", "", "E12 E07"], scored=[7, 0, 0],
        turn=0, first=1, final_round=True, at="round",
    )  # fmt: skip
    assert table.state.result == Result((A,), Reason.STARS)
    table = phoenix(
        AT_F4, "x", AT_A4, board=BOARD, hands=["E01 E02", "", "E12 E07"], scored=[7, 0, 0],
        turn=2, first=1, final_round=True, at="round",
    )  # fmt: skip
    assert table.state.result is None


@rule("PR-44")
def test_eliminated_last_players_do_not_prolong_the_round() -> None:
    table = phoenix(
        AT_A4, AT_F4, "x", board=BOARD, hands=["E12 E07", "E01 E02", ""], scored=[0, 7, 0],
        turn=1, final_round=True, at="round",
    )  # fmt: skip
    assert table.state.result == Result((B,), Reason.STARS)


@rule("EX-PR-8", "PR-45")
def test_the_example_of_the_life_token_in_a_tie() -> None:
    table = phoenix(
        "off", AT_A4, "off", board=BOARD, lives=[2], scored=[8, 7, 7], turn=2,
        final_round=True, at="round",
    )  # fmt: skip
    assert table.state.result == Result((C,), Reason.STARS)


@rule("PR-45")
@pytest.mark.parametrize(
    ("scored", "lives", "winners"),
    [
        ([7, 9, 8], [0, 1, 2], (B,)),
        ([9, 9, 9], [0, 1, 2], (A, B, C)),
        ([9, 9, 8], [0, 1, 2], (A, B)),
        ([9, 9, 8], [], (A, B)),
        ([9, 9, 8], [1, 2], (B,)),
        ([9, 9, 9], [1, 2], (A, B, C)),
    ],
)
def test_most_stars_then_the_only_life_token(
    scored: list[int], lives: list[int], winners: tuple[Seat, ...]
) -> None:
    table = phoenix(
        AT_A4, AT_F4, "c1.7<b1", board={**BOARD, "b1": "E17a/0"}, scored=scored, lives=lives,
        turn=2, final_round=True, at="round",
    )  # fmt: skip
    assert table.state.result == Result(winners, Reason.STARS)


@rule("PR-45")
def test_who_can_rise_is_eligible_and_who_is_out_is_not() -> None:
    table = phoenix(
        "x", "off", AT_A4, board=BOARD, scored=[9, 8, 7], lives=[1], turn=2,
        final_round=True, at="round",
    )  # fmt: skip
    assert table.state.result == Result((B,), Reason.STARS)


@rule("PR-45", "PR-48")
def test_a_waiting_pawn_counts_as_on_the_board() -> None:
    table = phoenix(
        "c1.n", AT_A4, board=BOARD, scored=[8, 7], lives=[], turn=1, final_round=True, at="round"
    )
    assert table.state.result == Result((A,), Reason.STARS)


@rule("PR-46", "PR-48")
def test_the_last_phoenix_wins_at_once_whatever_the_stars() -> None:
    """B is moved off by A's tile without a Life token: A wins before anybody scores."""
    table = phoenix(
        AT_A4, "a4.1<a3", board=BOARD, hands=["E13 E01", "E02 E03"], lives=[0], scored=[0, 5]
    )
    table.play("E13a/0")
    assert table.state.result == Result((A,), Reason.LAST_STANDING)
    assert table.of(SeatOut) == [SeatOut(B, Fate.STRANDED)]


@rule("PR-46", "PR-48")
def test_the_game_ends_before_the_stars_of_the_last_travel() -> None:
    table = phoenix(
        "a3.w", "c6.s", board={**LANE, "f3": "E16a/0"}, hands=["E18 E01", "E02 E03"],
        lanterns="b3", lives=[1],
    )  # fmt: skip
    table.play("E18a/0", "in:6")
    assert table.state.result == Result((B,), Reason.LAST_STANDING)
    assert not table.of(StarsTaken)


@rule("PR-46")
def test_a_single_player_left_wins_with_the_pawn_off_the_board() -> None:
    """Both collide; only B can rise."""
    table = phoenix(
        "a3.w", "f3.6<e3", board=LANE, hands=["E18 E01", "E02 E03"], lives=[1], scored=[6, 0]
    )
    table.play("E18a/0", "in:6")
    assert table.state.pawns[B].status is Status.OFF
    assert table.state.result == Result((B,), Reason.LAST_STANDING)


@rule("PR-46")
def test_while_another_can_rise_the_game_goes_on() -> None:
    table = phoenix(AT_A4, "off", board=BOARD, hands=["E12 E01", ""], lives=[1])
    table.play("E12a/0")
    assert table.state.result is None
    assert table.to_act == B


@rule("PR-47")
@pytest.mark.parametrize(
    ("scored", "winners"), [([3, 5, 9], (B,)), ([5, 5, 9], (A, B)), ([6, 5, 9], (A,))]
)
def test_if_all_go_together_their_stars_decide(
    scored: list[int], winners: tuple[Seat, ...]
) -> None:
    """C was out before and does not count."""
    table = phoenix(
        "a3.w", "f3.6<e3", "x", board=LANE, hands=["E18 E01", "E02 E03", ""], lives=[],
        scored=scored,
    )  # fmt: skip
    table.play("E18a/0", "in:6")
    assert table.state.result == Result(winners, Reason.ALL_OUT)


@rule("PR-51", "PR-34", "PR-47", "PR-48")
@pytest.mark.parametrize("winds", ["off", "on"])
def test_stars_of_the_travel_that_ends_it_all_decide(winds: str) -> None:
    """Both are out, and with the two stars of the travel A has won."""
    table = last_travel(winds=winds).play("E18a/0", "in:6")
    assert [out.seat for out in table.state.exits] == [A, B]
    assert (table.to_act, table.state.result) == (A, None), "A moves the markers before it ends"
    while table.state.result is None:
        assert table.to_act == A
        table.play(table.options[0])
    assert table.state.part(Lanterns).scored == (5, 4)
    assert table.state.result == Result((A,), Reason.ALL_OUT)


@rule("PR-51", "PR-47")
def test_without_a_choice_the_last_stars_are_taken_at_once() -> None:
    """The markers have nowhere to go; the star makes it a tie."""
    everywhere = " ".join(cell for cell, tile in full_centre(LANE).items() if tile[0] == "C")
    table = phoenix(
        "a3.w", "f3.6<e3", board=full_ring(LANE, empty="a3", hold="E18"), hands=["E18", ""],
        pile="", lives=[], scored=[1, 4], lanterns=everywhere,
    )  # fmt: skip
    table.play("E18a/0", "in:6")
    assert table.state.result == Result((A, B), Reason.ALL_OUT)


@rule("PR-47", "PR-48")
def test_shut_out_by_the_last_ring_tile_is_the_same_move() -> None:
    """A's last tile takes A off the board and leaves B and C no cell to rise beside."""
    board = full_ring(BOARD, empty="a4", hold="E19")
    table = phoenix(
        AT_A4, "off", "off", board=board, hands=["E19", "", ""], pile="", holder=0,
        scored=[2, 6, 6],
    )  # fmt: skip
    table.play("E19a/0")
    assert [out.seat for out in table.state.exits] == [A, B, C]
    assert table.state.result == Result((B, C), Reason.ALL_OUT)


@rule("PR-48")
def test_each_travel_is_judged_before_the_next_pawn_moves() -> None:
    """A flies off and is out, B wins without moving although B's path was opened too."""
    table = phoenix(
        AT_A4, "a4.1<a3", board=BOARD, hands=["E19 E01", "E02 E03"], lives=[], scored=[0, 0]
    )
    table.play("E19a/0")
    assert table.state.result == Result((B,), Reason.LAST_STANDING)
    assert [event.pawn for event in table.events if isinstance(event, PawnMoved)] == [0]


@rule("PR-47", "PR-48", "GEN-20")
def test_different_travels_of_a_turn_are_different_moves() -> None:
    """A and B fly off one after the other; the second is alone by then and has won."""
    table = phoenix(
        "a4.1<a3", AT_A4, board=BOARD, hands=["E13 E01", "E02 E03"], lives=[], scored=[5, 0]
    )
    table.play("E13a/0")
    assert table.state.result == Result((B,), Reason.LAST_STANDING)


@rule("PR-47", "PR-48", "GEN-20")
def test_who_went_out_in_an_earlier_travel_of_the_turn_does_not_share() -> None:
    """A flies off and is out; then B, moved by A's tile, strikes C and both are out."""
    table = phoenix(
        "a4.4<a5", "a4.1<a3", "a6.1<a5", board={"a3": "E18a/0", "a5": "E16a/0"},
        hands=["E12", "", ""], pile="", lives=[], scored=[6, 2, 1],
    )  # fmt: skip
    table.play("E12a/0")
    assert [out.seat for out in table.state.exits] == [A, B, C]
    assert table.state.result == Result((B,), Reason.ALL_OUT)


@rule("WC-12")
def test_winds_of_change_ends_the_same_way() -> None:
    table = phoenix(
        "off", AT_A4, "off", board=BOARD, lives=[2], scored=[8, 7, 7], turn=2,
        final_round=True, at="round", switches={"winds_of_change": "on"},
    )  # fmt: skip
    assert table.state.result == Result((C,), Reason.STARS)
    table = phoenix(
        AT_A4, "a4.1<a3", board=BOARD, hands=["E13 E01", "E02 E03"], lives=[0],
        switches={"winds_of_change": "on"},
    )  # fmt: skip
    assert table.play("E13a/0").state.result == Result((A,), Reason.LAST_STANDING)
