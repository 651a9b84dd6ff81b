import { configDefaults, defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "server",
    include: ["src/**/*.test.ts"],
    exclude: [...configDefaults.exclude, ...(process.env["FULL"] ? [] : ["**/*.long.test.ts"])],
    setupFiles: ["../../tools/testing/wait-time-limits.ts"],
    // As the limit of `vi.waitFor` in the file above.
    expect: { poll: { timeout: 10_000 } },
    globalSetup: ["../../tools/testing/test-postgres.ts", "src/testing/database/database-template.ts"],
    // Modules keep nothing between files, and loading the whole server again for each takes as long as its tests.
    isolate: false,
    testTimeout: 40_000,
    hookTimeout: 30_000,
  },
});
