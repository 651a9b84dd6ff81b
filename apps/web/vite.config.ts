import path from "node:path";

import { linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import babel from "@rolldown/plugin-babel";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

import { compiledTexts } from "./build/compiled-texts.ts";
import { contractWithoutSchemas } from "./build/contract-without-schemas.ts";
import { precompress } from "./build/precompress.ts";
import { scriptBudget } from "./build/script-budget.ts";
import { textFiles } from "./build/text-files.ts";

const api = process.env["VERANDAH_API"] ?? "http://127.0.0.1:3000";

// The workspace is also loaded from the repository's root, by its checks and tests, and Lingui looks no further.
process.env["LINGUI_CONFIG"] ??= path.join(import.meta.dirname, "lingui.config.ts");

const english = new Map<string, string>();

export default defineConfig({
  plugins: [
    react(),
    // English texts stay in the screens that show them: a catalogue of all would be part of the first page.
    babel({ presets: [linguiTransformerBabelPreset({ descriptorFields: "message" })] }),
    contractWithoutSchemas(),
    compiledTexts(english),
    textFiles(english),
    scriptBudget(),
    precompress(),
  ],
  // React has it: what an older React would need for it stays out.
  resolve: {
    alias: { "use-sync-external-store/shim/with-selector": "use-sync-external-store/with-selector" },
  },
  build: {
    // The content security policy takes fonts and pictures from our own origin only, not from data addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The names of shared files would list their screens, and the first page has the names of all files.
        chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, "")}-[hash].js`,
        assetFileNames: ({ names: [name = ""] }) =>
          name.endsWith(".css")
            ? `assets/${name.replace(/(~.*)?\.css$/, "")}-[hash].css`
            : "assets/[name]-[hash][extname]",
        codeSplitting: {
          groups: [
            // Only forms that validate input need the schema library.
            {
              name: "forms",
              test: /contract\/src\/(.+-forms|language|shown-text)\.ts$|equipment\/src\/shown-text\.ts$|node_modules\/zod\//,
              priority: 5,
              includeDependenciesRecursively: false,
            },
            // What the first page needs comes as one file.
            { name: "main", tags: ["$initial"], priority: 4 },
            // So does the first page of a farmer's phone: a request costs as much as a small file.
            { name: "farmer", test: /\/first-page\.ts$/, priority: 3 },
            // And what the overview needs besides.
            { name: "overview", test: /\/(menus|building-dashboard-screen)\.tsx$/, priority: 2 },
            // By itself the bundler makes a file of each icon that two screens share: ninety for a screen, most of a few hundred bytes.
            { name: "shared", minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 20_000 },
          ],
        },
      },
    },
  },
  server: { proxy: { "/v1": { target: api } } },
});
