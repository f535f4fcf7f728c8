/** Phoenix Rising: half a star at each port and a quarter at each corner without a path (PR-1). */

import { inwardAt, pointOf } from "../lib/place/geometry";

const AT_PORT: readonly (readonly [number, number])[] = [
  [8, 0],
  [1.6, 1.6],
  [0, 9],
  [-1.6, 1.6],
  [-8, 0],
];
const AT_CORNER: readonly (readonly [number, number])[] = [
  [6.4, 6.4],
  [1.5, 3.4],
  [0, 9],
  [-1.5, 3.4],
  [-6.4, 6.4],
  [0, 0],
];

export function halfStar(point: number): string {
  const { x, y } = pointOf(0, 0, point);
  const into = inwardAt(point);
  const shape = point < 8 ? AT_PORT : AT_CORNER;
  const dots = shape.map(
    ([along, deep]) =>
      `${(x + along * into.y + deep * into.x).toFixed(1)} ${(y - along * into.x + deep * into.y).toFixed(1)}`,
  );
  return `M${dots.join("L")}Z`;
}
