/** What is asked, and why, in a sentence. */

import { named, t } from "../i18n";
import { cellName } from "./geometry";
import { cellOf } from "./values";
import type { Asks, View } from "./wire";

/** The question is that of the first option that has one; keeping tiles has none. */
export function questionOf(asks: Asks, view: View): string {
  const options = asks.options ?? [];
  if (options[0]?.kind === "Flip") {
    const cell = cellOf(options[0].data.cell);
    return named("ask.Flip", flipCause(asks, view), { cell: cell ? cellName(...cell) : "" });
  }
  const asked = options.map(({ kind }) => ({ kind, text: named("ask", kind) }));
  return asked.find(({ kind, text }) => text !== kind)?.text ?? t("ask.other");
}

/** In a loop the rule tells why a tile is flipped; else it is for a lantern or for its star. */
function flipCause(asks: Asks, view: View): string {
  if (asks.kind === "break_loop") return asks.rule ?? "";
  return view.parts.winds?.bound ? "lantern" : "star";
}
