import { expect, hasOnlyLatin, test } from "./fixtures.ts";

test("an operator's menu has the specification's width and no User Management", async ({ page, loginAs }) => {
  await loginAs("operator");
  const nav = page.getByRole("navigation", { name: "Main menu" });
  await expect(nav.getByRole("link", { name: "Dashboard", exact: true })).toBeHidden();
  await nav.getByRole("button", { name: "Solar pumps" }).click();
  await expect(nav.getByRole("link", { name: "Dashboard", exact: true })).toHaveAttribute(
    "href",
    "/admin/dashboard",
  );
  await expect(nav.getByText("User Management")).toHaveCount(0);
  const box = await page.locator("aside, nav").first().boundingBox();
  expect(box?.width).toBe(260);
});

test("a farmer sees the pumps only, and is refused the building in words", async ({ page, loginAs }) => {
  await loginAs("farmer");
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await expect(page.getByRole("navigation", { name: "Main menu" }).getByRole("link")).toHaveCount(1);
  await page.goto("/admin/building/2/dashboard");
  await expect(page.getByRole("main")).toContainText("You don't have access to this page");
});

test("staff get the app at the address of the farmer's page", async ({ page, loginAs }) => {
  await loginAs("operator", { at: "/admin/dashboard" });
  await expect(page.getByRole("heading", { level: 1, name: /^Pump \d+ / })).toBeVisible();
  const menu = page.getByRole("navigation", { name: "Main menu" });
  await expect(menu.getByRole("link", { name: "Alarms" })).toBeVisible();
  await expect(page.locator('script[src*="/assets/farmer-"]')).toHaveCount(0);
});

test("unknown addresses are redirected as in the specification, and named", async ({ page, loginAs }) => {
  await loginAs("operator");
  for (const path of ["/admin/no-such-screen", "/nowhere"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/admin\/building\/\d+\/dashboard$/);
    await expect(page.getByText(`There is no page at ${path}.`)).toBeVisible();
  }
});

test("the clock ticks each second", async ({ page, loginAs }) => {
  await loginAs("operator", { at: "/admin/reportsviewer" });
  // While a screen loads, the browser may be busy for longer than a second.
  await expect(page.getByRole("heading", { level: 1, name: "Reports" })).toBeVisible();
  const clock = page.getByRole("banner").getByText(/\d\d:\d\d:\d\d/);
  const before = await clock.textContent();
  await expect(clock).not.toHaveText(before ?? "", { timeout: 3_000 });
});

test("colours and language are chosen, and kept over a reload", async ({ page, loginAs }) => {
  await loginAs("operator");
  await page.getByRole("button", { name: "Switch to dark colours" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  await page.getByRole("button", { name: "Language" }).click();
  await page.getByRole("menuitemradio", { name: hasOnlyLatin ? "Hindi" : "हिन्दी" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "hi");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", "hi");
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
});

test("on a phone the menu is a drawer that closes behind a choice", async ({ page, loginAs }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/login");
  await expect(page.getByRole("button", { name: "Login", exact: true })).toBeInViewport();
  await loginAs("viewer");
  const nav = page.getByRole("navigation", { name: "Main menu" });
  await page.getByRole("button", { name: "Open the menu" }).click();
  await nav.getByRole("link", { name: "Alarms", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/eventsviewer$/);
  await expect(nav).toBeHidden();
  const bar = page.getByRole("navigation", { name: "Daily screens" });
  await expect(bar.getByRole("link", { name: "Alarms" })).toHaveAttribute("aria-current", "page");
  await bar.getByRole("link", { name: "Home" }).click();
  await expect(page).toHaveURL(/\/admin\/building\/\d+\/dashboard$/);
  await bar.getByRole("button", { name: "Search" }).click();
  await page.getByRole("combobox", { name: "Search" }).fill("second");
  await page.getByRole("option", { name: "Second Tower A", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/floor\/\d+\/dashboard$/);
  await bar.getByRole("button", { name: "More" }).click();
  await expect(nav).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(nav).toBeHidden();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test("on a phone nothing moves when the state of a place and of home arrives last", async ({
  page,
  loginAs,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await loginAs("operator");
  const home = page.url();
  await page.getByTestId("tile-Second").click();
  await expect(page).toHaveURL(/\?floor=\d+$/);
  const floor = new URL(page.url()).searchParams.get("floor");
  for (const url of [`/admin/floor/${floor}/dashboard`, home]) {
    const drawn = Promise.withResolvers<void>();
    await page.route(/\/v1\/gl_zone\/\d+\/(status|counts)$/, async (route) => {
      await drawn.promise;
      await route.fallback();
    });
    await page.goto(url);
    await expect(page.locator("main").getByRole("progressbar").first()).toBeVisible();
    drawn.resolve();
    await expect(page.locator("main p[data-state]").first()).toBeVisible();
    await expect(page.locator("main").getByRole("progressbar")).toHaveCount(0);
    const shift = await page.evaluate(() => {
      const observer = new PerformanceObserver(() => undefined);
      observer.observe({ type: "layout-shift", buffered: true });
      return observer.takeRecords().reduce((sum, entry) => sum + Number(Reflect.get(entry, "value")), 0);
    });
    expect(shift).toBeLessThan(0.02);
    await page.unrouteAll();
  }
});

test("a page is printed without menu, in light colours, with its place and time", async ({
  page,
  loginAs,
}) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await loginAs("operator", { at: "/admin/eventsviewer" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const printed = page.getByText(/^Verandah Bengaluru · Printed .+ by operator$/);
  await expect(printed).toBeHidden();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(printed).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main menu" })).toBeHidden();
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "light");
  await page.emulateMedia({ media: "screen", colorScheme: "dark" });
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
});
