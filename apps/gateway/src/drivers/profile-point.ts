import { unitCodes } from "@verandah/equipment/units.ts";
import { paramId } from "@verandah/field/identifiers.ts";
import { z } from "zod";

/** What every protocol's profile says of a point, whatever it is read by. */
export const profilePoint = z.strictObject({
  id: paramId,
  unit: z.enum(unitCodes),
  /** Physically possible range, in `unit`. */
  min: z.number().optional(),
  max: z.number().optional(),
});

/** The points of one type of device. */
export function pointList<T extends z.ZodType<{ id: string }>>(point: T) {
  return z
    .array(point)
    .min(1)
    .refine(
      (points) => new Set(points.map(({ id }) => id)).size === points.length,
      "A point is listed twice",
    );
}

/** Range that may be written, in the point's unit. */
export const writeRange = z
  .tuple([z.number(), z.number()], { error: "A range such as [15, 35]" })
  .refine(([min, max]) => min <= max, "A range begins with its lower end");
