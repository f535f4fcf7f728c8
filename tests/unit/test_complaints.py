"""Each check on a state complains of exactly its own fault, of the right field, in full words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.games import play_game
from tests.support.phoenix import BOX, full_ring, phoenix
from tests.support.seas import sea
from tests.support.tables import Table, tiles
from tsuro.core.geometry import PORTS, Cell, Stop, across
from tsuro.core.ids import PawnId, Seat
from tsuro.core.pile import Buried, Pile
from tsuro.core.state import (
    Cursor,
    Exit,
    Fate,
    GameState,
    Part,
    Pawn,
    Reason,
    Result,
    Status,
    Turn,
)
from tsuro.core.tiles import NO_PATH
from tsuro.editions.registry import build_edition
from tsuro.engine.invariants import violations
from tsuro.formats.notation import parse_beside, parse_cell, parse_laid, parse_stop
from tsuro.rules.dragon import Dragon
from tsuro.rules.exchange import Exchange
from tsuro.rules.phoenix.centre import Centre
from tsuro.rules.phoenix.edge_stack import PhoenixTile
from tsuro.rules.phoenix.lanterns import Lanterns
from tsuro.rules.phoenix.rising import Ashes
from tsuro.rules.piles import Heaps

ALL_DAIKAIJU = "G1 B1 G2 B2 G3 B3 G4 B4 G5 B5"


def complaints(name: str, state: GameState, **switches: str) -> list[tuple[str, str, str]]:
    edition = build_edition(name, seats=state.seats, switches=switches)
    return [(each.rule, each.about, each.what) for each in violations(edition, state)]


def middle_of(name: str, decisions: int = 9, **switches: str) -> GameState:
    """A sound state in which somebody is to decide."""
    edition = build_edition(name, seats=3, switches=switches)
    state = play_game(edition, seed=3, decisions=decisions, care=1.0).state
    assert complaints(name, state, **switches) == []
    return state


def with_pawn(state: GameState, pawn: Pawn, number: int = 0) -> GameState:
    return state.with_pawn(PawnId(number), pawn)


def with_tile(state: GameState, cell: str, laid: str) -> GameState:
    """A tile more on the board, taken from the bag."""
    tile = parse_laid(laid)
    pile = state.pile.without(tile.tile) if tile.tile in state.pile.bag else state.pile
    return replace(state, board=state.board.with_tile(parse_cell(cell), tile), pile=pile)


class TestTilesAndHands:
    def test_missing_tiles_are_counted(self) -> None:
        state = middle_of("classic")
        bag = state.pile.bag
        for missing, words in ((1, "one tile"), (2, "2 tiles")):
            short = replace(state, pile=Pile(bag[missing:]))
            assert complaints("classic", short) == [("INV-1", "tiles", f"{words} missing")]

    def test_a_tile_that_occurs_too_often_is_named_and_nothing_else(self) -> None:
        state = middle_of("classic")
        bag = state.pile.bag
        found = [("INV-1", "tiles", f"{bag[0]} occurs more often than the box has it")]
        assert complaints("classic", replace(state, pile=Pile((*bag, bag[0])))) == found
        assert complaints("classic", replace(state, pile=Pile((bag[0], *bag[:-1])))) == found

    def test_tiles_count_wherever_they_are(self) -> None:
        state = middle_of("classic")
        one, two, *rest = state.pile.bag
        spread = replace(
            state, pile=Pile(tuple(rest), (Buried(one, None),)), box=(Buried(two, None),)
        )
        assert complaints("classic", spread) == []

    def test_too_many_hidden_tiles(self) -> None:
        state = middle_of("classic")
        hidden = replace(state, pile=Pile(tiles("? " * (len(state.pile) + 2))))
        assert complaints("classic", hidden) == [("INV-1", "tiles", "2 tiles too many")]

    def test_a_hand_too_large(self) -> None:
        state = middle_of("pocket")
        size, extra = len(state.hands[1]), state.pile.bag[0]
        full = state.with_hand(Seat(1), (*state.hands[1], extra))
        full = replace(full, pile=state.pile.without(extra))
        what = f"seat 1 holds {size + 1} tiles of {size}"
        assert complaints("pocket", full) == [("INV-4", "hands", what)]


class TestPawnsAndTurns:
    def test_no_tile_behind_a_pawn(self) -> None:
        state = middle_of("classic")
        empty = next(iter(state.board.empty_cells()))
        for behind in (empty, Cell(6, 0)):
            lone = with_pawn(state, Pawn(Seat(0), Status.ON, parse_stop("c3.0"), behind))
            assert complaints("classic", lone)[0] == (
                "GEN-9",
                "pawns",
                "pawn 0 has no tile behind it",
            )

    @pytest.mark.parametrize(("first", "found"), [(0, 0), (2, 0), (3, 1), (-1, 1)])
    def test_the_first_seat_is_at_the_table(self, first: int, found: int) -> None:
        state = replace(middle_of("classic"), first=Seat(first))
        complaint = ("GEN-16", "first", "there are only 3 seats")
        assert complaints("classic", state) == [complaint] * found

    def test_turns_are_counted_from_one_once_set_up_is_over(self) -> None:
        state = middle_of("classic")
        complaint = ("GEN-15", "turn", "turns are counted from 1 once set-up is over")
        early = replace(state, cursor=Cursor("setup", "start"))
        late = replace(state, turn=replace(state.turn, number=0))
        assert complaints("classic", early) == [complaint]
        assert complaints("classic", late) == [complaint]

    def test_every_pawn_has_a_start_place_while_the_game_is_on(self) -> None:
        state = with_pawn(middle_of("classic"), Pawn(Seat(1)), number=1)
        what = "a pawn has no start place although play has begun"
        assert complaints("classic", state) == [("GEN-15", "pawns", what)]
        over = replace(state, result=Result((Seat(0),), Reason.LAST_STANDING))
        assert complaints("classic", over) == []
        assert complaints("classic", middle_of("classic", decisions=1)) == []

    def test_two_seats_are_in_or_there_is_a_result(self) -> None:
        state = middle_of("classic")
        two = with_pawn(state, Pawn(Seat(1), Status.LOST), number=1)
        assert complaints("classic", two) == []
        one = with_pawn(two, Pawn(Seat(2), Status.LOST), number=2)
        what = "fewer than two seats are in, but there is no result"
        assert complaints("classic", one) == [("CL-16", "pawns", what)]
        over = replace(one, result=Result((Seat(0),), Reason.LAST_STANDING))
        assert complaints("classic", over) == []

    def test_nobody_is_in_while_the_last_stars_are_taken(self) -> None:
        state = middle_of("phoenix")
        gone = replace(state, pawns=tuple(Pawn(each.seat, Status.LOST) for each in state.pawns))
        what = "fewer than two seats are in, but there is no result"
        assert ("CL-16", "pawns", what) in complaints("phoenix", gone)
        stars = replace(state.part(Lanterns), stars=(state.part(Lanterns).markers[0][0],))
        scoring = replace(gone.with_part(stars), cursor=Cursor("turn", "lantern"))
        assert ("CL-16", "pawns", what) not in complaints("phoenix", scoring)

    @pytest.mark.parametrize("name", ["classic", "kosmos", "pocket"])
    def test_a_front_is_open_and_for_one_pawn(self, name: str) -> None:
        state = replace(middle_of(name), cursor=Cursor("turn", "place"))
        standing = next(pawn for pawn in state.pawns if pawn.stop is not None)
        assert standing.stop is not None
        others = tuple(pawn for pawn in state.pawns if pawn is not standing)
        twin = replace(standing, seat=others[0].seat)
        double = replace(state, pawns=(standing, twin, *others[1:]))
        what = f"2 pawns stand at {standing.stop}"
        assert ("INV-3", "pawns", what) in complaints(name, double)
        walled = state.board.with_tile(standing.stop.cell, parse_laid(f"{state.pile.bag[0]}/0"))
        blocked = replace(state, board=walled, pile=Pile(state.pile.bag[1:]))
        what = f"the cell faced from {standing.stop} is not empty"
        assert ("INV-3", "pawns", what) in complaints(name, blocked)
        entering = replace(blocked, cursor=Cursor("turn", "enter"))
        assert not [each for each in complaints(name, entering) if each[0] == "INV-3"]

    def test_pawns_wait_only_where_they_start_beside_a_cell(self) -> None:
        waiting = Pawn(Seat(0), Status.WAITING, beside=parse_beside("a1.n"))
        what = "pawn 0 waits, but pawns start on marks"
        assert complaints("classic", with_pawn(middle_of("classic"), waiting)) == [
            ("CL-7", "pawns", what)
        ]
        assert complaints("kosmos", with_pawn(middle_of("kosmos"), waiting)) == []

    def test_only_a_phoenix_is_off_the_board_without_being_lost(self) -> None:
        off = Pawn(Seat(0), Status.OFF)
        what = "pawn 0 is off the board but not lost"
        for name in ("classic", "kosmos", "pocket"):
            assert complaints(name, with_pawn(middle_of(name), off)) == [("GEN-9", "pawns", what)]
        assert complaints("phoenix", with_pawn(middle_of("phoenix"), off)) == []


class TestPilesExchangeAndDragon:
    def test_the_piles_are_as_many_as_chosen_and_hold_the_cards_left(self) -> None:
        state = middle_of("kosmos")
        heaps, left = state.part(Heaps), len(state.pile)
        fewer = Heaps((heaps.sizes[0] + heaps.sizes[1], *heaps.sizes[2:]))
        piles = len(heaps.sizes)
        assert complaints("kosmos", state.with_part(fewer)) == [
            ("KO-5", "heaps", f"there are not {piles} piles")
        ]
        more = replace(heaps, sizes=(heaps.sizes[0] + 1, *heaps.sizes[1:]))
        assert complaints("kosmos", state.with_part(more)) == [
            ("KO-5", "heaps", f"the piles do not hold the {left} cards left")
        ]

    def test_a_chosen_pile_is_there_and_its_card_on_the_way(self) -> None:
        state = middle_of("kosmos")
        heaps = state.part(Heaps)
        piles = len(heaps.sizes)
        taken = (*heaps.sizes[:-1], heaps.sizes[-1] - 1)
        assert complaints("kosmos", state.with_part(Heaps(taken, chosen=piles - 1))) == []
        assert complaints("kosmos", state.with_part(Heaps(taken, chosen=piles))) == [
            ("KO-15", "heaps", f"there is no pile {piles + 1}")
        ]

    def test_tiles_up_for_exchange_are_held_by_those_who_exchange(self) -> None:
        state = middle_of("classic")
        mine, theirs = state.hands[0], state.hands[1]
        pool = tuple((Seat(1), tile) for tile in theirs)
        sound = Exchange(Seat(0), (Seat(1),), mine, pool)
        other = state.pile.bag[0]
        wrong = {
            Exchange(None, mine=mine): "nobody exchanges, but tiles are up for it",
            replace(sound, mine=(other,)): "seat 0 does not hold all it may give",
            replace(sound, pool=((Seat(1), other),)): "the eliminated hands do not hold the pool",
            replace(sound, losers=()): "the eliminated hands do not hold the pool",
        }
        assert complaints("classic", state.with_part(sound)) == []
        for exchange, what in wrong.items():
            assert complaints("classic", state.with_part(exchange)) == [("CL-18", "exchange", what)]

    def test_the_dragon_is_with_somebody_who_is_in_and_short(self) -> None:
        table = Table("classic", pawns=["a1.0", "x", "f6.4"], hands=["T34 T01", "", "T02 T03 T04"])
        state = table.state
        assert complaints("classic", state.with_part(Dragon(Seat(0)))) == []
        assert complaints("classic", state.with_part(Dragon(Seat(1)))) == [
            ("INV-5", "hands", "seat 1 is out but holds the dragon tile")
        ]
        assert complaints("classic", state.with_part(Dragon(Seat(2)))) == [
            ("INV-5", "hands", "seat 2 holds the dragon tile and a full hand")
        ]
        just_out = Exit(Seat(1), state.turn.number, state.turn.moment, Fate.EDGE)
        leaving = replace(state.with_part(Dragon(Seat(1))), exits=(just_out,))
        assert complaints("classic", leaving) == []


class TestSeas:
    @pytest.fixture
    def state(self) -> GameState:
        """Seat 0 is to place on d4; a daikaiju is on b2."""
        table = Table(
            "seas",
            pawns=["d4.0<d3", "a1.7", "g7.4"],
            board={"d3": "T34/0"},
            hands=["T28", "T02", "T03"],
            parts=[sea("G1@b2", bag=ALL_DAIKAIJU.removeprefix("G1 "))],
        )
        assert complaints("seas", table.state) == []
        return table.state

    def test_every_daikaiju_is_somewhere_once(self, state: GameState) -> None:
        rest = ALL_DAIKAIJU.split()[4:]
        spread = replace(
            sea("G1@b2", bag=" ".join(rest[1:]), bottom="B1", gone="G2 B2"), drawn=rest[0]
        )
        assert complaints("seas", state.with_part(spread)) == []
        what = "not every daikaiju is there once"
        for wrong in (
            replace(spread, drawn=None),
            replace(spread, drawn="G1"),
            replace(spread, bottom=()),
            replace(spread, gone=("G2", "B2", "B2")),
        ):
            assert complaints("seas", state.with_part(wrong)) == [("INV-1", "sea", what)]

    def test_a_daikaiju_stands_alone_and_on_no_tile(self, state: GameState) -> None:
        bag = ALL_DAIKAIJU.removeprefix("G1 B1 ")
        crowd = sea("G1@b2", "B1@b2", bag=bag)
        assert complaints("seas", state.with_part(crowd)) == [
            ("SE-17", "sea", "2 daikaiju stand on b2")
        ]
        on_tile = sea("G1@b2", "B1@d3", bag=bag)
        assert complaints("seas", state.with_part(on_tile)) == [
            ("INV-9", "board", "a daikaiju stands on the tile at d3")
        ]

    def test_ships_face_water(self, state: GameState) -> None:
        """Also those that come after one that is lost."""
        lost = with_pawn(state, Pawn(Seat(1), Status.LOST), number=1)
        walled = with_tile(lost, "g7", "T10/0")
        assert complaints("seas", walled) == [
            ("INV-9", "pawns", "the cell faced from g7.4 is not empty")
        ]

    def test_who_places_faces_no_daikaiju(self, state: GameState) -> None:
        bag = ALL_DAIKAIJU.removeprefix("G1 ")
        facing = state.with_part(sea("G1@d4", bag=bag))
        what = "ship 0 is to place where a daikaiju stands"
        assert complaints("seas", facing) == [("INV-9", "pawns", what)]
        assert complaints("seas", state.with_part(sea("G1@a1", bag=bag))) == []
        rolling = replace(facing, cursor=Cursor("turn", "dice"))
        assert complaints("seas", rolling) == []

    def test_without_daikaiju_ships_are_like_other_pawns(self) -> None:
        state = middle_of("seas", daikaiju="off")
        ship = state.pawns[0]
        twin = replace(state, pawns=(ship, replace(ship, seat=Seat(1)), *state.pawns[2:]))
        assert complaints("seas", twin, daikaiju="off") == [
            ("INV-3", "pawns", f"2 pawns stand at {ship.stop}")
        ]


class TestPhoenix:
    def test_stars_and_life_tokens_are_counted_for_every_seat(self) -> None:
        state = middle_of("phoenix")
        what = "not every seat has its stars and its Life token counted"
        for part in (
            Ashes((True,)),
            Ashes((True,) * 4),
            replace(state.part(Lanterns), scored=(0, 0)),
        ):
            assert complaints("phoenix", state.with_part(part)) == [("PR-7", "pawns", what)]

    def test_centre_and_edge_tiles_keep_to_their_places(self) -> None:
        state = middle_of("phoenix")
        edge = state.pile.bag[0]
        inside = replace(
            state,
            board=state.board.with_tile(parse_cell("c3"), parse_laid(f"{edge}a/0")),
            pile=state.pile.without(edge),
        )
        found = complaints("phoenix", inside)
        assert ("PR-6", "board", f"{edge} does not belong on c3") in found
        assert ("INV-1", "tiles", "not every centre tile is there once") in found

    def test_a_centre_tile_is_laid_or_still_to_be_laid(self) -> None:
        state = middle_of("phoenix")
        laid = state.board[parse_cell("c3")]
        assert laid is not None
        twice = state.with_part(Centre((laid.tile,)))
        what = "not every centre tile is there once"
        assert complaints("phoenix", twice) == [("INV-1", "tiles", what)]

    def test_as_many_ring_cells_are_empty_as_tiles_are_left(self) -> None:
        state = middle_of("phoenix")
        empty = sum(map(len, state.hands)) + len(state.pile)
        first, *rest = state.pile.bag
        pile = replace(state.pile, bag=tuple(rest))
        boxed = replace(state, pile=pile, box=(Buried(first, None),))
        what = f"{empty} ring cells are empty, but {empty - 1} tiles are left"
        assert complaints("phoenix", boxed) == [("PR-42", "tiles", what)]

    def test_the_phoenix_tile_is_with_somebody_short_once_the_stack_is_empty(self) -> None:
        state = middle_of("phoenix")
        holding = state.with_part(PhoenixTile(Seat(1)))
        stacked = ("PR-39", "hands", "seat 1 holds the Phoenix tile, but the stack has tiles")
        idle = ("PR-40", "hands", "seat 1 holds the Phoenix tile without need")
        assert complaints("phoenix", holding) == [stacked, idle]
        entering = replace(holding, cursor=Cursor("turn", "enter"))
        assert complaints("phoenix", entering) == [stacked]

    def test_a_pawn_is_on_the_tile_behind_it_and_alone_on_its_link(self) -> None:
        table = lit_phoenix("a2.0<a1", "f5.4<f6")
        away = replace(table.state.pawns[0], behind=parse_cell("f6"))
        found = complaints("phoenix", with_pawn(table.state, away))
        assert ("PR-15", "pawns", "pawn 0 is not on the tile behind it") in found
        assert found[0][0] == "PR-15"
        stop = table.state.pawns[1].stop
        assert stop is not None
        twin = replace(table.state.pawns[1], seat=Seat(0))
        found = complaints("phoenix", with_pawn(table.state, twin))
        assert [each for each in found if each[0] == "PR-27"] == [
            ("PR-27", "pawns", "2 pawns stand on one link at f5.4")
        ]

    @pytest.mark.parametrize(("winds", "phase"), [("off", "create"), ("off", "rise")])
    def test_no_pawn_rests_before_an_open_path(self, winds: str, phase: str) -> None:
        assert self.open_paths(winds, phase) == ["pawn 1 stands before an open path"]

    @pytest.mark.parametrize(("winds", "phase"), [("on", "create"), ("off", "break_loop")])
    def test_paths_are_open_with_winds_and_on_the_way(self, winds: str, phase: str) -> None:
        assert self.open_paths(winds, phase) == []

    @staticmethod
    def open_paths(winds: str, phase: str) -> list[str]:
        state = middle_of("phoenix", winds_of_change=winds)
        laid = state.board[parse_cell("c3")]
        assert laid is not None
        wiring = BOX.tiles.wiring(laid)
        port = next(port for port in range(PORTS) if wiring[port] != NO_PATH)
        stop = Stop(parse_cell("c3"), port)
        pawn = Pawn(Seat(1), Status.ON, stop, across(stop).cell)
        before = replace(with_pawn(state, pawn, number=1), cursor=Cursor("turn", phase))
        found = complaints("phoenix", before, winds_of_change=winds)
        return [what for rule, about, what in found if (rule, about) == ("INV-12", "pawns")]

    def test_markers_are_seven_apart_and_on_icons_of_their_colour(self) -> None:
        state = middle_of("phoenix")
        lanterns = state.part(Lanterns)
        (cell, colour), second, *rest = lanterns.markers

        def told(*markers: tuple[Cell, str], stars: tuple[Cell, ...] = ()) -> list[str]:
            part = replace(lanterns, markers=markers, stars=stars)
            found = complaints("phoenix", state.with_part(part))
            assert {(rule, about) for rule, about, _ in found} <= {("INV-11", "board")}
            return [what for _, _, what in found]

        number = "there are not three orange, two blue and two yellow markers"
        assert told(second, *rest) == [number]
        other = next(each for each in ("orange", "blue", "yellow") if each != colour)
        icon = f"the {other} marker on {cell} has no icon of its colour"
        assert told((cell, other), second, *rest) == [number, icon]
        same = next(each for each in (second, *rest) if each[1] == colour)
        others = [each for each in (second, *rest) if each is not same]
        assert told((cell, colour), (cell, colour), *others) == [
            "two lantern markers stand on one tile"
        ]
        bare = next(iter(state.board.empty_cells()))
        assert told((bare, colour), second, *rest) == [
            f"the {colour} marker on {bare} has no icon of its colour"
        ]

    def test_a_star_lies_only_while_somebody_travels(self) -> None:
        state = middle_of("phoenix")
        star = replace(state.part(Lanterns), stars=(parse_cell("c3"),))
        what = "a star lies on the board after scoring"
        shining = state.with_part(star)
        assert complaints("phoenix", shining) == [("INV-11", "board", what)]
        for phase in ("break_loop", "lantern"):
            travelling = replace(shining, cursor=Cursor("turn", phase))
            assert complaints("phoenix", travelling) == []
        over = replace(shining, result=Result((Seat(0),), Reason.STARS))
        assert complaints("phoenix", over) == []


def lit_phoenix(*pawns: str) -> Table:
    return phoenix(*pawns, board=full_ring({}, empty="a2 f5", hold="E01 E02"))


class TestNames:
    @pytest.mark.parametrize(
        ("part", "rule", "about", "what"),
        [
            (Turn(Seat(3), 1), "GEN-15", "turn", "there is no seat 3"),
            (Turn(Seat(-1), 1), "GEN-15", "turn", "there is no seat -1"),
            (Turn(Seat(0), 1, pawn=PawnId(3)), "GEN-9", "turn", "there is no pawn 3"),
            (Turn(Seat(0), 1, cell=Cell(0, 6)), "GEN-1", "turn", "the cell a7 is off the board"),
        ],
    )
    def test_a_turn_names_what_is_there(self, part: Turn, rule: str, about: str, what: str) -> None:
        state = replace(middle_of("classic"), turn=part)
        assert complaints("classic", state) == [(rule, about, what)]

    def test_the_last_seat_and_pawn_are_there(self) -> None:
        turn = Turn(Seat(2), 1, pawn=PawnId(2), played=PawnId(0), cell=Cell(5, 5), drawn=(Seat(2),))
        assert complaints("classic", replace(middle_of("classic"), turn=turn)) == []

    def test_the_field_that_names_it_is_told(self) -> None:
        state = middle_of("classic")
        unknown = Buried(tiles("C01")[0], None)
        tile = "Classic Tsuro has no tile C01"
        assert complaints("classic", replace(state, pile=Pile(state.pile.bag, (unknown,)))) == [
            ("GEN-7", "tiles", tile)
        ]
        assert complaints("classic", replace(state, box=(unknown,))) == [("GEN-7", "box", tile)]
        out = Exit(Seat(4), 1, 1, Fate.EDGE)
        seat = "there is no seat 4"
        assert complaints("classic", replace(state, exits=(out,))) == [("GEN-15", "exits", seat)]
        result = Result((Seat(0), Seat(4)), Reason.ALL_OUT)
        assert complaints("classic", replace(state, result=result)) == [("GEN-15", "result", seat)]
        dragon: Part = Dragon(Seat(4))
        assert complaints("classic", state.with_part(dragon)) == [("GEN-15", "dragon", seat)]
