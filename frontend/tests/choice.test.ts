import { describe, expect, it } from "vitest";
import { choicesOf, NOTHING, wayFor } from "../src/lib/choosing/choice";
import { Choosing } from "../src/lib/choosing/choosing.svelte";
import type { Asks, Decision, View } from "../src/lib/wire/protocol";
import type { Catalogue } from "../src/lib/place/tiles";

const view: View = {
  turn: { seat: 0, number: 1, half: 0, moment: 0, cell: [2, 0], drawn: [] },
  phase: "x",
  first: 0,
  pawns: [{ seat: 0, status: "on", stop: [1, 0, 0] }],
  board: [],
  hands: [["T01"], []],
  pile: 0,
  exits: [],
  parts: {
    exchange: {
      seat: 0,
      mine: ["T01"],
      losers: [1],
      pool: [
        [1, "T05"],
        [1, "T06"],
      ],
    },
  },
};
const straight: [number, number][] = [
  [0, 5],
  [1, 4],
  [2, 7],
  [3, 6],
];
const tile = { copies: 1, faces: [{ pairs: straight, glowing: false }] };
const tiles: Catalogue = { T01: tile, T02: tile, T03: tile };
const lay = (tile: string, rotation: number, pawn?: number): Decision => ({
  type: "place_tile",
  notation: `${tile}/${rotation}`,
  laid: [tile, rotation, 0],
  pawn,
});
const mark = (col: number): Decision => ({ type: "take_mark", notation: `mark ${col}`, mark: [col, 0, 0] });
const asks = (options: Decision[], barred: Asks["barred"] = []): Asks => ({
  seat: 0,
  kind: "x",
  rule: "X-1",
  options,
  barred,
});
/** As an edition from outside may send it: of a type that the page does not know, or with other fields. */
const strange = (type: string): Decision => ({ type, notation: `${type}!` }) as unknown as Decision;

describe("what is asked becomes things to point at", () => {
  it("nothing if somebody else is asked", () => {
    expect(choicesOf({ seat: 1, kind: "x" }, view)).toBe(NOTHING);
  });

  it("tiles to lay before their pawns, with barred ones beside", () => {
    const barred = { action: lay("T01", 1), rule: "CL-9", why: "no", nearest: "T01/0" };
    const { ways } = choicesOf(asks([lay("T01", 0)], [barred]), view);
    expect(ways.map((way) => way.barred?.rule)).toEqual([undefined, "CL-9"]);
    expect(ways[0]!.cell).toEqual([1, 0]);
    const two: View = { ...view, pawns: [...view.pawns, { seat: 0, status: "waiting", beside: [3, 5, 2] }] };
    expect(choicesOf(asks([lay("T01", 0, 1)]), two).ways[0]!.cell).toEqual([3, 5]);
  });

  it("places on the rim, on tiles and in cells", () => {
    const { targets } = choicesOf(
      asks([
        { type: "take_mark", notation: "c1.0", mark: [2, 0, 0] },
        { type: "take_side", notation: "c1.n", place: [2, 0, 0] },
        { type: "enter", notation: "in:1", point: 1 },
        { type: "move_lantern", notation: "lantern:d3", cell: [3, 2] },
        { type: "flip", notation: "flip:d3.tb", cell: [3, 2], axis: "tb" },
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
        { type: "choose_pile", notation: "pile:2", pile: 1 },
        { type: "swap", notation: "swap:T01>T05", give: "T01", take: "T05" },
        { type: "keep", notation: "keep" },
        strange("dance"),
      ]),
      view,
    );
    expect(found.piles.map(({ pile }) => pile)).toEqual([1]);
    expect(found.exchange?.hands).toEqual([{ seat: 1, tiles: ["T05", "T06"] }]);
    expect(found.buttons.map((button) => button.notation)).toEqual(["keep", "dance!"]);
  });

  it("buttons also where an action is called like one of ours but is none", () => {
    const kinds = ["swap", "place_tile", "take_mark", "choose_pile"];
    const found = choicesOf(asks(kinds.map(strange)), { ...view, parts: {} });
    expect(found.exchange).toBeNull();
    expect(found.buttons.map((button) => button.type)).toEqual(kinds);
  });
});

describe("a held tile", () => {
  const { ways } = choicesOf(asks([lay("T01", 0)]), view);
  const held = { tile: "T01", face: 0, turns: false };

  it("finds its way also where a further turn looks the same", () => {
    expect(wayFor(ways, { ...held, rotation: 3 }, tiles)?.action).toBe("T01/0");
  });

  it("has no way if no option looks like it", () => {
    expect(wayFor(ways, { ...held, tile: "T02", rotation: 0 }, tiles)).toBeNull();
  });
});

describe("what is foreseen", () => {
  const choosing = new Choosing();
  const hand = ["T01", "T02", "T03"].flatMap((each) => [lay(each, 0), lay(each, 1)]);

  it("is all of the first tile before one is looked at, then all of that one; those beside are likely", () => {
    choosing.ask(asks(hand, [{ action: lay("T01", 2), rule: "CL-9", why: "no" }]), view, tiles, 1);
    expect([choosing.wanted, choosing.looked]).toEqual([["T01/0", "T01/1", "T01/2"], undefined]);
    expect(choosing.likely).toEqual(["T02/0", "T02/1"]);
    choosing.hovered = choosing.asHeld("T02");
    expect([choosing.wanted, choosing.looked]).toEqual([["T02/0", "T02/1"], "T02/0"]);
    expect(choosing.likely).toEqual(["T01/0", "T01/1", "T01/2", "T03/0", "T03/1"]);
  });

  it("are all places if they are few, else the one pointed at", () => {
    const marks = (count: number): Asks => asks([...Array(count).keys()].map(mark));
    choosing.ask(marks(12), view, tiles, 2);
    expect(choosing.wanted).toHaveLength(12);
    choosing.ask(marks(13), view, tiles, 3);
    expect(choosing.wanted).toEqual([]);
    choosing.pointed = choosing.choices.targets[3]!;
    expect([choosing.wanted, choosing.looked]).toEqual([["mark 3"], "mark 3"]);
  });

  it("are all ends of paths, however many", () => {
    const ends = [...Array(20).keys()].map((point): Decision => ({
      type: "enter",
      notation: `in:${point}`,
      point: point % 8,
    }));
    choosing.ask(asks(ends), view, tiles, 4);
    expect(choosing.wanted).toHaveLength(20);
  });
});

describe("the same question once more", () => {
  const choosing = new Choosing();
  const question = (version: number, seat = 0): void =>
    choosing.ask({ ...asks([lay("T01", 0), lay("T01", 1), lay("T02", 0)]), seat }, view, tiles, version);

  it("leaves in the hand what is held, as after a lost connection", () => {
    question(1);
    choosing.take("T02", 1);
    question(1);
    expect([choosing.action, choosing.slot]).toEqual(["T02/0", 1]);
  });

  it("is another one after a move, for another seat and after nothing was asked", () => {
    question(2);
    expect(choosing.held).toBeNull();
    choosing.take("T01", 0);
    question(2, 1);
    expect(choosing.held).toBeNull();
    choosing.take("T01", 0);
    choosing.ask(null, view, tiles, 2);
    question(2, 1);
    expect(choosing.held).toBeNull();
  });
});
