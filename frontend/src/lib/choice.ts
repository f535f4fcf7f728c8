/** Turns what the engine asks into things one can point at: tiles to lay, places, buttons. */

import { besideOf, centreOf, inwardAt, pairsKey, pointOf, turnPairs, type Point } from "./geometry";
import { asNumber, asText, cellOf, laidOf, numbers, stopOf, type Laid } from "./values";
import type { Asks, Barred, Catalogue, Cell, Option, Preview, View } from "./wire";

/** One way a tile can be laid, allowed or not. */
export interface Way {
  action: string;
  laid: Laid;
  /** 0 or 1 in games with two pawns a seat. */
  pawn: number | null;
  cell: Cell | null;
  preview: Preview | null;
  /** Turns the tile that lies before the pawn instead of laying one of the hand. */
  turns: boolean;
  barred: Barred | null;
}

export type TargetShape = "mark" | "side" | "cell" | "point" | "axis";

/** A place on the board that answers the question when chosen. */
export interface Target {
  action: string;
  shape: TargetShape;
  cell: Cell;
  /** Port, side or point; for an axis 0 is left-right and 1 top-bottom. */
  detail: number;
  preview: Preview | null;
  kind: string;
}

export interface Button {
  action: string;
  kind: string;
  preview: Preview | null;
}

export interface Exchange {
  /** Own tiles that may still be given. */
  mine: string[];
  /** The hands of eliminated players, as far as they may still be taken from. */
  hands: { seat: number; tiles: string[] }[];
  swaps: { action: string; give: string; take: string }[];
}

export interface Choices {
  ways: Way[];
  targets: Target[];
  buttons: Button[];
  piles: { action: string; pile: number }[];
  exchange: Exchange | null;
}

export const NOTHING: Choices = { ways: [], targets: [], buttons: [], piles: [], exchange: null };

export function choicesOf(asks: Asks | null, view: View): Choices {
  if (!asks?.options?.length) return NOTHING;
  const choices: Choices = { ways: [], targets: [], buttons: [], piles: [], exchange: null };
  const swaps: Exchange["swaps"] = [];
  for (const option of asks.options) {
    const way = wayOf(option, view, asks.seat, null);
    const target = targetOf(option, view, asks.seat);
    if (way) choices.ways.push(way);
    else if (target) choices.targets.push(target);
    else if (option.kind === "ChoosePile")
      choices.piles.push({ action: option.action, pile: asNumber(option.data.pile) ?? 0 });
    else if (option.kind === "Swap" && view.parts.exchange)
      swaps.push({ action: option.action, give: asText(option.data.give), take: asText(option.data.take) });
    else choices.buttons.push({ action: option.action, kind: option.kind, preview: option.preview });
  }
  for (const barred of asks.barred ?? []) {
    const way = wayOf(barred, view, asks.seat, barred);
    if (way) choices.ways.push(way);
  }
  if (swaps.length) choices.exchange = exchangeOf(swaps, view);
  return choices;
}

export function wayOf(option: Option | Barred, view: View, seat: number, barred: Barred | null): Way | null {
  const kind = option.kind ?? (option.action.startsWith("turn:") ? "TurnTile" : "PlaceTile");
  if (kind !== "PlaceTile" && kind !== "TurnTile") return null;
  const laid = laidOf(option.data?.laid) ?? laidFromNotation(option.action);
  if (!laid) return null;
  const pawn = asNumber(option.data?.pawn) ?? pawnFromNotation(option.action);
  const placed = option.preview?.events.find((e) => e.type === "TilePlaced" || e.type === "TileTurned");
  return {
    action: option.action,
    laid,
    pawn,
    cell: cellOf(placed?.cell) ?? cellBefore(view, seat, pawn),
    preview: option.preview,
    turns: kind === "TurnTile",
    barred,
  };
}

/** `b:T17/2`, `E05b/1`, `turn:C03b/2`. */
export function laidFromNotation(action: string): Laid | null {
  const found = /(?:^|:)([A-Z]\d+)([ab]?)\/(\d)$/.exec(action);
  return found ? { tile: found[1]!, rotation: Number(found[3]), face: found[2] === "b" ? 1 : 0 } : null;
}

function pawnFromNotation(action: string): number | null {
  const found = /^([ab]):/.exec(action);
  return found ? (found[1] === "b" ? 1 : 0) : null;
}

/** The cell a seat's pawn looks at. */
export function cellBefore(view: View, seat: number, index: number | null): Cell | null {
  const pawn = view.pawns.filter((p) => p.seat === seat)[index ?? 0];
  return cellOf(pawn?.stop ?? pawn?.beside);
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

export function targetOf(option: Option, view: View, seat: number): Target | null {
  const { action, kind, data, preview } = option;
  const make = (shape: TargetShape, cell: Cell, detail: number): Target => ({
    action,
    shape,
    cell,
    detail,
    preview,
    kind,
  });
  const place = stopOf(data.mark ?? data.place);
  switch (kind) {
    case "TakeMark":
    case "Relocate":
      return place && make("mark", [place[0], place[1]], place[2]);
    case "TakeSide":
    case "Rise":
      return place && make("side", [place[0], place[1]], place[2]);
    case "Enter": {
      const cell = cellOf(view.turn.cell) ?? cellBefore(view, seat, null);
      return cell && make("point", cell, numbers(data.point)[0] ?? 0);
    }
    case "MoveLantern": {
      const cell = cellOf(data.cell);
      return cell && make("cell", cell, 0);
    }
    case "Flip": {
      const cell = cellOf(data.cell);
      return cell && make("axis", cell, data.axis === "tb" ? 1 : 0);
    }
    default:
      return null;
  }
}

function exchangeOf(swaps: Exchange["swaps"], view: View): Exchange {
  const { mine, losers, pool } = view.parts.exchange as { mine: string[]; losers: number[]; pool: [number, string][] };
  const hands = losers.map((seat) => ({ seat, tiles: pool.flatMap(([owner, tile]) => (owner === seat ? [tile] : [])) }));
  return { mine, hands, swaps };
}

/** What is held up to be laid: a tile, a face and a rotation, for one of the pawns. */
export interface Held {
  tile: string;
  rotation: number;
  face: number;
  pawn: number | null;
  turns: boolean;
}

/** The way that looks as the held tile does; symmetric tiles repeat after fewer turns. */
export function wayFor(ways: Way[], held: Held, tiles: Catalogue): Way | null {
  const info = tiles[held.tile]?.faces[held.face];
  if (!info) return null;
  const look = pairsKey(turnPairs(info.pairs, held.rotation));
  return (
    ways.find(
      (way) =>
        way.laid.tile === held.tile &&
        way.laid.face === held.face &&
        way.turns === held.turns &&
        (way.pawn === null || held.pawn === null || way.pawn === held.pawn) &&
        pairsKey(turnPairs(info.pairs, way.laid.rotation)) === look,
    ) ?? null
  );
}

/** The first way of a tile that is allowed. */
export function gentlest(ways: Way[], tile: string, pawn: number | null): Way | null {
  const fits = (way: Way): boolean => pawn === null || way.pawn === null || way.pawn === pawn;
  return ways.find((way) => way.laid.tile === tile && !way.barred && !way.turns && fits(way)) ?? null;
}
