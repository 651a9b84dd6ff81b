import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "faults",
    include: ["src/**/*.test.ts"],
    // Whole systems are broken and mended here, on a machine that may run other tests beside.
    testTimeout: process.env["FAULTS"] === "full" ? 900_000 : 300_000,
    hookTimeout: 180_000,
  },
});
