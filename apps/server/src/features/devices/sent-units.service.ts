import { conversionOf } from "@verandah/equipment/unit-conversions.ts";
import { isUnit, symbolOf } from "@verandah/equipment/units.ts";
import type { SentUnits } from "@verandah/field/payloads.ts";

import { type Ctx, publishChange } from "#core/ctx.ts";

import type { EdgeRow } from "./edge-sessions.service.ts";
import { listUnits, updateSentUnits } from "./sent-units.repository.ts";

/** Whether a number in one unit is the same number in the other, e.g. in percent of a range and of humidity. */
function isSameNumber(sent: string, wanted: string): boolean {
  if (symbolOf(sent) === symbolOf(wanted)) return true;
  const conversion = isUnit(sent) && isUnit(wanted) ? conversionOf(sent, wanted) : undefined;
  return conversion?.scale === 1 && conversion.offset === 0;
}

/**
 * Stores which points of an edge are sent in another unit than that of the site file. Their values are refused.
 *
 * @returns whether the points changed
 */
export async function recordSentUnits(
  ctx: Ctx,
  edge: EdgeRow,
  named: readonly SentUnits[],
): Promise<boolean> {
  const unitsOf = new Map(named.flatMap(({ devices, points }) => devices.map((ssid) => [ssid, points])));
  const points = await listUnits(ctx.db, edge);
  const changed = points.flatMap(({ id, ssid, paramId, unit, sentUnit: before }) => {
    const units = unitsOf.get(ssid) ?? {};
    const sent = Object.hasOwn(units, paramId) ? units[paramId] : undefined;
    const sentUnit = sent === undefined || isSameNumber(sent, unit) ? null : sent;
    return sentUnit === before ? [] : [{ id, sentUnit }];
  });
  if (changed.length === 0) return false;
  await updateSentUnits(ctx.db, changed);
  // Other processes keep copies of the points.
  publishChange(ctx, "devices", { campusId: edge.campusId });
  return true;
}
