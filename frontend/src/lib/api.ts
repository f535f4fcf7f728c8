/** The HTTP side of the server. */

import type { BotInfo, EditionInfo, ReplayData, RuleText, TableInfo } from "./wire";

export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

async function call<T>(path: string, init?: RequestInit): Promise<T> {
  const answer = await fetch(path, { credentials: "same-origin", ...init });
  if (!answer.ok) {
    const body = (await answer.json().catch(() => null)) as { error?: { code: string; message: string } } | null;
    throw new Refusal(body?.error?.code ?? String(answer.status), body?.error?.message ?? answer.statusText);
  }
  return (await answer.json()) as T;
}

const post = <T>(path: string, body: unknown): Promise<T> =>
  call<T>(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

let session: Promise<unknown> | null = null;

/** Seats belong to the cookie that this call gets once. */
export function ensureSession(): Promise<unknown> {
  session ??= post("/api/session", {}).catch((error: unknown) => {
    session = null;
    throw error;
  });
  return session;
}

export interface SeatWish {
  kind: "you" | "open" | "bot" | "hotseat";
  bot?: string;
  name?: string;
}

/** Names that tell bots of one kind apart. */
export const BOT_NAMES = ["Aki", "Ren", "Hana", "Kei", "Mio", "Sora", "Yuki", "Taro"];

export interface TableWish {
  edition: string;
  options: Record<string, string>;
  seats: SeatWish[];
  public: boolean;
  first?: number;
  seed?: number | null;
  clock?: { seconds: number; grace: number } | null;
}

export const api = {
  editions: () => call<EditionInfo[]>("/api/editions"),
  bots: () => call<BotInfo[]>("/api/bots"),
  rules: (edition: string) => call<RuleText[]>(`/api/rules/${edition}`),
  tables: () => call<TableInfo[]>("/api/tables"),
  create: (wish: TableWish) =>
    ensureSession().then(() => post<{ table: string }>("/api/tables", { first: 0, seed: null, clock: null, ...wish })),
  claim: (table: string, seat: number, name: string) =>
    ensureSession().then(() => post<unknown>(`/api/tables/${table}/seats/${seat}/claim`, { name })),
  leave: (table: string, seat: number) => post<unknown>(`/api/tables/${table}/seats/${seat}/leave`, {}),
  reclaim: (table: string, seat: number) => post<unknown>(`/api/tables/${table}/seats/${seat}/reclaim`, {}),
  fill: (table: string) => post<unknown>(`/api/tables/${table}/start`, { bot: "cautious" }),
  rematch: (table: string) => post<{ table: string }>(`/api/tables/${table}/rematch`, {}),
  steps: (table: string) => ensureSession().then(() => call<ReplayData>(`/api/tables/${table}/steps`)),
  loadRecord: (text: string) =>
    call<ReplayData>("/api/records", { method: "POST", headers: { "content-type": "text/plain" }, body: text }),
  branch: (source: { table: string } | { record: string }, at: number, seats: SeatWish[]) =>
    ensureSession().then(() => post<{ table: string }>("/api/branches", { ...source, at, seats })),
};

export const boardPicture = (edition: string, dark: boolean): string =>
  `/api/editions/${edition}/board.svg?dark=${dark ? 1 : 0}`;
