/** What a ghost shows beside the ways of pawns: stars, flipped tiles, lanterns, and pieces put down. */

import { standing } from "./animate";
import { centreOf, type Point } from "../place/geometry";
import type { Cell, Event as GameEvent, Ghost, Laid, PawnInfo, View } from "../wire/protocol";
import type { Place } from "./stage.svelte";

export interface Aftermath {
  /** Tiles that would bear a new star. */
  stars: Cell[];
  /** Tiles as they would lie after a flip. */
  flipped: { cell: Cell; laid: Laid }[];
  /** Lanterns that would go from one tile to another. */
  lanterns: { from: Point; to: Point; colour: string }[];
  /** Pawns that would be put down rather than travel. */
  put: { pawn: number; place: Place }[];
}

export function aftermathOf(ghost: Ghost, view: View): Aftermath {
  const found: Aftermath = { stars: [], flipped: [], lanterns: [], put: [] };
  for (const event of ghost.events) {
    const place = placed(event, view);
    if (place) found.put.push(place);
    else if (event.type === "star_created") found.stars.push(event.cell);
    else if (event.type === "tile_flipped") found.flipped.push({ cell: event.cell, laid: event.after });
    else if (event.type === "lantern_moved" || event.type === "lantern_bound") {
      const [, colour] = view.parts.lanterns?.markers.find(([cell]) => cell.join() === event.origin.join()) ?? [];
      found.lanterns.push({ from: centreOf(...event.origin), to: centreOf(...event.target), colour: colour ?? "" });
    }
  }
  return found;
}

/** Where a pawn would be put that does not travel there. */
function placed(event: GameEvent, view: View): { pawn: number; place: Place } | null {
  const change = changeOf(event);
  if (!change) return null;
  const { pawn, ...changes } = change;
  const place = standing({ ...view.pawns[pawn]!, behind: undefined, stop: undefined, beside: undefined, ...changes });
  return place && { pawn, place };
}

function changeOf(event: GameEvent): (Partial<PawnInfo> & { pawn: number }) | null {
  switch (event.type) {
    case "start_taken":
      return { pawn: event.pawn, status: event.mark ? "on" : "waiting", stop: event.mark, beside: event.beside };
    case "ship_relocated":
      return { pawn: event.pawn, status: "on", stop: event.mark };
    case "pawn_rose":
      return { pawn: event.pawn, status: "waiting", beside: event.beside };
    default:
      return null;
  }
}
