import { reportedReasons } from "@verandah/equipment/offline-reasons.ts";
import { z } from "zod";

import { buildingStaff } from "../roles.ts";
import { idParam, instant, route } from "../route.ts";

/** What holds an MQTT connection. */
export const edgeKinds = ["gateway", "device", "importer"] as const;

/** The same and those that only the server can know: its gateway is offline, it is not connected itself, or it sends no values. */
export const offlineReason = z.enum([...reportedReasons, "gateway-offline", "not-connected", "no-values"]);
export type OfflineReason = z.output<typeof offlineReason>;

/** A device on a map or in a list. Source: spec 2 §3 Device on map, §7 device map. */
export const deviceEntry = z.object({
  id: z.int(),
  ssid: z.string(),
  name: z.string(),
  type: z.string(),
  /** False after an administrator deactivated it. */
  activated: z.boolean(),
  /** Grows with each change by an administrator. */
  version: z.int(),
  locationId: z.int(),
  floorId: z.int().nullable(),
  zoneId: z.int().nullable(),
  /** Ssid of the air handling unit that supplies it. */
  fedBy: z.string().nullable(),
  coordinates: z.tuple([z.number(), z.number()]).nullable(),
  state: z.enum(["online", "offline", "unknown"]),
  /** Null while it is online, or when the reason is unknown. */
  offlineReason: offlineReason.nullable(),
  lastSeenAt: instant.nullable(),
  /** Whether any of its values is older than three expected intervals, even while it is online. */
  hasStale: z.boolean(),
  alerts_cri: z.int(),
  alerts_solu: z.int(),
});
export type DeviceEntry = z.output<typeof deviceEntry>;

export const listDevices = route({
  path: "/v1/gl_analytics/:id/devicemap",
  summary: "Devices of one type below a location",
  access: buildingStaff,
  topics: ["devices", "places", "device-states", "alarms"],
  minorTopics: ["measurements"],
  input: z.object({ id: idParam, type: z.string().max(40).toUpperCase().optional() }),
  reply: z.array(deviceEntry),
});

const relatedDevice = deviceEntry.pick({ ssid: true, name: true, type: true, state: true });

export const getDevice = route({
  path: "/v1/gl_analytics/:ssid/device",
  summary: "One device: its place, its connection and its points",
  access: buildingStaff,
  topics: ["devices", "places", "device-states", "readings", "alarms"],
  input: z.object({ ssid: z.string().max(64) }),
  reply: z.object({
    ssid: z.string(),
    name: z.string(),
    type: z.string(),
    state: z.enum(["online", "offline", "unknown"]),
    /** Start of the state; an offline device keeps the time of its first missed poll through restarts of its gateway. */
    stateSince: instant.nullable(),
    offlineReason: offlineReason.nullable(),
    floorId: z.int().nullable(),
    /** Names from the building down to its place. */
    path: z.array(z.string()),
    /** The edge that sends its values; a device with its own MQTT connection is its own edge. */
    edge: z.object({
      ssid: z.string(),
      name: z.string(),
      kind: z.enum(edgeKinds),
      state: z.enum(["online", "offline", "unknown"]),
    }),
    /** The device that supplies it. */
    fedBy: relatedDevice.nullable(),
    /** The devices that it supplies, by name. */
    feeds: z.array(relatedDevice),
    /** The other active devices of its zone or area, by name; none for a device of a floor or building. */
    beside: z.array(relatedDevice),
    points: z.array(
      z.object({
        param_id: z.string(),
        kind: z.enum(["reading", "setpoint", "command"]),
        /** The unit in which its gateway sends it, when it contradicts the point's unit: its values are refused. */
        sentUnit: z.string().optional(),
      }),
    ),
  }),
});
