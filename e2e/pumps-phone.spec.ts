import type { Page } from "@playwright/test";

import { expect, hasOnlyLatin, PASSWORD, test } from "./fixtures.ts";

/** A cheap phone. */
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

/** Source: WCAG 2.2, relative luminance of `rgb(...)`. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? [])
    .map((part) => Number(part) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(ink: string, paper: string): number {
  const [dark = 0, light = 0] = [luminanceOf(ink), luminanceOf(paper)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Limit of a first load with headers, data and gzip, bytes. */
const FIRST_LOAD_MAX = 200_000;

/** Counts the bytes that the page transfers, without its fonts. */
async function countTransfers(page: Page): Promise<() => number> {
  const browser = await page.context().newCDPSession(page);
  let bytes = 0;
  const fonts = new Set<string>();
  browser.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (request.url.endsWith(".woff2")) fonts.add(requestId);
  });
  browser.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (!fonts.has(requestId)) bytes += encodedDataLength;
  });
  await browser.send("Network.enable");
  return () => bytes;
}

/** Stores when the pump is on the page, ms after the page's start. */
const storePumpShownAt = () => {
  const observer = new MutationObserver(() => {
    if (!document.querySelector("article")) return;
    observer.disconnect();
    Object.assign(window, { pumpShownAt: performance.now() });
  });
  observer.observe(document, { childList: true, subtree: true });
};

/** How long after the pump's appearance the page requested each of its fonts, ms. */
const fontDelays = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.endsWith(".woff2"))
      .map(({ startTime }) => startTime - Number(Object(window).pumpShownAt)),
  );

for (const { language, exportName, menuName, linkName } of [
  { language: "en", exportName: "Export to CSV", menuName: "Open the menu", linkName: "Dashboard" },
  { language: "hi", exportName: "CSV में निर्यात", menuName: "मेन्यू खोलें", linkName: "डैशबोर्ड" },
  { language: "kn", exportName: "CSV ಗೆ ರಫ್ತು", menuName: "ಮೆನು ತೆರೆಯಿರಿ", linkName: "ಡ್ಯಾಶ್‌ಬೋರ್ಡ್" },
])
  test(`a farmer's phone loads less than 200 KB until it shows the pump in ${language}, and its texts as one file`, async ({
    browser,
    baseURL,
  }) => {
    // The worker would load some files again from the browser's cache, which would not be counted.
    const context = await browser.newContext({
      ...phone,
      locale: `${language}-IN`,
      baseURL: baseURL ?? "",
      serviceWorkers: "block",
      extraHTTPHeaders: { "accept-encoding": "gzip" },
    });
    const page = await context.newPage();
    // Ends a session of another journey, without a page whose files the browser would cache.
    const credentials = { username: "farmer", password: PASSWORD };
    await context.request.post("/v1/auth/login", { data: { credentials, force: true } });
    await context.request.post("/v1/auth/logout", { data: {} });
    const textFiles: string[] = [];
    page.on("request", (request) => {
      if (/\/(hi|kn)-[\w-]+\.js$/.test(request.url())) textFiles.push(request.url());
    });
    const transferred = await countTransfers(page);
    await page.addInitScript(storePumpShownAt);
    await page.goto("/");
    await page.locator('[autocomplete="username"]').fill("farmer");
    await page.locator('[autocomplete="current-password"]').fill(PASSWORD);
    await page.locator('[type="submit"]').click();
    await page.waitForURL(/\/admin\/dashboard/);
    await expect(page.getByRole("region").first()).toContainText(/\d/);
    await expect(page.getByRole("article")).toBeVisible();
    const bytes = transferred();
    expect(bytes).toBeLessThan(FIRST_LOAD_MAX);
    expect(bytes, "counted all").toBeGreaterThan(FIRST_LOAD_MAX / 2);
    expect(textFiles).toHaveLength(language === "en" ? 0 : 1);
    await expect(page.getByRole("button", { name: exportName })).toHaveCount(0);
    // A phone without the letters of the language shows English until it has loaded them, and that is after the pump.
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    const isLacking = language !== "en" && hasOnlyLatin;
    await expect.poll(() => fontDelays(page)).toHaveLength(isLacking ? 1 : 0);
    expect(Math.min(...(await fontDelays(page)), Infinity)).toBeGreaterThan(0);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(page.getByRole("button", { name: exportName })).toBeVisible();
    expect(textFiles).toHaveLength(language === "en" ? 0 : 1);
    await page.getByRole("button", { name: menuName }).click();
    await expect(page.getByRole("link", { name: linkName })).toBeVisible();
    await context.close();
  });

