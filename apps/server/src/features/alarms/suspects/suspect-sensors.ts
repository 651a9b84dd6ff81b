import { alarmMessage } from "@verandah/equipment/alarm-texts.ts";
import { type AlarmName, builtInTypes } from "@verandah/equipment/catalogue.ts";
import type { Point } from "@verandah/equipment/schema.ts";
import { doubtOfStored } from "@verandah/field/points.ts";

import type { Ctx } from "#core/ctx.ts";
import type { SiteType } from "#features/equipment/equipment.service.ts";
import {
  type DoubtfulValue,
  listOutOfRange,
  listUnchanged,
  qualityOf,
} from "#features/telemetry/telemetry.service.ts";

import type { Suspicion } from "../evaluation/alarm-decision.ts";

/** A single wrong value is noise on the wire; a sensor has failed after this time, ms. */
const OUT_OF_RANGE_DELAY_MS = 60_000;
const HOUR_MS = 3_600_000;
/** An air sensor resolves 0.1 K or better, and air always varies within this time, ms. */
const FROZEN_MS = 6 * HOUR_MS;

/** The points of types that always vary a little. */
const varyingOf = (types: readonly { type: string; points: Readonly<Record<string, Point>> }[]) =>
  types.flatMap(({ type, points }) =>
    Object.entries(points).flatMap(([paramId, point]) =>
      point.kind === "reading" && point.varies ? [{ deviceType: type, paramId }] : [],
    ),
  );
const varying = varyingOf(builtInTypes);

/** Digits of a value that an alarm's text shows. */
const DIGITS = 6;
const shown = (value: number) => Number(value.toPrecision(DIGITS));

const causeOf = (pointId: number, name: AlarmName) => `point:${pointId}:${name}`;

/**
 * Sensors whose values are outside their point's range, and sensors whose value stays exactly the same. A frozen sensor whose value changes
 * is not suspected, so its alarm restores at once.
 *
 * @param open causes of active alarms and of running delays
 */
export async function suspectSensors(
  ctx: Ctx,
  siteTypes: readonly SiteType[],
  open: Iterable<string>,
): Promise<Suspicion[]> {
  const now = ctx.now();
  const openIds = [...open].flatMap((cause) => {
    const [kind, id, name] = cause.split(":");
    return kind === "point" && name === "sensor-out-of-range" ? [Number(id)] : [];
  });
  const [outside, unchanged] = await Promise.all([
    listOutOfRange(ctx, openIds),
    listUnchanged(
      ctx,
      [...varying, ...varyingOf(siteTypes.map(({ type }) => type))],
      new Date(now.getTime() - FROZEN_MS),
    ),
  ]);
  return [
    ...outside.map((value) => suspectRange(value, now)),
    ...unchanged.map((value) => suspectFrozen(value, now)),
  ];
}

function suspectRange(value: DoubtfulValue, now: Date): Suspicion {
  const { min, max } = value;
  const isOutside = value.value < min || value.value > max;
  // A person has separated the value from its sensor.
  const isSeparated = doubtOfStored(value.quality) === "out-of-service";
  return {
    ...aboutSensor(value, "sensor-out-of-range", [shown(value.value), min, max]),
    condition: isSeparated || qualityOf(value, now) === "stale" ? "unknown" : isOutside ? "out" : "back",
    onDelayMs: OUT_OF_RANGE_DELAY_MS,
    offDelayMs: OUT_OF_RANGE_DELAY_MS,
    limit: value.value > max ? max : min,
  };
}

function suspectFrozen(value: DoubtfulValue, now: Date): Suspicion {
  const hours = Math.floor((value.at.getTime() - value.changedAt.getTime()) / HOUR_MS);
  return {
    ...aboutSensor(value, "sensor-frozen", [shown(value.value), hours]),
    // Missing values are not equal values.
    condition: qualityOf(value, now) === "good" && hours * HOUR_MS >= FROZEN_MS ? "out" : "unknown",
    onDelayMs: 0,
    offDelayMs: 0,
    limit: null,
    since: value.changedAt,
  };
}

function aboutSensor(value: DoubtfulValue, name: AlarmName, numbers: number[]) {
  const { pointId, deviceId, campusId, locationId, deviceName, ssid, paramId, unit } = value;
  const text = { name, numbers, unit };
  return {
    cause: causeOf(pointId, name),
    name,
    campusId,
    locationId,
    deviceId,
    edgeId: null,
    pointId,
    sourceName: deviceName,
    text,
    message: alarmMessage("en", { text, message: "" }),
    value: value.value,
    evidence: [{ ssid, name: deviceName, param_id: paramId, unit, param_value: value.value }],
  };
}
