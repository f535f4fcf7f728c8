/** Where things lie on the drawn board. A cell is CELL units wide; the rim surrounds the cells. */

import type { Crossing } from "../wire/protocol";

export const CELL = 100;
export const RIM = 40;

/** How large a pawn is; on a board drawn small somewhat more, for its number has to be read. A ship is long enough. */
export const pawnRadius = (enlarged: number, ship: boolean): number => 15 * (ship ? 1 : Math.min(1.2, enlarged));

export interface Point {
  x: number;
  y: number;
}

const THIRD = 1 / 3;
const SPOTS: readonly (readonly [number, number])[] = [
  [THIRD, 0],
  [2 * THIRD, 0],
  [1, THIRD],
  [1, 2 * THIRD],
  [2 * THIRD, 1],
  [THIRD, 1],
  [0, 2 * THIRD],
  [0, THIRD],
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];
const DIAGONAL = Math.SQRT1_2;
const INWARD: readonly (readonly [number, number])[] = [
  [0, 1],
  [0, 1],
  [-1, 0],
  [-1, 0],
  [0, -1],
  [0, -1],
  [1, 0],
  [1, 0],
  [DIAGONAL, DIAGONAL],
  [-DIAGONAL, DIAGONAL],
  [-DIAGONAL, -DIAGONAL],
  [DIAGONAL, -DIAGONAL],
];
/** How far a Bezier handle reaches so that a quarter circle looks round. */
const ROUND = 0.5523;

export function turnPoint(point: number, quarters: number): number {
  return point < 8 ? (point + 2 * quarters) % 8 : 8 + ((point - 8 + quarters) % 4);
}

export function turnPairs(pairs: readonly [number, number][], quarters: number): [number, number][] {
  return pairs.map(([a, b]) => [turnPoint(a, quarters), turnPoint(b, quarters)]);
}

/** One text for a set of pairs, whatever their order: tells whether two rotations look alike. */
export function pairsKey(pairs: readonly [number, number][]): string {
  return pairs
    .map(([a, b]) => (a < b ? `${a}-${b}` : `${b}-${a}`))
    .sort()
    .join(" ");
}

/** A point of a cell in units of the board, (0, 0) being the north-west corner of the cells. */
export function pointOf(col: number, row: number, point: number): Point {
  const [x, y] = SPOTS[point]!;
  return { x: (col + x) * CELL, y: (row + y) * CELL };
}

export function centreOf(col: number, row: number): Point {
  return { x: (col + 0.5) * CELL, y: (row + 0.5) * CELL };
}

/** A place outside the board beside one side of an outer cell. */
export function besideOf(col: number, row: number, side: number, gap = RIM * 0.5): Point {
  const { x, y } = centreOf(col, row);
  const reach = CELL / 2 + gap;
  return {
    x: x + (side === 1 ? reach : side === 3 ? -reach : 0),
    y: y + (side === 0 ? -reach : side === 2 ? reach : 0),
  };
}

/** The four control points of the brush stroke that joins two points of a cell. */
export function curve(from: number, to: number): [Point, Point, Point, Point] {
  const a = spot(from);
  const b = spot(to);
  const [da, db] = handles(from, to);
  const [ax, ay] = INWARD[from]!;
  const [bx, by] = INWARD[to]!;
  return [a, { x: a.x + ax * da, y: a.y + ay * da }, { x: b.x + bx * db, y: b.y + by * db }, b];
}

function spot(point: number): Point {
  const [x, y] = SPOTS[point]!;
  return { x: x * CELL, y: y * CELL };
}

function handles(from: number, to: number): [number, number] {
  if (from > 7 || to > 7) {
    const a = spot(from);
    const b = spot(to);
    const reach = Math.hypot(a.x - b.x, a.y - b.y) * 0.42;
    return [reach, reach];
  }
  const sideA = from >> 1;
  const sideB = to >> 1;
  if (sideA === sideB) return [CELL * 0.42, CELL * 0.42];
  if ((sideA + 2) % 4 === sideB) return [CELL * 0.5, CELL * 0.5];
  return [Math.max(depth(from, sideB), CELL * 0.3) * ROUND, Math.max(depth(to, sideA), CELL * 0.3) * ROUND];
}

/** How far a port lies from a neighbouring side. */
function depth(port: number, side: number): number {
  const { x, y } = spot(port);
  return [y, CELL - x, CELL - y, x][side]!;
}

