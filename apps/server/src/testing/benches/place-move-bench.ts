import type { PlaceMove } from "@verandah/contract/campuses/place-moves.ts";
import type { FloorPlan } from "@verandah/contract/floor-plans/floor-plans.ts";
import type { SiteDescription } from "@verandah/field/site.ts";

import { importSite } from "#features/campuses/site-import.ts";

import { addLights, aSite } from "../sites.ts";
import { startTestApp } from "../start-test-app.ts";
import { anOutlinedSite } from "./floor-plan-bench.ts";

/** The path of the preview and of the move. */
export const moveUrl = "/v1/campuses/tree/move";
// 12:00 on a Monday in Kolkata.
const MONDAY_NOON = "2026-01-05T06:30:00Z";
export const soon = { start: "2026-01-05T07:00:00Z", end: "2026-01-05T09:00:00Z" };

const floor = (key: string, name: string, floorType: "wlms" | "parking", zone: string) => ({
  key: `T/${key}`,
  name,
  floorType,
  zones: [{ key: `T/${key}/z`, name: zone, areas: [] }],
});

/** The test campus with lights, seats and outlines, and the building "Annex" with the floor "Hall" and a parking deck. */
export function aSiteToMoveIn(): SiteDescription {
  const site = addLights(anOutlinedSite());
  const seats = ["1", "2"].map((n) => ({
    key: `T/s${n}`,
    name: `Seat ${n}`,
    kind: "seat" as const,
    seats: 1,
    position: [30, 40] as [number, number],
  }));
  for (const zone of site.buildings[0]?.floors[0]?.zones.slice(0, 1) ?? []) zone.spaces = seats;
  site.buildings.push({
    key: "T/annex",
    name: "Annex",
    floors: [floor("hall", "Hall", "wlms", "Stage"), floor("deck", "Deck", "parking", "Bays")],
  });
  return site;
}

export async function startMoves(site = aSiteToMoveIn()) {
  const app = await startTestApp({ now: MONDAY_NOON, sites: [site, aSite("O", "Other Campus")] });
  const admin = await app.as("administrator");
  const operator = await app.as("operator");
  const { rows } = await app.query("select id, key from locations union all select id, key from spaces");
  const idOf = (key: string) => Number(rows.find((row) => row["key"] === key)?.["id"]);
  const move = (key: string, parent: string, version = 1, as = admin) =>
    as.post(moveUrl, { id: idOf(key), parent: idOf(parent), version });
  return {
    app,
    admin,
    operator,
    idOf,
    move,
    preview: async (key: string, parent: string) =>
      (await admin.get(`${moveUrl}?id=${idOf(key)}&parent=${idOf(parent)}`)).json<PlaceMove>(),
    schedule: (title: string, zones: string[], data: object = {}) =>
      operator.post("/v1/schedules", {
        data: {
          ...soon,
          title,
          floor: { id: idOf("T/g"), name: "Ground" },
          zones: zones.map((key) => ({ id: idOf(key), name: key })),
          action: 1,
          type: 0,
          ...data,
        },
      }),
    importAgain: (changed: SiteDescription) => importSite(app.ctx, changed, "version-2"),
    plan: async (key: string) => (await admin.get(`/v1/floor_plans/${idOf(key)}`)).json<FloorPlan>(),
    /** The locations of some places, as `key building floor zone`. */
    ancestors: async (...keys: string[]) =>
      (
        await app.query(
          `select l.key, b.key as building, f.key as floor, z.key as zone from locations l left join locations b on b.id = l.building_id
             left join locations f on f.id = l.floor_id left join locations z on z.id = l.zone_id
           where l.key in (${keys.map((key) => `'${key}'`).join(", ")}) order by l.id`,
        )
      ).rows.map((row) => [row["key"], row["building"], row["floor"], row["zone"]].join(" ")),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}
