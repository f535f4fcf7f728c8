import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Asks, ClientMessage, Played, ServerMessage, Shown, View, Welcome } from "../src/lib/wire/protocol";
import { settings } from "../src/lib/page/settings.svelte";
import { TableStore } from "../src/lib/games/table.svelte";

/** Keeps what is sent, and lets a test speak for the server. */
class Wire {
  static readonly OPEN = 1;
  static readonly all: Wire[] = [];
  readyState = Wire.OPEN;
  readonly sent: ClientMessage[] = [];
  onopen = (): void => {};
  onmessage = (_: { data: string }): void => {};
  onclose = (_: { code: number }): void => {};

  constructor() {
    Wire.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }

  close(): void {}

  addEventListener(): void {}

  async tell(message: ServerMessage): Promise<void> {
    this.onmessage({ data: JSON.stringify(message) });
    await vi.advanceTimersByTimeAsync(0);
  }

  kinds(): string[] {
    return this.sent.map(({ type }) => type);
  }
}

const view: View = {
  turn: { seat: 0, number: 1, half: 0, moment: 0, drawn: [] },
  phase: "x",
  first: 0,
  board: [],
  pawns: [{ seat: 0, status: "unset" }],
  hands: [["T01"]],
  pile: 9,
  exits: [],
  parts: {},
};
const asks: Asks = { seat: 0, kind: "x", options: [{ type: "keep", notation: "keep" }] };
const shown = (version: number, more: Partial<Shown> = {}): Shown => ({
  type: "shown",
  version,
  view,
  asks,
  log: [],
  undo: false,
  ...more,
});
const welcome = (version: number): Welcome =>
  ({
    type: "welcome",
    protocol: 2,
    table: { seats: [] },
    you: [0],
    game: {},
    tiles: {},
    shown: shown(version),
  }) as unknown as Welcome;
const played = (version: number, more: Partial<Played> = {}): Played => ({
  type: "played",
  version,
  moves: [{ seat: 0, action: "keep", events: [] }, { events: [] }],
  change: { pile: 9 - version },
  asks,
  log: [{ n: version, text: `line ${version}` }],
  undo: false,
  ...more,
});

describe("a table", () => {
  let store: TableStore;
  let wire: Wire;
  beforeEach(async () => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", Wire);
    vi.stubGlobal("location", { protocol: "http:", host: "here" });
    const events = { addEventListener: () => {}, removeEventListener: () => {} };
    vi.stubGlobal("document", { hidden: false, ...events });
    for (const [name, nothing] of Object.entries(events)) vi.stubGlobal(name, nothing);
    store = new TableStore("k7f3qx");
    wire = Wire.all.at(-1)!;
    wire.onopen();
    await wire.tell(welcome(4));
  });
  afterEach(() => {
    store.close();
    settings.language = "en";
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it("begins with hello, in the language of the page", () => {
    expect(wire.sent).toEqual([{ type: "hello", protocol: 2, language: "en", exact: false }]);
    expect(store.mine).toEqual(asks);
  });

  it("goes on from decision to decision by what has changed", async () => {
    await wire.tell(played(6));
    await wire.tell(played(8));
    expect([store.version, store.stage.view.pile]).toEqual([8, 1]);
    expect(store.log.map(({ text }) => text)).toEqual(["line 6", "line 8"]);
  });

  it("asks for the whole position if something is missing, or does not fit", async () => {
    await wire.tell(played(8));
    expect([store.version, wire.kinds()]).toEqual([4, ["hello", "refresh"]]);
    await wire.tell(shown(8));
    await wire.tell(played(10, { change: { gone: [[3, 3]] } }));
    expect([store.version, wire.kinds()]).toEqual([8, ["hello", "refresh", "refresh"]]);
  });

  it("offers nothing until its own decision has come back", async () => {
    store.act("keep");
    expect(store.mine).toBeNull();
    expect(wire.sent[1]).toMatchObject({ type: "act", version: 4, seat: 0, action: "keep" });
    await wire.tell(played(6, { id: (wire.sent[1] as { id: string }).id }));
    expect(store.mine).toEqual(asks);
  });

  it("sends a decision again after the connection was lost, and shows what came of it first", async () => {
    store.act("keep");
    const { id } = wire.sent[1] as { id: string };
    wire.onclose({ code: 1006 });
    await vi.advanceTimersByTimeAsync(1000);
    const again = Wire.all.at(-1)!;
    again.onopen();
    expect(again.sent[0]).toMatchObject({ type: "hello", after: 4 });
    await again.tell(welcome(4));
    expect(again.sent[1]).toEqual(wire.sent[1]);
    await again.tell({ type: "ack", id, version: 6 });
    expect(store.mine).toBeNull();
    await again.tell(played(6));
    expect(store.mine).toEqual(asks);
  });

  it("notices within ten seconds that nobody answers, though nothing was closed", async () => {
    await vi.advanceTimersByTimeAsync(3000);
    await wire.tell({ type: "pong" });
    expect([store.link, wire.kinds()]).toEqual(["open", ["hello", "ping"]]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(store.link).not.toBe("open");
    const version = store.version;
    wire.onmessage?.({ data: JSON.stringify(shown(9)) });
    expect(store.version).toBe(version);
  });

  it("goes back with an undo as soon as the position is shown", async () => {
    store.undo();
    const { id } = wire.sent[1] as { id: string };
    await wire.tell({ type: "ack", id, version: 5 });
    expect(store.mine).toBeNull();
    await wire.tell(shown(5));
    expect(store.mine).toEqual(asks);
  });

  it("says why a decision was refused, but not that something can no longer be foreseen", async () => {
    await wire.tell({ type: "refused", code: "stale_version", message: "Too late." });
    expect(store.refusal).toBeNull();
    store.act("keep");
    await wire.tell({
      type: "refused",
      id: (wire.sent[1] as { id: string }).id,
      code: "illegal_action",
      message: "No.",
    });
    expect([store.refusal?.message, store.waiting]).toEqual(["No.", false]);
  });

  it("speaks another language when the page does", async () => {
    store.speak("en", false);
    store.speak("de", false);
    store.speak("de", true);
    expect(wire.sent.slice(1)).toEqual([
      { type: "speak", language: "de", exact: false },
      { type: "speak", language: "de", exact: true },
    ]);
    await wire.tell(shown(4, { log: [{ n: 1, text: "eine Zeile" }] }));
    expect(store.log).toEqual([{ n: 1, text: "eine Zeile" }]);
  });

  it("foresees by asking, and forgets with the next position", async () => {
    store.foresight.look(["keep"], []);
    expect(wire.sent[1]).toEqual({ type: "foresee", version: 4, actions: ["keep"] });
    await wire.tell({ type: "ghosts", version: 4, ghosts: { keep: { moves: [], events: [] } } });
    expect(store.foresight.of("keep")).not.toBeNull();
    await wire.tell(played(6));
    expect(store.foresight.of("keep")).toBeNull();
  });
});
