"""The duels with two pawns each, and pocket with an empty stash: their rare rules are reached."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import pytest

from tests.differential.twins import Twins, by_luck
from tsuro.core.events import Event, PawnLost
from tsuro.core.ids import PawnId
from tsuro.core.state import Fate, GameState, Status
from tsuro.editions.edition import Edition
from tsuro.editions.registry import build_edition
from tsuro.engine.play import Step, advance, begin
from tsuro.rules.placing import front_cell


def duel_facts(before: GameState, events: Sequence[Event]) -> Iterator[str]:
    """What only a duel shows: pawns of one owner that meet, part or share a square."""
    lost = [event for event in events if isinstance(event, PawnLost)]
    for event in lost:
        owners = {before.pawns[pawn].seat for pawn in (event.pawn, *event.others)}
        if event.fate is Fate.COLLISION and len(event.others) == 1:
            yield "own pawns met" if len(owners) == 1 else "a pawn of each met"
    if len(lost) == 1 and before.pawns[lost[0].pawn].seat != before.turn.seat:
        yield "pushed one of the opponent's pawns out"
    yield from meetings(before)


def meetings(state: GameState) -> set[str]:
    """Whether two pawns of one seat, or of both, face the same square."""
    inside = [p for p, pawn in enumerate(state.pawns) if pawn.status is not Status.LOST]
    pairs = [
        (state.pawns[one].seat, state.pawns[two].seat)
        for one, two in combinations(inside, 2)
        if front_cell(state, PawnId(one)) == front_cell(state, PawnId(two))
    ]
    return {"both pawns faced one square" if a == b else "rivals faced it" for a, b in pairs}


def neighbours(edition: Edition, rng: Random) -> list[GameState]:
    """Positions of random games at a placement, in which two pawns face one square."""
    found: dict[str, list[GameState]] = defaultdict(list)
    for _ in range(60):
        step = begin(edition)
        while step.ask is not None:
            if step.state.cursor.phase == "place":
                for meeting in meetings(step.state):
                    found[meeting].append(step.state)
            step = advance(edition, step, by_luck(step, rng))
    return [state for states in found.values() for state in states[:40]]


@pytest.mark.parametrize("name", ["kosmos", "pocket"])
def test_every_turn_of_a_duel_is_reached(name: str) -> None:
    rng = Random(f"duel {name}")
    edition = build_edition(name, seats=2)
    twins = Twins(edition, neighbours(edition, rng))
    facts: Counter[str] = Counter()
    while twins.running:
        before = [step.state for step in twins.steps]
        running = [step.ask is not None for step in twins.steps]
        twins.play([by_luck(step, rng) if step.ask else None for step in twins.steps])
        for was_running, state, step in zip(running, before, twins.steps, strict=True):
            if was_running:
                facts.update(duel_facts(state, step.events))
    assert set(facts) == {
        "own pawns met",
        "a pawn of each met",
        "pushed one of the opponent's pawns out",
        "both pawns faced one square",
        "rivals faced it",
    }, sorted(facts.items())


def carefully(edition: Edition, step: Step, rng: Random) -> Step:
    """Play on at random, but lose no pawn if the first few options looked at allow it."""
    after = advance(edition, step, by_luck(step, rng))
    for _ in range(5):
        if not any(isinstance(event, PawnLost) for event in after.events):
            break
        after = advance(edition, step, by_luck(step, rng))
    return after


def test_pocket_with_an_empty_stash() -> None:
    """Tiles never leave pocket, so only careful play by eight hands empties the stash."""
    rng = Random("pocket")
    edition = build_edition("pocket", seats=8)
    states = []
    for _ in range(150):
        step = begin(edition)
        while step.ask is not None and (step.state.pile.bag or step.state.cursor.phase != "place"):
            step = carefully(edition, step, rng)
        states.append(step.state)
    twins = Twins(edition, states)
    twins.play_at_random(rng)
    wanted = {"pass", "collision", "several pawns lost", "ended all_out", "ended last_standing"}
    assert set(twins.facts) >= wanted, sorted(twins.facts.items())
