import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { en } from "../src/i18n/en";
import { said, t } from "../src/i18n";
import { coloursOf, nightOf } from "../src/lib/place/colours";
import { describeAction } from "../src/lib/words/describe";
import { fateName, foretold } from "../src/lib/words/fate";
import { questionOf } from "../src/lib/words/question";
import { settings } from "../src/lib/page/settings.svelte";
import { Stage } from "../src/lib/stage/stage.svelte";
import type { Asks, Decision, Event, Ghost, PageTheme, View } from "../src/lib/wire/protocol";

const game = (parts: View["parts"] = {}): View => ({
  parts,
  turn: { seat: 0, number: 3, half: 0, moment: 0, drawn: [] },
  phase: "x",
  first: 0,
  pawns: [],
  board: [],
  hands: [],
  pile: 0,
  exits: [],
});
const option = (type: string): Decision => ({ type, notation: type, cell: [2, 3], axis: "lr" }) as unknown as Decision;
const asks = (kind: string, rule: string, ...kinds: string[]): Asks => ({
  seat: 0,
  kind,
  rule,
  options: kinds.map(option),
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
  const theme = {
    motif: "rings",
    night: true,
    pawn: "pawn",
    light: { on_accent: "#ffffff" },
    dark: { page: "#000000", on_accent: "#111111" },
  } as unknown as PageTheme;

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

describe("how many there are", () => {
  it("is one or several", () => {
    expect(t("info.stars", { count: 1 })).toBe("1 star");
    expect(t("info.stars", { count: 2 })).toBe("2 stars");
    settings.language = "de";
    expect(t("home.against", { count: 1 })).toBe("Du gegen 1 Bot");
  });
});

describe("a style sheet", () => {
  it("takes no colour's name for a measure", () => {
    const names = (file: string): string[] =>
      [...readFileSync(`src/styles/${file}.css`, "utf8").matchAll(/^\s*(--[\w-]+):/gm)].map(([, name]) => name!);
    const colours = new Set(names("colours"));
    expect(names("table").filter((name) => colours.has(name))).toEqual([]);
  });
});

describe("a button", () => {
  it("says what it does, or the notation of an action the page does not know", () => {
    expect(describeAction({ type: "keep", notation: "keep" })).toBe(en["button.keep"]);
    expect(describeAction({ ...option("ring_bell"), notation: "bell:3" })).toBe("bell:3");
  });
});

describe("what is asked", () => {
  it("is a must before a daikaiju and an offer after it has gone", () => {
    expect(questionOf(asks("relocate", "SE-32", "relocate"), game())).toContain("must go to another mark");
    expect(questionOf(asks("relocate", "SE-33", "stay", "relocate"), game())).toContain("you may go");
  });

  it("says why a tile is flipped", () => {
    const scoring = asks("lantern", "WC-3", "flip");
    expect(questionOf(scoring, game({ winds: {} }))).toContain("the star of c4");
    expect(questionOf(scoring, game({ winds: { bound: [2, 3] } }))).toContain("c4 has to glow");
    const idle = game({ winds: {} });
    expect(questionOf(asks("break_loop", "WC-9", "flip"), idle)).toContain("starred tile on c4");
    expect(questionOf(asks("break_loop", "WC-10", "flip"), idle)).toContain("which of its tiles");
  });

  it("is the exchange, not the keeping; and never nothing", () => {
    expect(questionOf(asks("exchange", "CL-18", "keep", "swap"), game())).toBe(en["ask.swap"]);
    expect(questionOf(asks("x", "X-1", "dance"), game())).toBe(en["ask.other"]);
  });
});

describe("fates", () => {
  const view: View = { ...game({ ashes: { lives: [true] } }), pawns: [{ seat: 0, status: "on" }] };
  const ghost = (...events: Event[]): Ghost => ({ moves: [], events });
  const move = { pawn: 0, route: [], fate: "stranded" as const };
  const left: Event = { type: "pawn_left", pawn: 0, fate: "edge", others: [] };

  it("tell leaving the board from being out", () => {
    expect(foretold({ ...move, fate: "edge" }, ghost(left), view)).toBe("off the board, to rise again");
    const out: Event = { type: "seat_out", seat: 0, fate: "stranded" };
    expect(foretold(move, ghost(left, out), view)).toBe("off the board, and out");
    expect(foretold({ ...move, fate: "edge" }, ghost(), game())).toBe("off the board");
  });

  it("say of a phoenix that it could not rise, of a ship that it was stranded", () => {
    expect(fateName("stranded", view)).toBe("no way to rise");
    expect(fateName("stranded", game())).toBe("stranded");
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
    stage.show(game({ watch: { turn: 3, placed: 0, roused: false, waiting: [], dice: [2, 1] } }));
    expect(stage.dice).toMatchObject({ gold: 2, blue: 1, die: null, naming: false });
    stage.show(game({ watch: { turn: 2, placed: 0, roused: false, waiting: [], dice: [5, 5] } }));
    expect(stage.dice).toMatchObject({ gold: 2, blue: 1 });
  });
});
