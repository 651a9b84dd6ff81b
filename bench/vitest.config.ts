import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "bench",
    include: ["src/**/*.test.ts"],
    // Whole systems start here, on a machine that also runs other tests.
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
