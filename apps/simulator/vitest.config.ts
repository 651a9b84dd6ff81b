import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts"],
    setupFiles: ["../../tools/testing/wait-time-limits.ts"],
    // Modules have no state between files, and loading them again for each file takes long.
    isolate: false,
    testTimeout: 20_000,
    // As in Node, the exports of a CommonJS package are under `default`.
    deps: { interopDefault: false },
  },
});
