/** The way to the tables, here a server. A page without one has another module in its place: `#way` in package.json. */

import type { Component } from "svelte";
import Alone from "../../parts/Alone.svelte";
import { presence } from "./presence.svelte";

/** What a table is connected by; a WebSocket is one. */
export interface Wire {
  readonly readyState: number;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(text: string): void;
  close(): void;
}

/** Whether tables are somewhere else, with other people and a network in between. */
export const REMOTE: boolean = true;
/** Milliseconds until a connection that was begun must have answered. */
export const OPENING: number = 6000;
/** What is said on every page about the way itself. */
export const Notice: Component | null = Alone;
/** What can be done with all the games that are kept. */
export const Keep: Component | null = null;

/** The page itself is kept at hand, so that it opens at once and while the server restarts. */
export function watchForUpdates(): void {
  if ("serviceWorker" in navigator) void navigator.serviceWorker.register("./sw.js");
}

export async function reach(path: string, init?: RequestInit): Promise<Response> {
  try {
    const answer = await fetch(path, { credentials: "same-origin", ...init });
    presence.away = false;
    return answer;
  } catch (error) {
    presence.away ||= !init?.signal?.aborted;
    throw error;
  }
}

export function connect(table: string): Wire {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/ws/${table}`);
  let opened = false;
  socket.addEventListener("open", () => {
    opened = true;
    presence.away = false;
  });
  socket.addEventListener("close", () => (presence.away ||= !opened));
  return socket;
}

/** The address of a picture that is always the same. */
export const pictureAt = (path: string): string => path;
