/** Where a label goes: beside what it speaks of, over none of it. */

import type { Point } from "./geometry";

export interface Box {
  x: number;
  y: number;
  wide: number;
  high: number;
}

/** Around the end of a way: directions to try, the usual ones first, and how far off. */
const DIRECTIONS = [
  [0, -1],
  [0, 1],
  [1, -1],
  [-1, -1],
  [1, 1],
  [-1, 1],
  [1, 0],
  [-1, 0],
] as const;
const STEPS = [0, 1, 2, 3, 4];
const FIRST = 30;
const FURTHER = 34;

export const covers = (box: Box, { x, y }: Point, margin: number): boolean =>
  Math.abs(x - box.x) < box.wide / 2 + margin && Math.abs(y - box.y) < box.high / 2 + margin;

const overlaps = (one: Box, other: Box): boolean =>
  Math.abs(one.x - other.x) < (one.wide + other.wide) / 2 && Math.abs(one.y - other.y) < (one.high + other.high) / 2;

/** The nearest place for a label that covers none of the points and none of the boxes; if there is none, the one that covers least. */
export function spotFor(
  end: Point,
  { wide, high }: { wide: number; high: number },
  side: number,
  clear: { points: readonly Point[]; boxes: readonly Box[] },
): Box {
  const keep = (value: number, half: number): number => Math.min(Math.max(value, half - 24), side - half + 24);
  let best: { box: Box; cost: number } | null = null;
  for (const step of STEPS) {
    for (const [dx, dy] of DIRECTIONS) {
      const away = FIRST + step * FURTHER;
      const x = keep(end.x + dx * (wide / 2 + away - FIRST), wide / 2);
      const y = keep(end.y + dy * away, high / 2);
      const box = { x, y, wide, high };
      const cost =
        clear.points.filter((point) => covers(box, point, 10)).length +
        50 * clear.boxes.filter((each) => overlaps(box, each)).length;
      if (cost === 0) return box;
      if (!best || cost < best.cost) best = { box, cost };
    }
  }
  return best!.box;
}
