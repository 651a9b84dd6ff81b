import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

import type { ZoneType } from "@verandah/contract/campuses.ts";
import { type SiteDescription, siteDescription } from "@verandah/field/site.ts";

import { type Ctx, inTransaction } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { importDevices } from "#features/devices/devices.service.ts";
import { saveSiteTypes } from "#features/equipment/equipment.service.ts";

import * as repository from "./campuses.repository.ts";

type Level = Pick<repository.NewLocation, "key" | "name"> &
  Partial<Pick<repository.NewLocation, "floorType" | "outline">> & { parentKey: string | null };

/** The building, floor and zone above a location. */
type Ancestors = Pick<repository.NewLocation, "parentId" | "buildingId" | "floorId" | "zoneId">;

const none: Ancestors = { parentId: null, buildingId: null, floorId: null, zoneId: null };

/**
 * Imports a site file: campus, places, edges, devices and points. An unchanged file changes nothing. A changed one adds and renames, but
 * removes nothing.
 *
 * @throws Error with the file and every wrong field
 * @returns the campus and its first building
 */
export async function importSiteFile(
  ctx: Ctx,
  file: string,
): Promise<{ campusId: number; buildingId: number; isNew: boolean }> {
  const text = await readFile(file, "utf8");
  const parsed = siteDescription.safeParse(JSON.parse(text));
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`The site file ${file} is not valid:\n${lines.join("\n")}`);
  }
  return importSite(ctx, parsed.data, createHash("sha256").update(text).digest("hex"));
}

/** The same for a description in memory; `siteSha256` identifies this version of it. */
export async function importSite(ctx: Ctx, site: SiteDescription, siteSha256: string) {
  return inTransaction(ctx, async (inner) => {
    const known = await repository.findCampusByKey(inner.db, site.campus.key);
    const isNew = known?.site_sha256 !== siteSha256;
    const campusId =
      known && !isNew ? known.id : await repository.upsertCampus(inner.db, { ...site.campus, siteSha256 });
    if (isNew) {
      const locationIds = await importLocations(inner, campusId, site);
      await saveSiteTypes(inner, campusId, site.types ?? []);
      await importDevices(inner, { campusId, edges: site.edges, devices: site.devices, locationIds });
      await recordAudit(inner, {
        action: "import-site",
        target: `campus:${campusId}`,
        after: { siteSha256, devices: site.devices.length },
      });
    }
    inner.publish({ name: "sites-imported", data: {} });
    const all = await repository.listLocations(inner.db, campusId);
    const building = all.find((row) => row.zoneType === "GL_LOCATION_TYPE_BUILDING");
    if (!building) throw new Error(`Campus ${site.campus.name} has no building`);
    return { campusId, buildingId: building.id, isNew };
  });
}

async function importLocations(
  ctx: Ctx,
  campusId: number,
  site: SiteDescription,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  const ancestors = new Map<string, Ancestors>();

  async function addLevel(
    zoneType: ZoneType,
    level: readonly Level[],
    own?: "building_id" | "floor_id" | "zone_id",
  ): Promise<void> {
    const rows = level.map((entry) => {
      const above = (entry.parentKey && ancestors.get(entry.parentKey)) || none;
      const parentId = entry.parentKey ? (ids.get(entry.parentKey) ?? null) : null;
      const { key, name, floorType = null, outline } = entry;
      return { ...above, parentId, key, name, floorType, outline, zoneType };
    });
    const added = await repository.upsertLocations(ctx.db, campusId, rows);
    if (own) await repository.updateOwnAncestor(ctx.db, [...added.values()], own);
    for (const row of rows) {
      const id = added.get(row.key) ?? null;
      if (id !== null) ids.set(row.key, id);
      const { parentId, buildingId, floorId, zoneId } = row;
      ancestors.set(row.key, {
        parentId,
        buildingId: own === "building_id" ? id : buildingId,
        floorId: own === "floor_id" ? id : floorId,
        zoneId: own === "zone_id" ? id : zoneId,
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
    "building_id",
  );
  await addLevel("GL_LOCATION_TYPE_FLOOR", floors, "floor_id");
  await addLevel("GL_LOCATION_TYPE_ZONE", zones, "zone_id");
  await addLevel("GL_LOCATION_TYPE_AREA", areas);
  return ids;
}
