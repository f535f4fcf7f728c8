/** Seats are told apart by colour, number and pattern; colours come from the mood's style sheet. */

export const SEAT_COUNT = 8;

/** Dashes of the second stroke on a trail: none, dots, short, long, mixed ... */
export const PATTERNS: readonly string[] = [
  "",
  "0.1 9",
  "9 9",
  "18 8",
  "14 6 0.1 6",
  "3 6",
  "24 6 3 6",
  "6 14",
];

export const seatColour = (seat: number): string => `var(--seat-${seat % SEAT_COUNT})`;
/** Seats are counted from 0, as in records, pictures and the terminal. */
export const seatNumber = (seat: number): string => String(seat);
export const seatPattern = (seat: number): string => PATTERNS[seat % SEAT_COUNT] ?? "";

const MOODS = ["classic", "kosmos", "pocket", "seas", "phoenix"];
/** Moods whose board is dark in light and dark alike. */
export const isNight = (mood: string): boolean => mood === "seas" || mood === "phoenix";
export const moodOf = (edition: string): string => (MOODS.includes(edition) ? edition : "classic");
export const FACE_LETTERS = ["a", "b"];
