/** The interpreter and our program in it, loaded from the files beside the page. */

import type * as Pyodide from "pyodide";

/** `tsuro.local.bridge.Bridge`. */
export interface Bridge {
  knows(table: string): boolean;
  restore(table: string, text: string): string;
  listed(texts: string): string;
  forget(table: string): string;
  connect(link: number, table: string): void;
  disconnect(link: number): void;
  say(link: number, text: string): string;
  think(): string;
  study(id: number, body: string): string;
  study_on(id: number): string;
  study_off(id: number): void;
  request(method: string, path: string, query: string, body: string): string;
}

const PROGRAM = "tsuro.zip";
const HOME = "/tsuro";
/** Files that are packed beforehand, so that they are small on every host. */
const PACKED = /\.wasm$/;

/** Lets the loader fetch what is packed, and counts what comes in. */
function countedFetch(fetched: typeof fetch, count: (bytes: number) => void): typeof fetch {
  return async (input, init) => {
    const url = String(input instanceof Request ? input.url : input);
    const packed = PACKED.test(url);
    const answer = await fetched(packed ? `${url}.packed` : url, init);
    if (!answer.ok || !answer.body) throw new Error(`${url}: ${answer.status}`);
    const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, through) {
        count(chunk.byteLength);
        through.enqueue(chunk);
      },
    });
    const counted = answer.body.pipeThrough(counter);
    if (!packed) return new Response(counted, { headers: answer.headers });
    const body = counted.pipeThrough(new DecompressionStream("gzip"));
    return new Response(body, { headers: { "content-type": "application/wasm" } });
  };
}

export async function startPython(folder: string, count: (bytes: number) => void): Promise<Bridge> {
  const own = self.fetch.bind(self);
  self.fetch = countedFetch(own, count);
  try {
    const program = self.fetch(folder + PROGRAM).then((answer) => answer.arrayBuffer());
    const { loadPyodide } = (await import(/* @vite-ignore */ `${folder}pyodide.mjs`)) as typeof Pyodide;
    const python: Pyodide.PyodideInterface = await loadPyodide({ indexURL: folder });
    python.unpackArchive(await program, "zip", { extractDir: HOME });
    return python.runPython(`
import sys
sys.path.insert(0, "${HOME}")
from tsuro.local.bridge import Bridge
Bridge()
`) as Bridge;
  } finally {
    self.fetch = own;
  }
}
