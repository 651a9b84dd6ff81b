import { boundsOf, gatewayPoints } from "@verandah/equipment/catalogue.ts";
import type { BuiltInType } from "@verandah/equipment/define.ts";
import type { EquipmentType } from "@verandah/equipment/schema.ts";
import { unitCodes } from "@verandah/equipment/units.ts";
import { z } from "zod";

import { paramId } from "./identifiers.ts";

const unit = z.enum(unitCodes);

/** Kind of a point: measured by the device, a setpoint of the device, or a command to it. Source: product.md "Words and shapes". */
export const pointKind = z.enum(["reading", "setpoint", "command"]);

/** Quality of a value from the field. `suspect`: outside the physical range, or from a wrong clock. */
export const fieldQuality = z.enum(["good", "suspect"]);
export type FieldQuality = z.output<typeof fieldQuality>;

/** One measurement, setpoint or command of a device, as provisioned. */
export const pointDescription = z.object({
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
