/** The worker as the page knows it: started when it is first needed, and again should it die. */

import type { FromWorker, Site, ToWorker } from "./messages";
import { problem } from "./messages";

export type EngineState = "idle" | "loading" | "ready" | "failed" | "unable";

const DEATHS = 3;
const DIED = "The engine has stopped.";
const lineOf = (text: string): Uint8Array => new TextEncoder().encode(`${text}\n`);

export const site: Site = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name="tsuro-site"]')?.content ?? "{}",
) as Site;
const folderOf = (path: string): string => new URL(path, document.baseURI).href;

/** What a browser must have to run Python. */
export function isAble(): boolean {
  return [globalThis.WebAssembly, globalThis.Worker, globalThis.DecompressionStream, globalThis.BroadcastChannel].every(
    (each) => each !== undefined,
  );
}

/** Who hears the lines of an analysis. */
type Reader = ReadableStreamDefaultController<Uint8Array>;

interface Listener {
  opened(): void;
  told(text: string): void;
  closed(code: number): void;
}

/** `ToWorker` without the number that is given here. */
type Asked =
  Extract<ToWorker, { id: number }> extends infer Message
    ? Message extends unknown
      ? Omit<Message, "id">
      : never
    : never;

class Engine {
  state: EngineState = $state("idle");
  loaded = $state(0);
  private worker: Worker | null = null;
  private count = 0;
  private deaths = 0;
  private readonly asked = new Map<number, (answer: Response) => void>();
  private readonly links = new Map<number, Listener>();
  private readonly readers = new Map<number, Reader>();

  ask(message: Asked): Promise<Response> {
    const id = ++this.count;
    return new Promise((done) => {
      this.asked.set(id, done);
      this.post({ ...message, id } as ToWorker);
    });
  }

  /** An analysis, line by line until it is over or the signal stops it. */
  study(body: string, signal?: AbortSignal | null): Response {
    const id = ++this.count;
    const lines = new ReadableStream<Uint8Array>({
      start: (reader) => {
        this.readers.set(id, reader);
        this.post({ kind: "study", id, body });
        signal?.addEventListener("abort", () => {
          if (this.readers.delete(id)) this.post({ kind: "enough", id });
          reader.error(signal.reason);
        });
      },
    });
    return new Response(lines);
  }

  open(table: string, listener: Listener): number {
    const link = ++this.count;
    this.links.set(link, listener);
    this.post({ kind: "open", link, table });
    return link;
  }

  say(link: number, text: string): void {
    this.post({ kind: "say", link, text });
  }

  shut(link: number): void {
    if (this.links.delete(link)) this.post({ kind: "shut", link });
  }

  /** Begins to load, unless it has begun. */
  start(): void {
    if (this.worker || this.state === "unable") return;
    if (!isAble()) {
      this.state = "unable";
      return;
    }
    this.state = "loading";
    this.loaded = 0;
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.die();
    };
    this.worker = worker;
    worker.postMessage({ kind: "start", python: folderOf(site.python) } satisfies ToWorker);
  }

  /** Somebody wants to try again what has failed. */
  again(): void {
    this.deaths = 0;
    this.start();
  }

  private post(message: ToWorker): void {
    if (this.state !== "failed") this.start();
    if (this.worker) this.worker.postMessage(message);
    else queueMicrotask(() => this.giveUp());
  }

  private receive(message: FromWorker): void {
    switch (message.kind) {
      case "progress":
        this.loaded = message.loaded;
        return;
      case "ready":
        this.state = "ready";
        return;
      case "failed":
        console.error(message.why);
        return this.die();
      case "answer":
        this.asked.get(message.id)?.(
          new Response(message.body, { status: message.status, headers: { "content-type": message.type } }),
        );
        this.asked.delete(message.id);
        return;
      case "line": {
        const reader = this.readers.get(message.id);
        if (message.text) return reader?.enqueue(lineOf(message.text));
        this.readers.delete(message.id);
        return reader?.close();
      }
      case "opened":
        return this.links.get(message.link)?.opened();
      case "told":
        return this.links.get(message.link)?.told(message.text);
      case "closed": {
        const listener = this.links.get(message.link);
        this.links.delete(message.link);
        return listener?.closed(message.code);
      }
    }
  }

  /** Whoever was connected comes back, which starts it again, but not for ever. */
  private die(): void {
    this.worker?.terminate();
    this.worker = null;
    this.deaths++;
    this.state = this.deaths < DEATHS ? "idle" : "failed";
    this.giveUp();
  }

  private giveUp(): void {
    const [asked, links, readers] = [this.asked, this.links, this.readers].map((each) => {
      const all = [...each.values()];
      each.clear();
      return all;
    }) as [((answer: Response) => void)[], Listener[], Reader[]];
    for (const done of asked) done(new Response(problem("worker_died", DIED), { status: 500 }));
    for (const reader of readers) {
      reader.enqueue(lineOf(JSON.stringify({ type: "failed", code: "worker_died", message: DIED })));
      reader.close();
    }
    for (const listener of links) listener.closed(1006);
  }
}

export const engine = new Engine();
