import { expect, test } from "./fixtures.ts";
import { unkeptFiles } from "./kept-files.ts";

test("a reload during an outage shows the last data, marked so; after a logout nothing of it is left", async ({
  page,
  context,
  loginAs,
}) => {
  await loginAs("operator");
  await expect(page.getByTestId("tile-Second")).toBeVisible();
  // The worker is ready and stores the files that were loaded before it.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open("verandah-page")).keys()).length))
    .toBeGreaterThan(3);
  await page.reload();
  await expect(page.getByTestId("tile-Second")).toBeVisible();
  // The home loads the alarms that need the user last, and without its files the reload would log errors.
  const calls = () => page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  await expect.poll(async () => (await calls()).join(" ")).toContain("/v1/alarms/unacknowledged");
  await expect.poll(() => unkeptFiles(page)).toEqual([]);

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(/^Not connected. Last data from \d\d:\d\d$/)).toBeVisible();
  await expect(page.getByTestId("tile-Second")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("Not connected.")).toHaveCount(0, { timeout: 60_000 });

  const kept = await page.evaluate(async () =>
    (await (await caches.open("verandah-page")).keys()).map(({ url }) => url),
  );
  expect(kept.filter((url) => url.includes("/v1/"))).toEqual([]);
  await page.getByRole("button", { name: /^User menu:/ }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await page.waitForURL(/\/login$/);
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((key) => /draft|last-state/.test(key))),
  ).toEqual([]);
});

const METER = "EM-BLR-A-F1-1";

test("a proxy blocks the live stream: values still move, and none looks old while calls are answered", async ({
  page,
  loginAs,
}) => {
  await page.route("**/v1/live?**", (route) => route.fulfill({ status: 503 }));
  await loginAs("operator", { at: `/admin/device?device=${METER}` });
  const summary = page.getByRole("region", { name: "Summary" });
  const shown = () => summary.getByRole("definition").allTextContents();
  await expect(summary.getByText(/kW/).first()).toBeVisible();
  const before = (await shown()).join();
  await expect.poll(async () => (await shown()).join(), { timeout: 30_000 }).not.toBe(before);
  // The meter of this site reports each second, so that its values are old before each call.
  await expect.poll(async () => (await shown()).join(), { timeout: 30_000 }).not.toMatch(/ago|No data/);
});
