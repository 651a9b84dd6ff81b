/** Commanded values of a device by `param_id`, as the product's values; the device controls the others itself. */
export type Commands = Readonly<Record<string, number | undefined>>;

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

/** No commands and no faults. */
export const noInfluence: Influence = { commandsOf: () => undefined, isBroken: () => false };
