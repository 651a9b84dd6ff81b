import { existsSync, readFileSync } from "node:fs";

import { z } from "zod";

import { writeFileAtomically } from "./atomic-file.ts";

/** The ports of a run. The next run uses the same ones, so that gateways find their devices after a crash. */
const rememberedPorts = z.object({
  controlPort: z.int().min(1).max(65_535),
  uplinkPort: z.int().min(1).max(65_535),
  /** UDP and TCP ports by device or server. */
  devices: z.record(z.string(), z.int().min(1).max(65_535)),
});
export type RememberedPorts = z.output<typeof rememberedPorts>;

/** Name of the file in the state folder; the fault command finds the control port there. */
export const PORTS_FILE = "simulator-control.json";

/** Undefined when there was no earlier run, or its file is unreadable. */
export function readRememberedPorts(file: string): RememberedPorts | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return rememberedPorts.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}

export function rememberPorts(file: string, ports: RememberedPorts): void {
  writeFileAtomically(file, JSON.stringify(ports), 0o600);
}
