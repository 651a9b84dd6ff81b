import { reportedReasons } from "@verandah/equipment/offline-reasons.ts";
import { shownLine } from "@verandah/equipment/shown-text.ts";
import { z } from "zod";

import { foundDevice } from "./found-devices.ts";
import { instantMs, isInstantMs, isParamId, isSsid, paramId, ssid } from "./identifiers.ts";
import { type FieldQuality, storedQualityOf } from "./points.ts";
import type { UpTopic } from "./topics.ts";

/** Largest MQTT frame that the broker accepts, bytes. Source: field trial of frame limits; a full outbox batch is about 40 kB. */
export const FRAME_MAX_BYTES = 262_144;

/** Maximum values in one readings message; a sender splits longer ones. */
export const READINGS_PER_MESSAGE_MAX = 5_000;

/** One value: instant, number (state points carry their number), and quality when it is not `good`. */
export type Sample = [atMs: number, value: number] | [atMs: number, value: number, quality: FieldQuality];

/** The values of one point, oldest first. */
export interface Series {
  device: string;
  point: string;
  values: Sample[];
}

/** A list of 1 to READINGS_PER_MESSAGE_MAX elements that `isElement` accepts. */
const isListOf = (list: unknown, isElement: (element: unknown) => boolean): boolean =>
  Array.isArray(list) &&
  list.length > 0 &&
  list.length <= READINGS_PER_MESSAGE_MAX &&
  list.every((element) => isElement(element));

function isSample(sample: unknown): boolean {
  if (!Array.isArray(sample) || sample.length < 2 || sample.length > 3) return false;
  // By index: destructuring would create an iterator for each element.
  return (
    isInstantMs(sample[0]) &&
    Number.isFinite(sample[1]) &&
    (sample.length === 2 || storedQualityOf(sample[2]) !== undefined)
  );
}

function isSeries(series: unknown): boolean {
  if (typeof series !== "object" || series === null) return false;
  if (!("device" in series) || !("point" in series) || !("values" in series)) return false;
  return isSsid(series.device) && isParamId(series.point) && isListOf(series.values, isSample);
}

/** Checks without copies. Composed schemas would copy several hundred thousand values per second. */
const seriesList = z.custom<Series[]>((list) => isListOf(list, isSeries), {
  error:
    "Each series names its device and point, and has values [instant, number] or [instant, number, quality]",
});

/**
 * Many points, each with one or many values, live or past. `seq` counts this sender's messages from 1 and is stored with the message until
 * it is acknowledged, so a resent message has the same number. The sender chooses a new `epoch` when it loses its state.
 */
export const readingsMessage = z.object({
  epoch: z.string().min(1).max(40),
  seq: z.int().min(0),
  sentAt: instantMs,
  series: seriesList,
});
export type ReadingsMessage = z.output<typeof readingsMessage>;

/** A value at a priority of a point. Source: ASHRAE 135 §19.2. */
export const heldValue = z.object({ priority: z.int().min(1).max(16), value: z.number() });
export type HeldValue = z.output<typeof heldValue>;

/** A value that another system wrote to a point, and that overrides the product's value. */
export const foreignOverride = heldValue.extend({ point: paramId });
export type ForeignOverride = z.output<typeof foreignOverride>;

/** Maximum foreign overrides of one device in a report; more points than a controller has. */
const FOREIGN_OVERRIDES_MAX = 500;

/** The state of the devices behind a gateway; sent on every change and at an interval. */
export const deviceHealth = z.object({
  device: ssid,
  state: z.enum(["online", "offline"]),
  /** Why it is offline; a reason of a newer gateway is left out. */
  reason: z.enum(reportedReasons).optional().catch(undefined),
  /** When the state began. */
  since: instantMs,
  lastSeenAt: instantMs.optional(),
  latencyMs: z.number().min(0).optional(),
  missedPolls: z.int().min(0),
  /** All foreign overrides of the device; absent while its priority arrays have not been compared. */
  foreignOverrides: z.array(foreignOverride).max(FOREIGN_OVERRIDES_MAX).optional(),
});
export type DeviceHealth = z.output<typeof deviceHealth>;

export const healthMessage = z.object({ at: instantMs, devices: z.array(deviceHealth).max(5_000) });
export type HealthMessage = z.output<typeof healthMessage>;

