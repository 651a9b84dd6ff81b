import { createHash } from "node:crypto";

import type { DeviceDescription, EdgeDescription, SiteDescription } from "@verandah/field/site.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

export const passwordOf = (ssid: string) => `password-of-${ssid}`;

/** The points of every device of the site. They have no range, so that any finite value is good. */
export const pointsOf = (count: number) => Array.from({ length: count }, (_, at) => `P${at + 1}`);

const anEdge = (ssid: string, kind: EdgeDescription["kind"]): EdgeDescription => ({
  ssid,
  name: ssid,
  kind,
  passwordSha256: sha256(passwordOf(ssid)),
});

const aDevice = (ssid: string, edge: string, points: readonly string[]): DeviceDescription => ({
  ssid,
  name: ssid,
  type: "ENVIRONMENT",
  subsystem: "environment",
  location: "f/zone",
  edge,
  points: points.map((paramId) => ({ paramId, unit: "none", kind: "reading", intervalMs: 10_000 })),
});

/** An air handling unit behind the gateway. */
const aUnit = (ssid: string): DeviceDescription => ({
  ssid,
  name: ssid,
  type: "AHU",
  subsystem: "hvac",
  location: "f/floor",
  edge: "GW",
  points: [
    { paramId: "Return Air Temperature", unit: "degC", kind: "reading", intervalMs: 10_000 },
    { paramId: "ahu_on_off_sp", unit: "none", kind: "command", intervalMs: 10_000, min: 0, max: 10 },
  ],
});

/** A group of lamps in a zone of its own, behind the gateway. */
const aLamp = (ssid: string): DeviceDescription => ({
  ssid,
  name: ssid,
  type: "DALI",
  subsystem: "lighting",
  location: `f/${ssid}`,
  edge: "GW",
  points: [
    { paramId: "light_level", unit: "percent", kind: "reading", intervalMs: 10_000 },
    { paramId: "light_level_sp", unit: "percent", kind: "command", intervalMs: 10_000, min: 0, max: 100 },
  ],
});

/**
 * A campus of one zone (and one for each lamp): devices with their own connection, and gateway `GW` with the devices and units behind it.
 */
export function aSite(parts: {
  devices: readonly string[];
  behindGateway?: readonly string[];
  units?: readonly string[];
  lamps?: readonly string[];
  pointCount: number;
}): SiteDescription {
  const points = pointsOf(parts.pointCount);
  const behind = parts.behindGateway ?? [];
  const lamps = parts.lamps ?? [];
  return {
    campus: {
      key: "f",
      name: "Faults",
      city: "Bengaluru",
      timeZone: "Asia/Kolkata",
      latitude: 12.97,
      longitude: 77.59,
    },
    buildings: [
      {
        key: "f/building",
        name: "Building",
        floors: [
          {
            key: "f/floor",
            name: "Floor",
            floorType: "wlms",
            zones: [
              { key: "f/zone", name: "Zone", areas: [] },
              ...lamps.map((ssid) => ({ key: `f/${ssid}`, name: ssid, areas: [] })),
            ],
          },
        ],
      },
    ],
    edges: [...parts.devices.map((ssid) => anEdge(ssid, "device")), anEdge("GW", "gateway")],
    devices: [
      ...parts.devices.map((ssid) => aDevice(ssid, ssid, points)),
      ...behind.map((ssid) => aDevice(ssid, "GW", points)),
      ...(parts.units ?? []).map(aUnit),
      ...lamps.map(aLamp),
    ],
  };
}
