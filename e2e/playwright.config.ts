import path from "node:path";

import { defineConfig } from "@playwright/test";

import { ownSettings, system, systems, urlVariable } from "./systems.ts";

const chromium = process.env["CHROMIUM_PATH"];
const report = process.env["TEST_REPORT"];

/** A site that reports ten times as often as the demo, and waits a tenth of the time. */
const fastSite = {
  DEMO_SITE: "small",
  DEMO_HISTORY_DAYS: "1",
  GATEWAY_RECONNECT_S: "5",
  DEVICE_RECONNECT_S: "9",
  GATEWAY_BACK_S: "5",
  GATEWAY_ALARM_DELAY_S: "1",
  COMMAND_DEADLINE_S: "8",
  SCHEDULE_SETTLE_S: "6",
};

/** Each worker has one system. The files of journeys are divided among the workers and run one after the other on each system. */
export default defineConfig({
  testDir: ".",
  globalSetup: "./global-setup.ts",
  webServer: systems.map(({ dataDir }, index) => ({
    command: "exec ../tools/run --max-semi-space-size=1 tools/start.ts",
    env: { ...ownSettings, ...fastSite, DATA_DIR: dataDir, PORT: "0", METRICS_LISTEN: "off" },
    wait: { stdout: new RegExp(`^Verandah is ready at (?<${urlVariable(index)}>\\S+)$`, "m") },
    gracefulShutdown: { signal: "SIGINT" as const, timeout: 10_000 },
    timeout: 180_000,
  })),
  workers: systems.length,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  outputDir: "../test-results",
  reporter: report ? [["list"], ["json", { outputFile: report }]] : "list",
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
      env: { ...process.env, FONTCONFIG_FILE: path.join(import.meta.dirname, "fonts.conf") },
      // A container's root has no user namespaces for the browser's own sandbox.
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    },
  },
});
