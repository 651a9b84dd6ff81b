import type { Point } from "@verandah/equipment/schema.ts";

/** Source: spec 2 §9 Chart limits. */
const TEMPERATURE_LIMITS = [15, 30] as const;

/** The limits in a point's chart; the default is for temperatures only. */
export function chartLimits(point: Point | undefined, unit: string): readonly number[] {
  return point?.chartLimits ?? (unit === "degC" ? TEMPERATURE_LIMITS : []);
}
