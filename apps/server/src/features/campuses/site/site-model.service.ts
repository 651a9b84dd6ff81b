import { createHash } from "node:crypto";

import type { SiteDescription } from "@verandah/field/site.ts";

import type { Ctx } from "#core/ctx.ts";
import { listMovedSsids } from "#features/devices/devices-import.service.ts";
import { listTypesOf } from "#features/equipment/equipment.service.ts";

import { findSettings } from "../energy-settings.repository.ts";
import * as repository from "./site-model.repository.ts";

/** The model of a campus, and what administrators have set in it. */
export interface SiteModel {
  /** With the hashes of all passwords. */
  site: SiteDescription;
  /** Fields that an administrator has set, such as `place:T/g.name`. */
  marks: ReadonlySet<string>;
  /** Ids that devices had in a site file before an administrator changed or deleted them, with the present ones. */
  movedSsids: ReadonlyMap<string, string | null>;
  /** Places, seats and rooms that an administrator has removed, such as `place:T/g`. An import leaves them removed. */
  removed: ReadonlyMap<string, string>;
  /** SHA-256 of all this. */
  hash: string;
}

type Floor = SiteDescription["buildings"][number]["floors"][number];
type Zone = Floor["zones"][number];
type Space = NonNullable<Zone["spaces"]>[number];

/** An active item has no such field, so that a file stays short. */
const inactive = ({ isActive }: { isActive: boolean }) => (isActive ? {} : { isActive });
const positionOf = (row: { isOnPlan: boolean; positionX: number | null; positionY: number | null }) =>
  row.isOnPlan && row.positionX !== null && row.positionY !== null
    ? { position: [row.positionX, row.positionY] satisfies [number, number] }
    : {};

/** Reads the model of a campus as a site file, in the order of creation: two reads without a change between them are equal. */
export async function readModel(ctx: Ctx, campusId: number): Promise<SiteModel> {
  const { siteSha256: _, ...campus } = await repository.findCampus(ctx.db, campusId);
  const places = await repository.listPlaces(ctx.db, campusId);
  const spaces = await repository.listSpaces(ctx.db, campusId);
  const edges = await repository.listEdges(ctx.db, campusId);
  const devices = await repository.listDevices(ctx.db, campusId);
  const points = Map.groupBy(await repository.listPoints(ctx.db, campusId), ({ ssid }) => ssid);
  const types = await listTypesOf(ctx, campusId);
  const energy = await findSettings(ctx.db, campusId);
  const movedSsids = await listMovedSsids(ctx, campusId);
  const removed = new Map((await repository.listRemoved(ctx.db, campusId)).map(({ id, name }) => [id, name]));

  const placesBelow = Map.groupBy(places, ({ parent }) => parent);
  const spacesIn = Map.groupBy(spaces, ({ zone }) => zone);
  const below = (parent: string, level: string) =>
    (placesBelow.get(parent) ?? []).filter(({ zoneType }) => zoneType === `GL_LOCATION_TYPE_${level}`);
  const placeOf = (row: (typeof places)[number]) => ({ key: row.key, name: row.name, ...inactive(row) });

  const spaceOf = (space: (typeof spaces)[number]): Space => ({
    key: space.key,
    name: space.name,
    kind: space.kind,
    seats: space.seats,
    ...(space.facilities.length > 0 && { facilities: space.facilities }),
    ...positionOf(space),
    ...inactive(space),
  });
  const zoneOf = (row: (typeof places)[number]): Zone => ({
    ...placeOf(row),
    ...(row.outline && { outline: row.outline }),
    areas: below(row.key, "AREA").map(placeOf),
    ...(spacesIn.has(row.key) && { spaces: spacesIn.get(row.key)?.map(spaceOf) }),
  });
  const site: SiteDescription = {
    campus,
    buildings: below(campus.key, "BUILDING").map((building) => ({
      ...placeOf(building),
      floors: below(building.key, "FLOOR").map((floor) => ({
        ...placeOf(floor),
        floorType: floor.floorType ?? "wlms",
        zones: below(floor.key, "ZONE").map(zoneOf),
      })),
    })),
    edges: edges.map(({ sitePasswordSha256: _site, passwordSha256, ...edge }) => ({
      ...edge,
      ...(passwordSha256 !== null && { passwordSha256 }),
    })),
    devices: devices.map((device) => ({
      ssid: device.ssid,
      name: device.name,
      type: device.type,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only site files and types set it
      subsystem: device.subsystem as SiteDescription["devices"][number]["subsystem"],
      location: device.location,
      edge: device.edge,
      ...positionOf(device),
      ...(device.latitude !== null &&
        device.longitude !== null && { geo: [device.latitude, device.longitude] }),
      ...(device.fedBy !== null && { fedBy: device.fedBy }),
      ...inactive(device),
      points: (points.get(device.ssid) ?? []).map(({ ssid: _ssid, minValue, maxValue, unit, ...point }) => ({
        ...point,
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only site files and types set it
        unit: unit as SiteDescription["devices"][number]["points"][number]["unit"],
        ...(minValue !== null && { min: minValue }),
        ...(maxValue !== null && { max: maxValue }),
      })),
    })),
    ...(types.length > 0 && { types }),
    ...(energy && { energy }),
  };

  const renamed = new Set(devices.flatMap(({ ssid, isRenamed }) => (isRenamed ? ssid : [])));
  const marks = new Set<string>(energy ? ["energy:.energy"] : []);
  const mark = (id: string, fields: Record<string, boolean>) => {
    for (const [field, isSet] of Object.entries(fields)) if (isSet) marks.add(`${id}.${field}`);
  };
  for (const row of places) mark(`place:${row.key}`, { name: row.isRenamed, isActive: row.version > 1 });
  for (const row of spaces)
    mark(`space:${row.key}`, {
      name: row.isRenamed,
      zone: row.isMoved,
      room: row.isEquipped,
      isActive: row.version > 1,
    });
  for (const { ssid, passwordSha256: own, sitePasswordSha256: ofFile } of edges) {
    // A renewed password stays until the one in the file changes.
    const password = `password${ofFile === null ? "" : `=${ofFile}`}`;
    mark(`edge:${ssid}`, { [password]: own !== null && own !== ofFile, name: renamed.has(ssid) });
  }
  for (const row of devices)
    mark(`device:${row.ssid}`, {
      name: row.isRenamed,
      location: row.isMoved,
      geo: row.latitude !== null,
      isActive: row.version > 1,
    });
  const hash = createHash("sha256")
    .update(JSON.stringify([site, [...marks], [...movedSsids], [...removed]]))
    .digest("hex");
  return { site, marks, movedSsids, removed, hash };
}
