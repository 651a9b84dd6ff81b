import type { Conversion } from "@verandah/equipment/unit-conversions.ts";
import { z } from "zod";

/**
 * Field of a point in a profile: the numbers, before `scale`, that the device sends in place of a value. A point without a value is
 * missing, and no alarm.
 */
export const missingField = { missing: z.array(z.number()).default([]) };

/** −1, and the ends of 8, 16 and 32 bits: devices commonly send them in place of a value. */
const COMMON: ReadonlySet<number> = new Set([
  -1, 0xff, 0x7fff, -0x8000, 0xffff, 0x7fff_ffff, -0x8000_0000, 0xffff_ffff,
]);

interface MeasuredPoint {
  missing: readonly number[];
  /** Physically possible range, in the unit of the product. */
  min?: number | undefined;
  max?: number | undefined;
  conversion?: Conversion | undefined;
}

export function isOutside({ min, max }: Pick<MeasuredPoint, "min" | "max">, value: number): boolean {
  return value < (min ?? -Infinity) || value > (max ?? Infinity);
}

/**
 * Whether a number of the device is not a value: one of the point's own numbers, or a common one that the point cannot measure.
 *
 * @param value the number in the unit of the field, after `scale`
 */
export function isMissing(point: MeasuredPoint, raw: number, value: number): boolean {
  if (point.missing.includes(raw)) return true;
  const { scale, offset } = point.conversion ?? { scale: 1, offset: 0 };
  return COMMON.has(raw) && isOutside(point, value * scale + offset);
}
