/**
 * How a table is laid out: four arrangements with names, one of which fits any window.
 * Zoom makes the window smaller in these units, so that it needs no rule of its own.
 */

export type Arrangement = "wide" | "medium" | "landscape" | "portrait";

/** A board worth playing on, and the narrowest panel of controls beside it. */
const [BOARD, PANEL] = [280, 284];
/** What columns on both sides of a board need that is as high as the window but for its bar. */
const COLUMNS = 486;

export function arrangementOf(width: number, height: number): Arrangement {
  const beside = width >= BOARD + PANEL && width >= 1.08 * height && height >= BOARD;
  if (!beside) return "portrait";
  if (height < 560) return "landscape";
  return width >= height + COLUMNS ? "wide" : "medium";
}

const now = (): Arrangement => arrangementOf(window.innerWidth, window.innerHeight);
let current: Arrangement = $state(typeof window === "undefined" ? "wide" : now());
if (typeof window !== "undefined") window.addEventListener("resize", () => (current = now()));

export const layout = {
  get arrangement(): Arrangement {
    return current;
  },
  /** Players as a list with the log below them, rather than a strip. */
  get roomy(): boolean {
    return current === "wide" || current === "medium";
  },
};
