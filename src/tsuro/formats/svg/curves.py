"""The curves that paths make on a tile, for pictures and for the text board alike."""

from __future__ import annotations

import math
from functools import cache
from typing import Final, NamedTuple

from tsuro.core.geometry import PORTS, Side
from tsuro.core.tiles import Wiring, pairs_of

Point = tuple[float, float]

ROUND: Final = 0.5523
"""Handle of a Bezier curve that draws a quarter of a circle, as a share of its radius."""
STEPS: Final = 24
PAWN_ROOM: Final = 0.15
SPOT_MARGIN: Final = 0.18
_DIAGONAL: Final = math.sqrt(0.5)
_INWARD: Final[dict[Side, Point]] = {
    Side.NORTH: (0.0, 1.0),
    Side.EAST: (-1.0, 0.0),
    Side.SOUTH: (0.0, -1.0),
    Side.WEST: (1.0, 0.0),
}


class Curve(NamedTuple):
    """A cubic Bezier curve on a tile with sides of length 1, north-west corner at the origin."""

    start: Point
    first: Point
    second: Point
    end: Point

    def at(self, share: float) -> Point:
        rest = 1 - share
        weights = (rest**3, 3 * rest**2 * share, 3 * rest * share**2, share**3)
        x = sum(weight * point[0] for weight, point in zip(weights, self, strict=True))
        y = sum(weight * point[1] for weight, point in zip(weights, self, strict=True))
        return x, y

    def line(self, steps: int = STEPS) -> list[Point]:
        return [self.at(i / steps) for i in range(steps + 1)]


@cache
def place_of(point: int) -> Point:
    """Where a point of a tile lies: ports at a third and two thirds of a side."""
    if point >= PORTS:
        return ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))[point - PORTS]
    along = 1 / 3 if point % 2 == 0 else 2 / 3
    corners: dict[Side, Point] = {
        Side.NORTH: (along, 0.0),
        Side.EAST: (1.0, along),
        Side.SOUTH: (1 - along, 1.0),
        Side.WEST: (0.0, 1 - along),
    }
    return corners[Side(point // 2)]


def inward(point: int) -> Point:
    """The direction in which a path leaves a point: into the tile."""
    if point < PORTS:
        return _INWARD[Side(point // 2)]
    x, y = place_of(point)
    return (_DIAGONAL if x == 0 else -_DIAGONAL), (_DIAGONAL if y == 0 else -_DIAGONAL)


@cache
def curve(entry: int, leave: int) -> Curve:
    """The path between two points of a tile: it leaves both at right angles to the side."""
    start, end = place_of(entry), place_of(leave)
    into, back = inward(entry), inward(leave)
    one = _handle(start, end, into, facing=back)
    two = _handle(end, start, back, facing=into)
    return Curve(
        start,
        (start[0] + into[0] * one, start[1] + into[1] * one),
        (end[0] + back[0] * two, end[1] + back[1] * two),
        end,
    )


def _handle(start: Point, end: Point, into: Point, *, facing: Point) -> float:
    distance = math.dist(start, end)
    depth = (end[0] - start[0]) * into[0] + (end[1] - start[1]) * into[1]
    turn = into[0] * facing[0] + into[1] * facing[1]
    if _DIAGONAL in map(abs, (*into, *facing)):
        # Wide enough that the bend at the other end, which may be a hairpin, stays gentle.
        at_corner = _DIAGONAL in map(abs, into)
        return (0.12 if at_corner else 0.24) + 0.3 * distance
    if turn > 0.5:
        return 0.37
    return (0.5 if turn < -0.5 else ROUND) * depth


@cache
def quiet_spot(wiring: Wiring) -> Point:
    """The place on a tile that is farthest from its paths, and from pawns at their ends."""
    paths = [dot for pair in pairs_of(wiring) for dot in curve(*pair).line(steps=12)]
    ends = [place_of(point) for pair in pairs_of(wiring) for point in pair]

    def quiet(spot: Point) -> float:
        room = min(
            min(math.dist(spot, dot) for dot in paths),
            min(math.dist(spot, end) for end in ends) - PAWN_ROOM,
        )
        # The middle is preferred among places that are almost equally quiet.
        return room - 0.08 * math.dist(spot, (0.5, 0.5))

    steps = 24
    grid = [SPOT_MARGIN + (1 - 2 * SPOT_MARGIN) * i / steps for i in range(steps + 1)]
    return max(((x, y) for y in grid for x in grid), key=quiet)
