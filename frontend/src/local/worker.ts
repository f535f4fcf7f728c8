/** All tables of this browser: one job at a time, and nothing is told before it is kept. */

import { problem, type FromWorker, type ToWorker } from "./messages";
import { startPython, type Bridge } from "./python";
import { Overtaken, Store, StorageTrouble, type Kept } from "./store";

interface Effects {
  kept: Kept[];
  told: { link: number; text: string }[];
  answer?: { status: number; kind: string; body: string };
}

const NO_TABLE = 4404;
const REFUSED = 4403;
/** Come back to what was kept. */
const TRY_AGAIN = 1013;
const TABLE_PATH = /^\/api\/tables\/(\w+)/;

const store = new Store();
/** Other windows with the same games. */
const neighbours = new BroadcastChannel("tsuro-tables");
const jobs: (() => Promise<void>)[] = [];
/** Analyses under way, in turn. */
const studies: number[] = [];
let host: Bridge | null = null;
let working = false;

const say = (message: FromWorker): void => self.postMessage(message);

async function work(): Promise<void> {
  if (working || !host) return;
  working = true;
  try {
    for (;;) {
      const job = jobs.shift();
      if (job) await job();
      else if (!(await letBotDecide(host)) && !studyOn(host)) break;
      // What has been said meanwhile goes first.
      await new Promise((done) => setTimeout(done));
    }
  } catch (error) {
    say({ kind: "failed", why: String(error) });
    throw error;
  } finally {
    working = false;
  }
}

function enqueue(job: (host: Bridge) => Promise<void>): void {
  jobs.push(() => job(host!));
  void work();
}

/** One spell of an analysis: people and bots go first. */
function studyOn(host: Bridge): boolean {
  const id = studies.shift();
  if (id === undefined) return false;
  const text = host.study_on(id);
  if (text) studies.push(id);
  say({ kind: "line", id, text });
  return true;
}

async function study(host: Bridge, id: number, body: string): Promise<void> {
  const { table } = JSON.parse(body) as { table?: string };
  const wrong = table ? await takeUp(host, table) : "";
  const refused = wrong ? failed(wrong) : host.study(id, body);
  if (!refused) return void studies.push(id);
  say({ kind: "line", id, text: refused });
  say({ kind: "line", id, text: "" });
}

const failed = (problem: string): string => {
  const { error } = JSON.parse(problem) as { error: { code: string; message: string } };
  return JSON.stringify({ type: "failed", ...error });
};

async function letBotDecide(host: Bridge): Promise<boolean> {
  const effects = host.think();
  if (effects) await settle(host, JSON.parse(effects) as Effects);
  return effects !== "";
}

/** Keeps what has changed, then tells; what could not be kept has not happened. */
async function settle(host: Bridge, { kept, told, answer }: Effects, command?: string): Promise<Effects["answer"]> {
  try {
    if (kept.length) await store.keep(kept);
  } catch (error) {
    const trouble = error instanceof StorageTrouble ? error : null;
    if (!trouble && !(error instanceof Overtaken)) throw error;
    for (const { table } of kept) sendOff(host, table, trouble, command);
    const body = trouble?.body ?? problem("stale_version", "Another window has moved on.");
    return { status: trouble ? 507 : 409, kind: "application/json", body };
  }
  for (const { table } of kept) neighbours.postMessage(table);
  for (const { link, text } of told) say({ kind: "told", link, text });
  return answer;
}

/** Everybody at a table comes back to what was kept of it; a command that could not be kept is not tried again. */
function sendOff(host: Bridge, table: string, trouble: StorageTrouble | null, command?: string): void {
  for (const link of JSON.parse(host.forget(table)) as number[]) {
    if (trouble) refuse(link, trouble.body, command);
    say({ kind: "closed", link, code: TRY_AGAIN });
  }
}

function refuse(link: number, body: string, id?: string): void {
  const { error } = JSON.parse(body) as { error: { code: string; message: string } };
  say({ kind: "told", link, text: JSON.stringify({ type: "refused", id, ...error }) });
}

/** Takes a table up from where it is kept; what is wrong with it, if it cannot be had. */
async function takeUp(host: Bridge, table: string): Promise<string> {
  if (host.knows(table)) return "";
  try {
    const text = await store.load(table);
    return text === null ? problem("no_such_table", "There is no such table.") : host.restore(table, text);
  } catch (error) {
    if (error instanceof StorageTrouble) return error.body;
    throw error;
  }
}

