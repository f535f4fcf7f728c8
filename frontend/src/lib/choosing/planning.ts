/**
 * Planning while others move: how a tile of the hand would lie, and where the line would lead.
 * It walks the tiles that lie now and knows no rule; what really happens the server tells in time.
 */

import type { Held, Way } from "./choice";
import { sameCell } from "../place/position";
import type { Cell, Crossing, Ghost, Laid, PawnInfo, Stop, View } from "../wire/protocol";
import { laidAt, type Catalogue } from "../place/tiles";
import { across, exitOver } from "../place/trails";

/** Every way the tiles of a hand could be laid before the pawns of a seat. */
export function plans(view: View, seat: number, tiles: Catalogue): Way[] {
  const pawns = view.pawns.filter((pawn) => pawn.seat === seat);
  return pawns.flatMap((pawn, ordinal) => {
    const cell = cellBefore(pawn);
    if (!cell || laidAt(view, cell)) return [];
    const own = pawns.length > 1 ? ordinal : undefined;
    return [...new Set(view.hands[seat] ?? [])].flatMap((tile) =>
      (tiles[tile]?.faces ?? []).flatMap((_, face) =>
        [0, 1, 2, 3].map((rotation) => ({
          action: `plan:${tile}:${face}:${rotation}:${ordinal}`,
          tile,
          rotation,
          face,
          pawn: own,
          cell,
          turns: false,
        })),
      ),
    );
  });
}

function cellBefore({ status, stop, beside }: PawnInfo): Cell | null {
  const place = status === "on" ? stop : status === "waiting" ? beside : undefined;
  return place ? [place[0], place[1]] : null;
}

/** The line of the own pawn over the tile that is held up, as far as it leads on a board of this size. */
export function planned(view: View, seat: number, held: Held, tiles: Catalogue, size: number): Ghost | null {
  const [pawn] = view.pawns.flatMap((each, id) => (each.seat === seat ? [id] : [])).slice(held.pawn ?? 0);
  const start = pawn === undefined ? undefined : view.pawns[pawn]!.stop;
  if (pawn === undefined || !start) return null;
  const exit = (stop: Stop): number | undefined => {
    const laid: Laid | undefined = sameCell(stop, start)
      ? [held.tile, held.rotation, held.face]
      : laidAt(view, [stop[0], stop[1]]);
    return laid && exitOver(laid, stop[2], tiles);
  };
  const route: Crossing[] = [];
  let at = start;
  for (let out = exit(at); out !== undefined; out = exit(at)) {
    route.push([at[0], at[1], at[2], out]);
    at = across([at[0], at[1], out]);
    if (at.join() === start.join()) break;
  }
  const off = Math.min(at[0], at[1]) < 0 || Math.max(at[0], at[1]) >= size;
  return { moves: [{ pawn, route, ...(off ? { fate: "edge" } : { stop: at }) }], events: [] };
}
