import { describe, expect, it } from "vitest";
import { drawnOf, inPlace, rowsOf } from "../src/lib/games/ranking";
import type { Estimate, Studied } from "../src/lib/wire/protocol";

const option = (notation: string, share = 0): Estimate => ({
  option: { type: "keep", notation },
  ghost: { moves: [], events: [] },
  shares: [share],
  errors: [0],
  visits: 1,
  survival: 1,
  line: [],
});
const report = (options: string[], played?: string): Studied =>
  ({
    options: options.map((each) => option(each)),
    played: played === undefined ? undefined : option(played),
  }) as unknown as Studied;
const ranks = (rows: ReturnType<typeof rowsOf>): [string, number][] =>
  rows.map((row) => [row.estimate.option.notation, row.rank]);

describe("options whose figures still change", () => {
  it("are listed best first, and the one that was played without a rank behind them", () => {
    expect(ranks(rowsOf([option("a"), option("b")], option("c")))).toEqual([
      ["a", 1],
      ["b", 2],
      ["c", 0],
    ]);
    expect(ranks(rowsOf([option("a"), option("b")], option("b")))).toEqual([
      ["a", 1],
      ["b", 2],
    ]);
  });

  it("keep their places under the pointer, with new figures and ranks", () => {
    const before = rowsOf([option("a", 0.3), option("b", 0.2), option("c", 0.1)]);
    const now = rowsOf([option("d", 0.5), option("b", 0.4), option("a", 0.35)]);
    const rows = inPlace(before, now);
    expect(ranks(rows)).toEqual([
      ["a", 3],
      ["b", 2],
      ["c", 3],
    ]);
    expect(rows[0]!.estimate.shares).toEqual([0.35]);
  });

  it("are drawn as chosen while they are told of, else the best is", () => {
    expect(drawnOf(report(["a", "b"], "c"), "b")?.option.notation).toBe("b");
    expect(drawnOf(report(["a", "b"], "c"), "c")?.option.notation).toBe("c");
    expect(drawnOf(report(["a", "b"], "c"), "d")?.option.notation).toBe("a");
    expect(drawnOf(report([]), "d")).toBeNull();
  });
});
