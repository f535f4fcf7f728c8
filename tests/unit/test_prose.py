"""Events in plain English."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tsuro.core.actions import Axis, Flip
from tsuro.core.asks import Decide
from tsuro.core.board import Crossing
from tsuro.core.events import (
    Event,
    GameEnded,
    HandShuffledIn,
    PawnLost,
    PawnMoved,
    SeatOut,
    TileDrawn,
    TilePlaced,
    TurnBegan,
)
from tsuro.core.geometry import Cell, Stop
from tsuro.core.ids import PawnId, Seat, TileId
from tsuro.core.state import Fate, Reason, Result
from tsuro.core.tiles import Laid
from tsuro.editions.registry import EDITIONS, build_edition
from tsuro.engine.views import seen_events
from tsuro.formats.prose import FATES, REASONS, TELLINGS, EnglishNarrator
from tsuro.formats.record import parse_record
from tsuro.game import Game
from tsuro.rules.phoenix.lanterns import FinalRoundAnnounced, LanternMoved, StarsTaken
from tsuro.rules.phoenix.loops import LoopHeld
from tsuro.rules.phoenix.winds import TileFlipped, Winds
from tsuro.rules.seas.daikaiju import CellRolled, DiceRolled, DieRolled

GOLDEN = Path(__file__).parents[1] / "golden"
NAMES = ("Ada", "Ben", "Cy")


def narrator(you: int | None = None, edition: str = "classic", seats: int = 3) -> EnglishNarrator:
    return EnglishNarrator(
        build_edition(edition, seats=seats), NAMES, you=None if you is None else Seat(you)
    )


def every_event(kind: type[Event] = Event) -> Iterator[type[Event]]:
    for each in kind.__subclasses__():
        if each.__module__.startswith("tsuro."):
            yield each
        yield from every_event(each)


def test_every_event_has_a_telling() -> None:
    told = {kind.__name__ for kind in TELLINGS}
    assert {kind.__name__ for kind in every_event()} == told


def test_every_fate_and_reason_has_words() -> None:
    assert set(FATES) == set(Fate)
    assert set(REASONS) == set(Reason)


def test_sentences_name_the_players() -> None:
    tell = narrator().tell
    placed = TilePlaced(PawnId(1), Cell(2, 3), Laid(TileId("T05"), 1))
    route = (Crossing(Cell(2, 3), 0, 3), Crossing(Cell(3, 3), 6, 2))
    assert tell(placed) == "Ben placed T05 on c4."
    assert tell(PawnMoved(PawnId(1), route, Stop(Cell(4, 3), 7))) == (
        "Ben travelled 2 tiles and now faces e4."
    )
    assert tell(PawnMoved(PawnId(1), route[:1], Stop(Cell(-1, 3), 3))) == (
        "Ben travelled one tile to the edge of the board."
    )
    assert tell(PawnMoved(PawnId(1), (), Stop(Cell(1, 3), 3))) is None
    assert tell(PawnLost(PawnId(1), Fate.COLLISION, (PawnId(0), PawnId(2)))) == (
        "Ben collided with Ada and Cy."
    )
    assert tell(SeatOut(Seat(1), Fate.COLLISION)) == "Ben is out of the game."
    assert tell(HandShuffledIn(Seat(1), 2)) == "Ben’s 2 tiles went back into the pile."
    assert tell(HandShuffledIn(Seat(1), 1)) == "Ben’s last tile went back into the pile."
    assert tell(HandShuffledIn(Seat(1), 0)) is None
    assert tell(TurnBegan(Seat(1), 3)) is None


def test_the_reader_is_spoken_to() -> None:
    tell = narrator(you=1).tell
    route = (Crossing(Cell(2, 3), 0, 3),)
    assert tell(PawnMoved(PawnId(1), route, Stop(Cell(3, 3), 7))) == (
        "You travelled one tile and now face d4."
    )
    assert tell(PawnLost(PawnId(0), Fate.COLLISION, (PawnId(1),))) == "Ada collided with you."
    assert tell(SeatOut(Seat(1), Fate.EDGE)) == "You are out of the game."
    assert tell(HandShuffledIn(Seat(1), 3)) == "Your 3 tiles went back into the pile."


def test_a_tile_that_is_not_seen_is_not_told() -> None:
    assert narrator().tell(TileDrawn(Seat(1), None)) is None
    assert narrator().tell(TileDrawn(Seat(1), TileId("T05"))) == "Ben drew T05."


def test_two_pawns_are_told_apart() -> None:
    tell = narrator(you=0, edition="pocket", seats=2).tell
    assert tell(PawnLost(PawnId(1), Fate.EDGE)) == "Your pawn b ran off the board."
    assert tell(PawnLost(PawnId(2), Fate.EDGE)) == "Ben’s pawn a ran off the board."
    laid = TilePlaced(PawnId(3), Cell(0, 0), Laid(TileId("T05"), 1))
    assert tell(laid) == "Ben placed T05 on a1."


def test_laying_a_tile_and_following_it_is_one_sentence() -> None:
    laid = TilePlaced(PawnId(1), Cell(2, 3), Laid(TileId("T05"), 1))
    near = PawnMoved(PawnId(1), (Crossing(Cell(2, 3), 0, 3),), Stop(Cell(3, 3), 7))
    far = PawnMoved(PawnId(1), near.route * 4, Stop(Cell(3, 3), 7))
    off = PawnMoved(PawnId(1), near.route, Stop(Cell(-1, 3), 3))
    other = PawnMoved(PawnId(2), near.route, Stop(Cell(3, 3), 7))
    story = narrator().story
    assert story([laid, near]) == ["Ben placed T05 on c4 and now faces d4."]
    assert story([laid, far]) == ["Ben placed T05 on c4, travelled 4 tiles and now faces d4."]
    assert story([laid, off]) == ["Ben placed T05 on c4 and came to the edge of the board."]
    assert story([laid, other])[1] == "Cy travelled one tile and now faces d4."
    assert narrator(you=1).story([laid, near]) == ["You placed T05 on c4 and now face d4."]
    duel = narrator(edition="pocket", seats=2).story([laid, near])
    assert duel == ["Ada placed T05 on c4; Ada’s pawn b now faces d4."]


@pytest.mark.parametrize(
    ("winners", "you", "says"),
    [
        ((0,), None, "Ada wins: nobody else is left."),
        ((0,), 0, "You win: nobody else is left."),
        ((0, 2), None, "Ada and Cy share the win: nobody else is left."),
        ((0, 1, 2), 1, "Ada, you and Cy share the win: nobody else is left."),
    ],
)
def test_results(winners: tuple[int, ...], you: int | None, says: str) -> None:
    result = Result(tuple(map(Seat, winners)), Reason.LAST_STANDING)
    assert narrator(you).tell(GameEnded(result)) == says


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("viewer", [None, 0])
def test_whole_games_can_be_told(edition: str, viewer: int | None) -> None:
    switches = {"winds_of_change": "on"} if edition == "phoenix" else {}
    for seed in range(6):
        game = Game(build_edition(edition, seats=2 + seed % 2, switches=switches), seed=seed)
        rng = Random(seed)
        while not game.over:
            game.play(rng.choice(game.options))
        seat = None if viewer is None else Seat(viewer)
        teller = EnglishNarrator(game.edition, NAMES[: game.edition.seats], you=seat)
        story = teller.story(seen_events(game.events, seat))
        assert story
        for sentence in story:
            assert sentence.endswith(".")
            assert "{" not in sentence
            assert "None" not in sentence
            assert "nobody " not in sentence.replace("nobody else", "")


@pytest.mark.parametrize(
    ("gold", "blue", "says"),
    [
        (1, 2, "The dice showed 1 + 2 = 3: the daikaiju stayed quiet."),
        (1, 5, "The dice showed 1 + 5 = 6."),
        (6, 2, "The dice showed 6 + 2 = 8."),
        (6, 3, "The dice showed 6 + 3 = 9: the daikaiju stayed quiet."),
    ],
)
def test_every_roll_is_told_with_its_sum(gold: int, blue: int, says: str) -> None:
    assert narrator(edition="seas").tell(DiceRolled(gold, blue)) == says


def test_a_six_is_told_apart_from_other_dice() -> None:
    tell = narrator(edition="seas").tell
    assert tell(DieRolled(4)) == "The daikaiju die showed 4."
    assert tell(DieRolled(6)) == "The daikaiju die showed 6: none of them acts."
    assert tell(DieRolled(4, "G2")) == "The die for daikaiju G2 showed 4."
    assert tell(DieRolled(6, "G2")) == "The die for daikaiju G2 showed 6: it rests."


def test_the_dice_that_name_a_cell_are_told() -> None:
    tell = narrator(edition="seas").tell
    named = "The dice, gold 3 and blue 4, named c5"
    assert tell(CellRolled(3, 4, Cell(2, 4), taken=False)) == f"{named}."
    taken = f"{named}, where a daikaiju stands already."
    assert tell(CellRolled(3, 4, Cell(2, 4), taken=True)) == taken


def test_a_flip_is_told_with_its_reason() -> None:
    cell = Cell(2, 3)
    flip = TileFlipped(cell, Axis.LEFT_RIGHT, Laid(TileId("C01"), 0), Laid(TileId("C01"), 0, 1))
    story = narrator(edition="phoenix").story
    taken, last = StarsTaken(Seat(0), (cell,)), FinalRoundAnnounced(Seat(0))
    star = "The tile on c4 was flipped, as its star was taken."
    assert story([taken, flip])[1:] == [star]
    assert story([taken, last, flip])[2:] == [star]
    lantern = "The tile on c4 was flipped to glow for the lantern."
    assert story([flip, LanternMoved(Cell(1, 1), cell)])[:1] == [lantern]
    loop = "The tile on c4 was flipped to break the loop."
    assert story([flip]) == [loop]
    assert story([flip, LoopHeld(cell, in_vain=True)])[:1] == [loop]
    elsewhere = [StarsTaken(Seat(0), (Cell(1, 1),)), flip, LanternMoved(cell, Cell(1, 1))]
    assert story(elsewhere)[1] == loop


def test_flips_of_whole_games_are_told_by_the_rule_that_asked_for_them() -> None:
    """The decisions know their rule, so what is derived from the events can be checked."""
    causes = Counter[tuple[str, str]]()
    for path in GOLDEN.glob("phoenix-*.tsr"):
        record = parse_record(path.read_text(encoding="utf-8"))
        teller = EnglishNarrator(record.edition, [f"Seat {n}" for n in range(8)])
        steps = record.steps()
        for before, action, after in zip(steps, record.actions, steps[1:], strict=False):
            if isinstance(action, Flip):
                assert isinstance(before.ask, Decide)
                (flip, *_) = [each for each in after.events if isinstance(each, TileFlipped)]
                told = dict(teller.tell_all(after.events))[flip]
                assert told is not None
                bound = before.state.part(Winds).bound is not None
                rule = "lantern" if bound else before.ask.rule
                causes[rule, told.partition(" was flipped")[2]] += 1
    assert set(causes) == {
        ("WC-3", ", as its star was taken."),
        ("lantern", " to glow for the lantern."),
        ("WC-9", " to break the loop."),
        ("WC-10", " to break the loop."),
    }


def test_a_phoenix_that_is_stranded_could_not_rise() -> None:
    lost = PawnLost(PawnId(1), Fate.STRANDED)
    assert narrator(edition="phoenix").tell(lost) == "Ben could not rise again."
    assert narrator(edition="seas").tell(lost) == "Ben had nowhere left to go."
