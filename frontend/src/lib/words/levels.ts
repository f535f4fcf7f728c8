/** Bots as people know them: by the names of their levels. */

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
  const text = named("character", bot.spec);
  return text === bot.spec ? bot.character : text;
}

/** Who can play an edition: some bots need more than others. */
export const playersOf = (bots: BotSummary[], edition: { bots: string[] }): BotSummary[] =>
  bots.filter((bot) => edition.bots.includes(bot.spec));

/** The chosen kind of bot, or the usual one; a server without levels still has its bots. */
export function chosenBot(bots: BotSummary[]): string {
  const known = (spec: string): boolean => bots.some((bot) => bot.spec === spec);
  return [settings.bot, ...USUAL].find(known) ?? bots[0]?.spec ?? "cautious";
}
