import { describe, expect, it } from "vitest";
import { choicesOf, laidFromNotation, NOTHING, wayFor } from "../src/lib/choice";
import type { Asks, Catalogue, Option, View } from "../src/lib/wire";

const view = {
  turn: { seat: 0, number: 1, half: 0, pawn: null, cell: [2, 0] },
  pawns: [{ seat: 0, index: 0, status: "on", stop: [1, 0, 0], behind: null, beside: null, trail: [] }],
  board: [],
  parts: { exchange: { mine: ["T01"], losers: [1], pool: [[1, "T05"], [1, "T06"]] } },
} as unknown as View;
const tiles: Catalogue = {
  T01: { faces: [{ pairs: [[0, 5], [1, 4], [2, 7], [3, 6]] }], lantern: null },
};
const option = (action: string, kind: string, data: Record<string, unknown> = {}): Option => ({ action, kind, data, preview: null });
const asks = (options: Option[], barred: Asks["barred"] = []): Asks => ({ seat: 0, kind: "x", rule: "X-1", options, barred });

describe("what is asked becomes things to point at", () => {
  it("nothing if somebody else is asked", () => {
    expect(choicesOf({ seat: 1 }, view)).toBe(NOTHING);
  });

  it("tiles to lay, with barred ones beside", () => {
    const barred = { action: "T01/1", rule: "CL-9", reason: { en: "no", de: "nein" }, preview: null, nearest: "T01/0" };
    const { ways } = choicesOf(asks([option("T01/0", "PlaceTile", { laid: ["T01", 0, 0], pawn: null })], [barred]), view);
    expect(ways.map((way) => way.barred?.rule ?? null)).toEqual([null, "CL-9"]);
    expect(ways[0]!.cell).toEqual([1, 0]);
  });

  it("places on the rim, on tiles and in cells", () => {
    const { targets } = choicesOf(
      asks([
        option("c1.0", "TakeMark", { mark: [2, 0, 0] }),
        option("c1.n", "TakeSide", { place: [2, 0, 0] }),
        option("in:1", "Enter", { point: 1 }),
        option("lantern:d3", "MoveLantern", { cell: [3, 2] }),
        option("flip:d3.tb", "Flip", { cell: [3, 2], axis: "tb" }),
      ]),
      view,
    );
    expect(targets.map((target) => target.shape)).toEqual(["mark", "side", "point", "cell", "axis"]);
    expect(targets[2]!.cell).toEqual([2, 0]);
    expect(targets[4]!.detail).toBe(1);
  });

  it("piles, an exchange and buttons; unknown kinds are buttons, too", () => {
    const found = choicesOf(
      asks([
        option("pile:2", "ChoosePile", { pile: 1 }),
        option("swap:T01>T05", "Swap", { give: "T01", take: "T05" }),
        option("keep", "Keep"),
        option("dance", "Dance"),
      ]),
      view,
    );
    expect(found.piles).toEqual([{ action: "pile:2", pile: 1 }]);
    expect(found.exchange?.hands).toEqual([{ seat: 1, tiles: ["T05", "T06"] }]);
    expect(found.buttons.map((button) => button.action)).toEqual(["keep", "dance"]);
  });

  it("buttons also where an action is called like one of ours but is none", () => {
    const found = choicesOf(
      asks([option("swap:all", "Swap"), option("toll", "PlaceTile"), option("moor", "TakeMark")]),
      { ...view, parts: {} },
    );
    expect(found.exchange).toBeNull();
    expect(found.buttons.map((button) => button.action)).toEqual(["swap:all", "toll", "moor"]);
  });
});

describe("a held tile", () => {
  const { ways } = choicesOf(asks([option("T01/0", "PlaceTile", { laid: ["T01", 0, 0] })]), view);
  const held = { tile: "T01", face: 0, pawn: null, turns: false };

  it("finds its way also where a further turn looks the same", () => {
    expect(wayFor(ways, { ...held, rotation: 3 }, tiles)?.action).toBe("T01/0");
  });

  it("has no way if no option looks like it", () => {
    expect(wayFor(ways, { ...held, tile: "T02", rotation: 0 }, tiles)).toBeNull();
  });
});

it("reads placements in notation", () => {
  expect(laidFromNotation("b:T17/2")).toEqual({ tile: "T17", rotation: 2, face: 0 });
  expect(laidFromNotation("turn:C03b/2")).toEqual({ tile: "C03", rotation: 2, face: 1 });
  expect(laidFromNotation("keep")).toBeNull();
});
