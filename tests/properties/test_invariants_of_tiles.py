"""Invariants of tiles and hands, in random games (INV-1, INV-2, INV-4 to INV-8, INV-13)."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tests.support.games import Played, editions, play_game, played_games
from tests.support.rules import rule
from tsuro.core.actions import Axis
from tsuro.core.events import Passed
from tsuro.core.geometry import POINTS, Cell, Stop, across, link
from tsuro.core.ids import TileId
from tsuro.core.state import GameState, Reason
from tsuro.core.tiles import NO_PATH, Laid, rotate
from tsuro.editions.edition import Edition
from tsuro.editions.registry import build_edition
from tsuro.rules.dragon import Dragon
from tsuro.rules.phoenix.centre import Centre
from tsuro.rules.phoenix.winds import flipped
from tsuro.rules.seas.daikaiju import Sea

TILES = {"classic": 35, "kosmos": 64, "pocket": 36, "seas": 56, "phoenix": 20}
"""How many tiles go round in each edition; the centre tiles of Phoenix Rising never do."""


def circulating(edition: Edition, state: GameState) -> Counter[TileId]:
    """Every tile of the bag, wherever it is now."""
    found = Counter(laid.tile for _, laid in state.board.occupied() if laid.tile in edition.bag)
    for hand in state.hands:
        found.update(hand)
    found.update(state.pile.bag)
    found.update(buried.tile for buried in (*state.pile.bottom, *state.box))
    return found


@rule("INV-1")
@given(played_games())
def test_tiles_are_conserved(game: Played) -> None:
    for step in game.steps:
        found = circulating(game.edition, step.state)
        assert found.total() == TILES[game.edition.id]
        assert found == Counter(game.edition.bag)


@rule("INV-1")
@given(played_games(["phoenix"]))
def test_the_centre_tiles_of_phoenix_rising_stay_in_the_centre(game: Played) -> None:
    for step in game.steps:
        centre = [
            laid.tile
            for cell, laid in step.state.board.occupied()
            if 1 <= cell.col <= 4 and 1 <= cell.row <= 4
        ]
        assert sorted((*centre, *step.state.part(Centre).undrawn)) == [
            f"C{number:02}" for number in range(1, 17)
        ]


@rule("INV-1")
@given(played_games(["seas"], fixed={"daikaiju": "on"}))
def test_ten_daikaiju_are_conserved(game: Played) -> None:
    names = sorted(f"{colour}{number}" for colour in "BG" for number in range(1, 6))
    for step in game.steps:
        sea = step.state.part(Sea)
        drawn = () if sea.drawn is None else (sea.drawn,)
        there = (each.name for each in sea.on_board)
        assert sorted((*there, *sea.bag, *sea.bottom, *sea.gone, *drawn)) == names


@rule("INV-2")
@given(editions())
def test_crossing_a_tile_and_back_ends_where_it_began(edition: Edition) -> None:
    for tile in edition.tiles.tiles.values():
        for face in tile.faces:
            for turned in face.turned:
                assert all(
                    end == NO_PATH or turned[end] == start for start, end in enumerate(turned)
                )


@rule("INV-2")
@given(editions())
def test_four_quarter_turns_change_nothing(edition: Edition) -> None:
    for tile in edition.tiles.tiles.values():
        for face in tile.faces:
            assert rotate(face.turned[3], 1) == face.wiring
            assert rotate(rotate(face.wiring, 2), 2) == face.wiring


@rule("INV-2")
@given(st.builds(Cell, st.integers(0, 6), st.integers(0, 6)), st.integers(0, POINTS - 1))
def test_crossing_a_link_twice_returns_to_the_start(cell: Cell, point: int) -> None:
    stop = Stop(cell, point)
    assert across(across(stop)) == stop
    assert link(stop) == link(across(stop)) in (stop, across(stop))


@rule("INV-4")
@given(played_games())
def test_no_hand_is_too_large(game: Played) -> None:
    most = 2 if game.edition.id == "phoenix" else 3
    assert all(len(hand) <= most for step in game.steps for hand in step.state.hands)


@rule("INV-5", "CL-27")
@given(played_games(["classic"], fixed={"draw": "holder_first"}, whole=True))
def test_the_dragon_is_with_one_surviving_player_who_is_short(game: Played) -> None:
    for state in game.turn_starts():
        holder = state.part(Dragon).holder
        if holder is not None:
            assert state.is_in(holder)
            assert len(state.hands[holder]) < 3
            assert not state.pile


@rule("INV-6", "CL-28")
@given(played_games(["classic"], fixed={"draw": "holder_first"}, whole=True))
def test_nobody_starts_a_turn_without_a_tile(game: Played) -> None:
    assert not any(isinstance(event, Passed) for event in game.events)
    assert all(state.hands[state.turn.seat] for state in game.turn_starts() if state.turn.number)


@rule("INV-7", "CL-24")
def test_thirty_five_tiles_end_the_classic_game() -> None:
    edition = build_edition("classic", seats=8)
    full = 0
    for seed in range(20):
        game = play_game(edition, seed=seed, care=1.0)
        for step in game.steps:
            empty = sum(1 for _ in step.state.board.empty_cells())
            assert empty >= 1
            if empty == 1:
                full += 1
                assert step.state.result is not None
                assert step.state.result.reason in (
                    Reason.TILES_OUT,
                    Reason.LAST_STANDING,
                    Reason.ALL_OUT,
                )
    assert full


@rule("INV-8", "PO-15")
def test_no_bead_is_left_after_the_last_pocket_tile() -> None:
    full = 0
    for seed in range(60):
        edition = build_edition("pocket", seats=2 + seed % 7)
        game = play_game(edition, seed=seed, care=1.0)
        if not any(game.state.board.empty_cells()):
            full += 1
            assert game.state.live_seats() == ()
    assert full


@rule("INV-13")
@given(
    st.builds(
        Laid,
        st.sampled_from([TileId(f"C{number:02}") for number in range(1, 17)]),
        st.integers(0, 3),
        st.integers(0, 1),
    )
)
def test_flips_undo_themselves_and_together_make_a_half_turn(laid: Laid) -> None:
    for axis in Axis:
        assert flipped(flipped(laid, axis), axis) == laid
    both = flipped(flipped(laid, Axis.TOP_BOTTOM), Axis.LEFT_RIGHT)
    assert both == Laid(laid.tile, (laid.rotation + 2) % 4, laid.face)
