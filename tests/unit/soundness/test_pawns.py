"""Pawns where no game could have set them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.flaws import (
    Change,
    all_on,
    first_flaw,
    found,
    part,
    pawn,
    spoiled,
)
from tests.support.moments import moment
from tsuro.core.geometry import Beside, Cell, Side, Stop, across
from tsuro.core.ids import PawnId
from tsuro.core.state import Cursor, GameState, Pawn, Status
from tsuro.formats.notation import parse_beside, parse_stop
from tsuro.rules.phoenix.rising import Ashes


class TestPawns:
    def test_a_corner_is_no_port_where_no_path_leads_there(self) -> None:
        corner = pawn(0, lambda it: replace(it, stop=Stop(Cell(2, 2), 8)))
        flaw = ("GEN-2", "pawns", "pawn 0 stands at a corner, where no path ends")
        assert spoiled("classic", "place", corner) == flaw

    @pytest.mark.parametrize(("name", "at"), [("classic", "place"), ("kosmos", "place")])
    def test_a_pawn_that_crossed_no_tile_is_at_its_start(self, name: str, at: str) -> None:
        middle = pawn(0, lambda it: replace(it, behind=None, stop=parse_stop("c3.0")))
        flaw = ("GEN-9", "pawns", "pawn 0 stands at c3.0, but no tile lies behind it")
        assert spoiled(name, at, middle, all_on) == flaw

    def test_on_the_board_a_pawn_that_began_beside_it_has_crossed_a_tile(self) -> None:
        rim = pawn(0, lambda it: replace(it, behind=None, stop=parse_stop("c1.0")))
        assert spoiled("kosmos", "place", rim, all_on)[0] == "GEN-9"
        assert spoiled("classic", "place", rim, all_on)[0] != "GEN-9"

    def test_the_tile_behind_a_pawn_is_next_to_it(self) -> None:
        def far(state: GameState) -> GameState:
            old = state.pawns[0]
            assert old.stop is not None
            cells = [cell for cell, _ in state.board.occupied()]
            other = next(cell for cell in cells if cell != across(old.stop).cell)
            return state.with_pawn(PawnId(0), replace(old, behind=other))

        flaw = ("GEN-9", "pawns", "pawn 0 is not on the tile behind it")
        assert spoiled("classic", "place", far, all_on) == flaw

    def test_where_tiles_stay_a_pawn_came_from_the_rim(self) -> None:
        edition, state = moment("classic", "place", all_on)
        what = "the path that pawn 0 came by does not begin at the rim"
        told = []
        for cell, _ in state.board.occupied():
            hole = replace(state, board=state.board.with_tile(cell, None))
            told += [each for each in found(edition, hole) if each == ("GEN-14", "pawns", what)]
        assert told

    def test_at_sea_the_wake_may_be_gone(self) -> None:
        edition, state = moment(
            "seas", "place", lambda it: all_on(it) and len(list(it.board.occupied())) > 8
        )
        for cell, _ in state.board.occupied():
            hole = replace(state, board=state.board.with_tile(cell, None))
            assert all(rule != "GEN-14" for rule, _, _ in found(edition, hole))

    def test_a_pawn_enters_where_its_tile_was_laid(self) -> None:
        def elsewhere(state: GameState) -> GameState:
            cells = [cell for cell, _ in state.board.occupied() if cell != state.turn.cell]
            return replace(state, turn=replace(state.turn, cell=cells[0]))

        rule, about, what = spoiled(
            "kosmos", "enter", elsewhere, lambda it: len(list(it.board.occupied())) > 1
        )
        assert (rule, about) == ("KO-11", "pawns")
        assert what.endswith("enters where no tile has been laid")

    def test_a_cell_is_empty_while_a_pawn_waits_beside_it(self) -> None:
        def fill(state: GameState) -> GameState:
            waiting = next(each for each in state.pawns if each.beside is not None)
            _, laid = next(iter(state.board.occupied()))
            assert waiting.beside is not None
            return replace(state, board=state.board.with_tile(waiting.beside.cell, laid))

        def one_waits(state: GameState) -> bool:
            waiting = any(each.beside for each in state.pawns)
            return waiting and any(state.board.occupied())

        rule, about, what = spoiled("kosmos", "place", fill, one_waits)
        assert (rule, about) == ("KO-8", "pawns")
        assert what.endswith("waits beside is not empty")

    def test_a_pawn_waits_until_its_first_turn_only(self) -> None:
        def wait_again(number: int) -> Change:
            return pawn(number, lambda it: Pawn(it.seat, Status.WAITING, beside=free))

        edition, state = moment("kosmos", "place", all_on)
        free = next(
            place
            for place in map(parse_beside, ("a1.n", "f1.n", "a6.s", "f6.s", "c1.n", "d6.s"))
            if state.board[place.cell] is None
        )
        other = (state.turn.seat + 1) % 3
        what = f"pawn {other} still waits, although its turn is over"
        assert first_flaw(edition, wait_again(other)(state)) == ("KO-24", "pawns", what)
        what = f"pawn {state.turn.seat} still waits, although its turn is over"
        assert first_flaw(edition, wait_again(state.turn.seat)(state)) == ("KO-24", "pawns", what)

    def test_who_has_risen_waits_in_its_own_turn_only(self) -> None:
        def risen(state: GameState) -> bool:
            return state.turn.number > 3 and state.pawns[state.turn.seat].beside is not None

        edition, state = moment("phoenix", "create", risen)
        assert found(edition, state) == []
        late = replace(state, cursor=Cursor("turn", "prepare"))
        what = f"pawn {state.turn.seat} still waits, although its turn is over"
        assert first_flaw(edition, late) == ("KO-24", "pawns", what)

    def test_the_first_round_goes_once_round_the_table(self) -> None:
        edition, state = moment("kosmos", "place", lambda it: it.turn.number == 2)
        active = state.turn.seat
        what = f"turn 1 is that of seat {state.first}"
        early = replace(state, turn=replace(state.turn, number=1))
        assert ("GEN-15", "turn", what) in found(edition, early)
        (cell, _), *_ = state.board.occupied()
        first = state.pawns[state.first]
        moved = state.with_pawn(PawnId(active), replace(first, seat=active))
        what = f"pawn {active} waits until its first turn"
        assert first.behind == cell
        assert ("KO-24", "pawns", what) in found(edition, moved)

    def test_the_pawn_of_a_half_turn_has_not_waited(self) -> None:
        """In a duel the other pawn may wait for the second half, not for a third one."""
        edition, state = moment(
            "kosmos",
            "draw",
            lambda it: it.turn.half == 0 and any(p.beside for p in it.pawns),
            seats=2,
        )
        assert found(edition, state) == []
        seat = state.turn.seat
        waiting = next(n for n in state.pawns_of(seat) if state.pawns[n].beside is not None)
        second = replace(state, turn=replace(state.turn, half=1, played=state.turn.pawn, pawn=None))
        assert "still waits" in first_flaw(edition, second)[2]
        laid = replace(state, turn=replace(state.turn, half=1, played=waiting))
        what = f"pawn {waiting} still waits, although its turn is over"
        assert what in [flaw[2] for flaw in found(edition, laid)]
        again = replace(
            state, turn=replace(state.turn, half=1, played=waiting, pawn=None, cell=None)
        )
        placing = replace(again, cursor=Cursor("turn", "place"))
        assert (
            first_flaw(edition, placing)[2]
            == f"pawn {waiting} still waits, although its turn is over"
        )

    def test_a_pawn_is_off_only_to_rise(self) -> None:
        off = pawn(0, lambda it: Pawn(it.seat, Status.OFF))
        flaw = ("GEN-9", "pawns", "pawn 0 is off the board but not lost")
        assert spoiled("classic", "place", off) == flaw
        flaw = ("PR-43", "pawns", "pawn 0 is off the board and cannot rise")
        assert (
            spoiled("phoenix", "rise", lambda it: part(Ashes, lives=(False,) * 3)(off(it))) == flaw
        )

    def test_whose_last_ring_cell_was_just_filled_may_be_off_for_a_while(self) -> None:
        def full(state: GameState) -> bool:
            off = any(each.status is Status.OFF for each in state.pawns)
            return off and not any(
                cell.row in (0, 5) or cell.col in (0, 5) for cell in state.board.empty_cells()
            )

        edition, state = moment("phoenix", "enter", full, seats=8)
        assert found(edition, state) == []
        number = next(n for n, each in enumerate(state.pawns) if each.status is Status.OFF)
        spent = part(Ashes, lives=(False,) * 8)(state)
        what = f"pawn {number} is off the board and cannot rise"
        assert first_flaw(edition, spent) == ("PR-43", "pawns", what)

    def test_at_the_end_every_pawn_has_had_a_start(self) -> None:
        unset = pawn(0, lambda it: Pawn(it.seat))
        flaw = ("GEN-15", "pawns", "pawn 0 has no start place at the end")
        assert spoiled("classic", "end", unset) == flaw

    def test_a_start_is_for_one_pawn(self) -> None:
        def same_mark(state: GameState) -> GameState:
            return pawn(1, lambda it: replace(it, stop=state.pawns[0].stop))(state)

        def at_marks(state: GameState) -> bool:
            return all(each.stop and each.behind is None for each in state.pawns)

        edition, state = moment("seas", "roll", at_marks)
        flaw = ("CL-6", "pawns", f"2 pawns stand on the start mark {state.pawns[0].stop}")
        assert first_flaw(edition, same_mark(state)) == flaw

    def test_an_outer_cell_is_for_one_pawn(self) -> None:
        edition, state = moment("kosmos", "place", lambda it: all(each.beside for each in it.pawns))
        corner = [Beside(Cell(0, 0), side) for side in (Side.NORTH, Side.WEST)]
        for number in (0, 1):
            new = replace(state.pawns[number], beside=corner[number])
            state = state.with_pawn(PawnId(number), new)
        assert ("KO-7", "pawns", "2 pawns wait beside a1") in found(edition, state)
