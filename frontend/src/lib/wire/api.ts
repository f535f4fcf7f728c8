/** The HTTP side of the server, or of what stands in its place. */

import { pictureAt, reach as ask } from "#way";
import type {
  BotSummary,
  EditionSummary,
  GuidePage,
  Invitation,
  LessonStep,
  NewBranch,
  NewTable,
  ProblemBody,
  Replay,
  RuleText,
  SeatRequest,
  Speak,
  Study,
  StudyLine,
  TableInfo,
  TableLink,
} from "./protocol";

export type Language = Speak["language"];

export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

async function reach(path: string, init?: RequestInit): Promise<Response> {
  const answer = await ask(path, init);
  if (!answer.ok) {
    const body = (await answer.json().catch(() => null)) as ProblemBody | null;
    throw new Refusal(body?.error.code ?? String(answer.status), body?.error.message ?? answer.statusText);
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

/** Names that tell bots of one kind apart. */
export const BOT_NAMES = ["Aki", "Ren", "Hana", "Kei", "Mio", "Sora", "Yuki", "Taro"];

/** A game to be looked into or played on: one of the server, or the text of a record. */
export type Source = Pick<NewBranch, "table" | "record">;

export const api = {
  editions: () => call<EditionSummary[]>("/api/editions"),
  bots: () => call<BotSummary[]>("/api/bots"),
  rules: (edition: string, language: Language) => call<RuleText[]>(`/api/rules/${edition}?language=${language}`),
  guide: (edition: string) => call<GuidePage[]>(`/api/editions/${edition}/guide`),
  invitation: () => call<Invitation>("/api/invitation"),
  /** The game as an animation; drawing it takes the server a while. */
  animation: (table: string, dark: boolean) =>
    reach(`/api/tables/${table}/gif?dark=${dark ? 1 : 0}`).then((answer) => answer.blob()),
  demo: (language: Language) => call<Replay>(`/api/demo?language=${language}`),
  lessons: (edition: string) => call<LessonStep[]>(`/api/editions/${edition}/lessons`),
  lesson: (edition: string, step: number, name: string) =>
    ensureSession().then(() => post<TableLink>("/api/lessons", { edition, step, name })),
  /** A position to be tried out by whoever decides there. */
  trial: (position: string, name: string) =>
    ensureSession().then(() => post<TableLink>("/api/lessons", { edition: "", position, name })),
  tables: () => call<TableInfo[]>("/api/tables"),
  own: () => call<TableInfo[]>("/api/my/tables"),
  create: (table: NewTable) => ensureSession().then(() => post<TableLink>("/api/tables", table)),
  claim: (table: string, seat: number, name: string, part: string) =>
    ensureSession().then(() => post<unknown>(`/api/tables/${table}/seats/${seat}/claim`, { name, part })),
  addPart: (table: string, seat: number, part: string) =>
    post<unknown>(`/api/tables/${table}/seats/${seat}/part`, { part }),
  leave: (table: string, seat: number) => post<unknown>(`/api/tables/${table}/seats/${seat}/leave`, {}),
  standIn: (table: string, seat: number) => post<unknown>(`/api/tables/${table}/seats/${seat}/stand-in`, {}),
  reclaim: (table: string, seat: number) => post<unknown>(`/api/tables/${table}/seats/${seat}/reclaim`, {}),
  fill: (table: string, bot: string) => post<unknown>(`/api/tables/${table}/start`, { bot }),
  rematch: (table: string) => post<TableLink>(`/api/tables/${table}/rematch`, {}),
  record: async (table: string): Promise<string> => (await reach(`/api/tables/${table}/record`)).text(),
  steps: (table: string, language: Language) =>
    ensureSession().then(() => call<Replay>(`/api/tables/${table}/steps?language=${language}`)),
  loadRecord: (text: string, language: Language) =>
    call<Replay>(`/api/records?language=${language}`, {
      method: "POST",
      headers: { "content-type": "text/plain" },
      body: text,
    }),
  branch: (source: Source, at: number, seats: SeatRequest[]) =>
    ensureSession().then(() => post<TableLink>("/api/branches", { ...source, at, seats })),
  /** An analysis, line by line, until it is done or the signal stops it. */
  async *study(source: Source, what: Pick<Study, "at" | "scan">, signal: AbortSignal): AsyncGenerator<StudyLine> {
    const answer = await reach("/api/study", { ...asJson({ ...source, ...what }), signal });
    for await (const line of linesOf(answer)) yield JSON.parse(line) as StudyLine;
  },
};

export const guidePicture = (edition: string, page: number, dark: boolean): string =>
  pictureAt(`/api/editions/${edition}/guide/${page}.svg?dark=${dark ? 1 : 0}`);
export const boardPicture = (edition: string, dark: boolean): string =>
  pictureAt(`/api/editions/${edition}/board.svg?dark=${dark ? 1 : 0}`);
