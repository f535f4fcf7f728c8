"""Position lines: what they look like, and what is refused, with the column at fault."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.games import Played, play_game, played_games
from tests.support.tables import Table, tiles
from tsuro.core.ids import Seat
from tsuro.core.pile import Buried, Pile
from tsuro.core.state import Reason, Result, Status
from tsuro.core.tiles import HIDDEN
from tsuro.editions.registry import build_edition
from tsuro.engine.views import seen_state
from tsuro.errors import PositionError
from tsuro.formats.position import Position, format_position, parse_position
from tsuro.game import Game

REST = (
    "T06.T07.T08.T09.T10.T11.T12.T13.T14.T15.T16.T17.T18.T19.T20.T21.T22.T23.T24.T25.T26.T27."
    "T28.T29.T30.T31.T32.T33"
)
BOARD = "T34/0,5|6|6|6|6|6"
LINE = f"classic/2 {BOARD} a2.0<a1,f6.4 T01.T02.T03,T04.T05.T35 {REST} {{seat=1,number=2}} place"
"""Seat 0 has moved once; it is seat 1's turn."""


def test_a_line_says_where_everything_is() -> None:
    position = parse_position(LINE)
    state = position.state
    assert (position.edition.id, position.edition.seats) == ("classic", 2)
    assert [str(cell) for cell, _ in state.board.occupied()] == ["a1"]
    assert [str(pawn.stop) for pawn in state.pawns] == ["a2.0", "f6.4"]
    assert state.hands == (tiles("T01 T02 T03"), tiles("T04 T05 T35"))
    assert len(state.pile) == 28
    assert (state.turn.seat, state.turn.number) == (1, 2)
    assert position.is_full
    assert str(position) == LINE


def test_options_that_differ_from_the_defaults_are_named() -> None:
    game = Game("classic", seats=2, seed=1, draw="literal")
    assert repr(game).startswith("<Game classic/2:draw=literal 6|6|6|6|6|6 -,- ")
    assert parse_position(str(game.position())).edition is game.edition


SIGN = {
    Status.ON: r"[a-f][1-6]\.\d+<[a-f][1-6]",
    Status.WAITING: r"[a-f][1-6]\.[nesw]",
    Status.OFF: "off",
    Status.LOST: "x",
    Status.UNSET: "-",
}


def test_every_state_of_a_pawn_has_its_sign() -> None:
    edition = build_edition("phoenix", seats=5)
    met = set()
    for step in play_game(edition, seed=7, care=0.5).steps:
        position = parse_position(format_position(edition, step.state))
        signs = str(position).split()[2].split(",")
        for pawn, sign in zip(position.state.pawns, signs, strict=True):
            assert re.fullmatch(SIGN[pawn.status], sign)
            met.add(pawn.status)
    assert met == set(Status)


def test_the_fields_at_the_end_come_if_they_matter() -> None:
    table = Table("classic", pawns=["a1.0", "a1.1", "f6.4"], hands=["T28 T02", "T03", "T04"])
    line = format_position(table.edition, table.play("T28/0").state)
    assert " exits=[{seat=1,turn=1,moment=2,fate=edge}]" in line
    assert line.endswith("exchange={seat=0,losers=[1],mine=[T02],pool=[[1;T03]]}")
    assert " first=" not in line
    assert parse_position(line).state == table.state


def test_a_result_is_kept() -> None:
    table = Table("classic", pawns=["a1.0", "a1.1"], hands=["T28 T02", "T03"]).play("T28/0")
    line = format_position(table.edition, table.state)
    assert "result={winners=[0],reason=last_standing}" in line
    assert parse_position(line).state.result == Result((Seat(0),), Reason.LAST_STANDING)


def test_hidden_tiles_are_counted_and_not_named() -> None:
    table = Table("pocket", pawns=["a1.0", "b1.0", "f6.4"], hands=["T28 T02", "T03", ""])
    line = format_position(table.edition, seen_state(table.state, Seat(1)))
    assert line.split()[3:5] == ["?2,T03,-", "?33"]
    position = parse_position(line)
    assert not position.is_full
    assert position.state.hands[0] == (HIDDEN, HIDDEN)


