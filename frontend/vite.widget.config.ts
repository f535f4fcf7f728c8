import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

/** The board for notebooks: one script and one style sheet beside the page. */
export default defineConfig({
  plugins: [svelte()],
  publicDir: false,
  build: {
    outDir: "../src/tsuro/web/widget",
    emptyOutDir: true,
    target: "es2022",
    lib: { entry: "src/widget/main.ts", formats: ["es"], fileName: "board", cssFileName: "board" },
  },
});
