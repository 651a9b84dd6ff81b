import type { BuiltInType } from "@verandah/equipment/define.ts";
import type { EquipmentType } from "@verandah/equipment/schema.ts";
import { type PointDescription, pointsOfType } from "@verandah/field/points.ts";

/** Longest time between two values, ms. Source: product.md "The demo campus"; spec 2 §9 AHU refresh 10 s. */
export const POINT_INTERVAL_MS = 10_000;
/** Source: spec 2 §9: UPS and energy refresh 5 s. */
export const POWER_INTERVAL_MS = 5_000;
/** Heartbeat of a parking bay, which otherwise sends only changes, ms. */
export const PARKING_INTERVAL_MS = 60_000;
export const PUMP_INTERVAL_MS = 30_000;

/** A type with the intervals of its simulated devices. */
export function equipmentOf(
  equipmentType: BuiltInType | EquipmentType,
  intervalMs = POINT_INTERVAL_MS,
): Pick<BuiltInType, "type" | "subsystem"> & { points: PointDescription[] } {
  const { type, subsystem } = equipmentType;
  return { type, subsystem, points: pointsOfType(equipmentType, intervalMs) };
}
