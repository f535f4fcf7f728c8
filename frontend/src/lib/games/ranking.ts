/** The order in which options are listed while their figures still change. */

import type { Estimate, Studied } from "../wire/protocol";

const isSame = (a: Estimate, b: Estimate): boolean => a.option.notation === b.option.notation;

export interface Row {
  estimate: Estimate;
  /** From 1 for the best; 0 for the option that was played and is not among the best. */
  rank: number;
}

export function rowsOf(options: Estimate[], played?: Estimate): Row[] {
  const rows = options.map((estimate, i) => ({ estimate, rank: i + 1 }));
  if (played && !options.some((each) => isSame(each, played))) rows.push({ estimate: played, rank: 0 });
  return rows;
}

/** The rows somebody points at, with what is known of them by now: none leaves its place. */
export function inPlace(pointedAt: Row[], now: Row[]): Row[] {
  return pointedAt.map((row) => now.find(({ estimate }) => isSame(estimate, row.estimate)) ?? row);
}

/** The option that is drawn: the chosen one for as long as it is told of, else the best. */
export function drawnOf(report: Studied, chosen: string | null): Estimate | null {
  const rows = rowsOf(report.options, report.played);
  return (rows.find(({ estimate }) => estimate.option.notation === chosen) ?? rows[0])?.estimate ?? null;
}
