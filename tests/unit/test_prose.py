"""Events in plain English."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

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
from tsuro.core.pile import Seat
from tsuro.core.state import Fate, PawnId, Reason, Result
from tsuro.core.tiles import Laid, TileId
from tsuro.editions.registry import EDITIONS, build_edition
from tsuro.engine.views import seen_events
from tsuro.formats.prose import FATES, REASONS, TELLINGS, EnglishNarrator
from tsuro.game import Game

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
    options = {"winds_of_change": "on"} if edition == "phoenix" else {}
    for seed in range(6):
        game = Game(build_edition(edition, seats=2 + seed % 2, options=options), seed=seed)
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