def test_a_pile_shows_copies_and_its_known_bottom() -> None:
    table = Table(
        "seas",
        pawns=["a1.0", "b1.0"],
        hands=["T28", "T02"],
        pile="T31 T07 T31",
        bottom=[Buried(tiles("T05")[0], None), Buried(tiles("T06")[0], (Seat(1),))],
        switches={"daikaiju": "off"},
    )
    line = format_position(table.edition, table.state)
    assert line.split()[4] == "T07.T31*2_T05:!.T06:1"
    seen = format_position(table.edition, seen_state(table.state, Seat(0)))
    assert seen.split()[4] == "?3_T05:!.?"


def test_the_order_of_a_bag_does_not_matter() -> None:
    swapped = LINE.replace("T06.T07", "T07.T06")
    assert parse_position(swapped) == parse_position(LINE)
    assert isinstance(parse_position(swapped).state.pile, Pile)


def change(old: str, new: str) -> str:
    assert LINE.count(old) == 1
    return LINE.replace(old, new)


def column_of(text: str, line: str = LINE) -> int:
    return line.index(text) + 1


@pytest.mark.parametrize(
    ("line", "column", "complaint"),
    [
        ("", 1, "'edition' is missing"),
        ("classic/2", 10, "'board' is missing"),
        (" ".join(LINE.split()[:6]), len(LINE) - 5, "'at' is missing"),
        (change("classic/2", "classic"), 1, "not an edition and seats"),
        (change("classic/2", "classic/9"), 1, "2 to 8 players"),
        (change("classic/2", "chess/2"), 1, "no edition called"),
        (change("classic/2", "classic/2:ban=x"), 1, "not a choice"),
        (change("classic/2", "classic/2:ban=edge,ban=edge"), 1, "given twice"),
        (change("5|6|6|6|6|6", "5|6|6|6|6"), column_of(BOARD), "6 rows, not 5"),
        (change("5|6|6|6|6|6", "5|6|5|6|6|6"), column_of(BOARD) + 10, "6 cells, not 5"),
        (change("5|6|6|6|6|6", "5|6|0|6|6|6"), column_of(BOARD) + 10, "not a tile as it lies"),
        (change("T34/0", "T34/5"), column_of(BOARD), "not a tile as it lies"),
        (change("T34/0", "T34a/0"), column_of(BOARD) + 3, "only one face"),
        (change("T34/0", "E05a/0"), column_of(BOARD), "has no tile E05"),
        (change("a2.0<a1,f6.4", "a2.0<a1"), column_of("a2.0"), "2 seats, not 1"),
        (change("a2.0<a1", "a2.0<a1+b1.0"), column_of("a2.0"), "1 pawns, not 2"),
        (change("f6.4", "g6.4"), column_of("f6.4"), "off the board"),
        (change("f6.4", "f6.z"), column_of("f6.4"), "not a cell and port"),
        (change("f6.4", "c3.n"), column_of("f6.4"), "not beside the rim"),
        (change("f6.4", "c1.n"), column_of("a2.0"), "pawns start on marks"),
        (change("f6.4", "off"), column_of("a2.0"), "off the board but not lost"),
        (change("f6.4", "-"), column_of("a2.0"), "no start place"),
        (change("f6.4", "x"), column_of("a2.0"), "fewer than two seats"),
        (change("f6.4", "a1.7"), column_of("a2.0"), "is not empty"),
        (change("f6.4", "a2.0<a1"), column_of("a2.0"), "2 pawns stand at a2.0"),
        (change("<a1", "<b1"), column_of("a2.0"), "no tile behind"),
        (change("<a1", "<a0"), column_of("<a1") + 1, "not a cell"),
        (change("<a1", "<a1<a1"), column_of("<a1") + 4, "one tile behind"),
        (change("T01.T02.T03,", ""), column_of("T01"), "2 hands, not 1"),
        (change("T01.T02", "T01.x02"), column_of("T02"), "not a tile"),
        (change("T01.T02", "T01.X02"), column_of("T01"), "Classic Tsuro has no tile X02"),
        (change("T01.T02.T03", "?0"), column_of("T01"), "hidden tiles"),
        (change("T01.T02.T03", "T01*1"), column_of("T01") + 4, "number of copies"),
        (change("T01.T02.T03", "T01*2*2"), column_of("T01") + 6, "one number of copies"),
        (change("T06.T07", "T06.T06"), column_of("T06"), "T06 occurs more often"),
        (change("T06.", ""), column_of("T06"), "one tile missing"),
        (change("T01.T02", "T01.T06"), column_of("T06"), "T06 occurs more often"),
        (change("T33", "T33_T33_T33"), column_of("T33") + 8, "one bottom"),
        (change("T33", "-"), column_of("T33"), "'-' is not a tile"),
        (change(".T33", "_T33:9"), column_of("T33") + 3, "who saw the tile"),
        (change(".T33", "_T33:10"), column_of("T33") + 3, "in order who saw the tile"),
        (change(".T33", "_T33:11"), column_of("T33") + 3, "in order who saw the tile"),
        (change(".T33", "_T33:7"), column_of("T06"), "no seat 7"),
        (change("T01.T02.T03", "T01.T02.T03.T06"), column_of("T06") + 4, "T06 occurs"),
        (change("T06.", "").replace("T03,", "T03.T06,"), column_of("T01"), "holds 4 tiles of 3"),
        (change("{seat=1,number=2}", "{seat=9,number=2}"), column_of("{seat"), "no seat 9"),
        (change("number=2", "pawn=2,number=2"), column_of("{seat"), "no pawn 2"),
        (change("number=2", "number=2,cell=g1"), column_of("{seat"), "g1 is off the board"),
        (change("number=2", "number=x"), column_of("number=2") + 7, "not a number"),
        (change("{seat=1,number=2}", "{number=2}"), column_of("{seat") + 10, "'seat' is missing"),
        (change("{seat=1,number=2}", "{seat=1}"), column_of("{seat"), "counted from 1"),
        (change("=2}", "=2}}"), column_of("=2}") + 3, "unexpected '}'"),
        (change("place", "lunch"), column_of("place"), "no phase 'lunch'"),
        (change("place", "setup.place"), column_of("place"), "no phase"),
        (LINE + " first=2", len(LINE) + 2, "only 2 seats"),
        (LINE + " first=x", len(LINE) + 8, "not a seat"),
        (LINE + " moon=full", len(LINE) + 2, "unexpected 'moon=full'"),
        (LINE + " dragon={holder=9}", len(LINE) + 2, "no seat 9"),
        (LINE + " dragon={holder=0}", column_of("T01"), "and a full hand"),
        (LINE + " dragon={owner=0}", len(LINE) + 10, "not a (further) field"),
        (LINE + " exchange={mine=[T01]}", len(LINE) + 2, "nobody exchanges"),
        (LINE + " exchange={seat=0,mine=[T06]}", len(LINE) + 2, "does not hold all"),
        (LINE + " exchange={seat=0,pool=[[1;T06]]}", len(LINE) + 2, "do not hold the pool"),
        (LINE + " exits=[{seat=4,turn=1,moment=1,fate=edge}]", len(LINE) + 2, "no seat 4"),
        (LINE + " result={winners=[3],reason=stars}", len(LINE) + 2, "no seat 3"),
        (LINE + " box=[T06:!]", column_of("T06"), "T06 occurs"),
        (LINE + " dragon={holder=0} first=1", len(LINE) + 20, "unexpected 'first=1'"),
        (LINE + " dragon={returned_by=0,returned_in=9}", len(LINE) + 2, "that is to come"),
        (LINE + " box=[T06:!]".replace("T06", "T33"), column_of("T06"), "T33 occurs"),
        (change(".T33", "") + " box=[T33:!]", len(LINE) - 2, "no tile ever leaves"),
        (change("a2.0<a1", "a2.0"), column_of("a2.0"), "no tile lies behind it"),
        (change("a2.0<a1", "d4.0<a1"), column_of("a2.0"), "not on the tile behind it"),
        (change("f6.4", "f6.8"), column_of("a2.0"), "at a corner"),
        (change("number=2", "number=2,half=7"), column_of("{seat"), "no half-turn 7"),
        (change("number=2", "number=2,cell=a1"), column_of("{seat"), "laid before the phase"),
        (change("place", "begin"), column_of("place"), "nobody has to decide in the phase 'begin'"),
        (change("place", "draw"), column_of("T01"), "has passed and holds too many"),
        (LINE + " exits=[{seat=0,turn=1,moment=0,fate=edge}]", len(LINE) + 2, "seat 0 is still in"),
        (LINE + " result={winners=[0],reason=last_standing}", len(LINE) + 2, "2 seats are still"),
        (LINE + " result={winners=[0;1],reason=stars}", len(LINE) + 2, "not end like that: stars"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_with_its_column(line: str, column: int, complaint: str) -> None:
    with pytest.raises(PositionError) as refused:
        parse_position(line)
    assert complaint in refused.value.reason
    assert refused.value.column == column


def test_a_game_in_which_nobody_can_place_again_is_refused() -> None:
    """All tiles are in the box, so that everybody would pass for ever."""
    tiles_left = ".".join(f"T{number:02}:!" for number in range(1, 36))
    box = f"[{tiles_left.replace('.', ';')};T02:!]"
    line = f"pocket/3 6|6|6|6|6|6 a1.0,b1.0,c1.0 -,-,- - {{seat=0,number=1}} place box={box}"
    with pytest.raises(PositionError, match="no tile ever leaves this game"):
        parse_position(line)


KOSMOS = "kosmos/3 6|6|6|6|6|6 a1.n,b1.n,c1.n ?3,?3,?3 ?55 {seat=0,number=1} place"


@pytest.mark.parametrize(
    ("heaps", "complaint"),
    [
        ("[28;27]", None),
        ("[27;27]", "do not hold the 55 cards"),
        ("[28;26],chosen=1", "only to draw from it"),
        ("[28;27],chosen=1", "do not hold the 55 cards"),
        ("[28;26],chosen=2", "no pile 3"),
        ("[18;18;19]", "not 2 piles"),
    ],
)
def test_piles_must_hold_the_cards_that_are_left(heaps: str, complaint: str | None) -> None:
    line = f"{KOSMOS} heaps={{sizes={heaps}}}"
    if complaint is None:
        assert str(parse_position(line)) == line
        return
    with pytest.raises(PositionError, match=complaint) as refused:
        parse_position(line)
    assert refused.value.column == len(KOSMOS) + 2


SIGNS = "T0123456789?*!_.,;:|+-<>=/[]{}abcdefnesw \n"


@given(played_games(), st.data())
def test_a_mutilated_line_is_refused_or_means_what_it_says(
    game: Played, data: st.DataObject
) -> None:
    viewer = data.draw(st.sampled_from([None, *range(game.edition.seats)]))
    state = game.state if data.draw(st.booleans()) else seen_state(game.state, _seat(viewer))
    line = format_position(game.edition, state)
    for _ in range(20):
        place = data.draw(st.integers(0, len(line)))
        extra = data.draw(st.text(alphabet=SIGNS, max_size=2))
        cut = data.draw(st.integers(0, 2))
        found = read(line[:place] + extra + line[place + cut :])
        if isinstance(found, PositionError):
            assert 1 <= found.column <= len(line) + 3
        else:
            assert parse_position(str(found)) == found


def read(line: str) -> Position | PositionError:
    """The position or the complaint; any other exception is let through."""
    try:
        return parse_position(line)
    except PositionError as error:
        return error


def _seat(number: int | None) -> Seat | None:
    return None if number is None else Seat(number)
