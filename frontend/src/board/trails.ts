/** Which trails run over which tiles. */

import { strokeLength } from "../lib/place/geometry";
import type { Crossing, PawnInfo } from "../lib/wire/protocol";
import type { Stroke } from "./Tile.svelte";

export function strokesByCell(pawns: readonly PawnInfo[], trails: readonly Crossing[][]): Record<string, Stroke[]> {
  const found: Record<string, Stroke[]> = {};
  const ways = pawns.map(({ seat, status }, i) => ({ seat, faded: status !== "on", trail: trails[i]! }));
  for (const { seat, faded, trail } of ways.sort((a, b) => Number(b.faded) - Number(a.faded))) {
    let offset = 0;
    for (const [col, row, from, to] of trail) {
      (found[`${col},${row}`] ??= []).push({ from, to, seat, faded, offset });
      offset += strokeLength(from, to);
    }
  }
  return found;
}
