import { describe, expect, it } from "vitest";
import type { PawnInfo, Square, View } from "../src/lib/wire/protocol";
import type { Catalogue } from "../src/lib/place/tiles";
import { trailsOf } from "../src/lib/place/trails";

const faces = (...pairs: [number, number][][]): Catalogue[string] => ({
  copies: 1,
  faces: pairs.map((each) => ({ pairs: each, glowing: false })),
});
const tiles: Catalogue = {
  straight: faces([
    [0, 5],
    [1, 4],
    [2, 7],
    [3, 6],
  ]),
  corners: faces(
    [
      [0, 5],
      [1, 4],
      [2, 7],
      [3, 6],
    ],
    [
      [8, 10],
      [0, 3],
    ],
  ),
  bend: faces([
    [0, 1],
    [2, 3],
    [4, 5],
    [6, 7],
  ]),
  round: faces([
    [2, 5],
    [3, 4],
    [0, 1],
    [6, 7],
  ]),
};
const trail = (pawn: Omit<PawnInfo, "seat">, ...board: Square[]): number[][] =>
  trailsOf({ board, pawns: [{ seat: 0, ...pawn }] } as unknown as View, tiles)[0]!;

describe("a trail", () => {
  it("leads back over the tiles behind a pawn, oldest first", () => {
    const board: Square[] = [
      [0, 0, "straight", 0, 0],
      [1, 0, "straight", 1, 0],
    ];
    expect(trail({ status: "on", stop: [2, 0, 7], behind: [1, 0] }, ...board)).toEqual([
      [0, 0, 7, 2],
      [1, 0, 7, 2],
    ]);
  });

  it("of a pawn on its start mark is none, whatever lies beyond", () => {
    expect(trail({ status: "on", stop: [1, 0, 7] }, [0, 0, "straight", 0, 0])).toEqual([]);
    expect(trail({ status: "waiting", beside: [0, 0, 0] }, [0, 0, "straight", 0, 0])).toEqual([]);
  });

  it("of a lost pawn leads to where its way ended, also off the board", () => {
    expect(trail({ status: "lost", end: [0, -1, 5] }, [0, 0, "straight", 0, 0])).toEqual([[0, 0, 5, 0]]);
    expect(trail({ status: "lost" }, [0, 0, "straight", 0, 0])).toEqual([]);
  });

  it("runs over corners of the other face, as the tile is turned", () => {
    const board: Square[] = [[1, 1, "corners", 1, 1]];
    expect(trail({ status: "on", stop: [0, 2, 9], behind: [1, 1] }, ...board)).toEqual([[1, 1, 9, 11]]);
    expect(trail({ status: "on", stop: [0, 1, 3], behind: [1, 1] }, ...board)).toEqual([]);
  });

  it("ends where a tile has gone", () => {
    expect(trail({ status: "on", stop: [2, 0, 7], behind: [1, 0] }, [1, 0, "straight", 0, 0])).toEqual([[1, 0, 7, 2]]);
  });

  it("of a loop ends where it began, and crosses a tile twice if it does", () => {
    const loop: Square[] = [
      [0, 0, "round", 0, 0],
      [1, 0, "round", 1, 0],
      [1, 1, "round", 2, 0],
      [0, 1, "round", 3, 0],
    ];
    expect(trail({ status: "lost", end: [1, 0, 6] }, ...loop)).toHaveLength(4);
    const twice: Square[] = [
      [0, 0, "straight", 0, 0],
      [1, 0, "bend", 0, 0],
    ];
    expect(trail({ status: "lost", end: [-1, 0, 2] }, ...twice)).toEqual([
      [0, 0, 6, 3],
      [1, 0, 6, 7],
      [0, 0, 2, 7],
    ]);
  });
});
