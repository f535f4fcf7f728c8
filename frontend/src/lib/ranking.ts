/** The order in which options are listed while their figures still change. */

import type { Estimate, Studied } from "./wire";

export interface Row {
  option: Estimate;
  /** From 1 for the best; 0 for the option that was played and is not among the best. */
  rank: number;
}

export function rowsOf(options: Estimate[], played: Estimate | null): Row[] {
  const rows = options.map((option, i) => ({ option, rank: i + 1 }));
  if (played && !options.some((each) => each.action === played.action)) rows.push({ option: played, rank: 0 });
  return rows;
}

/** The rows somebody points at, with what is known of them by now: none leaves its place. */
export function inPlace(pointedAt: Row[], now: Row[]): Row[] {
  return pointedAt.map((row) => now.find(({ option }) => option.action === row.option.action) ?? row);
}

/** The option that is drawn: the chosen one for as long as it is told of, else the best. */
export function drawnOf(report: Studied, chosen: string | null): Estimate | null {
  const rows = rowsOf(report.options, report.played);
  return (rows.find(({ option }) => option.action === chosen) ?? rows[0])?.option ?? null;
}
