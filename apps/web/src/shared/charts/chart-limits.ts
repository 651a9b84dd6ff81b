import { points } from "@verandah/equipment/catalogue.ts";

/** Source: spec 2 §9 Chart limits. */
const TEMPERATURE_LIMITS = [15, 30] as const;

/** The limits that a point's chart shows; the default is for temperatures only. */
export function chartLimits(paramId: string, unit: string): readonly number[] {
  return points.get(paramId)?.chartLimits ?? (unit === "degC" ? TEMPERATURE_LIMITS : []);
}
