/** The board and what can be chosen on it, in words for those who do not see it. */

import { named, t } from "../../i18n";
import type { Target } from "../choosing/choice";
import { cellName } from "./squares";
import type { Decision, PawnInfo, View } from "../wire/protocol";

export function describeTarget(target: Target): string {
  const cell = cellName(...target.cell);
  switch (target.shape) {
    case "mark":
      return t("place.mark", { cell, port: named("port", String(target.detail)) });
    case "side":
      return t("place.side", { cell, side: named("side", String(target.detail)) });
    case "point":
      return t("place.point", { cell, port: named("port", String(target.detail)) });
    case "axis":
      return t(target.detail ? "place.axis1" : "place.axis0", { cell });
    case "cell":
      return t("place.cell", { cell });
  }
}

/** What a button says; an action that the page does not know shows its notation. */
export function describeAction({ type, notation }: Decision): string {
  const words = named("button", type);
  return words === type ? notation : words;
}

export function describeBoard(view: View, size: number, names: string[]): string {
  const pawns = view.pawns
    .map((pawn) => t("a11y.pawn", { n: pawn.seat + 1, name: names[pawn.seat] ?? "", where: whereabouts(pawn) }))
    .join("; ");
  return t("a11y.board", { size, pawns, tiles: view.board.length });
}

function whereabouts(pawn: PawnInfo): string {
  const place = pawn.stop ?? pawn.beside;
  const cell = place ? cellName(place[0], place[1]) : "";
  return named("a11y", pawn.status, { cell });
}