const f = (value: number): string => String(Math.round(value * 100) / 100);

export function pairPath(from: number, to: number, col = 0, row = 0): string {
  const [a, b, c, d] = curve(from, to).map((p) => ({ x: p.x + col * CELL, y: p.y + row * CELL })) as [
    Point,
    Point,
    Point,
    Point,
  ];
  return `M${f(a.x)} ${f(a.y)}C${f(b.x)} ${f(b.y)} ${f(c.x)} ${f(c.y)} ${f(d.x)} ${f(d.y)}`;
}

export function routePath(route: readonly Crossing[]): string {
  return route.map(([col, row, entry, exit]) => pairPath(entry, exit, col, row)).join("");
}

const STEPS = 16;

function along(points: [Point, Point, Point, Point], t: number): Point {
  const [a, b, c, d] = points;
  const u = 1 - t;
  const [ka, kb, kc, kd] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
  return {
    x: ka * a.x + kb * b.x + kc * c.x + kd * d.x,
    y: ka * a.y + kb * b.y + kc * c.y + kd * d.y,
  };
}

/** A route as a chain of points with the way covered so far: for motion at constant speed. */
export class Track {
  readonly points: Point[] = [];
  readonly covered: number[] = [];

  constructor(route: readonly Crossing[]) {
    for (const [col, row, entry, exit] of route) {
      const shape = curve(entry, exit);
      for (let i = this.points.length ? 1 : 0; i <= STEPS; i++) {
        const { x, y } = along(shape, i / STEPS);
        this.add({ x: x + col * CELL, y: y + row * CELL });
      }
    }
  }

  get length(): number {
    return this.covered.at(-1) ?? 0;
  }

  /** The place after a share (0 to 1) of the whole way. */
  at(share: number): Point {
    const wanted = Math.min(Math.max(share, 0), 1) * this.length;
    const next = this.covered.findIndex((way) => way >= wanted);
    if (next <= 0) return this.points[0] ?? { x: 0, y: 0 };
    const [a, b] = [this.points[next - 1]!, this.points[next]!];
    const span = this.covered[next]! - this.covered[next - 1]! || 1;
    const part = (wanted - this.covered[next - 1]!) / span;
    return { x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part };
  }

  private add(point: Point): void {
    const last = this.points.at(-1);
    const step = last ? Math.hypot(point.x - last.x, point.y - last.y) : 0;
    this.points.push(point);
    this.covered.push(this.length + step);
  }
}

/** The length of one stroke, for dash patterns that run on from tile to tile. */
export function strokeLength(entry: number, exit: number): number {
  return new Track([[0, 0, entry, exit]]).length;
}

export function columnName(col: number): string {
  return "abcdefghijklmnopqrstuvwxyz"[col] ?? "?";
}

/** The direction in which a path enters a cell at a point. */
export function inwardAt(point: number): Point {
  const [x, y] = INWARD[point]!;
  return { x, y };
}

/** Degrees clockwise from north, for a piece that looks in a direction. */
export function heading({ x, y }: Point): number {
  return (Math.atan2(x, -y) * 180) / Math.PI;
}

const quiet = new Map<string, Point>();

/** The place on a tile that is farthest from its paths, for an icon. */
export function quietSpot(pairs: readonly [number, number][]): Point {
  const key = pairsKey(pairs);
  const known = quiet.get(key);
  if (known) return known;
  const dots = pairs.flatMap(([a, b]) => new Track([[0, 0, a, b]]).points);
  let best = { x: CELL / 2, y: CELL / 2 };
  let most = -Infinity;
  for (let x = 0.2; x <= 0.801; x += 0.03) {
    for (let y = 0.2; y <= 0.801; y += 0.03) {
      const spotAt = { x: x * CELL, y: y * CELL };
      const nearest = Math.min(...dots.map((dot) => Math.hypot(dot.x - spotAt.x, dot.y - spotAt.y)));
      const rating = nearest - 0.08 * Math.hypot(spotAt.x - CELL / 2, spotAt.y - CELL / 2);
      if (rating > most) [most, best] = [rating, spotAt];
    }
  }
  quiet.set(key, best);
  return best;
}

/** Where a spot of a tile comes to lie after clockwise quarter turns. */
export function turnSpot({ x, y }: Point, quarters: number): Point {
  let spotNow = { x, y };
  for (let i = 0; i < quarters; i++) spotNow = { x: CELL - spotNow.y, y: spotNow.x };
  return spotNow;
}
