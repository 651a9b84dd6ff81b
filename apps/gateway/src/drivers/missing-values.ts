import type { Conversion } from "@verandah/equipment/unit-conversions.ts";

/** −1, and the ends of 8, 16 and 32 bits: devices commonly send them in place of a value. */
const COMMON: ReadonlySet<number> = new Set([
  -1, 0xff, 0x7fff, -0x8000, 0xffff, 0x7fff_ffff, -0x8000_0000, 0xffff_ffff,
]);

/** Significant digits of a value. Further digits are noise of the scale. */
const DIGITS = 12;

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
 * The value of a number of the device, in the unit of the field. Undefined for a number that is not a value: one of the point's own numbers,
 * or a common one that the point cannot measure.
 */
export function valueOfRaw(
  point: MeasuredPoint & { scale: number; offset?: number },
  raw: number,
  digits = DIGITS,
): number | undefined {
  if (point.missing.includes(raw)) return undefined;
  const value = Number((raw * point.scale + (point.offset ?? 0)).toPrecision(digits));
  const { scale, offset } = point.conversion ?? { scale: 1, offset: 0 };
  return COMMON.has(raw) && isOutside(point, value * scale + offset) ? undefined : value;
}
