/** What page and worker say to each other. */

/** Where the files of this version are; written into the page by `tools/make_site.py`. */
export interface Site {
  /** Folder of the interpreter and of our packed program. */
  python: string;
  /** Folder of the answers that never change. */
  data: string;
  /** Bytes to be loaded before a game can begin. */
  bytes: number;
}

export type ToWorker =
  | { kind: "start"; python: string }
  | { kind: "ask"; id: number; method: string; path: string; query: Record<string, string>; body: string }
  | { kind: "open"; link: number; table: string }
  | { kind: "say"; link: number; text: string }
  | { kind: "shut"; link: number }
  | { kind: "study"; id: number; body: string }
  | { kind: "enough"; id: number }
  | { kind: "export"; id: number }
  | { kind: "import"; id: number; text: string }
  | { kind: "clear"; id: number };

export type FromWorker =
  | { kind: "progress"; loaded: number }
  | { kind: "ready" }
  | { kind: "failed"; why: string }
  | { kind: "answer"; id: number; status: number; type: string; body: string }
  | { kind: "opened"; link: number }
  | { kind: "told"; link: number; text: string }
  | { kind: "closed"; link: number; code: number }
  /** Of an analysis; without a text nothing more comes. */
  | { kind: "line"; id: number; text: string };

/** As a server answers that refuses something. */
export const problem = (code: string, message: string): string => JSON.stringify({ error: { code, message } });
