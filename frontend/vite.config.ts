import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defaultClientConditions, type Plugin } from "vite";
import { defineConfig } from "vitest/config";

const OUT = "../src/tsuro/web";
/** What others have made is passed on together with its licence. */
const LICENCES = {
  figtree: "node_modules/@fontsource-variable/figtree/LICENSE",
  uqr: "node_modules/uqr/LICENSE",
  "shippori-mincho": "node_modules/@fontsource/shippori-mincho/LICENSE",
};
const WORTH_PACKING = /\.(js|css|svg|html|webmanifest)$/;

/** The server hands out what is packed beforehand and never compresses by itself. */
function packed(): Plugin {
  return {
    name: "packed",
    apply: "build",
    closeBundle() {
      for (const [name, origin] of Object.entries(LICENCES)) {
        mkdirSync(join(OUT, "licences"), { recursive: true });
        copyFileSync(origin, join(OUT, "licences", `${name}.txt`));
      }
      for (const entry of readdirSync(OUT, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !WORTH_PACKING.test(entry.name)) continue;
        const file = join(entry.parentPath, entry.name);
        const content = readFileSync(file);
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
        writeFileSync(`${file}.br`, brotliCompressSync(content));
      }
    },
  };
}

/** `--mode site`: the page without a server, which tools/make_site.py builds into a folder of its own. */
export default defineConfig(({ mode }) => ({
  plugins: [svelte(), ...(mode === "site" ? [] : [packed()])],
  base: mode === "site" ? "./" : "/",
  resolve: { conditions: [...(mode === "site" ? ["site"] : []), ...defaultClientConditions] },
  worker: { format: "es" },
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { "/api": "http://127.0.0.1:8000", "/ws": { target: "ws://127.0.0.1:8000", ws: true } },
  },
  test: { include: ["tests/**/*.test.ts"] },
}));
