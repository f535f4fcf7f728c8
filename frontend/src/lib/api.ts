/** The HTTP side of the server. */

import type { BotInfo, EditionInfo, ReplayData, RuleText, StudyLine, TableInfo } from "./wire";

export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

async function reach(path: string, init?: RequestInit): Promise<Response> {
  const answer = await fetch(path, { credentials: "same-origin", ...init });
  if (!answer.ok) {
    const body = (await answer.json().catch(() => null)) as { error?: { code: string; message: string } } | null;
    throw new Refusal(body?.error?.code ?? String(answer.status), body?.error?.message ?? answer.statusText);
  }
  return answer;
}

async function call<T>(path: string, init?: RequestInit): Promise<T> {
  return (await (await reach(path, init)).json()) as T;
}

const asJson = (body: unknown): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

const post = <T>(path: string, body: unknown): Promise<T> => call<T>(path, asJson(body));

/** The lines of an answer as they come. */
async function* linesOf(answer: Response): AsyncGenerator<string> {
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}

let session: Promise<unknown> | null = null;

/** Seats belong to the cookie that this call gets once. */
export function ensureSession(): Promise<unknown> {
  session ??= post("/api/session", {}).catch((error: unknown) => {
    session = null;
    throw error;
  });
  return session;
}

export interface SeatRequest {
  kind: "you" | "open" | "bot" | "hotseat";
  bot?: string;
  name?: string;
}

/** Names that tell bots of one kind apart. */
export const BOT_NAMES = ["Aki", "Ren", "Hana", "Kei", "Mio", "Sora", "Yuki", "Taro"];

export interface NewTable {
  edition: string;
  switches: Record<string, string>;
  seats: SeatRequest[];
  public: boolean;
  first?: number;
  seed?: number | null;
  clock?: { seconds: number; grace: number } | null;
}

/** A game to be looked into or played on: one of the server, or the text of a record. */
export type Source = { table: string } | { record: string };

export const api = {
  editions: () => call<EditionInfo[]>("/api/editions"),
  bots: () => call<BotInfo[]>("/api/bots"),
  rules: (edition: string) => call<RuleText[]>(`/api/rules/${edition}`),
  tables: () => call<TableInfo[]>("/api/tables"),
  create: (table: NewTable) =>
    ensureSession().then(() => post<{ table: string }>("/api/tables", { first: 0, seed: null, clock: null, ...table })),
  claim: (table: string, seat: number, name: string) =>
    ensureSession().then(() => post<unknown>(`/api/tables/${table}/seats/${seat}/claim`, { name })),
  leave: (table: string, seat: number) => post<unknown>(`/api/tables/${table}/seats/${seat}/leave`, {}),
  reclaim: (table: string, seat: number) => post<unknown>(`/api/tables/${table}/seats/${seat}/reclaim`, {}),
  fill: (table: string, bot: string) => post<unknown>(`/api/tables/${table}/start`, { bot }),
  rematch: (table: string) => post<{ table: string }>(`/api/tables/${table}/rematch`, {}),
  steps: (table: string) => ensureSession().then(() => call<ReplayData>(`/api/tables/${table}/steps`)),
  loadRecord: (text: string) =>
    call<ReplayData>("/api/records", { method: "POST", headers: { "content-type": "text/plain" }, body: text }),
  branch: (source: Source, at: number, seats: SeatRequest[]) =>
    ensureSession().then(() => post<{ table: string }>("/api/branches", { ...source, at, seats })),
  /** An analysis, line by line, until it is done or the signal stops it. */
  async *study(
    source: Source,
    what: { at: number | null } | { scan: true },
    signal: AbortSignal,
  ): AsyncGenerator<StudyLine> {
    const answer = await reach("/api/study", { ...asJson({ ...source, ...what }), signal });
    for await (const line of linesOf(answer)) yield JSON.parse(line) as StudyLine;
  },
};

export const boardPicture = (edition: string, dark: boolean): string =>
  `/api/editions/${edition}/board.svg?dark=${dark ? 1 : 0}`;
