import { describe, expect, it } from "vitest";
import { aftermathOf } from "../src/lib/stage/aftermath";
import { Choosing } from "../src/lib/choosing/choosing.svelte";
import { covers, spotFor } from "../src/lib/place/labels";
import { planned, plans } from "../src/lib/choosing/planning";
import type { Asks, Decision, Event as GameEvent, Ghost, View } from "../src/lib/wire/protocol";
import type { Catalogue } from "../src/lib/place/tiles";

/** A path of T01 goes straight on, those of T02 turn back. */
const tiles: Catalogue = {
  T01: {
    copies: 1,
    faces: [
      {
        pairs: [
          [0, 5],
          [1, 2],
          [3, 4],
          [6, 7],
        ],
        glowing: false,
      },
    ],
  },
  T02: {
    copies: 1,
    faces: [
      {
        pairs: [
          [0, 1],
          [2, 3],
          [4, 5],
          [6, 7],
        ],
        glowing: false,
      },
    ],
  },
};
const view: View = {
  turn: { seat: 1, number: 3, half: 0, moment: 0, drawn: [] },
  phase: "x",
  first: 0,
  pawns: [
    { seat: 0, status: "on", stop: [2, 0, 0] },
    { seat: 1, status: "on", stop: [5, 5, 5] },
  ],
  board: [[2, 1, "T01", 0, 0]],
  hands: [["T01", "T02"], []],
  pile: 0,
  exits: [],
  parts: { lanterns: { scored: [0, 0], markers: [[[2, 1], "blue"]], stars: [], final_round: false } },
};
const lay = (rotation: number): Decision => ({
  type: "place_tile",
  notation: `T01/${rotation}`,
  laid: ["T01", rotation, 0],
});
const asks: Asks = { seat: 0, kind: "x", options: [lay(0), lay(1)] };
const leads = (lost: boolean): Ghost => ({
  moves: [{ pawn: 0, route: [], ...(lost ? { fate: "edge" } : {}) }],
  events: [],
});

describe("what a ghost tells", () => {
  it("stars, flips, the lantern that moves, and pawns that are put down", () => {
    const events: GameEvent[] = [
      { type: "start_taken", pawn: 0, mark: [2, 0, 0] },
      { type: "star_created", cell: [2, 1] },
      { type: "tile_flipped", cell: [2, 1], axis: "lr", before: ["T01", 0, 0], after: ["T01", 0, 1] },
      { type: "lantern_moved", origin: [2, 1], target: [3, 1] },
    ];
    const found = aftermathOf({ moves: [], events }, view);
    expect(found.stars).toEqual([[2, 1]]);
    expect(found.flipped).toEqual([{ cell: [2, 1], laid: ["T01", 0, 1] }]);
    expect(found.lanterns).toEqual([{ from: { x: 250, y: 150 }, to: { x: 350, y: 150 }, colour: "blue" }]);
    expect(found.put.map(({ pawn, place }) => [pawn, place.y < 0])).toEqual([[0, true]]);
  });

  it("labels keep clear of the way and of the tile they speak of", () => {
    const size = { wide: 160, high: 28 };
    const points = [...Array(30).keys()].map((i) => ({ x: 300, y: 10 * i }));
    const boxes = [{ x: 350, y: 350, wide: 100, high: 100 }];
    const spot = spotFor({ x: 300, y: 290 }, size, 600, { points, boxes });
    expect(points.filter((point) => covers(spot, point, 0))).toEqual([]);
    expect(Math.abs(spot.x - 350) >= 130 || Math.abs(spot.y - 350) >= 64).toBe(true);
    const corner = spotFor({ x: 0, y: 0 }, size, 600, { points: [], boxes: [] });
    expect(corner.x - size.wide / 2).toBeGreaterThanOrEqual(-40);
    expect(corner.y - size.high / 2).toBeGreaterThanOrEqual(-40);
  });
});

describe("nothing opens on a loss while something better is there", () => {
  const foreseen: Record<string, Ghost> = { "T01/0": leads(true), "T01/1": leads(false) };

  it("the tile turns to a way that keeps the pawn, once that is known", () => {
    const choosing = new Choosing();
    choosing.ask(asks, view, tiles, 1);
    choosing.take("T01", 0);
    choosing.avoidLoss(0, view, () => null);
    expect(choosing.way?.action).toBe("T01/0");
    choosing.avoidLoss(0, view, (action) => foreseen[action] ?? null);
    expect(choosing.action).toBe("T01/1");
  });

  it("but what somebody has turned stays as it is", () => {
    const choosing = new Choosing();
    choosing.ask(asks, view, tiles, 1);
    choosing.take("T01", 0);
    choosing.rotate(1);
    choosing.rotate(-1);
    choosing.avoidLoss(0, view, (action) => foreseen[action] ?? null);
    expect(choosing.action).toBe("T01/0");
  });
});

describe("planning while others move", () => {
  it("leads along the tiles that lie now, and off the board if they do", () => {
    const [way] = plans(view, 0, tiles);
    expect(way?.cell).toEqual([2, 0]);
    const [move] = planned(view, 0, way!, tiles, 6)!.moves;
    expect(move).toEqual({
      pawn: 0,
      route: [
        [2, 0, 0, 5],
        [2, 1, 0, 5],
      ],
      stop: [2, 2, 0],
    });
    const back = plans(view, 0, tiles).find(({ tile }) => tile === "T02")!;
    expect(planned(view, 0, back, tiles, 6)!.moves[0]?.fate).toBe("edge");
  });

  it("turns tiles, plays nothing, and keeps the tile when the own turn comes", () => {
    const choosing = new Choosing();
    choosing.plan(view, 0, tiles);
    choosing.take("T01", 0);
    choosing.rotate(1);
    expect(choosing.action).toBeNull();
    expect(choosing.wanted).toEqual([]);
    choosing.plan({ ...view, board: [] }, 0, tiles);
    expect(choosing.held?.rotation).toBe(1);
    choosing.ask(asks, view, tiles, 1);
    expect(choosing.action).toBe("T01/1");
    choosing.plan({ ...view, hands: [["T02"], []] }, 0, tiles);
    expect(choosing.held).toBeNull();
  });
});
