import { existsSync, readFileSync } from "node:fs";

import { z } from "zod";

import { writeFileAtomically } from "./atomic-file.ts";

const slots = z.array(z.number().nullable()).length(16);
const deviceMemory = z.object({
  /** Priority arrays by device and point. */
  slots: z.record(z.string(), z.record(z.string(), slots)),
  /** Counters by meter, kWh, and the time of that reading. */
  energy: z.object({ atMs: z.number(), kilowattHour: z.record(z.string(), z.number()) }).optional(),
});

/** What devices keep in their flash. */
export type DeviceMemory = z.output<typeof deviceMemory>;

/** What the devices held before they were switched off; nothing when unreadable. */
export function readDeviceMemory(file: string): DeviceMemory {
  if (!existsSync(file)) return { slots: {} };
  try {
    return deviceMemory.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return { slots: {} };
  }
}

export function writeDeviceMemory(file: string, memory: DeviceMemory): void {
  writeFileAtomically(file, JSON.stringify(memory));
}
