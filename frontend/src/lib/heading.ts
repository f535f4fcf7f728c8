/** The title of a game: its edition, and what is played otherwise than usual. */

import { named } from "../i18n";
import { settings } from "./settings.svelte";
import type { Bilingual } from "./wire";

export function editionName(edition: string): string {
  return named("edition", edition);
}

export function heading(edition: string, switched: Bilingual[]): string {
  return [editionName(edition), ...switched.map((each) => each[settings.language])].join(" · ");
}
