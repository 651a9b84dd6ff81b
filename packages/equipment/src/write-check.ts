import type { Point, WriteRule } from "./schema.ts";

export type WriteRefusal = "unknown-point" | "read-only" | "not-in-list" | "out-of-range";

/** Why a rule refuses a value; undefined when it accepts it. */
export function refuseValue(write: WriteRule, value: number): WriteRefusal | undefined {
  if ("oneOf" in write) return write.oneOf.includes(value) ? undefined : "not-in-list";
  return value >= write.from && value <= write.to ? undefined : "out-of-range";
}

/**
 * Why `value` cannot be written to a point of a type; undefined when it can. Server, browser and gateway call this function, so a form never
 * accepts a value that is refused later for its range. A release (null) has no range.
 */
export function refuseWrite(
  type: { points: Readonly<Record<string, Point>> },
  pointId: string,
  value: number | null,
): WriteRefusal | undefined {
  const point = Object.hasOwn(type.points, pointId) ? type.points[pointId] : undefined;
  if (!point) return "unknown-point";
  if (point.kind === "reading") return "read-only";
  return value === null ? undefined : refuseValue(point.write, value);
}
