import { createHash } from "node:crypto";

import type { PointDescription } from "@verandah/field/points.ts";
import type { DeviceDescription, EdgeDescription, SiteDescription } from "@verandah/field/site.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** The MQTT password of an edge in test sites. */
export const passwordOf = (ssid: string) => `password-of-${ssid}`;

export const passwordSha256Of = (ssid: string) => sha256(passwordOf(ssid));

export const point = (
  paramId: string,
  unit: PointDescription["unit"],
  more: Partial<PointDescription> = {},
): PointDescription => ({ paramId, unit, kind: "reading", intervalMs: 10_000, ...more });

export function anEdge(ssid: string, kind: EdgeDescription["kind"] = "device"): EdgeDescription {
  return { ssid, name: ssid, kind, passwordSha256: passwordSha256Of(ssid) };
}

function aSensor(ssid: string, location: string, edge = ssid): DeviceDescription {
  return {
    ssid,
    name: `Sensor ${ssid}`,
    type: "ENVIRONMENT",
    subsystem: "environment",
    location,
    edge,
    position: [100, 200],
    points: [
      point("TEMPERATURE", "degC", { min: -20, max: 60 }),
      point("HUMIDITY", "percentRh"),
      point("CO2", "ppm"),
      point("LUMINOUSITY", "lux"),
    ],
  };
}

function anAhu(ssid: string, location: string, edge: string): DeviceDescription {
  return {
    ssid,
    name: `Unit ${ssid}`,
    type: "AHU",
    subsystem: "hvac",
    location,
    edge,
    points: [
      point("Return Air Temperature", "degC"),
      point("Fire Alarm", "none"),
      point("ahu_in_air_temperature_sp", "degC", { kind: "setpoint", min: 10, max: 40 }),
      point("ahu_chilled_valve_sp", "percent", { kind: "setpoint", min: 0, max: 100 }),
      point("ahu_on_off_sp", "none", { kind: "command", min: 0, max: 10 }),
    ],
  };
}

/** A device of any type with the given points, each without a unit. */
export function aDevice(
  type: DeviceDescription["type"],
  ssid: string,
  paramIds: string[],
  at: { location: string; edge: string },
): DeviceDescription {
  const points = paramIds.map((paramId) => point(paramId, "none"));
  return { ssid, name: `Device ${ssid}`, type, subsystem: "energy", points, ...at };
}

/**
 * A small campus: building "Tower" with floors "Ground" (zones "Zone 1" and "Zone 2") and "First" (one zone), a sensor in each zone, and
 * one unit behind gateway `{prefix}-GW`. Names are `{prefix}-S1` to `-S3` and `{prefix}-AHU`.
 */
export function aSite(prefix = "T", campusName = "Test Campus"): SiteDescription {
  const zone = (key: string, name: string) => ({
    key: `${prefix}/${key}`,
    name,
    areas: [{ key: `${prefix}/${key}/a1`, name: "Area 1" }],
  });
  const floor = (key: string, name: string, zones: ReturnType<typeof zone>[]) => ({
    key: `${prefix}/${key}`,
    name,
    floorType: "wlms" as const,
    zones,
  });
  const ssids = [`${prefix}-S1`, `${prefix}-S2`, `${prefix}-S3`];
  const places = ["g/z1", "g/z2", "f1/z1"];
  return {
    campus: {
      key: prefix,
      name: campusName,
      city: "Bengaluru",
      timeZone: "Asia/Kolkata",
      latitude: 12.97,
      longitude: 77.59,
    },
    buildings: [
      {
        key: `${prefix}/tower`,
        name: "Tower",
        floors: [
          floor("g", "Ground", [zone("g/z1", "Zone 1"), zone("g/z2", "Zone 2")]),
          floor("f1", "First", [zone("f1/z1", "Zone 1")]),
        ],
      },
    ],
    edges: [
      ...ssids.map((ssid) => anEdge(ssid)),
      anEdge(`${prefix}-GW`, "gateway"),
      anEdge(`${prefix}-IMPORT`, "importer"),
    ],
    devices: [
      ...ssids.map((ssid, at) => aSensor(ssid, `${prefix}/${places[at]}`)),
      anAhu(`${prefix}-AHU`, `${prefix}/g`, `${prefix}-GW`),
    ],
  };
}

const lightPoints = (suffix = ""): PointDescription[] => [
  point(`light_level${suffix}`, "percent"),
  point(`light_mode${suffix}`, "none"),
  point(`lamp_failure${suffix}`, "none"),
  point(`light_level_sp${suffix}`, "percent", { kind: "command", min: 0, max: 100 }),
  point(`light_mode_sp${suffix}`, "none", { kind: "command", min: 0, max: 1 }),
];

/** Adds DALI groups "50d001" and "50d002" and the analog controller "50ac01" to the first zone of the test campus. */
export function addLights(site: SiteDescription): SiteDescription {
  const at = { subsystem: "lighting", location: "T/g/z1/a1", edge: "T-GW" } as const;
  site.devices.push(
    { ...at, ssid: "50d001", name: "DALI 1", type: "DALI", points: lightPoints() },
    { ...at, ssid: "50d002", name: "DALI 2", type: "DALI", points: lightPoints() },
    {
      ...at,
      ssid: "50ac01",
      name: "WAC 1",
      type: "WAC",
      points: [...lightPoints("_1"), ...lightPoints("_2")],
    },
  );
  return site;
}
