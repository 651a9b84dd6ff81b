import { existsSync, readFileSync } from "node:fs";

import { z } from "zod";

import { writeFileAtomically } from "./atomic-file.ts";

const slots = z.array(z.number().nullable()).length(16);
const deviceMemory = z.object({
  /** Priority arrays by device and point. */
  slots: z.record(z.string(), z.record(z.string(), slots)),
  /** Counters by meter, kWh, and by lighting circuit, h, and the time of that reading. */
  energy: z
    .object({
      atMs: z.number(),
      kilowattHour: z.record(z.string(), z.number()),
      burnHours: z.record(z.string(), z.number()).optional(),
    })
    .optional(),
});

/** State that devices keep in flash memory. */
export type DeviceMemory = z.output<typeof deviceMemory>;

/** Counters are stored at least this often, ms. */
const STORE_EVERY_MS = 60_000;

/** The state of the devices before they were switched off; empty when the file is unreadable. */
function readDeviceMemory(file: string): DeviceMemory {
  if (!existsSync(file)) return { slots: {} };
  try {
    return deviceMemory.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return { slots: {} };
  }
}

/** The stored state of all devices from the last stop, and its file. */
export function openDeviceMemory(file: string, now: () => number) {
  let isChanged = false;
  let storedAtMs = now();
  return {
    ...readDeviceMemory(file),
    markChanged(): void {
      isChanged = true;
    },
    /** Stores the present state of the devices if a change or the interval requires it. */
    store(current: () => DeviceMemory): void {
      if (!isChanged && now() - storedAtMs < STORE_EVERY_MS) return;
      isChanged = false;
      storedAtMs = now();
      writeFileAtomically(file, JSON.stringify(current()));
    },
  };
}