// Elsewhere the browser has the fonts of the machine.
if (hasOnlyLatin)
  test("a phone without the letters of Hindi shows the login in English, and loads them when Hindi is chosen", async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ ...phone, locale: "hi-IN", baseURL: baseURL ?? "" });
    const page = await context.newPage();
    await page.goto("/");
    await expect(page.getByRole("button", { name: "Login", exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Hindi" }).click();
    await expect(page.getByRole("button", { name: "लॉगिन", exact: true })).toBeVisible();
    const families = await page.evaluate(() => [...document.fonts].map(({ family }) => family));
    expect(families.join()).toContain("Devanagari");
    await context.close();
  });

test("the language of a phone is switched while it shows the pump, and the parts that come later have it too", async ({
  page,
  loginAs,
}) => {
  await page.setViewportSize(phone.viewport);
  await loginAs("farmer");
  await expect(page.getByRole("article")).toBeVisible();
  await page.getByRole("combobox", { name: "Language" }).selectOption("kn");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("ಡ್ಯಾಶ್‌ಬೋರ್ಡ್");
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(page.getByRole("button", { name: "CSV ಗೆ ರಫ್ತು" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Export to CSV" })).toHaveCount(0);
  await page.getByRole("combobox", { name: "ಭಾಷೆ" }).selectOption("hi");
  await expect(page.getByRole("button", { name: "CSV में निर्यात" })).toBeVisible();
});

test("a farmer opens the page without a network and sees the last data with its age; a logout leaves nothing of it", async ({
  page,
  context,
  loginAs,
}) => {
  await page.setViewportSize(phone.viewport);
  // An open stream goes on when the network is switched off, and the values with it.
  await page.route("**/v1/live?**", (route) => route.fulfill({ status: 503 }));
  await loginAs("farmer");
  const today = /[\d,]+ L/;
  const water = page.getByRole("region", { name: "Water today" });
  await expect(water).toContainText(today);
  // The worker is ready and stores the files that were loaded before it.
  await page.evaluate(() => navigator.serviceWorker.ready);
  const files = () =>
    page.evaluate(async () => (await (await caches.open("verandah-page")).keys()).map(({ url }) => url));
  await expect.poll(async () => (await files()).join(" ")).toMatch(/farmer-page-.+\.css/);
  await expect.poll(async () => (await files()).join(" ")).toMatch(/farmer-page-.+\.js/);

  await context.setOffline(true);
  await expect(page.getByText(/The server cannot be reached/).first()).toBeVisible({ timeout: 60_000 });
  // The phone shows another app. A navigation would bring the network of the page back, and newer values with it.
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden" });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  const [litres = ""] = today.exec((await water.textContent()) ?? "") ?? [];
  // Three hours later the phone opens the page in a new tab.
  const later = await context.newPage();
  await later.setViewportSize(phone.viewport);
  await later.clock.install({ time: Date.now() + 3 * 3_600_000 + 60_000 });
  await later.goto("/");
  await expect(later.getByText(/^No connection\. Last data from .*\d\d:\d\d, 3 hours ago$/)).toBeVisible();
  await expect(later.getByText(/Commands are not possible/)).toBeVisible();
  await expect(later.getByRole("region", { name: "Water today" })).toContainText(litres);
  await expect(later.getByRole("article")).toContainText(/Was (running|stopped) 3 h ago/);

  await context.setOffline(false);
  await expect(later.getByText("No connection.")).toHaveCount(0, { timeout: 60_000 });
  await expect(later.getByRole("article")).not.toContainText(/Was (running|stopped)/);

  await later.getByRole("button", { name: "Open the menu" }).click();
  await later.getByRole("button", { name: /^User menu:/ }).click();
  await later.getByRole("menuitem", { name: "Logout" }).click();
  await later.waitForURL(/\/login$/);
  const left = await later.evaluate(async () => {
    const keys = await (await caches.open("verandah-page")).keys();
    return [
      ...[localStorage, sessionStorage]
        .flatMap((storage) => Object.keys(storage))
        .filter((key) => /last-state|user/i.test(key)),
      ...keys.map(({ url }) => url).filter((url) => url.includes("/v1/")),
    ];
  });
  expect(left).toEqual([]);
  await context.setOffline(true);
  await later.goto("/admin/dashboard");
  await expect(later.getByRole("textbox", { name: "Username" })).toBeVisible();
  await context.setOffline(false);
});

for (const language of ["hi", "kn"])
  test(`a phone shows the pump without horizontal scrolling and with strong contrast in ${language}`, async ({
    page,
    loginAs,
  }) => {
    await page.setViewportSize(phone.viewport);
    await page.addInitScript((code) => localStorage.setItem("language", code), language);
    await page.emulateMedia({ colorScheme: "light" });
    await loginAs("farmer");
    const card = page.getByRole("article");
    await expect(card).toBeVisible();
    const widthOf = () => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await widthOf()).toBe(phone.viewport.width);
    const colours = await page.evaluate(() =>
      [...document.querySelectorAll("figcaption strong, article p, article dd")].map((text) => {
        const behind = text.closest(".mantine-Card-root") ?? document.body;
        return [getComputedStyle(text).color, getComputedStyle(behind).backgroundColor] as const;
      }),
    );
    const contrasts = colours.map(([ink, paper]) => contrastOf(ink, paper));
    expect(contrasts.length).toBeGreaterThan(5);
    expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(7);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(page.getByRole("table")).toBeVisible();
    expect(await widthOf()).toBe(phone.viewport.width);
  });
