"""What is written can be read back: notation, positions, records; and events rebuild states."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.support.games import Played, played_games
from tsuro.core.asks import Chance, Decide
from tsuro.core.ids import Seat
from tsuro.core.state import GameState
from tsuro.engine.play import begin, resume
from tsuro.engine.views import seen_state
from tsuro.formats.notation import parse_action
from tsuro.formats.position import format_position, parse_position
from tsuro.formats.record import parse_record, record_of


@given(played_games(whole=True))
def test_events_rebuild_every_state(game: Played) -> None:
    state = game.edition.opening(game.steps[0].state.first)
    for step in game.steps:
        for event in step.events:
            state = event.fold(state)
        assert replace(state, cursor=step.state.cursor) == step.state


@given(played_games())
def test_every_option_and_outcome_can_be_written_and_read(game: Played) -> None:
    for step in game.steps:
        if isinstance(step.ask, Decide):
            actions = (*step.ask.options, *(barred.action for barred in step.ask.barred))
            assert [parse_action(str(action)) for action in actions] == list(actions)
        elif isinstance(step.ask, Chance):
            outcomes = [outcome for outcome, _ in step.ask.outcomes]
            assert [parse_action(str(outcome)) for outcome in outcomes] == outcomes


@given(played_games())
def test_a_position_can_be_written_and_read_by_who_knows_everything(game: Played) -> None:
    for step in game.steps[::5]:
        _reads_back(game, step.state, full=True)
    assert resume(game.edition, game.state).ask == game.last.ask


@given(played_games(), st.sampled_from([None, *range(8)]))
def test_a_position_can_be_written_and_read_by_who_knows_a_part(
    game: Played, viewer: int | None
) -> None:
    seat = None if viewer is None else Seat(viewer % game.edition.seats)
    for step in game.steps[::5]:
        _reads_back(game, seen_state(step.state, seat), full=False)


def _reads_back(game: Played, state: GameState, *, full: bool) -> None:
    text = format_position(game.edition, state)
    position = parse_position(text)
    assert position.state == state
    assert position.edition is game.edition
    assert str(position) == text
    if full:
        assert position.is_full


@given(played_games(), st.dictionaries(st.sampled_from(["White", "Event"]), st.text(max_size=20)))
def test_a_record_can_be_written_read_and_replayed(game: Played, headers: dict[str, str]) -> None:
    record = record_of(game.edition, game.actions, game.state, headers=headers)
    read = parse_record(str(record))
    assert read == record
    assert read.steps() == list(game.steps)


@given(played_games())
def test_an_unfinished_game_goes_on_from_its_position(game: Played) -> None:
    text = format_position(game.edition, game.state)
    step = resume(game.edition, parse_position(text).state)
    assert (step.state, step.ask) == (game.state, game.last.ask)
    assert begin(game.edition, first=game.state.first) == game.steps[0]
