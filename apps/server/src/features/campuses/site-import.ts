import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

import type { ZoneType } from "@verandah/contract/campuses/campuses.ts";
import type { SiteError } from "@verandah/contract/campuses/site-file.ts";
import type { SiteDescription } from "@verandah/field/site.ts";
import { z } from "zod";

import { type Ctx, inTransaction, publishChange } from "#core/ctx.ts";
import { codeOf } from "#core/errors.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import {
  importDevices,
  refuseOtherUnitsOfTypes,
  SiteRefused,
} from "#features/devices/devices-import.service.ts";
import { saveSiteTypes } from "#features/equipment/equipment.service.ts";

export { SiteRefused } from "#features/devices/devices-import.service.ts";

import { moveActiveAlarms } from "./campus-tree.service.ts";
import * as repository from "./campuses.repository.ts";
import { importEnergySettings } from "./energy-settings.service.ts";
import { checkSite, lineOf, readSite } from "./site/site-text.ts";

type Level = Pick<repository.NewLocation, "key" | "name"> &
  Partial<Pick<repository.NewLocation, "floorType" | "outline" | "isActive">> & { parentKey: string | null };

/** The parent of a location, and the building, floor and zone that it is in. */
type Ancestors = Pick<repository.NewLocation, "parentId" | "buildingId" | "floorId" | "zoneId">;

const none: Ancestors = { parentId: null, buildingId: null, floorId: null, zoneId: null };

/** In place of the hash of a site file, for a campus that a person entered. */
export const BY_HAND = "entered by hand";

export const sha256Of = (text: string) => createHash("sha256").update(text).digest("hex");

/**
 * Imports a site file: campus, places, edges, devices and points. An unchanged file changes nothing. A changed file adds and renames, but
 * removes nothing.
 *
 * @param showLine gets a line about a file that adds a campus beside others
 * @throws SiteRefused with the file, and the place of every error in it
 * @returns the campus and its first building
 */
export async function importSiteFile(
  ctx: Ctx,
  file: string,
  showLine: (text: string) => void,
): Promise<{ campusId: number; buildingId: number; isNew: boolean }> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new SiteRefused(
      `The site file ${file} cannot be read: ${readFailures[codeOf(error) ?? ""] ?? String(error)}`,
    );
  });
  const { site, errors, locate } = readSite(text);
  const refused = (all: readonly SiteError[]) =>
    new SiteRefused(
      `The site file ${file} is not valid:\n${all.map((one) => `  ${lineOf(one)}`).join("\n")}`,
    );
  if (errors.length > 0) throw refused(errors);
  const sha256 = sha256Of(text);
  // Skips the check of an unchanged file, which can take a tenth of a second at each start.
  const known = await repository.findCampusByKey(ctx.db, campusKeyOf(site));
  if (known?.siteSha256 === sha256) return publishImport(ctx, known.id, false);
  const checked = checkSite(site);
  if (!checked.site) throw refused(locate(checked.errors));
  try {
    if (!known) await checkNewCampus(ctx, checked.site, (line) => showLine(`The site file ${file} ${line}`));
    return await importSite(ctx, checked.site, sha256);
  } catch (error) {
    if (!(error instanceof SiteRefused)) throw error;
    throw new SiteRefused(`The site file ${file} is refused:\n  ${error.message}`);
  }
}

const readFailures: Record<string, string> = {
  ENOENT: "there is no such file",
  EACCES: "this account may not read it",
  EISDIR: "it is a folder",
};

/**
 * Checks a site whose key no campus has. A wrong key would add a second campus beside the one that was meant.
 *
 * @throws SiteRefused with the right key, when another campus has its name, a gateway or a device
 */
async function checkNewCampus(
  ctx: Ctx,
  { campus, edges, devices }: SiteDescription,
  showLine: (text: string) => void,
): Promise<void> {
  const ssids = [...edges, ...devices].map(({ ssid }) => ssid);
  const others = await repository.listCampusKeys(ctx.db, ssids);
  const meant = others.find((other) => other.ssid !== null || other.name === campus.name);
  if (meant) {
    const what = meant.ssid === null ? "has this name" : `has ${meant.ssid}`;
    throw new SiteRefused(
      `campus.key: The campus "${meant.name}" ${what}, and its key is "${meant.key}", not "${campus.key}"`,
    );
  }
  const entered = others.find(({ siteSha256 }) => siteSha256 === BY_HAND);
  if (entered)
    throw new SiteRefused(
      `campus.key: The campus "${entered.name}" was set up without a site file, and its key is "${entered.key}", not "${campus.key}". Use its key; a second campus needs a site file of the first one`,
    );
  if (others.length === 0) return;
  const keys = others.map(({ name, key }) => `"${name}" has the key "${key}"`).join(", ");
  showLine(`adds the campus "${campus.name}" with the key "${campus.key}". ${keys}`);
}

const campusKeyOf = (site: unknown): string =>
  z.object({ campus: z.object({ key: z.string() }) }).safeParse(site).data?.campus.key ?? "";

/** Imports a site description. `siteSha256` identifies its version. */
export async function importSite(ctx: Ctx, site: SiteDescription, siteSha256: string) {
  return inTransaction(ctx, async (inner) => {
    const known = await repository.findCampusByKey(inner.db, site.campus.key);
    if (known?.siteSha256 === siteSha256) return publishImport(inner, known.id, false);
    if (known?.siteSha256 === BY_HAND) await refuseOtherBuildings(inner, known.id, site);
    const campusId = await storeSite(inner, site, { siteSha256 });
    await recordAudit(inner, {
      action: "import-site",
      target: `campus:${campusId}`,
      after: { siteSha256, devices: site.devices.length },
    });
    return publishImport(inner, campusId, true);
  });
}

