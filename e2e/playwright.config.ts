import { defineConfig } from "@playwright/test";

import { system, systems } from "./systems.ts";

const chromium = process.env["CHROMIUM_PATH"];

/** The longest journeys start first, so that no system has one left when the others are finished. */
const longest = ["schedules.spec.ts", "buildings.spec.ts", "setpoints.spec.ts"];

/** It leaves an offline device in its system. */
const last = "site-type.spec.ts";

/** Each worker has one system. The files of journeys are divided among the workers and run one after the other on each system. */
export default defineConfig({
  testDir: ".",
  projects: [
    { name: "longest", testMatch: longest },
    { name: "others", testMatch: "*.spec.ts", testIgnore: [...longest, last] },
    { name: "last", testMatch: last, dependencies: ["longest", "others"] },
  ],
  workers: systems.length,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  outputDir: "../test-results",
  reporter: "list",
  use: {
    baseURL: system.url,
    viewport: { width: 1440, height: 900 },
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    // Without a graphics processor each frame of an animation takes time from the field.
    contextOptions: { reducedMotion: "reduce" },
    // A trace needs a fifth of the browser's processor time, and journeys share two cores with the field.
    trace: process.env["TRACE"] === "on" ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      // A container's root has no user namespaces for the browser's own sandbox.
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    },
  },
});
