import js from "@eslint/js";
import prettier from "eslint-config-prettier/flat";
import svelte from "eslint-plugin-svelte";
import { defineConfig, globalIgnores } from "eslint/config";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default defineConfig(
  // What is generated is judged by what generates it.
  globalIgnores(["src/lib/wire/protocol.ts"]),
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  ts.configs.strict,
  svelte.configs.recommended,
  prettier,
  svelte.configs.prettier,
  { files: ["src/**"], languageOptions: { globals: globals.browser } },
  { files: ["*.js", "*.mjs", "*.ts"], languageOptions: { globals: globals.node } },
  { files: ["public/sw.js", "src/local/service.js"], languageOptions: { globals: globals.serviceworker } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { extraFileExtensions: [".svelte"], parser: ts.parser, svelteConfig } },
  },
  {
    rules: {
      eqeqeq: "error",
      "no-console": ["error", { allow: ["error"] }],
      "@typescript-eslint/consistent-type-imports": "error",
      // The compiler makes every place of a list doubtful (`noUncheckedIndexedAccess`); a mark says that it is there.
      "@typescript-eslint/no-non-null-assertion": "off",
      // Things in motion are kept by the number of their pawn, and leave when they have arrived.
      "@typescript-eslint/no-dynamic-delete": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_$", varsIgnorePattern: "^_$" }],
    },
  },
);
