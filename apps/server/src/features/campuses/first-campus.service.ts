import { readFile } from "node:fs/promises";

import { AppError } from "@verandah/contract/problems.ts";
import type { newCampus } from "@verandah/contract/set-up.ts";
import { siteDescription } from "@verandah/field/site.ts";
import type { z } from "zod";

import type { Ctx } from "#core/ctx.ts";

import { listCampusKeys } from "./campuses.repository.ts";
import { BY_HAND, importSite, sha256Of } from "./site-import.ts";

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

/**
 * Imports the site file of the demo as a campus beside others, unless it has it already.
 *
 * @throws AppError `demo-conflict` when another campus has its key or name, or one of its gateways or devices
 */
export async function importDemoSite(ctx: Ctx, file: string, isKnown: boolean) {
  const text = await readFile(file, "utf8");
  const site = siteDescription.parse(JSON.parse(text));
  const { campus, edges, devices } = site;
  const ssids = [...edges, ...devices].map(({ ssid }) => ssid);
  const others = isKnown ? [] : await listCampusKeys(ctx.db, ssids);
  if (others.some(({ key, name, ssid }) => key === campus.key || name === campus.name || ssid !== null))
    throw new AppError("demo-conflict");
  return importSite(ctx, site, sha256Of(text));
}
