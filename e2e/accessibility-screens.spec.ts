import type { Page } from "@playwright/test";

import { expect, test } from "./fixtures.ts";
import { follow, LEFT } from "./follow.ts";
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
  "/admin/comfort",
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
  "/admin/floorplan",
  "/admin/users",
  "/admin/roomCalendars",
  "/admin/seatCodes",
  "/admin/upload",
  `/admin/floors?floor=${floorId}`,
  `/admin/floor/${floorId}/humidity/zones`,
  "/admin/zoneMain",
  "/admin/zone",
  "/admin/arealist",
  "/admin/areadetail",
  "/admin/areas/temperature",
  "/admin/glLms",
  "/admin/schedule",
  "/admin/energy",
  "/admin/networkDiagram",
  "/admin/home",
  "/admin/city",
  "/admin/configuration",
  "/admin/dashboard",
  "/admin/pumpFleet",
  "/admin/newCustomer",
  "/admin/vdevice",
  "/admin/addUser",
  "/admin/Vmap",
  "/admin/changepassword",
  "/admin/glEnergyMeter",
  "/admin/glUps",
  "/admin/glLandingUps",
  "/admin/flooroccupancy",
  "/admin/seat-booking",
  "/admin/seat-booking?view=list",
  "/admin/room-booking/0",
  `/admin/selector?floor=${floorId}`,
  `/admin/selector?floor=${floorId}&layer=lights`,
];

/**
 * Every colour scheme and every width, but not every combination: a wrong colour is wrong at any width. A screen is checked in one of them,
 * by turns, and in both in the long run.
 */
const looks = [
  { colorScheme: "light", size: { width: 1440, height: 900 } },
  { colorScheme: "dark", size: { width: 390, height: 844 } },
] as const;

/**
 * Navigates like a link, because loading the page takes as long as the check. The states of one screen are loaded, because they share a
 * heading.
 */
async function goTo(page: Page, path: string): Promise<void> {
  const to = new URL(path, page.url());
  if (to.pathname === new URL(page.url()).pathname) {
    await page.goto(path);
    return;
  }
  await follow(page, path);
}

async function isThere(page: Page): Promise<void> {
  await expect(page.locator(`main h1:not([${LEFT}])`)).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

const isFull = process.env["FULL"] !== undefined;
/** Each journey checks a part of the screens: one journey for all would take minutes. Odd, so that the looks alternate within each. */
const SHARES = isFull ? 9 : 3;

for (let share = 0; share < SHARES; share += 1)
  test(`the screens behind the login have no accessibility fault, wide and light or narrow and dark (${share + 1} of ${SHARES})`, async ({
    page,
    loginAs,
  }) => {
    test.setTimeout(180_000);
    await loginAs("admin");
    await expect(page.getByTestId("tile-First")).toBeVisible();
    const overview = new URL(page.url()).pathname;
    const floorId = await page.evaluate(() => localStorage.getItem("floorID") ?? "3");
    const paths = [overview, ...screens(floorId)].filter((_path, at) => at % SHARES === share);
    for (const [at, path] of paths.entries()) {
      for (const [look, { colorScheme, size }] of looks.entries()) {
        if (!isFull && look !== at % looks.length) continue;
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize(size);
        if (look === 0 || !isFull) await goTo(page, path);
        await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", colorScheme);
        await isThere(page);
        expect.soft([path, colorScheme, await violations(page)]).toEqual([path, colorScheme, []]);
      }
    }
  });