/** Default of the maximum interval of health messages without a change, ms. */
export const HEALTH_INTERVAL_MS = 30_000;
/** Default of how often an edge repeats its status with its clock, ms; the server derives the clock's error from it. */
export const STATUS_INTERVAL_MS = 60_000;

/** State of the drivers of one protocol in a gateway. */
export const driverStatus = z.object({
  protocol: z.string().min(1).max(20),
  isUp: z.boolean(),
  restarts: z.int().min(0),
  devices: z.int().min(0),
  /** Rejected packets and errors since the process began, e.g. `malformed` and `foreign` packets. */
  counts: z.record(z.string().max(40), z.int().min(0)),
});
export type DriverStatus = z.output<typeof driverStatus>;

/** The units of the values of some devices, by point. Devices with the same points share an entry. */
export const sentUnits = z.object({
  devices: z.array(ssid).max(5_000),
  points: z.record(paramId, z.string().max(40)),
});
export type SentUnits = z.output<typeof sentUnits>;

/** Certificates of the server that a gateway accepts: the present one and the next one. */
const CERTIFICATES_MAX = 2;

/** The state of an edge. The retained last will is `offline`. */
export const statusMessage = z.object({
  state: z.enum(["online", "offline"]),
  at: instantMs,
  /** With `offline`: the edge stopped on purpose, and the server expects it back soon. Never in a last will. */
  isPlanned: z.boolean().optional(),
  software: shownLine(80, 0).optional(),
  outbox: z.object({ pending: z.int().min(0), dropped: z.int().min(0) }).optional(),
  /** The processes of a gateway's drivers, one a protocol. */
  drivers: z.array(driverStatus).max(20).optional(),
  /**
   * All units that the edge names, in the first status of a connection. The server refuses values of a point with another unit. A point that
   * is left out has the unit of the site file.
   */
  units: z.array(sentUnits).max(5_000).optional(),
  /** Of a gateway that gets its part of the site model from the server: the version in force, or why a newer one is not. */
  model: z
    .object({
      version: z.string().max(64),
      refused: z.object({ version: z.string().max(64), why: z.string().max(2_000) }).optional(),
      /** SHA-256 of the server's certificates that it accepts; absent when it trusts only authorities. */
      trusted: z.array(z.string().max(64)).max(CERTIFICATES_MAX).optional(),
    })
    .optional(),
});
export type StatusMessage = z.output<typeof statusMessage>;

/**
 * A command to write one point. `value` null releases the priority (BACnet NULL). A receiver ignores a command with a known id and refuses
 * an expired one.
 */
export const commandMessage = z.object({
  id: z.uuid(),
  device: ssid,
  point: paramId,
  value: z.number().nullable(),
  /** BACnet priority: 8 for a person, 16 for a schedule. 1 to 6 are for life safety and are refused. Source: ASHRAE 135 §19.2. */
  priority: z.int().min(7).max(16),
  expiresAt: instantMs,
  /** When the receiver releases the value. Without `until` the value stays. */
  until: instantMs.optional(),
});
export type CommandMessage = z.output<typeof commandMessage>;

/** Why a command failed in the field. `overridden`: the device holds the value, and a higher priority is in force. */
export const commandFailure = z.enum([
  "unreachable",
  "refused",
  "not-verified",
  "overridden",
  "expired",
  "unknown-point",
  "out-of-range",
]);
export type CommandFailure = z.output<typeof commandFailure>;

/**
 * `acknowledged`: the device accepted the write. `verified`: the present value follows. `released`: the gateway released the value at
 * `until`. `lost`: another system replaced or released the value. `value`: the value read back; for `lost`, the current value of the priority.
 * `winningPriority`: the priority in force, for the failure `overridden`.
 */
export const commandResult = z.object({
  id: z.uuid(),
  state: z.enum(["acknowledged", "verified", "failed", "released", "lost"]),
  at: instantMs,
  value: z.number().nullable().optional(),
  failure: commandFailure.optional(),
  winningPriority: heldValue.shape.priority.optional(),
});
export type CommandResult = z.output<typeof commandResult>;

