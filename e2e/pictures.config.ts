import { defineConfig } from "@playwright/test";

import journeys from "./playwright.config.ts";

/** Makes the pictures of the README from the demo as a user starts it. */
export default defineConfig({
  ...journeys,
  testMatch: "pictures.ts",
  globalSetup: [],
  webServer: [],
  workers: 1,
  timeout: 900_000,
  reportSlowTests: null,
});
