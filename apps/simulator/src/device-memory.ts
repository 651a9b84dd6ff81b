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

/** What devices keep in their flash. */
export type DeviceMemory = z.output<typeof deviceMemory>;

/** Counters are stored at least this often, ms. */
const STORE_EVERY_MS = 60_000;

/** What the devices held before they were switched off; nothing when unreadable. */
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
    /** Stores what the devices hold now, if a change or the interval requires it. */
    store(current: () => DeviceMemory): void {
      if (!isChanged && now() - storedAtMs < STORE_EVERY_MS) return;
      isChanged = false;
      storedAtMs = now();
      writeFileAtomically(file, JSON.stringify(current()));
    },
  };
}
