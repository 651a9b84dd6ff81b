import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "tools",
    include: ["**/*.test.ts"],
    // Only root may do what these test.
    exclude: process.getuid?.() === 0 ? [] : ["**/*.root.test.ts"],
    // Whole systems start here, on a machine that also runs other tests.
    testTimeout: 240_000,
    hookTimeout: 60_000,
  },
});
