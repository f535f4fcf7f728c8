/** What becomes of pawns, in a word or two. */

import { named, t } from "../i18n";
import type { Move, Preview, View } from "./wire";

/** Where pawns rise again, to be stranded is to be unable to. */
export function fateName(fate: string, view: View): string {
  return fate === "stranded" && view.parts.ashes ? t("fate.unrisen") : named("fate", fate);
}

/** What a move to come does to a pawn; who is off the board but not out of the game will be back. */
export function foretold(move: Move, preview: Preview, view: View): string {
  const seat = view.pawns[move.pawn]?.seat;
  const left = preview.events.find((each) => each.type === "PawnLeft" && each.pawn === move.pawn);
  if (!left) return fateName(move.fate ?? "safe", view);
  const out = preview.events.some((each) => each.type === "SeatOut" && each.seat === seat);
  return t(out ? "fate.leftOut" : "fate.rises", { fate: named("fate", String(left.fate)) });
}
