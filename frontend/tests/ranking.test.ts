import { describe, expect, it } from "vitest";
import { drawnOf, inPlace, rowsOf } from "../src/lib/ranking";
import type { Estimate, Studied } from "../src/lib/wire";

const option = (action: string, share = 0): Estimate => ({ action, shares: [share] }) as unknown as Estimate;
const report = (options: string[], played: string | null): Studied =>
  ({ options: options.map((each) => option(each)), played: played ? option(played) : null }) as unknown as Studied;
const ranks = (rows: ReturnType<typeof rowsOf>): [string, number][] => rows.map((row) => [row.option.action, row.rank]);

describe("options whose figures still change", () => {
  it("are listed best first, and the one that was played without a rank behind them", () => {
    expect(ranks(rowsOf([option("a"), option("b")], option("c")))).toEqual([["a", 1], ["b", 2], ["c", 0]]);
    expect(ranks(rowsOf([option("a"), option("b")], option("b")))).toEqual([["a", 1], ["b", 2]]);
  });

  it("keep their places under the pointer, with new figures and ranks", () => {
    const before = rowsOf([option("a", 0.3), option("b", 0.2), option("c", 0.1)], null);
    const now = rowsOf([option("d", 0.5), option("b", 0.4), option("a", 0.35)], null);
    const rows = inPlace(before, now);
    expect(ranks(rows)).toEqual([["a", 3], ["b", 2], ["c", 3]]);
    expect(rows[0]!.option.shares).toEqual([0.35]);
  });

  it("are drawn as chosen while they are told of, else the best is", () => {
    expect(drawnOf(report(["a", "b"], "c"), "b")?.action).toBe("b");
    expect(drawnOf(report(["a", "b"], "c"), "c")?.action).toBe("c");
    expect(drawnOf(report(["a", "b"], "c"), "d")?.action).toBe("a");
    expect(drawnOf(report([], null), "d")).toBeNull();
  });
});
