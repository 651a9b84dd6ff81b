import { defineConfig } from "@playwright/test";

const chromium = process.env["CHROMIUM_PATH"];

/** The journeys share one running system with one session a user, so they run one after the other. */
export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  workers: 1,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  outputDir: "../test-results",
  reporter: "list",
  use: {
    baseURL: process.env["VERANDAH_URL"] ?? "http://127.0.0.1:3000",
    viewport: { width: 1440, height: 900 },
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    trace: "retain-on-failure",
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      // A container's root has no user namespaces for the browser's own sandbox.
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    },
  },
});
