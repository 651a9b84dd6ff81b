import { configDefaults, defineConfig } from "vitest/config";

const report = process.env["TEST_REPORT"];
/** Tests that only root may run, and those of the long run. */
const exclude = [
  ...configDefaults.exclude,
  ...(process.getuid?.() === 0 ? [] : ["**/*.root.test.ts"]),
  ...(process.env["FULL"] ? [] : ["**/*.long.test.ts"]),
];

/** Tests that start whole systems, and break and repair them, on a machine that may run other tests at the same time. */
const ofSystems = (name: string, testTimeout: number, hookTimeout: number) => ({
  test: { name, root: name, testTimeout, hookTimeout, exclude },
});

export default defineConfig({
  test: {
    reporters: report ? ["default", ["json", { outputFile: report }]] : ["default"],
    projects: [
      "packages/*",
      "apps/*",
      ofSystems("tools", 240_000, 60_000),
      ofSystems("bench", 120_000, 60_000),
      ofSystems("faults", process.env["FAULTS"] === "full" ? 2_700_000 : 300_000, 180_000),
    ],
  },
});
