import { describe, expect, it } from "vitest";
import { de } from "../src/i18n/de";
import { en } from "../src/i18n/en";
import { fill } from "../src/i18n";
import { softened, travelTime } from "../src/lib/stage/animate";
import { botName, character, chosenBot } from "../src/lib/words/levels";
import { parseRoute } from "../src/lib/page/route.svelte";
import { seatStates } from "../src/lib/words/seats";
import { Stage } from "../src/lib/stage/stage.svelte";
import type { SeatInfo, View } from "../src/lib/wire/protocol";

describe("texts", () => {
  const blanks = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([found]) => found).sort();

  it("have the same blanks in both languages", () => {
    for (const key of Object.keys(en) as (keyof typeof en)[]) expect(blanks(de[key]), key).toEqual(blanks(en[key]));
  });

  it("fill their blanks and keep unknown ones", () => {
    expect(fill("{a} and {b}", { a: 1 })).toBe("1 and {b}");
  });
});

describe("bots", () => {
  const bot = (spec: string, level: boolean) => ({ spec, name: spec, level, character: `is ${spec}` });

  it("have the names of levels, others those of their kinds", () => {
    expect(botName("dragon")).toBe("Dragon");
    expect(botName("cautious:slips=0.2")).toBe("Cautious");
    expect(character(bot("dragon", true))).toBe(en["character.dragon"]);
    expect(character(bot("random", false))).toBe(en["character.random"]);
    expect(character(bot("stranger", false))).toBe("is stranger");
  });

  it("are chosen from what the server has", () => {
    expect(chosenBot([bot("dragon", true), bot("clever", true), bot("cautious", false)])).toBe("clever");
    expect(chosenBot([bot("random", false), bot("cautious", false)])).toBe("cautious");
    expect(chosenBot([])).toBe("cautious");
  });
});

describe("addresses", () => {
  it("name a table, a move of a replay, a file or home", () => {
    expect(parseRoute("#/t/k7f3qx")).toEqual({ page: "table", table: "k7f3qx" });
    expect(parseRoute("#/r/k7f3qx/12")).toEqual({ page: "replay", table: "k7f3qx", at: 12 });
    expect(parseRoute("#/r/k7f3qx")).toEqual({ page: "replay", table: "k7f3qx", at: null });
    expect(parseRoute("#/file")).toEqual({ page: "file" });
    expect(parseRoute("#/nonsense/..")).toEqual({ page: "home" });
  });
});

describe("motion", () => {
  it("takes 250 to 900 milliseconds", () => {
    expect(travelTime(1)).toBeGreaterThanOrEqual(250);
    expect(travelTime(30)).toBeLessThanOrEqual(900);
  });

  it("starts and ends softly and runs evenly between", () => {
    expect(softened(0)).toBe(0);
    expect(softened(1)).toBeCloseTo(1);
    expect(softened(0.6) - softened(0.5)).toBeCloseTo(softened(0.5) - softened(0.4));
  });
});

describe("a view", () => {
  const view = {
    hands: [["T01"], ["?"]],
    exits: [{ seat: 1, turn: 4, fate: "edge" }],
    result: { winners: [0], reason: "last_standing" },
    parts: {
      dragon: { holder: 0 },
      sea: { on_board: [{ name: "G3", cell: [1, 2], rotation: 1 }] },
      lanterns: { scored: [3, 1], markers: [[[2, 2], "orange"]] },
    },
  } as unknown as View;

  it("tells of every seat at a glance", () => {
    const seat = { connected: true, yours: false, reclaimable: false, hotseat: false };
    const seats: SeatInfo[] = [
      { ...seat, n: 0, kind: "person", name: "Ann" },
      { ...seat, n: 1, kind: "bot", name: "Bob", bot: "dragon" },
    ];
    const [ann, bob] = seatStates(view, seats);
    expect(ann).toMatchObject({ name: "Ann", won: true, dragon: true, stars: 3, out: false });
    expect(bob).toMatchObject({ bot: "Dragon", out: true, fate: "edge", outTurn: 4 });
  });

  it("tells where daikaiju and lanterns are", () => {
    const stage = new Stage();
    stage.show(view);
    expect(stage.daikaiju).toEqual([{ name: "G3", cell: [1, 2], rotation: 1 }]);
    expect(stage.markers).toEqual([{ id: 1, cell: [2, 2], colour: "orange" }]);
  });
});
