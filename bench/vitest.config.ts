import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "bench",
    include: ["src/**/*.test.ts"],
    // Whole systems are started here, on a machine that runs other tests beside.
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
