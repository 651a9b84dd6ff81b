import type { BuiltInType } from "@verandah/equipment/define.ts";
import type { EquipmentType, WriteRule } from "@verandah/equipment/schema.ts";
import { type Conversion, conversionOf } from "@verandah/equipment/unit-conversions.ts";
import { type Unit, unitCodes } from "@verandah/equipment/units.ts";
import { z } from "zod";

import { paramId } from "../identifiers.ts";

/** Fields of a point in the profiles of all protocols: its id in the catalogue, and its unit in the field if it differs. */
export const profilePoint = z.strictObject({
  id: paramId,
  unit: z.enum(unitCodes).optional(),
  /** Physical range, in the unit of the type. It can only narrow that of the type. */
  min: z.number().optional(),
  max: z.number().optional(),
  /** The value is suspect while this point of the profile is outside its range, e.g. the power of a phase with an impossible voltage. */
  doubtedBy: paramId.optional(),
});

/** The numbers, before `scale`, that the device sends in place of a value. A point without a value is missing, and no alarm. */
export const missingField = { missing: z.array(z.number()).default([]) };

/** The type of equipment in the catalogue. A profile without a type contains the units, ranges and write ranges of its points. */
export const typeName = z.string().optional();

/** The points of one type of device. */
export function pointList<T extends z.ZodType<{ id: string; doubtedBy?: string | undefined }>>(point: T) {
  return z
    .array(point)
    .min(1)
    .refine((points) => new Set(points.map(({ id }) => id)).size === points.length, "A point is listed twice")
    .refine((points) => {
      const ids = new Set(points.map(({ id }) => id));
      return points.every(({ doubtedBy }) => doubtedBy === undefined || ids.has(doubtedBy));
    }, "`doubtedBy` names another point of the profile");
}

/** Range that may be written, in the point's unit. Only for a profile without a type. */
export const writeRange = z
  .tuple([z.number(), z.number()], { error: "A range such as [15, 35]" })
  .refine(([min, max]) => min <= max, "A range begins with its lower end")
  .transform(([from, to]): WriteRule => ({ from, to, step: 1 }));

/** A point of a profile. `addTypeRules` adds the fields of the type. */
interface ProfiledPoint {
  id: string;
  unit?: Unit | undefined;
  min?: number | undefined;
  max?: number | undefined;
  write?: WriteRule | undefined;
  /** Whether the protocol can write the point. */
  isWritable?: boolean;
  conversion?: Conversion | undefined;
}

/**
 * Adds the unit, range and write rule of a point's type.
 *
 * @throws the error of `refuse` when the type has no such point, the profile repeats a field of the type, or the field's unit has another quantity
 */
export function addTypeRules(
  point: ProfiledPoint,
  type: BuiltInType | EquipmentType,
  refuse: (why: string) => Error,
): void {
  const known = Object.hasOwn(type.points, point.id) ? type.points[point.id] : undefined;
  if (!known) throw refuse(`${type.type} has no point "${point.id}"`);
  if (point.write) throw refuse(`"${point.id}" has its write rule from ${type.type}: remove write`);
  const [low = -Infinity, high = Infinity] = known.range ?? [];
  const { min = low, max = high } = point;
  if (min < low || max > high || min > max)
    throw refuse(`"${point.id}" is from ${low} to ${high} in ${type.type}: min and max can only narrow that`);
  const fieldUnit = point.unit ?? known.unit;
  const conversion = conversionOf(fieldUnit, known.unit);
  if (!conversion)
    throw refuse(`"${point.id}" is in ${known.unit}, and ${fieldUnit} cannot be converted to it`);
  point.unit = known.unit;
  point.min ??= known.range?.[0];
  point.max ??= known.range?.[1];
  point.write = known.kind !== "reading" && point.isWritable ? known.write : undefined;
  point.conversion = fieldUnit === known.unit ? undefined : conversion;
}
