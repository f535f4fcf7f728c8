import { describe, expect, it } from "vitest";
import { apply } from "../src/lib/place/position";
import type { View } from "../src/lib/wire/protocol";

const view: View = {
  turn: { seat: 0, number: 1, half: 0, moment: 0, drawn: [] },
  phase: "place",
  first: 0,
  board: [
    [0, 0, "T01", 0, 0],
    [1, 0, "T02", 1, 0],
  ],
  pawns: [
    { seat: 0, status: "on", stop: [2, 0, 6], behind: [1, 0] },
    { seat: 1, status: "on", stop: [5, 5, 4] },
  ],
  hands: [["T03"], ["?", "?"]],
  pile: 12,
  exits: [],
  parts: {
    dragon: { returned_in: 0 },
    sea: { on_board: [], bag: [], bottom: [], gone: [], drawn_rotation: 0, offers: [] },
  },
};

describe("a change", () => {
  it("of nothing leaves the position as it was", () => {
    expect(apply(view, {})).toEqual(view);
  });

  it("exchanges pawns and hands by their number, and fields and parts as a whole", () => {
    const after = apply(view, {
      turn: { ...view.turn, seat: 1 },
      pawns: { 0: { seat: 0, status: "lost", end: [-1, 0, 2] } },
      hands: { 1: ["?"] },
      pile: 11,
      parts: { dragon: { holder: 0, returned_in: 0 } },
    });
    expect(after?.turn.seat).toBe(1);
    expect(after?.pawns).toEqual([{ seat: 0, status: "lost", end: [-1, 0, 2] }, view.pawns[1]]);
    expect(after?.hands).toEqual([["T03"], ["?"]]);
    expect(after?.pile).toBe(11);
    expect(after?.parts).toEqual({ ...view.parts, dragon: { holder: 0, returned_in: 0 } });
    expect(after?.phase).toBe("place");
  });

  it("lays tiles, turns them and takes them away", () => {
    const after = apply(view, {
      laid: [
        [1, 0, "T02", 2, 0],
        [2, 0, "T03", 0, 0],
      ],
      gone: [[0, 0]],
    });
    expect(after?.board).toEqual([
      [1, 0, "T02", 2, 0],
      [2, 0, "T03", 0, 0],
    ]);
    expect(view.board).toHaveLength(2);
  });

  it("does not fit where it is about things that are not there", () => {
    expect(apply(view, { gone: [[4, 4]] })).toBeNull();
    expect(apply(view, { pawns: { 2: { seat: 2, status: "unset" } } })).toBeNull();
    expect(apply(view, { hands: { 2: [] } })).toBeNull();
  });
});
