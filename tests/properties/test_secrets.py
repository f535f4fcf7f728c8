"""The leak test: whatever a viewer cannot know is changed, and nothing the viewer gets differs."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.support.games import Played, played_games
from tsuro.core.actions import Action, Draw, Keep, PlaceTile, Stay, Swap, TakeMark, Withdraw
from tsuro.core.asks import Ask, Chance, Decide
from tsuro.core.events import Event, TileDrawn, TurnBegan
from tsuro.core.geometry import rim_marks
from tsuro.core.ids import Seat, TileId
from tsuro.core.pile import Pile
from tsuro.core.state import GameState
from tsuro.core.tiles import Laid
from tsuro.editions.edition import Edition
from tsuro.engine.determinize import determinize
from tsuro.engine.explain import explain_refusal
from tsuro.engine.play import Step, advance, waiting
from tsuro.engine.preview import foresee, preview
from tsuro.engine.views import seen_events, seen_state, view
from tsuro.formats.position import format_position
from tsuro.formats.wire.views import view_to_wire
from tsuro.rules.exchange import ExchangeOpened
from tsuro.rules.phoenix.edge_stack import TileDiscarded, TileRobbed

LOOK_AHEAD = 12
"""How many actions two worlds are followed for."""

FOREIGN: tuple[Action, ...] = (
    *(
        PlaceTile(Laid(TileId(f"T{number:02}"), turns))
        for number in range(1, 36)
        for turns in (0, 3)
    ),
    PlaceTile(Laid(TileId("E07"), 1, 1)),
    *map(TakeMark, rim_marks(6)),
    Swap(TileId("T01"), TileId("T02")),
    Keep(),
    Stay(),
    Withdraw(),
    Draw(TileId("T05")),
)
"""Actions to be refused, unless they happen to be offered."""


def said_to(edition: Edition, step: Step, viewer: Seat | None) -> tuple[str, str]:
    """Everything a viewer is sent: bytes of the view, and the position line."""
    seen = view(edition, step.state, step.ask, viewer=viewer, events=step.events)
    line = format_position(edition, seen.state)
    return json.dumps(view_to_wire(seen), sort_keys=True), line


def refusals(edition: Edition, step: Step, viewer: Seat | None) -> list[str]:
    """What a viewer is told who tries everything that is not offered."""
    ask = step.ask
    if not isinstance(ask, Decide) or ask.seat != viewer:
        return []
    tried = [action for action in FOREIGN if action not in ask.options]
    return [explain_refusal(edition, step.state, ask, action).message for action in tried]


def with_swapped_tile(state: GameState, viewer: Seat | None, rng: Random) -> GameState | None:
    """Another world the viewer cannot tell apart: one hidden hand tile changes places with the bag.

    Less is changed than by `determinize`, so that the other seats can still act alike.
    """
    hidden = [
        Seat(seat)
        for seat, hand in enumerate(state.hands)
        if hand and seen_state(state, viewer).hands[seat] != hand
    ]
    if not hidden or not state.pile.bag or len(set(seen_state(state, viewer).pile.bag)) > 1:
        return None
    seat = rng.choice(hidden)
    hand, bag = list(state.hands[seat]), list(state.pile.bag)
    mine, other = rng.randrange(len(hand)), rng.randrange(len(bag))
    hand[mine], bag[other] = bag[other], hand[mine]
    world = replace(state, pile=Pile(tuple(sorted(bag)), state.pile.bottom))
    world = world.with_hand(seat, tuple(hand))
    if any(part.refilled(world) != part for part in seen_state(state, None).parts):
        return None  # An open exchange lists hidden tiles a second time.
    return world


def common(asks: Iterable[Ask]) -> list[Action]:
    """Actions that are possible in every world."""
    offered: list[list[Action]] = [
        list(ask.options) if isinstance(ask, Decide) else [outcome for outcome, _ in ask.outcomes]
        for ask in asks
    ]
    return [action for action in offered[0] if all(action in others for others in offered[1:])]


def follow(edition: Edition, worlds: list[Step], viewer: Seat | None, rng: Random) -> None:
    """Do the same in all worlds; the viewer must never see a difference."""
    for _ in range(LOOK_AHEAD):
        assert len({said_to(edition, step, viewer) for step in worlds}) == 1
        assert len({tuple(refusals(edition, step, viewer)) for step in worlds}) == 1
        asks = [step.ask for step in worlds if step.ask is not None]
        if not asks:
            return
        assert len(asks) == len(worlds)
        assert len({type(ask) for ask in asks}) == 1
        actions = common(asks)
        if not actions:
            return  # Nobody can act alike: what follows differs for good reasons.
        action = rng.choice(actions)
        worlds = [advance(edition, step, action) for step in worlds]
        if any(reveals(event, viewer) for step in worlds for event in step.events):
            kinds = {tuple(type(event) for event in step.events) for step in worlds}
            assert len(kinds) == 1
            return
        assert len({seen_events(step.events, viewer) for step in worlds}) == 1


def reveals(event: Event, viewer: Seat | None) -> bool:
    """Whether a viewer rightly learns of a tile that was hidden from it (GEN-18, PR-41, PR-49)."""
    match event:
        case ExchangeOpened(seat=seat) | TileRobbed(seat=seat):
            return seat == viewer
        case TileDiscarded(heir=heir):
            return viewer is not None and heir == viewer
        case _:
            return False


@given(played_games(), st.integers(0, 9999))
def test_nothing_a_viewer_gets_depends_on_what_it_cannot_know(game: Played, seed: int) -> None:
    rng = Random(seed)
    viewers = [None, *map(Seat, range(game.edition.seats))]
    step = replace(game.last, events=())
    for viewer in rng.sample(viewers, k=min(3, len(viewers))):
        seen = view(game.edition, step.state, step.ask, viewer=viewer)
        worlds = [step]
        for state in (determinize(seen, rng), determinize(seen, rng)):
            assert seen_state(state, viewer) == seen.state
            worlds.append(Step(state, (), waiting(game.edition, state)))
        follow(game.edition, worlds, viewer, rng)


@given(played_games(), st.integers(0, 9999))
def test_a_hidden_tile_can_be_another_without_being_noticed(game: Played, seed: int) -> None:
    rng = Random(seed)
    viewers = [None, *map(Seat, range(game.edition.seats))]
    step = replace(game.last, events=())
    for viewer in rng.sample(viewers, k=min(3, len(viewers))):
        state = with_swapped_tile(step.state, viewer, rng)
        if state is None:
            continue
        assert seen_state(state, viewer) == seen_state(step.state, viewer)
        other = Step(state, (), waiting(game.edition, state))
        follow(game.edition, [step, other], viewer, rng)


@given(played_games(), st.integers(0, 9999))
def test_draws_of_others_look_alike_whatever_they_are(game: Played, seed: int) -> None:
    rng = Random(seed)
    for before, action, after in game.moves():
        if not isinstance(action, Draw) or not isinstance(before.ask, Chance):
            continue
        (drawer,) = {event.seat for event in after.events if isinstance(event, TileDrawn)}
        outcome, _ = rng.choice(before.ask.outcomes)
        other = advance(game.edition, before, outcome)
        for viewer in (None, *map(Seat, range(game.edition.seats))):
            if viewer != drawer:
                assert (
                    seen_events(after.events, viewer)[:1] == seen_events(other.events, viewer)[:1]
                )


@given(played_games(), st.integers(0, 9999))
def test_a_preview_is_the_same_in_every_world(game: Played, seed: int) -> None:
    ask = game.last.ask
    if not isinstance(ask, Decide):
        return
    rng = Random(seed)
    seen = view(game.edition, game.state, ask, viewer=ask.seat)
    world = determinize(seen, rng)
    option = rng.choice(ask.options)
    ghosts = [
        preview(game.edition, state, ask, option, viewer=ask.seat) for state in (game.state, world)
    ]
    assert ghosts[0] == ghosts[1]


@given(played_games(), st.integers(0, 9999))
def test_what_is_foreseen_is_what_happens_up_to_the_next_turn(game: Played, seed: int) -> None:
    ask = game.last.ask
    if not isinstance(ask, Decide):
        return
    option = Random(seed).choice(ask.options)
    after = advance(game.edition, game.last, option)
    foreseen = foresee(game.edition, game.state, option)
    assert foreseen == after.events[: len(foreseen)]
    if after.state.turn.number == game.state.turn.number:
        assert foreseen == after.events
    else:
        assert any(isinstance(event, TurnBegan) for event in foreseen)
