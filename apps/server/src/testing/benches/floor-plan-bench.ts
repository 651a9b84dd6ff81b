import type { FloorPlan } from "@verandah/contract/floor-plans/floor-plans.ts";
import type { SiteDescription } from "@verandah/field/site.ts";

import { importSite } from "#features/campuses/site-import.ts";

import { aSite } from "../sites.ts";
import { startTestApp } from "../start-test-app.ts";

type Point = [number, number];

export const square = (left: number, top: number, side = 100): Point[] => [
  [left, top],
  [left + side, top],
  [left + side, top + side],
  [left, top + side],
];

/** The small campus, with outlines of both zones of the ground floor. */
export function anOutlinedSite(prefix = "T", campusName = "Test Campus"): SiteDescription {
  const site = aSite(prefix, campusName);
  for (const [at, zone] of (site.buildings[0]?.floors[0]?.zones ?? []).entries())
    zone.outline = square(20 + at * 200, 20);
  return site;
}

/** Opens the plan of the ground floor as the administrator. */
export async function openPlan(sites = [anOutlinedSite()]) {
  const app = await startTestApp({ sites });
  const user = await app.as("administrator");
  const floors = (await user.get(`/v1/gl_zone/${user.session.building.id}`)).json<
    { id: number; name: string }[]
  >();
  const floorId = floors.find(({ name }) => name === "Ground")?.id ?? 0;
  const url = `/v1/floor_plans/${floorId}`;
  const load = async () => (await user.get(url)).json<FloorPlan>();
  const plan = await load();
  const zone = (name: string) => plan.zones.find((one) => one.name === name)?.id ?? 0;
  const device = (ssid: string) => plan.devices.find((one) => one.ssid === ssid)?.id ?? 0;
  return {
    app,
    user,
    url,
    floorId,
    load,
    plan,
    zone,
    device,
    /** Imports the changed site file. */
    importAgain: (site: SiteDescription) => importSite(app.ctx, site, "again"),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

export const base64 = (text: string) => Buffer.from(text).toString("base64");
/** A small SVG with an event handler, in base64. */
export const drawing = base64(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9" onload="x()"/></svg>',
);

/** Audit rows of floor plans, oldest first. */
export const planAudits = (app: Awaited<ReturnType<typeof startTestApp>>) =>
  app.db.selectFrom("audit").selectAll().where("action", "like", "%floor-plan").orderBy("id").execute();
