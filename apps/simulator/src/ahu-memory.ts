import { existsSync, readFileSync } from "node:fs";

import { z } from "zod";

import { writeFileAtomically } from "./atomic-file.ts";

const slots = z.array(z.number().nullable()).length(16);
const ahuMemory = z.record(z.string(), z.record(z.string(), slots));

/** The priority arrays of all units by ssid and point. */
export type AhuMemory = z.output<typeof ahuMemory>;

/** What the units were told before they were switched off, as controllers keep it in their flash; empty when unreadable. */
export function readAhuMemory(file: string): AhuMemory {
  if (!existsSync(file)) return {};
  try {
    return ahuMemory.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return {};
  }
}

export function writeAhuMemory(file: string, memory: AhuMemory): void {
  writeFileAtomically(file, JSON.stringify(memory));
}
