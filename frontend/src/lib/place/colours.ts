/** Colours of editions, and how seats are told apart: by colour, number and pattern. */

import type { PageTheme } from "../wire/protocol";

export const SEAT_COUNT = 8;

/** Dashes of the second stroke on a trail: none, dots, short, long, mixed ... */
export const PATTERNS: readonly string[] = ["", "0.1 9", "9 9", "18 8", "14 6 0.1 6", "3 6", "24 6 3 6", "6 14"];

export const seatColour = (seat: number): string => `var(--seat-${seat % SEAT_COUNT})`;
/** People count from 1; records, programs and the terminal from 0. */
export const seatNumber = (seat: number): string => String(seat + 1);
export const seatPattern = (seat: number): string => PATTERNS[seat % SEAT_COUNT] ?? "";

/** The colours of an edition as style; without one, those of the style sheet stay. */
export function coloursOf(theme: PageTheme | null, dark: boolean): string {
  const colours = Object.entries(theme?.[dark ? "dark" : "light"] ?? {});
  return colours.map(([name, colour]) => `--${name.replaceAll("_", "-")}: ${colour};`).join(" ");
}

/** For the attribute `data-night`: seats have other colours on a board that is dark by day, too. */
export const nightOf = (theme: PageTheme): "" | undefined => (theme.night ? "" : undefined);
export const FACE_LETTERS = ["a", "b"];
