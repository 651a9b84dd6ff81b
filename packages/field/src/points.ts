import { boundsOf, gatewayPoints } from "@verandah/equipment/catalogue.ts";
import type { BuiltInType } from "@verandah/equipment/define.ts";
import { type Doubt, doubts } from "@verandah/equipment/doubts.ts";
import type { EquipmentType } from "@verandah/equipment/schema.ts";
import { unitCodes } from "@verandah/equipment/units.ts";
import { z } from "zod";

import { paramId } from "./identifiers.ts";

const unit = z.enum(unitCodes);

/** Kind of a point: measured by the device, a setpoint of the device, or a command to it. Source: product.md "Words and shapes". */
export const pointKind = z.enum(["reading", "setpoint", "command"]);

/**
 * Quality of a value from the field, stored as its position here. `suspect`: outside the physical range. The others: why the device does not
 * vouch for it.
 */
export const fieldQualities = ["good", "suspect", ...doubts] as const;
export type FieldQuality = (typeof fieldQualities)[number];

const numberOfQuality = new Map<unknown, number>(fieldQualities.map((quality, number) => [quality, number]));

/** The number with which a quality is stored, 0 for good; undefined for a quality that does not exist. */
export const storedQualityOf = (quality: unknown): number | undefined => numberOfQuality.get(quality);

/** Why the device does not vouch for a stored value; undefined for a value without such a reason. */
export function doubtOfStored(quality: number | null): Doubt | undefined {
  const name = fieldQualities[quality ?? 0];
  return name === "good" || name === "suspect" ? undefined : name;
}

/** One measurement, setpoint or command of a device, as provisioned. */
export const pointDescription = z.strictObject({
  paramId,
  unit,
  kind: pointKind,
  /** Longest time between two values in normal operation, ms. A value older than three of these is stale. */
  intervalMs: z.int().min(100).max(86_400_000),
  /** Physically possible range, in `unit`; values outside are kept as `suspect`. */
  min: z.number().optional(),
  max: z.number().optional(),
});
export type PointDescription = z.output<typeof pointDescription>;

/** A value is stale when older than this many expected intervals. Source: product.md "Words and shapes". */
export const STALE_AFTER_INTERVALS = 3;

/** The points of a device of a type. A writable point without a physical range has its write range. */
export function pointsOfType(
  { points }: Pick<BuiltInType | EquipmentType, "points">,
  intervalMs: number,
): PointDescription[] {
  return Object.entries(points).map(([id, point]) => {
    const [min, max] = point.range ?? (point.kind === "reading" ? [] : boundsOf(point.write));
    const range = { min, max: max === Infinity ? undefined : max };
    return { paramId: id, unit: point.unit, kind: point.kind, ...range, intervalMs };
  });
}

/** The health points of a device behind a gateway, in addition to the points of its type. `intervalMs` is its poll interval. */
export function healthPoints(intervalMs: number): PointDescription[] {
  return pointsOfType({ points: gatewayPoints }, intervalMs);
}
