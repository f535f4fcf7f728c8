/** Texts of the page in the chosen language. */

import { settings } from "../lib/page/settings.svelte";
import type { Bilingual } from "../lib/wire/protocol";
import { de } from "./de";
import { en, type Key } from "./en";

export type { Key };
const CATALOGUES = { en, de };

/** Of one thing a text may have words of its own, under its key and `.one`; how many there are is `count`. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  const catalogue: Record<string, string> = CATALOGUES[settings.language];
  const single = values.count === 1 ? catalogue[`${key}.one`] : undefined;
  return fill(single ?? CATALOGUES[settings.language][key], values);
}

/** For keys made up of what the engine names; falls back to the name itself. */
export function named(prefix: string, name: string, values: Record<string, string | number> = {}): string {
  const catalogue: Record<string, string> = CATALOGUES[settings.language];
  const text = catalogue[`${prefix}.${name}`];
  return text === undefined ? name : fill(text, values);
}

/** What the server says in every language of the page. */
export function said(text: Bilingual): string {
  return text[settings.language];
}

export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
