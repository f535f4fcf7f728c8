import { createHash, createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { commitmentOf, keyOf, numberBelow, outcomeOf } from "../src/lib/luck/deriving";
import { Impossible, Pile } from "../src/lib/luck/pile";
import { newPart, PART } from "../src/lib/luck/promises";
import { readRecord } from "../src/lib/luck/record";
import { hex, hmac, sha256 } from "../src/lib/luck/sha256";
import type { View } from "../src/lib/wire/protocol";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("hashes of our own", () => {
  it("are those of everybody, whatever the length", () => {
    for (let length = 0; length < 200; length++) {
      const text = "ä".repeat(length);
      expect(hex(sha256(bytes(text)))).toBe(createHash("sha256").update(text).digest("hex"));
      expect(hex(hmac(bytes(text), bytes(`${length}`)))).toBe(
        createHmac("sha256", text).update(`${length}`).digest("hex"),
      );
    }
  });
});

describe("the example of docs/fair-luck.md", () => {
  const secret = "4f".repeat(32);
  const key = keyOf(secret, ["ada-7c", "", "bob.42"]);

  it("has this commitment and key", () => {
    expect(commitmentOf(secret)).toBe("481568cf8ea0c96cb977077a703463c6af7500e45277cda97d9e90965d03cc10");
    expect(hex(key)).toBe("b138e0d5fb5c0247d3cc189157ec92de82356b7020061f0e8fb3b068bf377652");
  });

  it("deals these tiles, in whatever order they are told", () => {
    const pile = Array.from({ length: 35 }, (_, n) => `*T${String(n + 1).padStart(2, "0")}`);
    const dealt = Array.from({ length: 9 }, (_, event) => {
      const tile = outcomeOf(key, event, new Map([...pile].reverse().map((each) => [each, 1])))!;
      pile.splice(pile.indexOf(tile), 1);
      return tile;
    });
    expect(dealt.join(" ")).toBe("*T32 *T18 *T06 *T22 *T03 *T33 *T17 *T11 *T27");
  });

  it("refuses numbers above the largest multiple", () => {
    expect([0, 3, 7].map((event) => numberBelow(key, event, 3 * 2 ** 30))).toEqual([
      2308266761, 2526556624, 1680867915,
    ]);
  });

  it("knows that nothing can come of nothing", () => {
    expect(outcomeOf(key, 0, new Map())).toBeNull();
  });
});

describe("a part", () => {
  it("is another each time, and one the server takes", () => {
    const parts = Array.from({ length: 50 }, newPart);
    expect(new Set(parts).size).toBe(50);
    expect(parts.every((part) => PART.test(part) && part.length === 20)).toBe(true);
    expect(PART.test("a b")).toBe(false);
  });
});

describe("a record", () => {
  it("is read without the server", () => {
    const text = '[Tsuro "record 1"]\r\n[Seat0 "A \\"B\\" \\\\"]\r\n\r\nsetup: *T06 a1.0\r\n1.0: T06/0\r\n';
    const record = readRecord(text)!;
    expect(record.headers.get("Seat0")).toBe('A "B" \\');
    expect(record.actions).toEqual(["*T06", "a1.0", "T06/0"]);
    expect(readRecord("anything else")).toBeNull();
    expect(readRecord('[Tsuro "record 1"]\n[Tsuro "record 1"]\n')).toBeNull();
  });
});

describe("a pile", () => {
  const opening = { hands: [[], []], pawns: [{ seat: 0 }, { seat: 1 }] } as unknown as View;
  const printed = { faces: [], copies: 1 };
  const made = (): Pile => new Pile({ T01: printed, T02: printed, T03: { ...printed, copies: 2 } }, opening);

  it("has a hand under it in the order in which it was held, swaps in their places", () => {
    const pile = made();
    for (const tile of ["T01", "T02"]) pile.follow({ type: "tile_drawn", seat: 0, tile });
    for (const tile of ["T03", "T03"]) pile.follow({ type: "tile_drawn", seat: 1, tile });
    pile.follow({ type: "tiles_swapped", seat: 1, loser: 0, give: "T03", take: "T01" });
    pile.follow({ type: "hand_buried", seat: 0, count: 2, known_to: [1] });
    expect(pile.draws).toEqual(["T03"]);
    pile.follow({ type: "tile_drawn", seat: 1, tile: "T03" });
    expect(pile.draws).toEqual(["T02"]);
    expect(() => pile.follow({ type: "tile_drawn", seat: 1, tile: "T01" })).toThrow(Impossible);
  });

  it("is in unknown order again once it was shuffled", () => {
    const pile = made();
    pile.follow({ type: "tile_drawn", seat: 0, tile: "T02" });
    pile.follow({ type: "hand_shuffled_in", seat: 0, count: 1 });
    expect([...pile.draws].sort()).toEqual(["T01", "T02", "T03", "T03"]);
    expect(pile.fits({ hands: [[], []], pile: 4 } as unknown as View)).toBe(true);
    expect(pile.fits({ hands: [["T01"], []], pile: 4 } as unknown as View)).toBe(false);
  });
});
