import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts"],
    setupFiles: ["../../tools/testing/wait-time-limits.ts"],
    // Modules have no state between files, and loading them again for each file takes long.
    isolate: false,
    testTimeout: 30_000,
    // CommonJS packages look here as they do to Node: their exports are under `default`.
    deps: { interopDefault: false },
  },
});
