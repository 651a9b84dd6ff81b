import { expect, test } from "./fixtures.ts";

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
