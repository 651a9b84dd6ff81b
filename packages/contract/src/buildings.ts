import { z } from "zod";

import { zoneType } from "./campuses.ts";
import { buildingStaff, buildingUsers } from "./roles.ts";
import { idParam, instant, route } from "./route.ts";
import { quality } from "./telemetry.ts";

/** What stands for a parameter without sensor data. Source: spec 1 §3, spec 2 §3 (spelt so). */
export const NO_DATA = "no Data";

/** How often screens ask again although the live stream pushes, ms. */
export const OVERVIEW_POLL_MS = 30_000;

export const metricName = z.enum(["TEMPERATURE", "HUMIDITY", "LUMINOUSITY", "CO2"]);
export type MetricName = z.output<typeof metricName>;

/** Mean of the fresh values below a location. */
const metricParameter = z.object({
  name: metricName,
  value: z.union([z.number(), z.literal(NO_DATA)]),
  unit: z.string(),
  quality,
  measured_time: instant.nullable(),
});

/** A zone whose mean is outside the configured limits. */
const zoneIssue = z.object({ id: z.int(), name: z.string(), value: z.number(), limit: z.number() });

/** Source: spec 2 §3 Floor metric entry; spec 1 §3 Floor metric. */
export const locationMetric = z.object({
  id: z.int(),
  name: z.string(),
  zone_type: zoneType,
  floor_type: z.enum(["parking", "wlms"]).nullable(),
  /** Zones below it, itself counted when it is one. */
  noOfZones: z.int(),
  noOfCritical: z.int(),
  noOfLow: z.int(),
  parameters: z.array(metricParameter),
  tempIssue: z.array(zoneIssue),
  humIssue: z.array(zoneIssue),
  luxIssue: z.array(zoneIssue),
  airIssue: z.array(zoneIssue),
});
export type LocationMetric = z.output<typeof locationMetric>;

export const listLocationMetrics = route({
  method: "GET",
  path: "/v1/gl_zone/:id",
  summary: "Metric data of the locations directly below one, sorted by name",
  access: buildingUsers,
  input: z.object({ id: idParam }),
  reply: z.array(locationMetric),
});

export const getLocation = route({
  method: "GET",
  path: "/v1/gl_zone/:id/location",
  summary: "Name, type and path of a location",
  access: buildingUsers,
  input: z.object({ id: idParam }),
  reply: z.object({
    id: z.int(),
    uuid: z.string(),
    name: z.string(),
    zone_type: zoneType,
    floor_type: z.enum(["parking", "wlms"]).nullable(),
    /** From the campus down to its parent. */
    path: z.array(z.object({ id: z.int(), name: z.string(), zone_type: zoneType })),
  }),
});

/**
 * State of one side (network or field devices) of a subsystem: `ok` all well, `warning` with the number of those that are not,
 * `none` when it has no such devices.
 */
const sideStatus = z.object({
  state: z.enum(["ok", "warning", "none"]),
  warnings: z.int(),
  total: z.int(),
  /** Since when the longest-lasting warning stands. */
  since: instant.nullable(),
});

export const subsystemStatus = z.object({
  id: z.enum(["hvac", "chiller", "lighting", "ups", "energy"]),
  name: z.enum(["HVAC", "Chiller", "Lighting", "UPS", "Energy"]),
  network: sideStatus,
  fieldDevices: sideStatus,
});
export type SubsystemStatus = z.output<typeof subsystemStatus>;

export const listSubsystemStatuses = route({
  method: "GET",
  path: "/v1/gl_analytics/subsystemId/:id",
  summary: "Network and field device status of a building's five systems",
  access: buildingStaff,
  input: z.object({ id: idParam }),
  reply: z.array(subsystemStatus),
});
