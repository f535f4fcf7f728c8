"""Invariants of pawns, asks and luck, in random games (INV-3, INV-9 to INV-12, INV-14)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.games import Played, editions, option_combinations, play_game, played_games
from tests.support.rules import rule
from tsuro.core.actions import Enter, Flip, MoveLantern, PlaceTile, RollDice, TurnTile
from tsuro.core.asks import Chance, Decide
from tsuro.core.board import Ending, walk
from tsuro.core.events import PawnLost
from tsuro.core.geometry import is_ring
from tsuro.core.state import Fate, GameState, Status
from tsuro.core.tiles import NO_PATH
from tsuro.editions.edition import Edition
from tsuro.editions.registry import EDITIONS, build_edition
from tsuro.engine.invariants import violations
from tsuro.engine.play import Step, advance
from tsuro.errors import GameOver
from tsuro.rules.phoenix.lanterns import Lanterns
from tsuro.rules.placing import PlacePhase, placements
from tsuro.rules.seas.daikaiju import Sea
from tsuro.rules.seas.placing import AvoidPeril

LASTING = ("classic", "kosmos", "pocket")
"""Editions whose tiles stay where they are."""


def fronts_are_open_and_apart(edition: Edition, step: Step) -> None:
    state = step.state
    if isinstance(step.ask, Decide) and isinstance(step.ask.options[0], Enter):
        return  # The tile lies, but its pawn has not entered yet.
    stops = [pawn.stop for pawn in state.pawns if pawn.stop is not None]
    for stop in stops:
        assert stop.cell in state.board
        assert state.board[stop.cell] is None
    assert len(set(stops)) == len(stops)


@rule("INV-3", "GEN-14")
@given(played_games(LASTING, whole=True))
def test_fronts_are_open_and_apart_while_tiles_stay(game: Played) -> None:
    for step in game.steps:
        fronts_are_open_and_apart(game.edition, step)


@rule("INV-3", "GEN-14")
@given(played_games(LASTING, whole=True))
def test_collisions_are_mutual_and_would_end_at_the_rim(game: Played) -> None:
    for before, _, after in game.moves():
        losses = {event.pawn: event for event in after.events if isinstance(event, PawnLost)}
        for pawn, loss in losses.items():
            assert loss.fate in (Fate.EDGE, Fate.COLLISION)
            assert all(pawn in losses[other].others for other in loss.others)
            stop = before.state.pawns[pawn].stop
            if stop is not None:
                ending = walk(after.state.board, game.edition.tiles, stop).ending
                assert ending is Ending.EDGE


@rule("INV-9")
@given(played_games(["seas"], fixed={"daikaiju": "on"}))
def test_daikaiju_tiles_and_ships_keep_apart(game: Played) -> None:
    for step in game.steps:
        state, sea = step.state, step.state.part(Sea)
        assert len(sea.cells()) == len(sea.on_board)
        assert all(state.board[cell] is None for cell in sea.cells())
        for ship in state.pawns:
            if ship.stop is not None:
                assert state.board[ship.stop.cell] is None
        if _is_placing(step):
            (front,) = (
                state.pawns[pawn].stop for pawn in state.pawns_of(state.turn.seat)
            )  # Seas has one ship a seat.
            assert front is not None
            assert front.cell not in sea.cells()


def _is_placing(step: Step) -> bool:
    return isinstance(step.ask, Decide) and isinstance(step.ask.options[0], PlaceTile)


@rule("INV-9")
@given(played_games(["seas"], fixed={"daikaiju": "on"}))
def test_three_daikaiju_or_an_empty_pile_at_the_roll(game: Played) -> None:
    for step in game.steps:
        if step.state.cursor.phase == "roll" and isinstance(step.ask, Chance):
            assert isinstance(step.ask.outcomes[0][0], RollDice)
            sea = step.state.part(Sea)
            assert len(sea.on_board) >= 3 or not (sea.bag or sea.bottom)


@rule("INV-9")
@given(played_games(["seas"], whole=True))
def test_ships_share_a_front_only_if_nothing_else_was_possible(game: Played) -> None:
    (place,) = (phase for phase in game.edition.turn if isinstance(phase, PlacePhase))
    assert isinstance(place.legality, AvoidPeril)
    for before, action, after in game.moves():
        if not isinstance(action, PlaceTile) or not _shared(after.state) - _shared(before.state):
            continue
        perils = [
            place.legality.peril(before.state, each)
            for each in placements(before.state, game.edition.tiles)
        ]
        lenient = game.edition.switches["same_direction"] == "last_resort"
        assert all(peril.sharing or (lenient and peril.loss is not None) for peril in perils)


def _shared(state: GameState) -> set[frozenset[int]]:
    """Pairs of ships on one front."""
    ships = [(number, ship.stop) for number, ship in enumerate(state.pawns) if ship.stop]
    return {
        frozenset((one, other))
        for one, stop in ships
        for other, same in ships
        if one < other and stop == same
    }


@rule("INV-10")
@given(played_games(["seas"], fixed={"daikaiju": "off"}, whole=True))
def test_seas_without_daikaiju_is_like_the_other_editions(game: Played) -> None:
    for step in game.steps:
        fronts_are_open_and_apart(game.edition, step)
    losses = [event for event in game.events if isinstance(event, PawnLost)]
    assert all(loss.fate is Fate.EDGE for loss in losses)


@rule("INV-11", "PR-42")
@given(played_games(["phoenix"]))
def test_ring_cells_markers_and_stars(game: Played) -> None:
    for step in game.steps:
        state = step.state
        ring = sum(is_ring(cell, 6) for cell in state.board.empty_cells())
        assert ring == len(state.pile) + sum(map(len, state.hands))
        if state.turn.number == 0:
            continue
        lanterns = state.part(Lanterns)
        colours = Counter(colour for _, colour in lanterns.markers)
        assert colours == {"orange": 3, "blue": 2, "yellow": 2}
        assert len({cell for cell, _ in lanterns.markers}) == 7
        for cell, colour in lanterns.markers:
            laid = state.board[cell]
            assert laid is not None
            assert game.edition.tiles[laid.tile].lantern == colour
        if step.ask is not None and state.cursor.phase in ("rise", "create", "enter", "prepare"):
            assert lanterns.stars == ()


@rule("INV-12")
@given(played_games(["phoenix"]))
def test_a_phoenix_can_always_go_on(game: Played) -> None:
    for step in game.steps:
        if step.state.cursor.phase == "create":
            assert isinstance(step.ask, Decide)
            assert any(isinstance(option, PlaceTile | TurnTile) for option in step.ask.options)


@rule("INV-12")
@given(played_games(["phoenix"], fixed={"winds_of_change": "off"}))
def test_a_phoenix_rests_before_an_empty_ring_cell_or_a_dead_end(game: Played) -> None:
    for state in game.turn_starts():
        for pawn in state.pawns:
            if pawn.status is not Status.ON:
                continue
            assert pawn.stop is not None
            laid = state.board[pawn.stop.cell]
            if laid is None:
                assert is_ring(pawn.stop.cell, 6)
            else:
                assert game.edition.tiles.wiring(laid)[pawn.stop.port] == NO_PATH


@rule("INV-14", "GEN-17")
@given(editions(), st.integers(0, 9999))
def test_the_same_seed_and_choices_give_the_same_game(edition: Edition, seed: int) -> None:
    one = play_game(edition, seed=seed, decisions=40)
    other = play_game(edition, seed=seed, decisions=40)
    assert one.steps == other.steps
    assert one.actions == other.actions


@rule("INV-15")
@given(played_games())
def test_there_is_always_a_legal_placement(game: Played) -> None:
    for step in game.steps:
        if step.state.cursor.phase == "place":
            assert isinstance(step.ask, Decide)
            assert step.ask.options
            assert step.state.hands[step.ask.seat]


@given(played_games(whole=True))
def test_whoever_is_asked_has_an_option_and_nobody_is_asked_after_the_result(game: Played) -> None:
    for step in game.steps:
        assert (step.ask is None) == (step.state.result is not None)
        if isinstance(step.ask, Decide):
            assert step.ask.options
            assert len(set(step.ask.options)) == len(step.ask.options)
            # Who is eliminated in Phoenix Rising still scores the last travel (PR-34, PR-48).
            scoring = isinstance(step.ask.options[0], MoveLantern | Flip)
            assert scoring or step.state.is_in(step.ask.seat)
        elif isinstance(step.ask, Chance):
            assert step.ask.total > 0
            assert all(weight > 0 for _, weight in step.ask.outcomes)
    assert game.state.result is not None
    assert game.state.result.winners
    with pytest.raises(GameOver):
        advance(game.edition, game.last, game.actions[-1])


@pytest.mark.parametrize("name", EDITIONS)
def test_every_combination_of_options_keeps_every_invariant(name: str) -> None:
    for number, switches in enumerate(option_combinations(name)):
        edition = build_edition(name, seats=2 + number % 7, switches=switches)
        game = play_game(edition, seed=number, care=(0.0, 0.8, 1.0)[number % 3])
        assert game.state.result is not None
        for step in (*game.steps[::3], game.last):
            assert list(violations(edition, step.state)) == []
