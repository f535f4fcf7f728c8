import { afterEach, describe, expect, it } from "vitest";
import { de } from "../src/i18n/de";
import { en, type Key } from "../src/i18n/en";
import { fateName, foretold } from "../src/lib/fate";
import { heading } from "../src/lib/heading";
import { lessonOf } from "../src/lib/lesson";
import { questionOf } from "../src/lib/question";
import { settings } from "../src/lib/settings.svelte";
import { Stage } from "../src/lib/stage.svelte";
import type { Asks, View } from "../src/lib/wire";

const game = (edition: string, parts: View["parts"] = {}): View =>
  ({ edition, parts, turn: { seat: 0, number: 3 }, pawns: [], board: [] }) as unknown as View;
const asks = (kind: string, rule: string, ...kinds: string[]): Asks => ({
  seat: 0,
  kind,
  rule,
  options: kinds.map((each) => ({ action: each, kind: each, data: { cell: [2, 3] }, preview: null })),
});

afterEach(() => (settings.language = "en"));

describe("the title", () => {
  const winds = [{ en: "Winds of Change", de: "Winde des Wandels" }];

  it("names the edition and what is played otherwise than usual", () => {
    expect(heading("classic", [])).toBe("Classic Tsuro");
    expect(heading("phoenix", winds)).toBe("Tsuro: Phoenix Rising · Winds of Change");
  });

  it("is German on a German page", () => {
    settings.language = "de";
    expect(heading("pocket", winds)).toBe("Tsuro für die Tasche · Winde des Wandels");
  });
});

describe("what is asked", () => {
  it("is a must before a daikaiju and an offer after it has gone", () => {
    expect(questionOf(asks("relocate", "SE-32", "Relocate"), game("seas"))).toContain("must go to another mark");
    expect(questionOf(asks("relocate", "SE-33", "Stay", "Relocate"), game("seas"))).toContain("you may go");
  });

  it("says why a tile is flipped", () => {
    const scoring = asks("lantern", "WC-3", "Flip");
    expect(questionOf(scoring, game("phoenix", { winds: { bound: null } }))).toContain("the star of c4");
    expect(questionOf(scoring, game("phoenix", { winds: { bound: [2, 3] } }))).toContain("c4 has to glow");
    const idle = game("phoenix", { winds: { bound: null } });
    expect(questionOf(asks("break_loop", "WC-9", "Flip"), idle)).toContain("starred tile on c4");
    expect(questionOf(asks("break_loop", "WC-10", "Flip"), idle)).toContain("which of its tiles");
  });

  it("is the exchange, not the keeping; and never nothing", () => {
    expect(questionOf(asks("exchange", "CL-18", "Keep", "Swap"), game("classic"))).toBe(en["ask.Swap"]);
    expect(questionOf(asks("x", "X-1", "Dance"), game("classic"))).toBe(en["ask.other"]);
  });
});

describe("the lesson", () => {
  const told = (texts: Record<Key, string>, view: View): string => lessonOf(view).map((key) => texts[key]).join(" ");

  it("of phoenix tells rising, Life and the end of the round, and claims no bans", () => {
    const english = told(en, game("phoenix"));
    for (const word of ["rises", "Life token", "round is played to its end", "Nothing is forbidden"])
      expect(english).toContain(word);
    expect(english).not.toContain("Winds of Change");
    for (const word of ["steigt", "Lebensstein", "Runde zu Ende", "Nichts ist verboten"])
      expect(told(de, game("phoenix"))).toContain(word);
  });

  it("tells of winds and daikaiju where they are", () => {
    expect(told(en, game("phoenix", { winds: {} }))).toContain("loop takes nobody off");
    expect(told(en, game("phoenix"))).toContain("loop takes a pawn off");
    expect(told(en, game("seas", { sea: {} }))).toContain("6, 7 or 8 in sum");
    expect(told(en, game("seas"))).not.toContain("aikaiju");
  });

  it("speaks of bans in the two editions that have them", () => {
    const bans = ["classic", "kosmos", "pocket", "seas", "phoenix"].filter((id) => lessonOf(game(id)).includes("lesson.bans"));
    expect(bans).toEqual(["classic", "seas"]);
  });
});

describe("fates", () => {
  const view = { ...game("phoenix", { ashes: {} }), pawns: [{ seat: 0 }] } as unknown as View;
  const move = { pawn: 0, route: [], stop: null, fate: "stranded" as const };
  const left = { type: "PawnLeft", pawn: 0, fate: "edge" };

  it("tell leaving the board from being out", () => {
    expect(foretold({ ...move, fate: "edge" }, { moves: [], events: [left] }, view)).toBe("off the board, to rise again");
    const out = { type: "SeatOut", seat: 0, fate: "stranded" };
    expect(foretold(move, { moves: [], events: [left, out] }, view)).toBe("off the board, and out");
    expect(foretold({ ...move, fate: "edge" }, { moves: [], events: [] }, game("classic"))).toBe("off the board");
  });

  it("say of a phoenix that it could not rise, of a ship that it was stranded", () => {
    expect(fateName("stranded", view)).toBe("no way to rise");
    expect(fateName("stranded", game("seas"))).toBe("stranded");
  });
});

describe("dice", () => {
  it("stay in sight when a further die is rolled, unless they named a cell", () => {
    const stage = new Stage();
    stage.roll({ gold: 3, blue: 4 });
    stage.roll({ die: 6 });
    expect(stage.dice).toMatchObject({ gold: 3, blue: 4, die: 6, naming: false });
    stage.roll({ gold: 1, blue: 1, naming: true });
    expect(stage.dice).toMatchObject({ gold: 1, blue: 1, die: null, naming: true });
    stage.roll({ die: 2 });
    expect(stage.dice).toMatchObject({ gold: null, blue: null, die: 2 });
  });

  it("are those of the turn once a view is shown, even if the roll was not", () => {
    const stage = new Stage();
    stage.show(game("seas", { watch: { turn: 3, dice: [2, 1], die: null } }));
    expect(stage.dice).toMatchObject({ gold: 2, blue: 1, die: null, naming: false });
    stage.show(game("seas", { watch: { turn: 2, dice: [5, 5], die: null } }));
    expect(stage.dice).toMatchObject({ gold: 2, blue: 1 });
  });
});
