import type { newCampus } from "@verandah/contract/set-up.ts";
import { siteDescription } from "@verandah/field/site.ts";
import type { z } from "zod";

import type { Ctx } from "#core/ctx.ts";

import { BY_HAND, importSite } from "./site-import.ts";

/** A part of a key: the letters and digits of a name, as in `acme-park`. A name in another script has none. */
const partOf = (name: string, other: string): string =>
  name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 50) || other;

/** Creates the first campus and its building, without a site file. Their keys are made from their names. */
export async function createFirstCampus(ctx: Ctx, given: z.output<typeof newCampus>) {
  const { name, building_name: buildingName, city, time_zone: timeZone, latitude, longitude } = given;
  const campusKey = partOf(name, "campus");
  const buildingKey = `${campusKey}/${partOf(buildingName, "building")}`;
  const site = siteDescription.parse({
    campus: { key: campusKey, name, city, timeZone, latitude, longitude },
    buildings: [{ key: buildingKey, name: buildingName, floors: [] }],
    edges: [],
    devices: [],
  });
  const { campusId, buildingId } = await importSite(ctx, site, BY_HAND);
  return { campusId, buildingId, campusKey, buildingKey };
}
