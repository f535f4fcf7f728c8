/** What a notebook and its board tell each other. */

import type { Asks, GameInfo, Ghost, View } from "../lib/wire/protocol";
import type { Catalogue } from "../lib/place/tiles";

/** All that is to be seen, sent anew after every decision. */
export interface Scene {
  version: number;
  game: GameInfo;
  tiles: Catalogue;
  view: View;
  asks?: Asks;
  names: string[];
  yours: number[];
  /** What happened last, or the result, in words. */
  told: string;
}

export type Request = { type: "act"; action: string } | { type: "foresee"; action: string };
export type Answer =
  { type: "ghost"; version: number; action: string; ghost: Ghost } | { type: "refused"; message: string };

/** The share of anywidget's model that is used here. */
export interface Model {
  get(name: "scene"): Scene;
  on(event: string, callback: (content: never) => void): void;
  off(event: string, callback: (content: never) => void): void;
  send(content: Request): void;
}
