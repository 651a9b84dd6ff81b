import type { Page } from "@playwright/test";

import { expect } from "./fixtures.ts";
import { follow, LEFT } from "./follow.ts";

/** Room F1.2 of the small site. */
const ROOM = "/admin/room/34/dashboard";

/** The screens of the staff, some of them in several states. An administrator may open all of them. */
export const staffScreens = (floorId: string): string[] => [
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
  "/admin/device?device=CH-BLR-A-1",
  "/admin/device",
  "/admin/floor/999999/dashboard",
  ROOM,
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
  "/admin/gateways",
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
  "/admin/siteFile",
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

/** Screens that an operator may not open, and those that a viewer may not open either. */
const ofAdministrators = [
  "/admin/floorplan",
  "/admin/siteFile",
  "/admin/gateways",
  "/admin/users",
  "/admin/upload",
  "/admin/newCustomer",
  "/admin/vdevice",
  "/admin/addUser",
  "/admin/Vmap",
  "/admin/changepassword",
];
const ofOperators = [
  "/admin/Glschedule",
  "/admin/schedule",
  "/admin/configuresetpoint",
  "/admin/configuration",
  "/admin/roomCalendars",
  "/admin/seatCodes",
  "/admin/pumpFleet",
];

export const memberScreens = (floorId: string): string[] => [
  `/admin/floor/${floorId}/dashboard`,
  "/admin/home",
  "/admin/city",
  "/admin/flooroccupancy",
  "/admin/seat-booking",
  "/admin/room-booking/0",
  ROOM,
];

/** The address of a screen without its state; screens of one kind differ in ids and search only. */
export const kindOf = (path: string): string => (path.split("?")[0] ?? "").replace(/\/\d+(?=\/|$)/g, "/:id");

/** The kinds of screens that a user may open. */
export function kindsOfScreens(username: string): string[] {
  const kinds = new Set(staffScreens("1").map(kindOf));
  if (username === "member") return memberScreens("1").map(kindOf);
  if (username === "farmer") return ["/admin/dashboard"];
  const refused: Record<string, readonly string[]> = {
    operator: ofAdministrators,
    viewer: [...ofAdministrators, ...ofOperators],
  };
  return [...kinds].filter((kind) => !refused[username]?.includes(kind));
}

/** The id of the first floor of the user's building. */
export async function findFloorId(page: Page): Promise<string> {
  const buildingId = await page.evaluate(() => localStorage.getItem("buildingID"));
  const answer = await page.request.get(`/v1/gl_zone/${buildingId}`);
  const floors: { id: number; name: string }[] = await answer.json();
  const floor = floors.find(({ name }) => name === "First");
  return `${floor?.id}`;
}

/**
 * Navigates like a link, because loading the page takes as long as the check. The states of one screen are loaded, because they share a
 * heading.
 */
export async function goTo(page: Page, path: string): Promise<void> {
  const to = new URL(path, page.url());
  if (to.pathname === new URL(page.url()).pathname) {
    await page.goto(path);
    return;
  }
  await follow(page, path);
}

/** The heading of the present screen is visible, and none of its parts loads. */
export async function isThere(page: Page): Promise<void> {
  await expect(page.locator(`main h1:not([${LEFT}])`)).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}
