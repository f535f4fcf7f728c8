/** Luck out of a secret and what the seats added, as docs/fair-luck.md has it. */

import { hex, hmac, sha256 } from "./sha256";

export const SCHEME = "1";
/** What luck can bring, in notation, with how likely each is. */
export type Outcomes = Map<string, number>;

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

export const commitmentOf = (secret: string): string => hex(sha256(bytes(secret)));

export function keyOf(secret: string, parts: string[]): Uint8Array {
  const text = [`tsuro luck ${SCHEME}`, ...parts].map((line) => `${line}\n`).join("");
  return hmac(bytes(secret), bytes(text));
}

/** A number from 0 on, less than `limit`. */
export function numberBelow(key: Uint8Array, event: number, limit: number): number {
  const most = 2 ** 32;
  const fair = most - (most % limit);
  for (let attempt = 0; ; attempt++) {
    const hash = hmac(key, bytes(`event ${event} try ${attempt}`));
    const number = new DataView(hash.buffer).getUint32(0);
    if (number < fair) return number % limit;
  }
}

/** What an event of luck must bring; null if nothing can. */
export function outcomeOf(key: Uint8Array, event: number, outcomes: Outcomes): string | null {
  // By code units, not by the rules of a language.
  const ordered = [...outcomes].sort(([one], [other]) => (one < other ? -1 : 1));
  const total = ordered.reduce((sum, [, weight]) => sum + weight, 0);
  if (total < 1) return null;
  let number = numberBelow(key, event, total);
  for (const [outcome, weight] of ordered) {
    number -= weight;
    if (number < 0) return outcome;
  }
  return null;
}
