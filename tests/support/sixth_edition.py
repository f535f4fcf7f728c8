"""An edition that nobody but this file knows: composed from public names, registered from outside.

Meadow Tsuro is played on a 10×10 board with twelve tiles of its own, nine of each. Every seat
starts on a side of its own, and nobody may head for a corner while there is another way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tsuro.composing import (
    Action,
    AskingPhase,
    Barred,
    BeginTurnPhase,
    Cell,
    Collide,
    DealPhase,
    Decide,
    Draft,
    DrawOnePhase,
    Edition,
    EditionInfo,
    Face,
    GameState,
    LastStandingPhase,
    PlacePhase,
    PlaceTile,
    ShuffleInPhase,
    StartTaken,
    Stop,
    Switch,
    TakeMark,
    Tile,
    TileId,
    TileSet,
    TilesOutPhase,
    Travel,
    TravelPhase,
    Violation,
    fronts_are_open,
    next_to_start,
    own_journey,
    rim_marks,
    wiring_of,
)

SIZE = 10
HAND = 4
COPIES = 9
PATHS = (
    "01 23 45 67", "01 25 36 47", "02 14 37 56", "03 15 26 47", "04 12 36 57", "05 14 27 36",
    "06 13 24 57", "07 16 25 34", "02 13 46 57", "04 15 26 37", "01 26 35 47", "03 17 24 56",
)  # fmt: skip
CORNERS = frozenset(Cell(col, row) for col in (0, SIZE - 1) for row in (0, SIZE - 1))


def meadow_tiles() -> TileSet:
    tiles: dict[TileId, Tile] = {}
    for number, text in enumerate(PATHS, 1):
        pairs = ((int(pair[0]), int(pair[1])) for pair in text.split())
        name = TileId(f"M{number:02}")
        tiles[name] = Tile(name, (Face(wiring_of(pairs)),), copies=COPIES)
    return TileSet(tiles)


def side_of(mark: Stop) -> int:
    """The side of the board at which a start mark is: 0 north, 1 east, 2 south, 3 west."""
    return mark.port // 2


def own_marks(seat: int) -> tuple[Stop, ...]:
    """Where a seat may start: on its side, not at the corners. Seats 4 to 7 share sides."""
    return tuple(
        mark for mark in rim_marks(SIZE) if side_of(mark) == seat % 4 and mark.cell not in CORNERS
    )


class OwnSidePhase(AskingPhase):
    """Every seat begins on a side of its own (MD-2)."""

    name = "start"

    def ask(self, state: GameState) -> Decide | None:
        pawn = next_to_start(state)
        if pawn is None:
            return None
        seat = state.pawns[pawn].seat
        taken = {other.stop for other in state.pawns}
        free = tuple(TakeMark(mark) for mark in own_marks(seat) if mark not in taken)
        return Decide(seat, free, "MD-2")

    def answer(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, TakeMark)
        pawn = next_to_start(draft.state)
        assert pawn is not None
        draft.emit(StartTaken(pawn, mark=action.mark))


@dataclass(frozen=True)
class AvoidCorners:
    """A pawn may not be led before a corner while there is another way (MD-4)."""

    travel: Travel

    def split(
        self, state: GameState, candidates: Sequence[PlaceTile]
    ) -> tuple[tuple[PlaceTile, ...], tuple[Barred, ...]]:
        ends = {each: own_journey(state, self.travel, each).stop.cell for each in candidates}
        legal = tuple(each for each in candidates if ends[each] not in CORNERS)
        if not legal:
            return tuple(candidates), ()
        why = "it would lead your pawn into a corner of the meadow, and another does not"
        return legal, tuple(Barred(each, "MD-4", why) for each in candidates if each not in legal)


def pawns_begin_on_their_side(edition: Edition, state: GameState) -> Iterator[Violation]:
    """A pawn that has not moved stands on the side of its seat (MD-2)."""
    for number, pawn in enumerate(state.pawns):
        if pawn.stop is not None and pawn.behind is None and pawn.stop not in own_marks(pawn.seat):
            yield Violation("MD-2", "pawns", f"pawn {number} did not start on its own side")


def build(seats: int, switches: Mapping[str, str]) -> Edition:
    tiles = meadow_tiles()
    travel = Travel(tiles, Collide())
    return Edition(
        info=MEADOW,
        seats=seats,
        switches=switches,
        size=SIZE,
        tiles=tiles,
        bag=tiles.box(),
        hand_size=HAND if switches["basket"] == "full" else HAND - 1,
        setup=(
            DealPhase(HAND if switches["basket"] == "full" else HAND - 1, rule="MD-1"),
            OwnSidePhase(),
        ),
        turn=(
            BeginTurnPhase(),
            PlacePhase(tiles, AvoidCorners(travel), rule="MD-3"),
            TravelPhase(travel),
            ShuffleInPhase(),
            LastStandingPhase(),
            DrawOnePhase(rule="MD-5"),
            TilesOutPhase(),
        ),
        checks=(fronts_are_open, pawns_begin_on_their_side),
    )


MEADOW = EditionInfo(
    id="meadow",
    title="Meadow Tsuro",
    summary="108 tiles on a 10×10 meadow; everybody begins on a side of their own.",
    build=build,
    switches=(Switch("basket", ("full", "small"), "MD-1", "four tiles in the hand, or three"),),
    rulebook="Meadow Tsuro",
    sections={
        "words": {
            "en": {
                "twist": "A wide meadow, and nobody may head for its corners.",
                "switched": {"basket=small": "small baskets"},
            }
        },
        "rules": {"fates": {"edge": "MD-6", "collision": "MD-6"}},
        "theme": {"light": {"field": "#c9dfb4", "tile": "#f4f9ea"}},
    },
)
