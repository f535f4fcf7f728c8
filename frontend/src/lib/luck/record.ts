/** What the page needs of a record's text, read without the server. */

export interface ReadRecord {
  headers: Map<string, string>;
  actions: string[];
}

/** Null for a text that is no record. */
export function readRecord(text: string): ReadRecord | null {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const headers = new Map<string, string>();
  let at = 0;
  for (; lines[at]?.trim(); at++) {
    const found = /^\[(\w+) "((?:[^"\\]|\\["\\])*)"\]\s*$/.exec(lines[at]!);
    if (!found || headers.has(found[1]!)) return null;
    headers.set(found[1]!, found[2]!.replace(/\\(.)/g, "$1"));
  }
  const actions = lines.slice(at).flatMap((line) => line.split(/\s+/).filter(Boolean).slice(1));
  return headers.has("Tsuro") ? { headers, actions } : null;
}
