/** Words that fit the device: nobody is told to press a key on a phone. */

import { t, type Key } from "../../i18n";

const KINDS = ["pick", "turn", "flip", "confirm"] as const;

export function touches(): boolean {
  return typeof matchMedia !== "undefined" && matchMedia("(pointer: coarse)").matches;
}

/** What stands for `{turn}` and the like in a sentence. */
export function deviceWords(): Record<string, string> {
  const device = touches() ? "touch" : "mouse";
  return Object.fromEntries(KINDS.map((kind) => [kind, t(`device.${kind}.${device}` as Key)]));
}
