import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "faults",
    include: ["src/**/*.test.ts"],
    // Whole systems are broken and repaired here, on a machine that may run other tests at the same time.
    testTimeout: process.env["FAULTS"] === "full" ? 2_700_000 : 300_000,
    hookTimeout: 180_000,
  },
});
