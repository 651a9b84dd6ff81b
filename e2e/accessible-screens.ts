import type { Page } from "@playwright/test";

import { expect, test } from "./fixtures.ts";
import { violations } from "./violations.ts";

/** The screens behind the login, some of them in several states. */
const screens = (floorId: string): string[] => [
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
];

/**
 * Opens every screen behind the login and holds it against axe.
 *
 * @param look In every colour and every width, but not each with each: what is wrong with a colour is wrong at any width.
 */
export async function checkScreens(
  page: Page,
  loginAs: (username: string) => Promise<void>,
  { colorScheme, size }: { colorScheme: "light" | "dark"; size: { width: number; height: number } },
): Promise<void> {
  test.setTimeout(180_000);
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.setViewportSize({ width: 1440, height: 900 });
  await loginAs("admin");
  const overview = new URL(page.url()).pathname;
  await expect(page.getByTestId("tile-Fifth")).toBeVisible();
  const floorId = await page.evaluate(() => localStorage.getItem("floorID") ?? "3");
  await page.setViewportSize(size);
  for (const path of [overview, ...screens(floorId)]) {
    await page.goto(path);
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    expect.soft([path, await violations(page)]).toEqual([path, []]);
  }
}
