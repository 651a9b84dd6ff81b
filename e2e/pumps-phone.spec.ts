import type { Page } from "@playwright/test";

import { expect, PASSWORD, test } from "./fixtures.ts";

/** A cheap phone. */
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

/** Of all that a first load transfers, with headers and gzip, bytes. */
const FIRST_LOAD_MAX = 200 * 1_024;

/** Counts what the page transfers. */
async function countTransfers(page: Page): Promise<() => number> {
  const browser = await page.context().newCDPSession(page);
  let bytes = 0;
  browser.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  await browser.send("Network.enable");
  return () => bytes;
}

test("a farmer's phone loads less than 200 KiB until it shows the pump, and the records when it scrolls to them", async ({
  browser,
  baseURL,
}) => {
  // The worker would load some files again from the browser's own cache, which counts as nothing.
  const context = await browser.newContext({
    ...phone,
    baseURL: baseURL ?? "",
    serviceWorkers: "block",
    extraHTTPHeaders: { "accept-encoding": "gzip" },
  });
  const page = await context.newPage();
  // Ends a session of another journey, without a page whose files the browser would keep.
  const credentials = { username: "farmer", password: PASSWORD };
  await context.request.post("/v1/auth/login", { data: { credentials, force: true } });
  await context.request.post("/v1/auth/logout", { data: {} });
  const transferred = await countTransfers(page);
  await page.goto("/");
  await page.getByRole("textbox", { name: "Username" }).fill("farmer");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.waitForURL(/\/admin\/dashboard/);
  await expect(page.getByRole("region", { name: "Water today" })).toContainText(/\d L|No data/);
  await expect(page.getByRole("article")).toBeVisible();
  const bytes = transferred();
  expect(bytes).toBeLessThan(FIRST_LOAD_MAX);
  expect(bytes, "counted all").toBeGreaterThan(FIRST_LOAD_MAX / 2);
  await expect(page.getByRole("button", { name: "Export to CSV" })).toHaveCount(0);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(page.getByRole("button", { name: "Export to CSV" })).toBeVisible();
  await page.getByRole("button", { name: "Open the menu" }).click();
  await expect(page.getByRole("link", { name: "Dashboard" })).toBeVisible();
  await context.close();
});
