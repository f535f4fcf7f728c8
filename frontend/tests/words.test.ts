import { afterEach, describe, expect, it } from "vitest";
import { en } from "../src/i18n/en";
import { said } from "../src/i18n";
import { coloursOf, nightOf } from "../src/lib/colours";
import { describeAction } from "../src/lib/describe";
import { fateName, foretold } from "../src/lib/fate";
import { questionOf } from "../src/lib/question";
import { settings } from "../src/lib/settings.svelte";
import { Stage } from "../src/lib/stage.svelte";
import type { Asks, PageTheme, View } from "../src/lib/wire";

const game = (edition: string, parts: View["parts"] = {}): View =>
  ({ edition, parts, turn: { seat: 0, number: 3 }, pawns: [], board: [] }) as unknown as View;
const asks = (kind: string, rule: string, ...kinds: string[]): Asks => ({
  seat: 0,
  kind,
  rule,
  options: kinds.map((each) => ({ action: each, kind: each, data: { cell: [2, 3] }, preview: null })),
});

afterEach(() => (settings.language = "en"));

describe("what the server says", () => {
  const winds = { en: "Winds of Change", de: "Winde des Wandels" };

  it("is told in the language of the page", () => {
    expect(said(winds)).toBe("Winds of Change");
    settings.language = "de";
    expect(said(winds)).toBe("Winde des Wandels");
  });
});

describe("the look of an edition", () => {
  const theme: PageTheme = { motif: "rings", night: true, pawn: "pawn", light: { on_accent: "#ffffff" }, dark: { page: "#000000", on_accent: "#111111" } };

  it("becomes variables of the style sheet, by day and by night", () => {
    expect(coloursOf(theme, false)).toBe("--on-accent: #ffffff;");
    expect(coloursOf(theme, true)).toBe("--page: #000000; --on-accent: #111111;");
  });

  it("is the usual one where no edition is on show", () => {
    expect(coloursOf(null, true)).toBe("");
  });

  it("tells whether seats stand on a dark board by day, too", () => {
    expect(nightOf(theme)).toBe("");
    expect(nightOf({ ...theme, night: false })).toBeUndefined();
  });
});

describe("a button", () => {
  it("says what it does, or the notation of an action the page does not know", () => {
    expect(describeAction({ action: "keep", kind: "Keep" })).toBe(en["do.Keep"]);
    expect(describeAction({ action: "bell:3", kind: "RingBell" })).toBe("bell:3");
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
