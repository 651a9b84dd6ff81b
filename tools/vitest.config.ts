import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "tools",
    include: ["**/*.test.ts"],
    // Only root may do what these are about.
    exclude: process.getuid?.() === 0 ? [] : ["**/*.root.test.ts"],
    // Whole systems are started here, on a machine that runs other tests beside.
    testTimeout: 240_000,
    hookTimeout: 60_000,
  },
});
