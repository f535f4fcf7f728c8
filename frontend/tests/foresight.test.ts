import { beforeEach, describe, expect, it } from "vitest";
import { Foresight } from "../src/lib/choosing/foresight.svelte";
import type { Ghosts } from "../src/lib/wire/protocol";

const ghosts = (version: number, ...actions: string[]): Ghosts => ({
  type: "ghosts",
  version,
  ghosts: Object.fromEntries(actions.map((action) => [action, { moves: [], events: [] }])),
});

describe("foresight", () => {
  let asked: [number, string[]][];
  let foresight: Foresight;
  beforeEach(() => {
    asked = [];
    foresight = new Foresight((version, actions) => asked.push([version, actions]));
    foresight.at(3);
  });

  it("asks at once for all that is looked at, and never twice", () => {
    foresight.look(["a", "b"], []);
    foresight.look(["b", "c"], []);
    foresight.look(["a"], []);
    expect(asked).toEqual([
      [3, ["a", "b"]],
      [3, ["c"]],
    ]);
  });

  it("waits until the answer is there, whatever the answer leaves out", () => {
    foresight.look(["a", "b"], []);
    expect([foresight.awaits("a"), foresight.of("a")]).toEqual([true, null]);
    foresight.receive(ghosts(3, "a"));
    expect([foresight.awaits("a"), foresight.awaits("b")]).toEqual([false, false]);
    expect(foresight.of("a")).toEqual({ moves: [], events: [] });
    foresight.look(["b"], []);
    expect(asked).toHaveLength(1);
  });

  it("prepares what is likely only after what is looked at has come", () => {
    foresight.look(["a"], ["b"]);
    foresight.look(["a"], ["b"]);
    expect(asked).toHaveLength(1);
    foresight.receive(ghosts(3, "a"));
    expect(asked[1]).toEqual([3, ["b"]]);
    foresight.look(["c"], []);
    expect(asked[2]).toEqual([3, ["c"]]);
  });

  it("prepares at once if all that is looked at is known", () => {
    foresight.look(["a"], []);
    foresight.receive(ghosts(3, "a"));
    foresight.look(["a"], ["b"]);
    expect(asked[1]).toEqual([3, ["b"]]);
  });

  it("forgets with the next position, and takes no answer to an earlier one", () => {
    foresight.look(["a"], []);
    foresight.at(3);
    expect(foresight.awaits("a")).toBe(true);
    foresight.at(4);
    foresight.receive(ghosts(3, "a"));
    expect([foresight.awaits("a"), foresight.of("a")]).toEqual([false, null]);
    foresight.look(["a"], []);
    expect(asked[1]).toEqual([4, ["a"]]);
  });

  it("asks again where the connection was lost", () => {
    foresight.look(["a"], []);
    foresight.forget();
    foresight.look(["a"], []);
    expect(asked).toHaveLength(2);
  });
});
