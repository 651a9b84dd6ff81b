import { configDefaults, defineConfig } from "vitest/config";

const report = process.env["TEST_REPORT"];
const isRoot = process.getuid?.() === 0;
const isFull = process.env["FULL"] !== undefined;

/** Tests for root only, and those of the long run. A list of them with the reasons is in CONTRIBUTING. */
const exclude = [
  ...configDefaults.exclude,
  ...(isRoot ? [] : ["**/*.root.test.ts"]),
  ...(isFull ? [] : ["**/*.long.test.ts"]),
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
