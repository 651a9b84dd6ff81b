import path from "node:path";

import { lingui, linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import babel from "@rolldown/plugin-babel";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

import { precompress } from "./build/precompress.ts";

const api = process.env["VERANDAH_API"] ?? "http://127.0.0.1:3000";

// The workspace is also loaded from the repository's root, by its checks and tests, and Lingui looks no further.
process.env["LINGUI_CONFIG"] ??= path.join(import.meta.dirname, "lingui.config.ts");

export default defineConfig({
  plugins: [
    react(),
    // A text without its translation stops the build.
    lingui({ failOnMissing: true }),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    precompress(),
  ],
  build: {
    // The content security policy takes fonts and pictures from our own origin only, not from data addresses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What the first page needs comes as one file.
            { name: "main", tags: ["$initial"] },
            // By itself the bundler makes a file of each icon that two screens share: ninety for a screen, most of a few hundred bytes.
            { name: "shared", minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 3_000 },
          ],
        },
      },
    },
  },
  server: { proxy: { "/v1": { target: api } } },
});
