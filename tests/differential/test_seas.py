"""Tsuro of the Seas: the kernel plays the very game the reference plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from tests.differential.seas_positions import (
    BRIMFUL,
    CALM,
    CROWDED,
    DESERTED,
    HARBOUR,
    POOR,
    QUAY,
    TANGLED,
    position,
)
from tests.differential.twins import Twins, by_luck, every_way_to_play, label
from tests.support.tables import Table
from tsuro.core.actions import Action, PlaceTile, Stay
from tsuro.core.asks import Decide
from tsuro.core.events import Event, PawnLost, TileDrawn
from tsuro.core.state import Fate
from tsuro.editions.edition import Edition
from tsuro.editions.registry import build_edition
from tsuro.engine.play import Step, begin
from tsuro.fast import kernel_of
from tsuro.formats.record import parse_record
from tsuro.rules.placing import PlacePhase
from tsuro.rules.seas.daikaiju import (
    CellRolled,
    DaikaijuDestroyed,
    DaikaijuDrawn,
    DaikaijuLeft,
    DaikaijuPlaced,
    DieRolled,
    Sea,
    TileSunk,
)
from tsuro.rules.seas.placing import OTHERWISE, SHARING, WHY, AvoidPeril
from tsuro.rules.seas.spawning import FEWEST
from tsuro.rules.seas.start_protection import RelocationLapsed, RelocationOffered, ShipRelocated

GOLDEN = Path(__file__).parents[1] / "golden"
DEFAULTS = ("shared", "recycle")


def ways_to_play() -> Iterator[Edition]:
    """Every combination of switches for all seats; those that change nothing for some of them.

    Without daikaiju it is all the same how they roll and return. Who rolls has nothing to do with
    the other switches.
    """
    for number, edition in enumerate(every_way_to_play("seas")):
        options = edition.switches
        matters = options["daikaiju"] == "on" or (options["die"], options["removed"]) == DEFAULTS
        matters &= options["eliminated"] == "rest"
        if matters or edition.seats == 2 + number // 7 % 7:
            yield edition


WAYS = list(ways_to_play())
"""A game of each in both directions, and more from built positions."""


@pytest.mark.parametrize("edition", WAYS, ids=label)
def test_kernel_games_replay_on_the_reference(edition: Edition) -> None:
    first = edition.seats // 2
    kernel = kernel_of(edition)
    rows = kernel.new_rows(1, seed=7, first=first)
    logs = kernel.logged_batch(rows)
    twins = Twins(edition, [begin(edition, first=first).state])
    twins.replay(logs)
    assert not twins.running
    assert kernel.state(rows, 0) == twins.steps[0].state


@pytest.mark.parametrize("edition", WAYS, ids=label)
def test_reference_games_replay_on_the_kernel(edition: Edition) -> None:
    rng = Random(label(edition))
    twins = Twins(edition, [begin(edition, first=rng.randrange(edition.seats)).state])
    while twins.running:
        twins.play([by_luck(step, rng) if step.ask else None for step in twins.steps])
        if rng.random() < 0.1:
            twins.check_conversion()


def test_plain_and_compiled_luck_are_the_same() -> None:
    for switches in ({}, {"daikaiju": "off"}, {"die": "per_daikaiju", "removed": "recycle"}):
        edition = build_edition("seas", seats=5, switches=switches)
        plain = kernel_of(edition, ready="plain")
        assert plain.logged_batch(plain.new_rows(5, seed=3)) == kernel_of(edition).logged_batch(
            kernel_of(edition).new_rows(5, seed=3)
        )


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("seas-*.tsr")), ids=lambda path: path.stem)
def test_recorded_games_replay_on_the_kernel(path: Path) -> None:
    record = parse_record(path.read_text(encoding="utf-8"))
    twins = Twins(record.edition, [record.steps()[0].state])
    for action in record.actions:
        twins.play([action])
    assert not twins.running


class SeaTwins(Twins):
    """Twins that note which rare rules of this edition they have seen at work."""

    def play(self, actions: Sequence[Action | None]) -> None:
        before = list(self.steps)
        super().play(actions)
        for one, other, action in zip(before, self.steps, actions, strict=True):
            if action is not None:
                self.facts.update(sea_facts(one, other))
                self.facts.update(placing_facts(self.edition, one))


def sea_facts(before: Step, after: Step) -> Iterator[str]:
    """What a decision or an outcome has brought about."""
    new = after.state.exits[len(before.state.exits) :]
    sunk = Counter(out.moment for out in new if out.fate is Fate.DAIKAIJU)
    if any(count > 1 for count in sunk.values()):
        yield "several sunk at once"
    if before.state.cursor.phase == "roll" and not before.state.is_in(before.state.turn.seat):
        yield "rolled by who is out"
    for event in after.events:
        yield from ship_facts(before, event)
        yield from luck_facts(before, event)
        yield from loss_facts(event)


def ship_facts(before: Step, event: Event) -> Iterator[str]:
    asked = isinstance(before.ask, Decide) and before.state.cursor.phase == "relocate"
    match event:
        case PawnLost(fate=fate):
            yield f"lost {fate}"
        case ShipRelocated():
            yield "moved aside" if asked else "moved aside unasked"
        case RelocationLapsed():
            yield "stayed" if asked else "offer lapsed"
        case RelocationOffered():
            yield "relocation offered"


def luck_facts(before: Step, event: Event) -> Iterator[str]:
    state = before.state
    phase = state.cursor.phase
    if phase == "roll" and len(state.part(Sea).on_board) < FEWEST:
        yield "no daikaiju left to refill"
    match event:
        case TileDrawn() if not state.pile.bag and phase == "draw":
            yield "known tile drawn"
        case DaikaijuDrawn() if not state.part(Sea).bag:
            yield "recycled daikaiju drawn"
        case DaikaijuPlaced():
            yield f"new daikaiju in {phase}"
        case CellRolled(taken=True):
            yield "cell taken"
        case DieRolled(die=die, daikaiju=name):
            yield "die for all" if name is None else "die for one"
            if die == 6 and not state.part(Sea).draws():
                yield "no daikaiju left to come"


def loss_facts(event: Event) -> Iterator[str]:
    """What becomes of daikaiju and tiles that leave the board."""
    match event:
        case DaikaijuLeft(recycled=recycled):
            yield "left, recycled" if recycled else "left, gone"
        case DaikaijuDestroyed(recycled=recycled):
            yield "destroyed, recycled" if recycled else "destroyed, gone"
        case TileSunk(gone=gone):
            yield "tile gone" if gone else "tile sunk"


def placing_facts(edition: Edition, step: Step) -> Iterator[str]:
    """Which placements were barred, and what was put up with for want of a better one."""
    if not isinstance(step.ask, Decide) or step.state.cursor.phase != "place":
        return
    reasons = {each.why for each in step.ask.barred}
    yield from (f"barred: {fate}" for fate, why in WHY.items() if why + OTHERWISE in reasons)
    if SHARING + OTHERWISE in reasons:
        yield "barred: sharing"
    phase = edition.phase(step.state.cursor)
    assert isinstance(phase, PlacePhase)
    assert isinstance(phase.legality, AvoidPeril)
    option = step.ask.options[0]
    assert isinstance(option, PlaceTile)
    peril = phase.legality.peril(step.state, option)
    if peril.loss and SHARING + OTHERWISE in reasons:
        yield "lost rather than shared"
    if peril.sharing:
        yield "shared and lost" if peril.loss else "shared a wake"


def played(*, seats: int, switches: dict[str, str]) -> Counter[str]:
    """Games from built positions, with what they showed."""
    edition = build_edition("seas", seats=seats, switches=switches)
    rng = Random(f"{seats} {switches}")
    states = [
        position(edition, rng, mood) for mood, times in POSITIONS.items() for _ in range(times)
    ]
    twins = SeaTwins(edition, states)
    twins.check_conversion()
    while twins.running:
        twins.play([choice(step, rng) if step.ask else None for step in twins.steps])
    return twins.facts


def choice(step: Step, rng: Random) -> Action:
    """As luck has it, but ships that may stay do so as often as not."""
    if isinstance(step.ask, Decide) and Stay() in step.ask.options and rng.random() < 0.5:
        return Stay()
    return by_luck(step, rng)


SEATS = (2, 5, 8)
POSITIONS = {
    TANGLED: 4,
    CROWDED: 3,
    BRIMFUL: 12,
    HARBOUR: 2,
    QUAY: 9,
    CALM: 2,
    DESERTED: 2,
    POOR: 4,
}
"""Of each mood, for each number of seats; the full ones are played quickly."""
ALWAYS = {
    "barred: edge",
    "barred: loop",
    "barred: sharing",
    "ended all_out",
    "ended last_standing",
    "exchange",
    "exchange with several",
    "known tile drawn",
    "lost edge",
    "lost loop",
    "pass",
    "several pawns lost",
    "swap",
}
WITH_DAIKAIJU = ALWAYS | {
    "barred: daikaiju",
    "cell taken",
    "ended board_full",
    "lost daikaiju",
    "lost stranded",
    "moved aside",
    "moved aside unasked",
    "new daikaiju in daikaiju",
    "new daikaiju in refill",
    "no daikaiju left to come",
    "no daikaiju left to refill",
    "offer lapsed",
    "recycled daikaiju drawn",
    "relocation offered",
    "several sunk at once",
    "stayed",
    "tile sunk",
}
SHOWN_BY = {
    "shared": {"die for all"},
    "per_daikaiju": {"die for one"},
    "gone_if_off": {"left, gone", "destroyed, recycled"},
    "recycle": {"left, recycled", "destroyed, recycled"},
    "gone": {"left, gone", "destroyed, gone"},
    "strict": {"lost rather than shared"},
    "last_resort": {"shared a wake"},
}
"""What each value of a switch must have shown."""


@pytest.mark.parametrize(
    ("die", "removed", "same_direction", "spawn_tile"),
    [
        ("shared", "gone_if_off", "strict", "bottom"),
        ("per_daikaiju", "recycle", "last_resort", "gone"),
        ("shared", "gone", "strict", "gone"),
    ],
)
def test_rare_rules_are_reached(
    die: str, removed: str, same_direction: str, spawn_tile: str
) -> None:
    switches = {
        "die": die,
        "removed": removed,
        "same_direction": same_direction,
        "spawn_tile": spawn_tile,
    }
    facts = sum((played(seats=seats, switches=switches) for seats in SEATS), Counter[str]())
    wanted = WITH_DAIKAIJU.union(SHOWN_BY[die], SHOWN_BY[removed], SHOWN_BY[same_direction])
    if spawn_tile == "gone":
        wanted |= {"tile gone", "ended tiles_out"}
    assert wanted - set(facts) == set(), sorted(facts.items())


def test_who_is_out_may_roll() -> None:
    facts = sum((played(seats=n, switches={"eliminated": "roll"}) for n in SEATS), Counter[str]())
    assert {"rolled by who is out", "lost daikaiju", "pass"} - set(facts) == set()
    assert played(seats=5, switches={"eliminated": "rest"})["rolled by who is out"] == 0


@pytest.mark.parametrize("spawn_tile", ["bottom", "gone"])
def test_rare_rules_are_reached_without_daikaiju(spawn_tile: str) -> None:
    switches = {"daikaiju": "off", "spawn_tile": spawn_tile}
    facts = sum((played(seats=seats, switches=switches) for seats in SEATS), Counter[str]())
    wanted = ALWAYS | ({"ended tiles_out"} if spawn_tile == "gone" else set())
    assert wanted - set(facts) == set(), sorted(facts.items())


def test_tiles_under_the_pile_keep_a_game_going() -> None:
    """The last tiles in hand go under with their ship: nobody holds one, but some can be drawn."""
    table = Table(
        "seas",
        pawns=["a1.0", "d7.4", "g7.4"],
        hands=["T01 T01", "", ""],
        pile="",
        switches={"daikaiju": "off", "spawn_tile": "gone"},
    )
    twins = Twins(table.edition, [table.state])
    twins.play([table.decide.options[0]])
    assert twins.running
    assert twins.facts["pass"] == 1
    twins.play_at_random(Random(1))
