/** Did the luck of a game follow from what was promised before it? Computed here; no server is asked. */

import type { Replay } from "../wire/protocol";
import { commitmentOf, keyOf, outcomeOf, SCHEME } from "./deriving";
import { Impossible, outcomesFor, Pile } from "./pile";
import { readRecord, type ReadRecord } from "./record";

/** Why nothing was proved. */
export type Why =
  "unproven" | "unknown" | "unfinished" | "malformed" | "secret" | "promise" | "part" | "other" | "event";

export interface Verdict {
  checked: boolean;
  /** How many events of luck were found to follow. */
  events: number;
  why?: Why;
  /** The first event that does not follow: its number, what it was and what it must be, and after which step. */
  misfit?: { event: number; action: string; expected: string | null; step: number };
}

/** What this browser saw before the game. */
export interface Remembered {
  commitment: string;
  /** What its seats added. */
  parts: Record<number, string>;
}

type Told = Pick<Replay, "steps" | "tiles">;

const HASH = /^[0-9a-f]{64}$/;

export function verify(text: string, replay: Told, remembered: Remembered | null = null): Verdict {
  const record = readRecord(text);
  const why = record ? complaint(record, replay, remembered) : "malformed";
  if (!record || why) return { checked: false, events: 0, why: why ?? "malformed" };
  try {
    return followed(record, replay);
  } catch (error) {
    if (error instanceof Impossible) return { checked: false, events: 0, why: "other" };
    throw error;
  }
}

function partsOf({ headers }: ReadRecord): string[] {
  return Array.from({ length: Number(headers.get("Seats")) }, (_, seat) => headers.get(`LuckPart${seat}`) ?? "");
}

function complaint(record: ReadRecord, { steps }: Told, remembered: Remembered | null): Why | null {
  const { headers, actions } = record;
  const [scheme, commitment, secret] = ["Luck", "LuckCommitment", "LuckSecret"].map((name) => headers.get(name));
  if (scheme === undefined) return "unproven";
  if (scheme !== SCHEME) return "unknown";
  if (headers.get("Result") === "*") return "unfinished";
  if (!secret || !commitment || !HASH.test(secret) || !HASH.test(commitment)) return "malformed";
  if (commitmentOf(secret) !== commitment) return "secret";
  if (remembered && remembered.commitment !== commitment) return "promise";
  const parts = partsOf(record);
  if (remembered && Object.entries(remembered.parts).some(([seat, part]) => parts[Number(seat)] !== part))
    return "part";
  // What is looked at must be the game of the record.
  if (steps.length !== actions.length + 1 || steps[0]!.view.hands.length !== parts.length) return "other";
  return actions.every((action, n) => steps[n + 1]!.action === action) ? null : "other";
}

function followed(record: ReadRecord, { steps, tiles }: Told): Verdict {
  const key = keyOf(record.headers.get("LuckSecret")!, partsOf(record));
  const pile = new Pile(tiles, steps[0]!.view);
  let event = 0;
  for (const [n, { events, view }] of steps.entries()) {
    const action = record.actions[n - 1];
    if (action?.startsWith("*")) {
      const expected = outcomeOf(key, event, outcomesFor(action, steps[n - 1]!.view, pile));
      if (expected !== action)
        return { checked: false, events: event, why: "event", misfit: { event, action, expected, step: n } };
      event++;
    }
    events.forEach((each) => pile.follow(each));
    if (!pile.fits(view)) return { checked: false, events: event, why: "other" };
  }
  return { checked: true, events: event };
}
