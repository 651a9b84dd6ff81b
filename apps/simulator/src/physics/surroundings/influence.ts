import type { builtInTypes } from "@verandah/equipment/catalogue.ts";
import type { LightPoint } from "@verandah/equipment/light-group.ts";

type PointId<T> = T extends { points: infer P } ? (string extends keyof P ? never : keyof P) : never;
/** The type of a charger belongs to the site; a UPS has its number of started tests besides. */
type CommandId =
  | PointId<(typeof builtInTypes)[number]>
  | `${LightPoint}${string}`
  | "current_limit"
  | "ups_test_start";

/** Commanded values of a device by `param_id`, as the product's values; the device controls the others itself. */
export type Commands = { readonly [P in CommandId]?: number | undefined };

/** Faults that change the physics, and not only the shown values. */
export const physicalFaults = [
  "valve-stuck",
  "valve-leaking",
  "heating-stuck-open",
  "fan-unproven",
  "filter-loaded",
  "lamp-failed",
  "emergency-battery-failed",
  "ups-battery-failed",
  "mains-failed",
  "overloaded",
  "pump-dry",
  "pipe-leaking",
  "panel-dirty",
] as const;
export type PhysicalFault = (typeof physicalFaults)[number];

/** Effects of people and faults on a campus. */
export interface Influence {
  commandsOf(device: string): Commands | undefined;
  /** `target` is a device's ssid, or a building's key. */
  isBroken(fault: PhysicalFault, target: string): boolean;
}

export const noInfluence: Influence = { commandsOf: () => undefined, isBroken: () => false };
