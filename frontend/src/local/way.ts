/** The way to tables that live in this browser: the same as `lib/wire/way.ts`, without a server. */

import type { Wire } from "../lib/wire/way";
import { engine, site } from "./engine.svelte";
import { staticName } from "./static";
import { updates } from "./updates.svelte";

export { default as Notice } from "./Notice.svelte";
export { default as Keep } from "./Keep.svelte";
export const REMOTE: boolean = false;
/** The first visit loads an interpreter; the bar says how far it has come. */
export const OPENING: number = 600_000;

export const watchForUpdates = (): void => void updates.watch();

const local = (path: string): URL => new URL(path, "http://local");

export async function reach(path: string, init: RequestInit = {}): Promise<Response> {
  const { pathname, search, searchParams } = local(path);
  const method = init.method ?? "GET";
  if (pathname === "/api/session") return Response.json({ ok: true });
  if (pathname === "/api/tables" && method === "GET") return Response.json([]);
  const name = method === "GET" ? staticName(pathname, search) : null;
  if (name !== null) return fetch(new URL(site.data + name, document.baseURI));
  const body = typeof init.body === "string" ? init.body : "";
  if (pathname === "/api/study") return engine.study(body, init.signal);
  return engine.ask({ kind: "ask", method, path: pathname, query: Object.fromEntries(searchParams), body });
}

class WorkerWire implements Wire {
  readyState: number = WebSocket.CONNECTING;
  onopen: Wire["onopen"] = null;
  onmessage: Wire["onmessage"] = null;
  onclose: Wire["onclose"] = null;
  private readonly link: number;

  constructor(table: string) {
    this.link = engine.open(table, {
      opened: () => {
        this.readyState = WebSocket.OPEN;
        this.onopen?.(new Event("open"));
      },
      told: (text) => this.onmessage?.(new MessageEvent("message", { data: text })),
      closed: (code) => {
        this.readyState = WebSocket.CLOSED;
        this.onclose?.(new CloseEvent("close", { code }));
      },
    });
  }

  send(text: string): void {
    engine.say(this.link, text);
  }

  close(): void {
    this.readyState = WebSocket.CLOSED;
    engine.shut(this.link);
  }
}

export const connect = (table: string): Wire => new WorkerWire(table);

export function pictureAt(path: string): string {
  const { pathname, search } = local(path);
  return site.data + (staticName(pathname, search) ?? "");
}
