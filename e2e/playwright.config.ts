import { defineConfig } from "@playwright/test";

import { system, systems } from "./systems.ts";

const chromium = process.env["CHROMIUM_PATH"];

/** The files of journeys are dealt to as many workers as there are systems; those on one system run one after the other. */
export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
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
    // A trace takes as much of the processor as a fifth of the browser, and journeys share two cores with the field.
    trace: process.env["TRACE"] === "on" ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      // A container's root has no user namespaces for the browser's own sandbox.
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    },
  },
});
