/** What becomes of pawns, in a word or two. */

import { named, t } from "../../i18n";
import type { Ghost, GhostMove, PawnLeft, View } from "../wire/protocol";

/** Where pawns rise again, to be stranded is to be unable to. */
export function fateName(fate: string, view: View): string {
  return fate === "stranded" && view.parts.ashes ? t("fate.unrisen") : named("fate", fate);
}

/** What a move to come does to a pawn; who is off the board but not out of the game will be back. */
export function foretold(move: GhostMove, ghost: Ghost, view: View): string {
  const seat = view.pawns[move.pawn]?.seat;
  const left = ghost.events.find((each): each is PawnLeft => each.type === "pawn_left" && each.pawn === move.pawn);
  if (!left) return fateName(move.fate ?? "safe", view);
  const out = ghost.events.some((each) => each.type === "seat_out" && each.seat === seat);
  return t(out ? "fate.leftOut" : "fate.rises", { fate: named("fate", left.fate) });
}
