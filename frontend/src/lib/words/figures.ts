/** Shares of the win as people read them. */

import { t } from "../../i18n";
import { settings } from "../page/settings.svelte";
import type { Studied } from "../wire/protocol";

export function percent(share: number): string {
  return new Intl.NumberFormat(settings.language, { style: "percent", maximumFractionDigits: 0 }).format(share);
}

/** Half the width of the 95 % interval, in points of a percent; nobody is unsure by more than half. */
export function margin(error: number): string {
  return `±${Math.min(50, Math.max(1, Math.round(196 * error)))}`;
}

/** How sure an analysis is: by how many games, or beyond doubt. */
export function effort(report: Studied): string {
  const exact = report.options[0]?.errors.every((error) => error === 0) ?? false;
  return exact ? t("study.exact") : t("study.games", { n: report.visits.toLocaleString(settings.language) });
}