async function open(host: Bridge, link: number, table: string): Promise<void> {
  const wrong = await takeUp(host, table);
  if (!wrong) {
    host.connect(link, table);
    return say({ kind: "opened", link });
  }
  refuse(link, wrong);
  say({ kind: "closed", link, code: wrong.includes("no_such_table") ? NO_TABLE : REFUSED });
}

/** Tables that a request speaks of. */
function tablesOf(path: string, body: string): string[] {
  const named = TABLE_PATH.exec(path)?.[1];
  if (named) return [named];
  if (path !== "/api/branches") return [];
  const { table } = JSON.parse(body) as { table?: string };
  return table ? [table] : [];
}

async function answer(host: Bridge, message: Extract<ToWorker, { kind: "ask" }>): Promise<void> {
  const { id, method, path, query, body } = message;
  const give = (status: number, type: string, text: string): void =>
    say({ kind: "answer", id, status, type, body: text });
  for (const table of tablesOf(path, body)) {
    const wrong = await takeUp(host, table);
    if (wrong) return give(404, "application/json", wrong);
  }
  const effects = JSON.parse(host.request(method, path, JSON.stringify(query), body)) as Effects;
  const { status, kind, body: text } = (await settle(host, effects))!;
  give(status, kind, text);
}

async function list(host: Bridge, id: number): Promise<void> {
  const texts = await store.listed();
  say({ kind: "answer", id, status: 200, type: "application/json", body: host.listed(JSON.stringify(texts)) });
}

/** Something that only concerns what is kept. */
function manage(id: number, what: (host: Bridge) => Promise<unknown>): void {
  enqueue(async (host) => {
    try {
      const body = JSON.stringify(await what(host));
      say({ kind: "answer", id, status: 200, type: "application/json", body });
    } catch (error) {
      if (!(error instanceof StorageTrouble)) throw error;
      say({ kind: "answer", id, status: 507, type: "application/json", body: error.body });
    }
  });
}

const idOf = (text: string): { id: string; over: boolean } => {
  const { document } = JSON.parse(text) as { document: { id: string; status: string } };
  return { id: document.id, over: document.status === "finished" };
};

/** Null for a file that nobody saved here. */
function gamesIn(text: string): { id: string; text: string }[] | null {
  try {
    return (JSON.parse(text) as { games: string[] }).games.map((each) => ({ id: idOf(each).id, text: each }));
  } catch {
    return null;
  }
}

async function bringIn(host: Bridge, file: string): Promise<{ games: number } | null> {
  const found = gamesIn(file);
  if (!found) return null;
  let games = 0;
  for (const { id, text } of found) {
    // What is here already has perhaps gone further.
    if ((await store.load(id)) !== null || host.restore(id, text)) continue;
    await store.keep([{ table: id, text, listed: true }]);
    games++;
  }
  return { games };
}

async function start(folder: string): Promise<void> {
  let loaded = 0;
  try {
    host = await startPython(folder, (bytes) => say({ kind: "progress", loaded: (loaded += bytes) }));
  } catch (error) {
    return say({ kind: "failed", why: String(error) });
  }
  say({ kind: "ready" });
  void work();
}

neighbours.onmessage = ({ data: table }: MessageEvent<string>) =>
  enqueue((host) => Promise.resolve(sendOff(host, table, null)));

self.onmessage = ({ data: message }: MessageEvent<ToWorker>) => {
  switch (message.kind) {
    case "start":
      return void start(message.python);
    case "ask":
      return enqueue((host) => (message.path === "/api/my/tables" ? list(host, message.id) : answer(host, message)));
    case "open":
      return enqueue((host) => open(host, message.link, message.table));
    case "say":
      return enqueue(async (host) => {
        const effects = JSON.parse(host.say(message.link, message.text)) as Effects;
        await settle(host, effects, (JSON.parse(message.text) as { id?: string }).id);
      });
    case "shut":
      return enqueue((host) => Promise.resolve(host.disconnect(message.link)));
    case "study":
      return enqueue((host) => study(host, message.id, message.body));
    case "enough":
      return enqueue((host) => {
        const place = studies.indexOf(message.id);
        if (place >= 0) studies.splice(place, 1);
        return Promise.resolve(host.study_off(message.id));
      });
    case "export":
      return manage(message.id, async () => ({ format: "tsuro games", games: await store.all() }));
    case "import":
      return manage(message.id, (host) => bringIn(host, message.text));
    case "clear":
      return manage(message.id, async () => {
        const over = (await store.all()).map(idOf).filter((each) => each.over);
        await store.remove(over.map(({ id }) => id));
        return { games: over.length };
      });
  }
};
