import { describe, expect, it } from "vitest";
import { journey, winningTrail } from "../src/lib/words/journey";
import type { SeatInfo, View } from "../src/lib/wire/protocol";
import { pitchOf } from "../src/lib/stage/sound";
import type { Catalogue } from "../src/lib/place/tiles";

const tiles: Catalogue = {
  T01: {
    copies: 1,
    faces: [
      {
        pairs: [
          [0, 5],
          [1, 4],
          [2, 7],
          [3, 6],
        ],
        glowing: false,
      },
    ],
  },
};
const seats = ["Ada", "Ben"].map((name, n) => ({ n, kind: "person", name })) as unknown as SeatInfo[];
const view: View = {
  turn: { seat: 0, number: 9, half: 0, moment: 0, drawn: [] },
  phase: "x",
  first: 0,
  pawns: [
    { seat: 0, status: "on", stop: [2, 2, 0], behind: [2, 1] },
    { seat: 1, status: "lost", end: [4, 1, 0] },
  ],
  board: [
    [2, 0, "T01", 0, 0],
    [2, 1, "T01", 0, 0],
    [4, 0, "T01", 0, 0],
  ],
  hands: [[], []],
  pile: 0,
  exits: [],
  parts: {},
  result: { winners: [0], reason: "last" },
} as unknown as View;

describe("the end of a game", () => {
  it("tells the winner's journey, in the second person where it was ours", () => {
    expect(journey(view, tiles, seats, [1])).toBe("Ada’s journey: 2 tiles, from c1 to c2.");
    expect(journey(view, tiles, seats, [0])).toBe("Your journey: 2 tiles, from c1 to c2.");
  });

  it("of a pawn that is still there, rather than of a longer way that was lost", () => {
    const two: View = {
      ...view,
      pawns: [
        { seat: 0, status: "lost", end: [2, 2, 0] },
        { seat: 0, status: "on", stop: [4, 1, 0], behind: [4, 0] },
      ],
    };
    expect(journey(two, tiles, seats, [])).toBe("Ada’s journey: 1 tile, from e1 to e1.");
  });

  it("counts a tile once, however often the path came back to it", () => {
    const shapes: Record<string, [number, number][]> = {
      A: [
        [7, 5],
        [4, 2],
        [0, 1],
        [3, 6],
      ],
      B: [
        [0, 1],
        [2, 3],
        [4, 5],
        [6, 7],
      ],
    };
    const known = Object.fromEntries(
      Object.entries(shapes).map(([name, pairs]) => [
        name,
        { ...tiles.T01!, faces: [{ ...tiles.T01!.faces[0]!, pairs }] },
      ]),
    ) as typeof tiles;
    const twice: View = {
      ...view,
      pawns: [{ seat: 0, status: "on", stop: [1, 1, 7], behind: [0, 1] }],
      board: [
        [0, 1, "A", 0, 0],
        [0, 2, "B", 0, 0],
      ],
    };
    expect(journey(twice, known, seats, [])).toBe(
      "Ada’s journey: 2 tiles, from a2 to a2. The path came back to one of them.",
    );
  });

  it("tells nothing before there is a winner, and of a way that is gone only that", () => {
    expect(journey({ ...view, result: undefined }, tiles, seats, [])).toBe("");
    expect(winningTrail({ ...view, board: [] }, tiles)).toBeNull();
    expect(journey({ ...view, board: [] }, tiles, seats, [])).toBe(
      "Ada’s journey: nothing of it is left on the board.",
    );
    expect(journey({ ...view, board: [] }, tiles, seats, [0])).toBe(
      "Your journey: nothing of it is left on the board.",
    );
  });

  it("sounds in a scale that goes on in the next octave", () => {
    const scale = { root: 200, scale: [0, 7] };
    expect([0, 2, 4].map((step) => pitchOf(step, scale))).toEqual([200, 400, 800]);
    expect(pitchOf(1, scale)).toBeCloseTo(299.66, 1);
  });
});
