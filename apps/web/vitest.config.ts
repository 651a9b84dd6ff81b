import path from "node:path";

import { lingui, linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import babel from "@rolldown/plugin-babel";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

import { farmerTexts } from "./vite-plugins.ts";

// The workspace is also loaded from the repository's root, by its checks and tests, and Lingui looks no further.
process.env["LINGUI_CONFIG"] ??= path.join(import.meta.dirname, "lingui.config.ts");

export default defineConfig({
  plugins: [react(), farmerTexts(), lingui(), babel({ presets: [linguiTransformerBabelPreset()] })],
  test: {
    name: "web",
    // Loading React and its components again for each file takes as long as half of its tests; set-up and clearing away are per file.
    isolate: false,
    testTimeout: 40_000,
    environment: "happy-dom",
    // A click on a file to download would lead the one window of all tests to that file, and away from its cookies.
    environmentOptions: {
      happyDOM: {
        settings: { navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true } },
      },
    },
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["./src/testing/setup.ts", "../../tools/testing/wait-time-limits.ts"],
  },
});
