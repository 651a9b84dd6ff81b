import { z } from "zod";

import { buildingStaff } from "../roles.ts";
import { instant, route } from "../route.ts";
import { offlineReason } from "./devices.ts";

/** A part of the network with everything that is connected through it. Source: spec 1 §4 (`name` and `children`). */
export const networkNode = z.object({
  /** Unique in the tree, and the same each time. */
  id: z.string(),
  name: z.string(),
  /** `group` holds the devices of one type behind one gateway, or with their own connection. */
  kind: z.enum(["server", "gateway", "group", "device"]),
  /** Of a group and of the server the worst of its children. Unknown behind a gateway that is not connected. */
  state: z.enum(["online", "offline", "unknown"]),
  /** Type of equipment of a group or device. */
  type: z.string().nullable(),
  ssid: z.string().nullable(),
  offlineReason: offlineReason.nullable(),
  /** The newest value or message. */
  lastSeenAt: instant.nullable(),
  stateSince: instant.nullable(),
  /** Of the gateway's or the device's own program. */
  firmware: z.string().nullable(),
  latencyMs: z.number().nullable(),
  /** In a row, until now. */
  missedPolls: z.int().nullable(),
  /** Messages that a gateway keeps until the server has them. */
  outboxPending: z.int().nullable(),
  /** Of a gateway: its drivers that do not run. */
  driversDown: z.array(z.string()),
  /** Devices in and below this part. */
  counts: z.object({ devices: z.int(), offline: z.int(), unknown: z.int() }),
  get children() {
    return z.array(networkNode);
  },
});
export type NetworkNode = z.output<typeof networkNode>;

export const getNetworkStatus = route({
  path: "/v1/coworking/network-status",
  summary: "The server, its gateways and their devices with the state of each connection",
  access: buildingStaff,
  topics: ["devices", "places", "device-states"],
  minorTopics: ["measurements"],
  input: z.object({}),
  reply: networkNode,
});
