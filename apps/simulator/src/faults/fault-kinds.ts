import { z } from "zod";

import { physicalFaults } from "../physics/surroundings/influence.ts";

/**
 * Faults that can be injected. `device-silent`: receives and sends nothing. `device-restarted`: restarts once and loses its priority arrays
 * and subscriptions. `sensor-frozen`: continues to send the present value. `sensor-drifting`: the error grows by `value` per hour.
 * `value-forced`: shows a given value. `value-nonsense`: shows impossible values. `writes-ignored`: acknowledges every write and does
 * nothing. `gateway-cut-off`: the gateway has no network. `sim-dead`: the SIM card has failed, and the device stores unsent values.
 * `clock-wrong`: the device's clock is wrong by `value` seconds. `point-faulty`, `point-out-of-service`, `point-overridden`: the controller
 * reports it about a point, whose value stays as it is. The others are faults of the physics.
 */
export const faultKinds = [
  "device-silent",
  "device-restarted",
  "sensor-frozen",
  "sensor-drifting",
  "value-forced",
  "value-nonsense",
  "writes-ignored",
  "gateway-cut-off",
  "sim-dead",
  "clock-wrong",
  "point-faulty",
  "point-out-of-service",
  "point-overridden",
  ...physicalFaults,
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** Default drift of a sensor, in the point's unit per hour. */
export const DRIFT_PER_HOUR = 2;
/** Default of a wrong clock: five and a half hours behind, as after a wrong time zone, s. */
export const CLOCK_ERROR_SECOND = -19_800;

/** BACnet's Reliability "unreliable-other", and the last one with a name. Source: ASHRAE 135 §21, BACnetReliability. */
const UNRELIABLE = 7;
const RELIABILITY_MAX = 24;

const target = z
  .string({ error: "Name the device, gateway or building: target" })
  .min(1, "Name the device, gateway or building: target");
const paramId = z.string({ error: "Name the point: param_id" }).min(1, "Name the point: param_id");
const value = (text: string) => z.number({ error: text });

const plain = [
  "device-silent",
  "device-restarted",
  "writes-ignored",
  "gateway-cut-off",
  "sim-dead",
  ...physicalFaults,
] as const;

export const faultInput = z.discriminatedUnion(
  "kind",
  [
    z.strictObject({ kind: z.enum(plain), target }),
    z.strictObject({ kind: z.literal("sensor-frozen"), target, param_id: paramId.optional() }),
    z.strictObject({ kind: z.literal("value-nonsense"), target, param_id: paramId.optional() }),
    z.strictObject({
      kind: z.literal("sensor-drifting"),
      target,
      param_id: paramId,
      value: value("How much it drifts an hour: a number").default(DRIFT_PER_HOUR),
    }),
    z.strictObject({
      kind: z.literal("value-forced"),
      target,
      param_id: paramId,
      value: value("The value to show: a number"),
    }),
    z.strictObject({
      kind: z.literal("point-faulty"),
      target,
      param_id: paramId,
      value: value("A number of BACnet's Reliability").int().min(1).max(RELIABILITY_MAX).default(UNRELIABLE),
    }),
    z.strictObject({
      kind: z.enum(["point-out-of-service", "point-overridden"]),
      target,
      param_id: paramId,
    }),
    z.strictObject({
      kind: z.literal("clock-wrong"),
      target,
      value: value("How far the clock is ahead, in seconds: a number").default(CLOCK_ERROR_SECOND),
    }),
  ],
  { error: `One of ${faultKinds.join(", ")}` },
);
export type FaultInput = z.output<typeof faultInput>;
export type Fault = FaultInput & { id: string; since: string };
