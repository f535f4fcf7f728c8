/** Bots as people know them: by the names of their levels. */

import { REMOTE } from "#way";
import { named, t } from "../../i18n";
import { settings } from "../page/settings.svelte";
import type { BotSummary } from "../wire/protocol";

/** Who plays if nobody has been chosen, as far as the server has them. */
const USUAL = ["clever", "cautious"];

export function botName(spec?: string): string {
  if (!spec) return t("common.bot");
  const [kind = ""] = spec.split(":");
  const name = named("level", kind);
  return name === kind ? kind.charAt(0).toUpperCase() + kind.slice(1) : name;
}

export function character(bot: BotSummary): string {
  // Where there is no server, a search has less time than the words for it say.
  for (const prefix of REMOTE ? ["character"] : ["here", "character"]) {
    const text = named(prefix, bot.spec);
    if (text !== bot.spec) return text;
  }
  return bot.character;
}

/** Who can play an edition: some bots need more than others. */
export const playersOf = (bots: BotSummary[], edition: { bots: string[] }): BotSummary[] =>
  bots.filter((bot) => edition.bots.includes(bot.spec));

/** The chosen kind of bot, or the usual one; a server without levels still has its bots. */
export function chosenBot(bots: BotSummary[]): string {
  const known = (spec: string): boolean => bots.some((bot) => bot.spec === spec);
  return [settings.bot, ...USUAL].find(known) ?? bots[0]?.spec ?? "cautious";
}