/**
 * Checks the first site of a campus that a person entered with one building: a file without it would add a second one beside it.
 *
 * @throws SiteRefused with the right key
 */
async function refuseOtherBuildings(ctx: Ctx, campusId: number, { buildings }: SiteDescription) {
  const entered = await repository.listBuildingKeys(ctx.db, campusId);
  const [first] = entered;
  if (!first || entered.some(({ key }) => buildings.some((building) => building.key === key))) return;
  throw new SiteRefused(
    `buildings.0.key: The campus has the building "${first.name}", and its key is "${first.key}", not "${buildings[0]?.key}"`,
  );
}

/**
 * Stores a site; fields that an administrator has set stay. Joins the caller's transaction.
 *
 * @param options.siteSha256 of the file that the server imports when it starts; without it the one of before stays
 * @param options.takesEnergy whether the energy settings of the file replace present ones
 */
export async function storeSite(
  ctx: Ctx,
  site: SiteDescription,
  { siteSha256, takesEnergy = false }: { siteSha256?: string; takesEnergy?: boolean },
): Promise<number> {
  const campusId = await repository.upsertCampus(ctx.db, {
    ...site.campus,
    ...(siteSha256 && { siteSha256 }),
  });
  const places = await importLocations(ctx, campusId, site);
  if (site.energy) await importEnergySettings(ctx, campusId, site.energy, takesEnergy);
  const { edges, devices, types = [] } = site;
  await refuseOtherUnitsOfTypes(ctx, campusId, types);
  await saveSiteTypes(ctx, campusId, types);
  await importDevices(ctx, { campusId, edges, devices, ...places, isFromFile: true });
  await repository.updateAddedToRemoved(ctx.db, campusId);
  await moveActiveAlarms(ctx, campusId);
  return campusId;
}

async function publishImport(ctx: Ctx, campusId: number, isNew: boolean) {
  for (const topic of ["places", "devices", "settings"] as const) publishChange(ctx, topic, {});
  const all = await repository.listLocations(ctx.db, campusId);
  const building = all.find((row) => row.zoneType === "GL_LOCATION_TYPE_BUILDING");
  if (!building) throw new Error(`Campus ${all[0]?.name ?? campusId} has no building`);
  return { campusId, buildingId: building.id, isNew };
}

/** Adds places below the present location of their parents, which an administrator may have moved. */
async function importLocations(
  ctx: Ctx,
  campusId: number,
  site: SiteDescription,
): Promise<{ locationIds: Map<string, number>; floorIds: Map<string, number> }> {
  const locationIds = new Map<string, number>();
  const floorIds = new Map<string, number>();
  const ancestors = new Map<string, Ancestors>();

  async function addLevel(
    zoneType: ZoneType,
    level: readonly Level[],
    own?: "buildingId" | "floorId" | "zoneId",
  ): Promise<void> {
    const rows = level.map((entry) => {
      const above = (entry.parentKey && ancestors.get(entry.parentKey)) || none;
      const { key, name, floorType = null, outline, isActive } = entry;
      const planFloorId = entry.parentKey ? floorIds.get(entry.parentKey) : undefined;
      return { ...above, key, name, floorType, outline, isActive, planFloorId, zoneType };
    });
    const added = await repository.upsertLocations(ctx.db, campusId, rows);
    if (own)
      await repository.updateOwnAncestor(
        ctx.db,
        Array.from(added.values(), ({ id }) => id),
        own,
      );
    for (const { key, planFloorId } of rows) {
      const row = added.get(key);
      if (!row) continue;
      const { id, buildingId, floorId, zoneId } = row;
      locationIds.set(key, id);
      const onFloor = own === "floorId" ? id : planFloorId;
      if (onFloor !== undefined) floorIds.set(key, onFloor);
      ancestors.set(key, {
        parentId: id,
        buildingId: own === "buildingId" ? id : buildingId,
        floorId: own === "floorId" ? id : floorId,
        zoneId: own === "zoneId" ? id : zoneId,
      });
    }
  }

  const root = site.campus.key;
  const floors = site.buildings.flatMap((parent) =>
    parent.floors.map((floor) => ({ ...floor, parentKey: parent.key })),
  );
  const zones = floors.flatMap((parent) => parent.zones.map((zone) => ({ ...zone, parentKey: parent.key })));
  const areas = zones.flatMap((parent) => parent.areas.map((area) => ({ ...area, parentKey: parent.key })));
  await addLevel("GL_LOCATION_TYPE_CAMPUS", [{ key: root, name: site.campus.name, parentKey: null }]);
  await addLevel(
    "GL_LOCATION_TYPE_BUILDING",
    site.buildings.map((building) => ({ ...building, parentKey: root })),
    "buildingId",
  );
  await addLevel("GL_LOCATION_TYPE_FLOOR", floors, "floorId");
  await addLevel("GL_LOCATION_TYPE_ZONE", zones, "zoneId");
  await addLevel("GL_LOCATION_TYPE_AREA", areas);
  const spaces = zones.flatMap(({ key, spaces: own = [] }) =>
    own.map((space) => ({
      ...space,
      zoneId: locationIds.get(key) ?? 0,
      planFloorId: floorIds.get(key),
    })),
  );
  await repository.upsertSpaces(ctx.db, campusId, spaces);
  return { locationIds, floorIds };
}
