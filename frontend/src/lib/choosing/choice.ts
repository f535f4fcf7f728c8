/** Turns what the engine asks into things one can point at: tiles to lay, places, buttons. */

import { besideOf, centreOf, inwardAt, pairsKey, pointOf, turnPairs, type Point } from "../place/geometry";
import type { Asks, BarredOption, Cell, ChoosePile, Decision, Exchange as Hands, Swap, View } from "../wire/protocol";
import type { Catalogue } from "../place/tiles";

/** What is held up to be laid: a tile, a face and a rotation, for one of the pawns. */
export interface Held {
  tile: string;
  rotation: number;
  face: number;
  /** 0 or 1 in games with two pawns a seat. */
  pawn?: number;
  /** Turns the tile that lies before the pawn instead of laying one of the hand. */
  turns: boolean;
}

/** One way a tile can be laid, allowed or not. */
export interface Way extends Held {
  action: string;
  cell: Cell;
  barred?: BarredOption;
}

export type TargetShape = "mark" | "side" | "cell" | "point" | "axis";

/** A place on the board that answers the question when chosen. */
export interface Target {
  action: string;
  shape: TargetShape;
  cell: Cell;
  /** Port, side or point; for an axis 0 is left-right and 1 top-bottom. */
  detail: number;
}

export interface Exchange {
  /** Own tiles that may still be given. */
  mine: string[];
  /** The hands of eliminated players, as far as they may still be taken from. */
  hands: { seat: number; tiles: string[] }[];
  swaps: Swap[];
}

export interface Choices {
  ways: Way[];
  targets: Target[];
  buttons: Decision[];
  piles: ChoosePile[];
  exchange: Exchange | null;
}

export const NOTHING: Choices = { ways: [], targets: [], buttons: [], piles: [], exchange: null };

/** Others' editions may have actions that are called like ours; these have the fields, too. */
const FIELDS: Partial<Record<Decision["type"], string>> = {
  take_mark: "mark",
  relocate: "mark",
  take_side: "place",
  rise: "place",
  enter: "point",
  move_lantern: "cell",
  flip: "axis",
  place_tile: "laid",
  turn_tile: "laid",
  choose_pile: "pile",
  swap: "give",
};
export const isOurs = (option: Decision): boolean => (FIELDS[option.type] ?? "") in option;

export function choicesOf(asks: Asks | null, view: View): Choices {
  if (!asks?.options?.length) return NOTHING;
  const choices: Choices = { ways: [], targets: [], buttons: [], piles: [], exchange: null };
  const swaps: Swap[] = [];
  for (const option of asks.options) {
    const way = wayOf(option, view, asks.seat);
    const target = targetOf(option, view, asks.seat);
    if (way) choices.ways.push(way);
    else if (target) choices.targets.push(target);
    else if (option.type === "choose_pile" && isOurs(option)) choices.piles.push(option);
    else if (option.type === "swap" && view.parts.exchange) swaps.push(option);
    else choices.buttons.push(option);
  }
  for (const barred of asks.barred ?? []) {
    const way = wayOf(barred.action, view, asks.seat);
    if (way) choices.ways.push({ ...way, barred });
  }
  if (view.parts.exchange && swaps.length) choices.exchange = exchangeOf(swaps, view.parts.exchange);
  return choices;
}

export function wayOf(option: Decision, view: View, seat: number): Way | null {
  if ((option.type !== "place_tile" && option.type !== "turn_tile") || !isOurs(option)) return null;
  const [tile, rotation, face] = option.laid;
  const pawn = option.type === "place_tile" ? option.pawn : undefined;
  const cell = cellBefore(view, seat, pawn);
  return cell && { action: option.notation, tile, rotation, face, pawn, cell, turns: option.type === "turn_tile" };
}

/** The cell a seat's pawn looks at. */
function cellBefore(view: View, seat: number, ordinal = 0): Cell | null {
  const pawn = view.pawns.filter((each) => each.seat === seat)[ordinal];
  const place = pawn?.stop ?? pawn?.beside;
  return place ? [place[0], place[1]] : null;
}

/** Where a place on the board is drawn. */
export function centreOfTarget({ shape, cell: [col, row], detail }: Target): Point {
  if (shape === "side") return besideOf(col, row, detail, 20);
  if (shape === "cell" || shape === "axis") return centreOf(col, row);
  const at = pointOf(col, row, detail);
  const into = inwardAt(detail);
  const inside = shape === "mark" ? -14 : 13;
  return { x: at.x + into.x * inside, y: at.y + into.y * inside };
}

export function targetOf(option: Decision, view: View, seat: number): Target | null {
  const at = (shape: TargetShape, [col, row]: readonly number[], detail: number): Target => ({
    action: option.notation,
    shape,
    cell: [col!, row!],
    detail,
  });
  if (!isOurs(option)) return null;
  switch (option.type) {
    case "take_mark":
    case "relocate":
      return at("mark", option.mark, option.mark[2]);
    case "take_side":
    case "rise":
      return at("side", option.place, option.place[2]);
    case "enter": {
      const cell = view.turn.cell ?? cellBefore(view, seat);
      return cell && at("point", cell, option.point);
    }
    case "move_lantern":
      return at("cell", option.cell, 0);
    case "flip":
      return at("axis", option.cell, option.axis === "tb" ? 1 : 0);
    default:
      return null;
  }
}

function exchangeOf(swaps: Swap[], { mine, losers, pool }: Hands): Exchange {
  const hands = losers.map((seat) => ({
    seat,
    tiles: pool.flatMap(([owner, tile]) => (owner === seat ? [tile] : [])),
  }));
  return { mine, hands, swaps };
}

/** Whether a way is for a pawn; where each seat has one, every way is. */
const isFor = (way: Way, pawn?: number): boolean => way.pawn === undefined || pawn === undefined || way.pawn === pawn;

/** The way that looks as the held tile does; symmetric tiles repeat after fewer turns. */
export function wayFor(ways: Way[], held: Held, tiles: Catalogue): Way | null {
  const info = tiles[held.tile]?.faces[held.face];
  if (!info) return null;
  const look = pairsKey(turnPairs(info.pairs, held.rotation));
  const fits = (way: Way): boolean =>
    isSame(way, held) &&
    way.face === held.face &&
    isFor(way, held.pawn) &&
    pairsKey(turnPairs(info.pairs, way.rotation)) === look;
  return ways.find(fits) ?? null;
}

/** Whether it is the same tile, whichever way it lies. */
export const isSame = (a: Held, b: Held): boolean => a.tile === b.tile && a.turns === b.turns;

/** The first way of a tile that is allowed. */
export function gentlest(ways: Way[], tile: string, pawn?: number): Way | null {
  return ways.find((way) => way.tile === tile && !way.barred && !way.turns && isFor(way, pawn)) ?? null;
}
