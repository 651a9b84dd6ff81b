/** Source: spec 2 §9 Chart limits. */
const limitsOfPoints: Readonly<Record<string, readonly [low: number, high: number]>> = {
  "Supply Air Temperature": [18, 25],
  "Return Air Temperature": [22, 27],
  "Chilled Water Valve Feedback": [0, 100],
};
const TEMPERATURE_LIMITS = [15, 30] as const;

/** The limits that a point's chart shows; the default is for temperatures only. */
export function chartLimits(paramId: string, unit: string): readonly number[] {
  return limitsOfPoints[paramId] ?? (unit === "degC" ? TEMPERATURE_LIMITS : []);
}
