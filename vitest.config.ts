import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: ["packages/*", "apps/*", "tools"],
    // Most of these tests wait for sockets and timers: two at a time use two cores, where Vitest itself would take one.
    maxWorkers: 2,
  },
});
