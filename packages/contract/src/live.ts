import { z } from "zod";

import { locationMetric, placeStatus, subsystemStatus } from "./buildings.ts";
import { command } from "./commands/commands.ts";
import { everyone } from "./roles.ts";
import { idParam, route } from "./route.ts";
import { deviceReadings, devicesText } from "./telemetry/telemetry.ts";
import { topicNames } from "./topics.ts";

/** Interval of heartbeats, so that proxies and browsers keep the stream open and detect a broken one soon, ms. */
export const LIVE_HEARTBEAT_MS = 5_000;
/** The browser closes a stream without any event for this time and opens another, ms. */
export const LIVE_SILENCE_MS = 13_000;

/** Events of the live stream: name → data. Each is sent as one server-sent event with JSON data. */
export const liveEvents = {
  /**
   * First event of a stream. From here on no event is missing; load earlier data again. `page`: paths of the scripts that the
   * server's pages load, with blanks between; a page with another one is of another build.
   */
  hello: z.object({ at: z.iso.datetime(), page: z.string().optional() }),
  /** Sent while nothing else happens: a browser's script does not receive comment lines. */
  heartbeat: z.object({}),
  /** State of the building, and its floors whose metrics changed. */
  metrics: z.object({ buildingId: z.int(), building: placeStatus, floors: z.array(locationMetric) }),
  /** The building's status cards, when one changed. */
  statuses: z.object({ buildingId: z.int(), subsystems: z.array(subsystemStatus) }),
  /**
   * Replies that depend on the topic are old; with `ssid`, those of the device. A hint: it may be lost, doubled or late. Readings are
   * named at most every 5 s.
   */
  changed: z.object({ topic: z.enum(topicNames), ssid: z.string().optional() }),
  /** All values of a followed device, after `hello`; then those that are new. */
  readings: deviceReadings,
  /** A command's state changed, or its value is no longer in force. */
  command: command.pick({
    id: true,
    batchId: true,
    ssid: true,
    deviceName: true,
    param_id: true,
    value: true,
    state: true,
    failure: true,
    readBack: true,
    priority: true,
    winningPriority: true,
    lostTo: true,
    by: true,
    supersededBy: true,
    releasedAt: true,
  }),
  /** The session is over; the stream ends after it. */
  "session-over": z.object({
    code: z.enum(["session-ended", "session-closed", "session-replaced", "session-switched"]),
  }),
} as const;
export type LiveEventName = keyof typeof liveEvents;
export type LiveEvent<N extends LiveEventName = LiveEventName> = {
  [K in N]: { name: K; data: z.output<(typeof liveEvents)[K]> };
}[N];

/** The one route whose answer is `text/event-stream`; `reply` names nothing because the events are `liveEvents`. */
export const openLiveStream = route({
  path: "/v1/live",
  summary:
    "Server-sent events of one building, and of chosen devices; for pump customers of their pumps only",
  access: everyone,
  topics: [],
  input: z.object({
    building: idParam.optional(),
    /** Those that the caller may not see are left out. */
    devices: devicesText.default(""),
  }),
  sample: { building: 1, devices: "AHU-1" },
  reply: z.unknown(),
});
