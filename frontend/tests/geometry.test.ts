import { describe, expect, it } from "vitest";
import {
  CELL,
  curve,
  heading,
  pairsKey,
  pointOf,
  quietSpot,
  routePath,
  Track,
  turnPairs,
  turnPoint,
  turnSpot,
} from "../src/lib/place/geometry";
import { cellName, nameSquaresBy } from "../src/lib/words/squares";

describe("points", () => {
  it("meet between neighbouring cells", () => {
    expect(pointOf(0, 0, 2)).toEqual(pointOf(1, 0, 7));
    expect(pointOf(3, 3, 4)).toEqual(pointOf(3, 4, 1));
    expect(pointOf(0, 0, 10)).toEqual(pointOf(1, 1, 8));
  });

  it("turn clockwise by two ports or one corner", () => {
    expect(turnPoint(7, 1)).toBe(1);
    expect(turnPoint(11, 1)).toBe(8);
    expect(turnPoint(5, 4)).toBe(5);
  });

  it("turn like the tile they are on", () => {
    for (const point of [0, 1, 5, 8, 11]) {
      const turned = turnSpot(pointOf(0, 0, point), 3);
      const wanted = pointOf(0, 0, turnPoint(point, 3));
      expect(turned.x).toBeCloseTo(wanted.x);
      expect(turned.y).toBeCloseTo(wanted.y);
    }
  });
});

describe("pairs", () => {
  it("look alike whatever their order", () => {
    expect(
      pairsKey([
        [3, 1],
        [0, 2],
      ]),
    ).toBe(
      pairsKey([
        [2, 0],
        [1, 3],
      ]),
    );
  });

  it("of a symmetric tile repeat after half a turn", () => {
    const straight: [number, number][] = [
      [0, 5],
      [1, 4],
      [2, 7],
      [3, 6],
    ];
    expect(pairsKey(turnPairs(straight, 2))).toBe(pairsKey(straight));
  });
});

describe("curves", () => {
  it("begin and end at their points, square to the side", () => {
    const [start, first, , end] = curve(0, 3);
    expect(start).toEqual(pointOf(0, 0, 0));
    expect(end).toEqual(pointOf(0, 0, 3));
    expect(first.x).toBeCloseTo(start.x);
  });

  it("are drawn one after the other along a route", () => {
    expect(
      routePath([
        [0, 0, 0, 3],
        [1, 0, 6, 2],
      ]).match(/M/g),
    ).toHaveLength(2);
  });
});

describe("a track", () => {
  const track = new Track([
    [0, 0, 0, 5],
    [0, 1, 0, 3],
  ]);

  it("covers equal ways in equal times", () => {
    const steps = Array.from({ length: 21 }, (_, i) => track.at(i / 20));
    const ways = steps.slice(1).map((p, i) => Math.hypot(p.x - steps[i]!.x, p.y - steps[i]!.y));
    expect(Math.max(...ways) / Math.min(...ways)).toBeLessThan(1.05);
  });

  it("begins and ends where the route does", () => {
    expect(track.at(0)).toEqual(pointOf(0, 0, 0));
    expect(track.at(1).x).toBeCloseTo(pointOf(0, 1, 3).x);
  });

  it("of no route stands still", () => {
    expect(new Track([]).length).toBe(0);
  });
});

it("headings count clockwise from north", () => {
  expect(heading({ x: 1, y: 0 })).toBeCloseTo(90);
  expect(heading({ x: 0, y: 1 })).toBeCloseTo(180);
});

it("the quiet spot lies off the paths", () => {
  const spot = quietSpot([
    [0, 5],
    [1, 4],
  ]);
  expect(Math.abs(spot.x - CELL / 3)).toBeGreaterThan(10);
});

it("cells have names on boards of any size", () => {
  expect(cellName(0, 0)).toBe("a1");
  expect(cellName(9, 9)).toBe("j10");
});

it("cells are named by the dice printed beside them, or by those on both sides", () => {
  nameSquaresBy({ columns: [0, 1, 2, 4, 5, 6], rows: [0, 1, 2, 4, 5, 6], arrows: {} });
  expect(cellName(2, 4)).toBe("gold 3, blue 4");
  expect(cellName(3, 0)).toBe("gold 3–4, blue 1");
  expect(cellName(7, 0)).toBe("h1");
  nameSquaresBy(null);
});
