/** The way somebody has come, in a sentence. */

import { t } from "../../i18n";
import type { Crossing, SeatInfo, View } from "../wire/protocol";
import { seatName } from "./seats";
import { cellName } from "./squares";
import { trailsOf } from "../place/trails";
import type { Catalogue } from "../place/tiles";

/** The trail of the winner: of a pawn that is still on the board if one is, and of several the longest. */
export function winningTrail(view: View, tiles: Catalogue): { seat: number; trail: Crossing[] } | null {
  const winners = view.result?.winners ?? [];
  const found = trailsOf(view, tiles)
    .map((trail, pawn) => ({ seat: view.pawns[pawn]!.seat, trail, lost: view.pawns[pawn]!.status !== "on" }))
    .filter(({ seat, trail }) => trail.length > 0 && winners.includes(seat));
  return found.sort((a, b) => Number(a.lost) - Number(b.lost) || b.trail.length - a.trail.length)[0] ?? null;
}

export function journey(view: View, tiles: Catalogue, seats: SeatInfo[], yours: number[]): string {
  const winner = view.result?.winners[0];
  if (winner === undefined) return "";
  const won = winningTrail(view, tiles);
  const seat = won?.seat ?? winner;
  const mine = yours.length === 1 && yours[0] === seat;
  const name = seatName(seats, seat);
  // Tiles that were turned since, or a pawn that rose anew, leave no trail to follow back.
  if (!won) return t(mine ? "journey.yours_gone" : "journey.gone", { name });
  const squares = new Set(won.trail.map(([col, row]) => `${col},${row}`)).size;
  const [first, last] = [won.trail[0]!, won.trail.at(-1)!];
  const words = {
    name,
    tiles: t("journey.tiles", { count: squares }),
    from: cellName(first[0], first[1]),
    to: cellName(last[0], last[1]),
  };
  const again = won.trail.length - squares;
  const way = t(mine ? "journey.yours" : "journey.of", words);
  return again ? `${way} ${t("journey.again", { count: again })}` : way;
}
