import { createHash } from "node:crypto";

import { healthPoints } from "@verandah/field/points.ts";
import { type SiteDescription, siteDescription } from "@verandah/field/site.ts";

import { devicesOf, edgesOf } from "../kinds/all-kinds.ts";
import { POINT_INTERVAL_MS } from "./points.ts";
import type { CampusModel } from "./shapes.ts";

/** The site file of a campus; `passwordOf` returns each edge's password, and the file has only its hash. */
export function describeSite(campus: CampusModel, passwordOf: (ssid: string) => string): SiteDescription {
  const devices = devicesOf(campus);
  const types = new Set(devices.flatMap(({ kind }) => kind.siteType ?? []));
  return siteDescription.parse({
    campus: {
      key: campus.key,
      name: campus.name,
      city: campus.city,
      timeZone: campus.timeZone,
      latitude: campus.latitude,
      longitude: campus.longitude,
    },
    buildings: campus.buildings.map((building) => ({
      key: building.key,
      name: building.name,
      floors: building.floors.map((floor) => ({
        key: floor.key,
        name: floor.name,
        floorType: floor.floorType,
        zones: floor.zones.map(({ key, name, outline, areas, spaces }) => ({
          key,
          name,
          outline,
          areas,
          spaces,
        })),
      })),
    })),
    ...(campus.energy && { energy: campus.energy }),
    edges: edgesOf(campus).map((edge) => ({
      ...edge,
      passwordSha256: createHash("sha256").update(passwordOf(edge.ssid)).digest("hex"),
    })),
    ...(types.size > 0 && { types: [...types] }),
    devices: devices.map(({ ssid, name, kind, location, edge, position, geo, fedBy, wire }) => ({
      ssid,
      name,
      type: kind.type,
      subsystem: kind.subsystem,
      location,
      edge,
      ...(position && { position }),
      ...(geo && { geo }),
      ...(fedBy && { fedBy }),
      // A device with its own MQTT connection has no gateway that polls it.
      points:
        wire.protocol === "mqtt"
          ? kind.points
          : [...kind.points, ...healthPoints(kind.points[0]?.intervalMs ?? POINT_INTERVAL_MS)],
    })),
  });
}
