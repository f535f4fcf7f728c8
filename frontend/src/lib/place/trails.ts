/** The ways pawns have come, walked back over the tiles that lie now. */

import { inwardAt, turnPoint } from "./geometry";
import type { Crossing, Laid, PawnInfo, Stop, View } from "../wire/protocol";
import type { Catalogue } from "./tiles";

/** The same link seen from the other cell: there the ports of a side are counted the other way round. */
export function across([col, row, point]: Stop): Stop {
  const { x, y } = inwardAt(point);
  const other = point > 7 ? turnPoint(point, 2) : (point & 2 ? 9 : 5) - point;
  return [col - Math.sign(x), row - Math.sign(y), other];
}

/** Where a path that enters a tile at a point leaves it; nowhere if none begins there. */
export function exitOver([tile, rotation, face]: Laid, entry: number, tiles: Catalogue): number | undefined {
  const printed = turnPoint(entry, 4 - rotation);
  const pair = tiles[tile]?.faces[face]?.pairs.find((each) => each.includes(printed));
  return pair && turnPoint(pair[0] === printed ? pair[1] : pair[0], rotation);
}

/** By pawn: the tiles it has crossed, oldest first, as far back as they still show its way. */
export function trailsOf(view: View, tiles: Catalogue): Crossing[][] {
  const lying = new Map(view.board.map((square) => [`${square[0]},${square[1]}`, square]));

  /** Where a path that enters at a stop leaves the tile there. */
  function exit([col, row, entry]: Stop): number | undefined {
    const square = lying.get(`${col},${row}`);
    if (!square) return undefined;
    const [, , ...laid] = square;
    return exitOver(laid, entry, tiles);
  }

  return view.pawns.map((pawn) => {
    const end = endOf(pawn);
    if (!end) return [];
    const start = across(end);
    const trail: Crossing[] = [];
    let [at, out] = [start, exit(start)];
    while (out !== undefined) {
      trail.unshift([at[0], at[1], out, at[2]]);
      at = across([at[0], at[1], out]);
      // A loop is the same stop again, not the same cell: a path may cross one tile twice.
      out = at.join() === start.join() ? undefined : exit(at);
    }
    return trail;
  });
}

/** Where the way of a pawn has led so far; a pawn on its start mark has none. */
const endOf = (pawn: PawnInfo): Stop | undefined =>
  pawn.status === "lost" ? pawn.end : pawn.behind ? pawn.stop : undefined;
