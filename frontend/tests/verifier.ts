/** The page's verifier for programs: a line of JSON with `record` and `replay` in, a line with the verdict out. */

import { createInterface } from "node:readline";
import { verify } from "../src/lib/luck/verifying";

for await (const line of createInterface({ input: process.stdin })) {
  const { record, replay } = JSON.parse(line) as { record: string; replay: Parameters<typeof verify>[1] };
  process.stdout.write(`${JSON.stringify(verify(record, replay))}\n`);
}
