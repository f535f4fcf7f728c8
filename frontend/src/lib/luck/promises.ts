/** What this browser was promised before its games, and what it added to their luck. */

import { api } from "../wire/api";
import type { TableInfo } from "../wire/protocol";
import type { Remembered } from "./verifying";

const KEY = "tsuro.promises";
/** Games that are remembered; the oldest is forgotten. */
const MOST = 200;
const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
/** What the server takes. */
export const PART = /^[A-Za-z0-9._-]{0,64}$/;

/** Something that nobody can foresee. */
export function newPart(): string {
  const drawn = crypto.getRandomValues(new Uint8Array(20));
  return Array.from(drawn, (byte) => LETTERS[byte % LETTERS.length]).join("");
}

function all(): Record<string, Remembered> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Remembered>;
  } catch {
    return {};
  }
}

export const promised = (table: string): Remembered | null => all()[table] ?? null;

/** The first commitment of a table counts; what its seats add may change until the game begins. */
export function note(info: TableInfo, added: Record<number, string> = {}): void {
  const { id, luck, state } = info;
  if (!luck || state !== "waiting") return;
  const games = all();
  const known = games[id];
  games[id] = { commitment: known?.commitment ?? luck.commitment, parts: { ...known?.parts, ...added } };
  const kept = Object.fromEntries(Object.entries(games).slice(-MOST));
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing checks the rest.
  }
}

/** Adds to the luck of a game, or changes what a seat of this browser has added. */
export async function add(info: TableInfo, seat: number, part: string): Promise<void> {
  note(info);
  await api.addPart(info.id, seat, part);
  note(info, { [seat]: part });
}

const asked = new Set<string>();

/** Whoever says nothing adds something that nobody can foresee; a game does not wait for it for long. */
export async function addWhatIsAwaited(info: TableInfo): Promise<void> {
  note(info);
  for (const { n, yours } of info.seats) {
    const name = `${info.id} ${n}`;
    if (!yours || info.luck?.parts[n] !== null || info.state !== "waiting" || asked.has(name)) continue;
    asked.add(name);
    await add(info, n, newPart()).catch(() => asked.delete(name));
  }
}
