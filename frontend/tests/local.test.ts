import { describe, expect, it } from "vitest";
import { packRecord, unpackRecord } from "../src/lib/wire/sharing";
import { parseRoute } from "../src/lib/page/route.svelte";
import { staticName } from "../src/local/static";

describe("answers that are always the same", () => {
  it.each([
    ["/api/editions", "", "editions.json"],
    ["/api/bots", "", "bots.json"],
    ["/api/demo", "?language=de", "demo.de.json"],
    ["/api/rules/seas", "?language=en", "rules/seas.en.json"],
    ["/api/editions/seas/guide", "", "editions/seas/guide.json"],
    ["/api/editions/seas/guide/2.svg", "?dark=1", "editions/seas/guide/2.dark.svg"],
    ["/api/editions/seas/board.svg", "?dark=0", "editions/seas/board.light.svg"],
  ])("%s%s is the file %s", (path, search, name) => expect(staticName(path, search)).toBe(name));

  it("has no file for what must be worked out", () => {
    for (const path of ["/api/tables/abc", "/api/my/tables", "/api/editionsx"]) expect(staticName(path, "")).toBeNull();
  });
});

describe("a position in an address", () => {
  it("is read with its slashes and braces", () => {
    const position = "classic/2 6|6 c1.0,f6.4 T32,- - {seat=0,number=1} place";
    expect(parseRoute(`#/p/${encodeURIComponent(position)}`)).toEqual({ page: "try", position });
    expect(parseRoute("#/new/seas")).toEqual({ page: "new", edition: "seas" });
  });
});

describe("a record in an address", () => {
  const record = '[Edition "classic"]\n[Seat0 "Zoë"]\n' + "a1.0 b2.3 ".repeat(80);

  it("comes back as it was, in fewer letters that need no escape", async () => {
    const packed = await packRecord(record);
    expect(packed).toMatch(/^[\w-]+$/);
    expect(packed.length).toBeLessThan(record.length / 2);
    expect(parseRoute(`#/g/${packed}`)).toEqual({ page: "shared", record: packed });
    expect(await unpackRecord(packed)).toBe(record);
  });

  it("is refused if nobody packed it", async () => {
    await expect(unpackRecord("nonsense")).rejects.toThrow();
  });
});
