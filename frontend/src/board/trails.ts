/** Which trails run over which tiles. */

import { strokeLength } from "../lib/geometry";
import type { PawnView } from "../lib/wire";
import type { Stroke } from "./Tile.svelte";

export function strokesByCell(pawns: readonly PawnView[]): Record<string, Stroke[]> {
  const found: Record<string, Stroke[]> = {};
  const older = [...pawns].sort((a, b) => Number(a.status === "on") - Number(b.status === "on"));
  for (const pawn of older) {
    let offset = 0;
    for (const [col, row, from, to] of pawn.trail) {
      const faded = pawn.status !== "on";
      (found[`${col},${row}`] ??= []).push({ from, to, seat: pawn.seat, faded, offset });
      offset += strokeLength(from, to);
    }
  }
  return found;
}
