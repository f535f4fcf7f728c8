/** Squares by what is printed beside the board: letters and numbers, or the numbers of dice. */

import { t } from "../../i18n";
import type { SeaPrint } from "../wire/protocol";
import { columnName } from "../place/geometry";

let printed: SeaPrint | null = null;

/** One game is on show at a time: its print names the squares from now on. */
export function nameSquaresBy(sea: SeaPrint | null | undefined): void {
  printed = sea ?? null;
}

export function cellName(col: number, row: number): string {
  const [gold, blue] = printed ? [numberOf(printed.columns, col), numberOf(printed.rows, row)] : [null, null];
  return gold && blue ? t("place.printed", { gold, blue }) : `${columnName(col)}${row + 1}`;
}

/** The number of a line, or for one without a number those on both sides of it. */
function numberOf(lines: number[], line: number): string | null {
  const at = (which: number): number => lines.indexOf(which) + 1;
  if (at(line)) return String(at(line));
  const beside = [at(line - 1), at(line + 1)].sort((a, b) => a - b);
  return beside[0] ? beside.join("–") : null;
}