const EVENT_TEXT_MAX = 200;
/** Codes of low alarms begin here. Source: spec 1 §9. */
export const LOW_CODE_FROM = 200;
/** Maximum number of user actions on an imported alarm. */
const PAST_ACTIONS_MAX = 8;

/**
 * An event of a device: a problem, or its return to normal. `code`: 100 to 199 critical, 200 to 299 low; a device has one active alarm per
 * code. Source: spec 1 §9 alarm codes.
 *
 * An importer sends past alarms instead, one per message: `state` is `returned`, `since` the time it was raised and `at` the time it
 * returned; `device` may be a gateway. `point` and `value` are the measurement, `actions` the actions of users.
 */
export const eventMessage = z.object({
  device: ssid,
  at: instantMs,
  code: z.int().min(100).max(299),
  message: shownLine(EVENT_TEXT_MAX),
  state: z.enum(["raised", "returned"]),
  since: instantMs.optional(),
  point: paramId.optional(),
  value: z.number().optional(),
  actions: z
    .array(
      z.object({
        kind: z.enum(["acknowledged", "ignored"]),
        /** Username. */
        by: z.string().min(1).max(EVENT_TEXT_MAX),
        at: instantMs,
        note: z.string().max(EVENT_TEXT_MAX).optional(),
      }),
    )
    .max(PAST_ACTIONS_MAX)
    .optional(),
});
export type EventMessage = z.output<typeof eventMessage>;

/** A gateway joins. It makes its password itself, so that the server never has it. Sent again with the same password, it changes nothing. */
export const claimMessage = z.object({ passwordSha256: z.string().regex(/^[0-9a-f]{64}$/) });
export type ClaimMessage = z.output<typeof claimMessage>;

export const claimedMessage = z.discriminatedUnion("state", [
  z.object({ state: z.literal("joined"), ssid, name: shownLine(120) }),
  z.object({ state: z.literal("refused"), why: z.enum(["unknown", "expired", "used"]) }),
]);
export type ClaimedMessage = z.output<typeof claimedMessage>;

/** A value in force with an end, which a lost gateway wrote. `before`: the value of the point before it. */
export const heldOverride = heldValue.extend({
  device: ssid,
  point: paramId,
  commandId: z.uuid(),
  until: instantMs,
  before: z.number().optional(),
});
export type HeldOverride = z.output<typeof heldOverride>;

/** The certificates that a gateway accepts from now on, in PEM, in place of those before. */
export const certificatesMessage = z.object({
  certificates: z.array(z.string().max(20_000)).min(1).max(CERTIFICATES_MAX),
});
export type CertificatesMessage = z.output<typeof certificatesMessage>;

/** Looks for devices. `settings`: what the protocol needs for that, such as a range of addresses. `stop` ends a scan. */
export const taskMessage = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("scan"),
    id: z.uuid(),
    protocol: z.string().max(20),
    settings: z.record(z.string(), z.unknown()).default({}),
    /** Keys of devices that an earlier scan has found: they are not read again. */
    known: z.array(z.string().max(120)).max(20_000).default([]),
    /** Maximum number of requests a second. */
    ratePerSecond: z.int().min(1).max(1_000).default(50),
  }),
  z.object({ kind: z.literal("stop"), id: z.uuid() }),
]);
export type TaskMessage = z.output<typeof taskMessage>;

/** A part of the answer to a scan. Progress without a device has no `devices`. */
export const answerMessage = z.object({
  id: z.uuid(),
  state: z.enum(["running", "done", "stopped", "failed"]),
  /** Addresses asked so far, and all of them where they are known. */
  asked: z.int().min(0),
  total: z.int().min(0).optional(),
  devices: z.array(foundDevice).max(100).default([]),
  /** Devices that did not answer, with the reason. */
  silent: z
    .array(z.object({ key: z.string().max(120), why: z.string().max(300) }))
    .max(1_000)
    .default([]),
  /** Why it failed. */
  why: z.string().max(2_000).optional(),
});
export type AnswerMessage = z.output<typeof answerMessage>;

/** The payload of each topic of a gateway that has joined. */
export const payloadOf = {
  readings: readingsMessage,
  health: healthMessage,
  status: statusMessage,
  results: commandResult,
  events: eventMessage,
  answers: answerMessage,
} as const satisfies Record<Exclude<UpTopic, "claim">, z.ZodType>;
