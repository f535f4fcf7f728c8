/** What is asked, and why, in a sentence. */

import { named, t } from "../../i18n";
import { isOurs } from "../choosing/choice";
import { cellName } from "./squares";
import type { Asks, View } from "../wire/protocol";

/** The question is that of the first option that has one; keeping tiles has none. */
export function questionOf(asks: Asks, view: View): string {
  const options = asks.options ?? [];
  const [first] = options;
  if (first?.type === "flip" && isOurs(first))
    return named("ask.flip", flipCause(asks, view), { cell: cellName(...first.cell) });
  const asked = options.map(({ type }) => ({ type, text: named("ask", type) }));
  return asked.find(({ type, text }) => text !== type)?.text ?? t("ask.other");
}

/** In a loop the rule tells why a tile is flipped; else it is for a lantern or for its star. */
function flipCause(asks: Asks, view: View): string {
  if (asks.kind === "break_loop") return asks.rule ?? "";
  return view.parts.winds?.bound ? "lantern" : "star";
}
