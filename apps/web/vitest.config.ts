import { lingui, linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import babel from "@rolldown/plugin-babel";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

// The workspace is also loaded from the repository, by its checks and tests.
const here = { cwd: import.meta.dirname };

export default defineConfig({
  plugins: [react(), lingui(here), babel({ presets: [linguiTransformerBabelPreset({}, here)] })],
  test: {
    name: "web",
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["./src/testing/setup.ts"],
  },
});
