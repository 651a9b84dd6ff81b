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

import type { CauseMap } from "../alarm-subjects.ts";
import { pointOf, suspect, type Suspicion } from "../evaluation/suspicion.service.ts";

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

/**
 * Sensors whose values are outside their point's range, and sensors whose value stays exactly the same. A frozen sensor whose value changes
 * is not suspected, so its alarm restores at once.
 *
 * @param deviceIds devices whose values may have changed; undefined: all
 */
export async function suspectSensors(
  ctx: Ctx,
  siteTypes: readonly SiteType[],
  open: CauseMap<true>,
  deviceIds: readonly number[] | undefined,
): Promise<Suspicion[]> {
  const now = ctx.now();
  const openOf = (rule: AlarmName) => ({ deviceIds, alsoPointIds: open.idsOf("point", rule) });
  const outside = await listOutOfRange(ctx, openOf("sensor-out-of-range"));
  const unchanged = await listUnchanged(
    ctx,
    [...varying, ...varyingOf(siteTypes.map(({ type }) => type))],
    new Date(now.getTime() - FROZEN_MS),
    openOf("sensor-frozen"),
  );
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
  const name = "sensor-out-of-range";
  return suspect(
    pointOf(value),
    {
      name,
      text: { name, numbers: [shown(value.value), min, max], unit: value.unit },
      onDelayMs: OUT_OF_RANGE_DELAY_MS,
      offDelayMs: OUT_OF_RANGE_DELAY_MS,
    },
    {
      ...evidenceOf(value),
      condition: isSeparated || qualityOf(value, now) === "stale" ? "unknown" : isOutside ? "out" : "back",
      limit: value.value > max ? max : min,
    },
  );
}

function suspectFrozen(value: DoubtfulValue, now: Date): Suspicion {
  const hours = Math.floor((value.at.getTime() - value.changedAt.getTime()) / HOUR_MS);
  const name = "sensor-frozen";
  return suspect(
    pointOf(value),
    { name, text: { name, numbers: [shown(value.value), hours], unit: value.unit } },
    {
      ...evidenceOf(value),
      // Missing values are not equal values.
      condition: qualityOf(value, now) === "good" && hours * HOUR_MS >= FROZEN_MS ? "out" : "unknown",
      since: value.changedAt,
    },
  );
}

const evidenceOf = ({ ssid, deviceName, paramId, unit, value }: DoubtfulValue) => ({
  value,
  points: [{ ssid, name: deviceName, param_id: paramId, unit, param_value: value }],
});
