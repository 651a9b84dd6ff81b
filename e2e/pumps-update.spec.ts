import { expect, PASSWORD, test } from "./fixtures.ts";
import { unkeptFiles } from "./kept-files.ts";
import { system } from "./systems.ts";
import { startUpdatedServer } from "./updated-server.ts";

test("a farmer reads the last data while the server is updated, and then sees the new version", async ({
  browser,
}) => {
  test.setTimeout(240_000);
  await using server = await startUpdatedServer(system.url);
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  const broken: string[] = [];
  page.on("pageerror", ({ message }) => broken.push(message));
  const water = page.getByRole("region", { name: "Water today" });
  const script = page.locator("script[type=module]").last();
  const expectVersion = (version: string) =>
    expect(script).toHaveAttribute("src", new RegExp(`_${version}\\.js$`), { timeout: 90_000 });
  const kept = async () =>
    page.evaluate(async () =>
      (await (await caches.open("verandah-page")).keys()).map(({ url }) => url).join(" "),
    );
  await page.addInitScript(() =>
    Object.assign(window, { reloadedFor: sessionStorage.getItem("verandah.reloaded-for") }),
  );
  const lastData = page.getByText(/^No connection\. Last data from /);

  const credentials = { username: "farmer", password: PASSWORD };
  await context.request.post("/v1/auth/login", { data: { credentials, force: true } });
  await page.goto("/");
  await expect(water).toContainText(/[\d,]+ L/);
  await expect.poll(kept).toMatch(/farmer-page-\S+_a\.js/);
  await expect.poll(() => unkeptFiles(page)).toEqual([]);

  // The server is stopped while the page is open, and the phone closes the page later.
  await context.setOffline(true);
  await expect(page.getByText(/The server cannot be reached/).first()).toBeVisible({ timeout: 60_000 });
  for (let opened = 0; opened < 2; opened += 1) {
    await page.reload();
    await expect(lastData).toBeVisible();
    await expect(water).toContainText(/[\d,]+ L/);
  }

  // Version b is started.
  server.install("b");
  await context.setOffline(false);
  await expectVersion("b");
  await expect(page.getByRole("article")).toBeVisible();
  await expect(lastData).toHaveCount(0);
  await expect.poll(kept).toMatch(/farmer-page-\S+_b\.js/);
  await expect.poll(kept).not.toContain("_a.js");

  // Version c is started, and the network breaks before its files have arrived.
  server.install("c", { isSlow: true });
  // The page may reload itself at the same moment, which aborts this navigation.
  await expect(async () => void (await page.goto("/"))).toPass();
  // It loads the new version once by itself, and this is the page after that.
  await expect(async () => {
    expect(await page.evaluate(() => Object(window).reloadedFor)).toContain("_c.js");
  }).toPass({ timeout: 60_000 });
  await expect(water).toContainText(/[\d,]+ L/);
  await expectVersion("b");
  await context.setOffline(true);
  await page.reload();
  await expect(lastData).toBeVisible();
  await expect(water).toContainText(/[\d,]+ L/);
  server.install("c");
  await context.setOffline(false);
  await expect(lastData).toHaveCount(0, { timeout: 60_000 });
  await page.reload();
  await expect(page.getByRole("article")).toBeVisible();
  await expectVersion("c");
  expect(broken).toEqual([]);
  await context.close();
});
