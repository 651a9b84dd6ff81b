import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

import { expect, test } from "./fixtures.ts";

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  return found.map((violation) => `${violation.id}: ${violation.nodes[0]?.html.slice(0, 120) ?? ""}`);
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`login and password screens have no accessibility fault in ${colorScheme} colours`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const path of ["/login", "/forgot-password", "/reset-password?token=x"]) {
      await page.goto(path);
      await expect(page.getByRole("button").first()).toBeVisible();
      expect([path, await violations(page)]).toEqual([path, []]);
    }
    await page.goto("/login");
    await page.getByRole("button", { name: "Login", exact: true }).click();
    await expect(page.getByText("field cannot be empty").first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
}

// Every colour and every width, but not each with each: what is wrong with a colour is wrong at any width.
for (const { look, colorScheme, size } of [
  { look: "wide and light", colorScheme: "light", size: { width: 1440, height: 900 } },
  { look: "narrow and dark", colorScheme: "dark", size: { width: 390, height: 844 } },
] as const) {
  test(`the screens behind the login have none, ${look}`, async ({ page, loginAs }) => {
    test.setTimeout(180_000);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width: 1440, height: 900 });
    await loginAs("admin");
    const overview = new URL(page.url()).pathname;
    await expect(page.getByTestId("tile-Fifth")).toBeVisible();
    const floorId = await page.evaluate(() => localStorage.getItem("floorID") ?? "3");
    await page.setViewportSize(size);
    for (const path of [
      overview,
      `/admin/floor/${floorId}/dashboard`,
      "/admin/eventsviewer",
      "/admin/eventsviewer?alarm=1",
      "/admin/alerts",
      "/admin/reportsviewer?report=most-active-critical",
      "/admin/reportsviewer?report=trend-log-comparision",
      "/admin/glAhu?device=AHU-BLR-A-F1-1",
      "/admin/controls",
      "/admin/Glschedule",
      "/admin/Glschedule?view=month",
      "/admin/device?device=UPS-BLR-A-1",
      "/admin/device",
      "/admin/floor/999999/dashboard",
      "/admin/glVav",
      "/admin/glVav?view=table",
      "/admin/hvac",
      `/admin/floor/${floorId}/hvac`,
      "/admin/zone/hvac",
      `/admin/configuresetpoint?set=zone&of=f${floorId}&to=22`,
      "/admin/glAhu",
      "/admin/glAhu?map=temperature",
      "/admin/devicemap?type=VAV",
      "/admin/upload",
    ]) {
      await page.goto(path);
      await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      expect.soft([path, await violations(page)]).toEqual([path, []]);
    }
  });
}

test("the login and the way to a floor work by keyboard alone", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Username").focus();
  await page.keyboard.type("operator");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Verandah1");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  const nav = page.getByRole("navigation", { name: "Main menu" });
  await expect(dialog.or(nav)).toBeVisible();
  if (await dialog.isVisible()) {
    for (let presses = 0; presses < 5; presses += 1) {
      if (
        await dialog
          .getByRole("button", { name: "Yes" })
          .evaluate((button) => button === document.activeElement)
      )
        break;
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
  }
  await expect(nav).toBeVisible();
  await page.reload();
  await expect(nav).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  const tile = page.getByRole("region", { name: "Floors" }).getByRole("link").first();
  await tile.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/selector$/);
});
