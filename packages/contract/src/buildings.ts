import { comfortPoints, NOISE } from "@verandah/equipment/comfort-points.ts";
import { z } from "zod";

import { alertEntry } from "./alarms/alarms.ts";
import { zoneType } from "./campuses/campuses.ts";
import { buildingStaff, buildingUsers } from "./roles.ts";
import { idParam, instant, route } from "./route.ts";
import { quality } from "./telemetry/telemetry.ts";
import type { Topic } from "./topics.ts";

/** Value of a parameter without sensor data. Source: spec 1 §3, spec 2 §3 (spelt so). */
export const NO_DATA = "no Data";

export const metricName = z.enum(comfortPoints);
export type MetricName = z.output<typeof metricName>;
/** Measurements of a place: those with limits, and noise, which has none. */
export const placeMeasure = z.enum([...metricName.options, NOISE]);
export type PlaceMeasure = z.output<typeof placeMeasure>;

/** Mean of the fresh values below a location. */
const metricParameter = z.object({
  name: placeMeasure,
  value: z.union([z.number(), z.literal(NO_DATA)]),
  unit: z.string(),
  quality,
  measured_time: instant.nullable(),
  /** Sensors that are left out of the mean because their values are suspect; absent without any. */
  suspects: z.int().min(1).optional(),
});

/** A zone whose mean is outside the configured limits. */
const zoneIssue = z.object({ id: z.int(), name: z.string(), value: z.number(), limit: z.number() });

/**
 * The state of a place or a subsystem, and what decides it: the worst of its alarms, of the connection to its devices, and of the age
 * of their values. A building has the alarms of the campus itself too. Source: spec 2 §4 Floor tile colour, for `critical`, `low` and
 * `fine`; `unknown` is ours.
 */
export const placeStatus = z.object({
  state: z.enum(["critical", "low", "unknown", "fine"]),
  /** Active alarms without those that another one explains. */
  noOfCritical: z.int(),
  noOfLow: z.int(),
  /** Shelved alarms that have not returned to normal. */
  noOfShelved: z.int(),
  noOfDevices: z.int(),
  noOfOffline: z.int(),
  /** Devices behind a gateway that is not connected, and devices that have not reported since it connected. */
  noOfUnknown: z.int(),
  /** Values of online devices that are older than three expected intervals. */
  noOfStale: z.int(),
  /** The unknown devices are expected to report soon: no gateway is lost. */
  isConnecting: z.boolean(),
});
export type PlaceStatus = z.output<typeof placeStatus>;
export type PlaceState = PlaceStatus["state"];

/** Source: spec 2 §3 Floor metric entry; spec 1 §3 Floor metric. */
export const locationMetric = placeStatus.extend({
  id: z.int(),
  name: z.string(),
  zone_type: zoneType,
  floor_type: z.enum(["parking", "wlms"]).nullable(),
  /** Zones below it, itself counted when it is one. */
  noOfZones: z.int(),
  parameters: z.array(metricParameter),
  tempIssue: z.array(zoneIssue),
  humIssue: z.array(zoneIssue),
  luxIssue: z.array(zoneIssue),
  airIssue: z.array(zoneIssue),
});
export type LocationMetric = z.output<typeof locationMetric>;

/** Whatever the state and the metrics of a place follow from. */
export const placeTopics = [
  "places",
  "devices",
  "device-states",
  "measurements",
  "alarms",
  "settings",
] satisfies Topic[];

export const listLocationMetrics = route({
  path: "/v1/gl_zone/:id",
  summary: "Metric data of the locations directly below one, sorted by name",
  access: buildingUsers,
  topics: placeTopics,
  pauseMs: 5_000,
  input: z.object({ id: idParam }),
  reply: z.array(locationMetric),
});

export const getPlaceStatus = route({
  path: "/v1/gl_zone/:id/status",
  summary: "State of a location with everything below it",
  access: buildingUsers,
  topics: placeTopics,
  pauseMs: 5_000,
  input: z.object({ id: idParam }),
  reply: placeStatus,
});

export const listPlaceStatuses = route({
  path: "/v1/campuses/:id/status",
  summary: "State of a campus and of every place in it, each with everything below it",
  access: buildingUsers,
  topics: placeTopics,
  pauseMs: 5_000,
  input: z.object({ id: idParam }),
  reply: z.array(placeStatus.extend({ id: z.int() })),
});

export const getLocation = route({
  path: "/v1/gl_zone/:id/location",
  summary: "Name, type and path of a location",
  access: buildingUsers,
  topics: ["places"],
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
 * State of one side (network or field devices) of a subsystem: `ok`, `warning` with the number of gateways or devices that are not online
 * or have an active alarm, or `none` without any.
 */
const sideStatus = z.object({
  state: z.enum(["ok", "warning", "none"]),
  warnings: z.int(),
  total: z.int(),
  /** Start of the oldest warning. */
  since: instant.nullable(),
});

export const subsystemStatus = placeStatus.extend({
  id: z.enum(["hvac", "chiller", "lighting", "ups", "energy"]),
  name: z.enum(["HVAC", "Chiller", "Lighting", "UPS", "Energy"]),
  network: sideStatus,
  fieldDevices: sideStatus,
  /** Its worst active alarm: critical before low, then the newest. */
  alarm: alertEntry
    .pick({ Alarm_Id: true, alarm_code: true, message: true, text: true, Device_name: true, raisedAt: true })
    .nullable(),
});
export type SubsystemStatus = z.output<typeof subsystemStatus>;

export const listSubsystemStatuses = route({
  path: "/v1/gl_analytics/subsystemId/:id",
  summary: "State, worst alarm, network and field device status of a building's five systems",
  access: buildingStaff,
  topics: placeTopics,
  pauseMs: 5_000,
  input: z.object({ id: idParam }),
  reply: z.array(subsystemStatus),
});

/** A place with the mean of its light sensors, as in its metric data. */
const placeLux = z.object({ id: z.int(), name: z.string(), lux: metricParameter });

/** Source: spec 1 §7 Other calls. Its answer is not shown there. */
export const getCurrentLux = route({
  path: "/v1/buildings/:id/currentLux",
  summary: "Present light level of a building and of each of its floors",
  access: buildingUsers,
  topics: placeTopics,
  input: z.object({ id: idParam }),
  reply: placeLux.extend({ floors: z.array(placeLux) }),
});
