import { join, resolve } from "node:path";

import { HEALTH_INTERVAL_MS, STATUS_INTERVAL_MS } from "@verandah/field/payloads.ts";
import { stringify } from "yaml";

import { writeFileAtomically } from "./atomic-file.ts";
import { POINT_INTERVAL_MS } from "./campus/points.ts";
import type { GatewayEntry } from "./devices/protocol-field.ts";

/** A simulated controller shows a written value at its next step, a second later, ms. */
const VERIFY_MS = 3_000;
const COMPARE_SLOTS_MS = 60_000;

export interface GatewayFile {
  folder: string;
  ssid: string;
  password: string;
  uplinkUrl: string;
  /** How many times as often as by default it polls and reports. */
  pace?: number;
  devices: readonly GatewayEntry[];
}

/** Writes a gateway's settings like a commissioning engineer; only the owner can read the secret. Returns the file's path. */
export function writeGatewayFile({
  folder,
  ssid,
  password,
  uplinkUrl,
  pace = 1,
  devices,
}: GatewayFile): string {
  const file = resolve(folder, `gateway-${ssid}.yaml`);
  const settings = {
    ssid,
    dataDir: resolve(join(folder, `gateway-${ssid}`)),
    uplink: { url: uplinkUrl, password },
    ...(pace !== 1 && {
      polling: { intervalMs: POINT_INTERVAL_MS / pace },
      commands: { verifyMs: VERIFY_MS, verifyEveryMs: 100, compareSlotsMs: COMPARE_SLOTS_MS / pace },
      reports: { healthMs: HEALTH_INTERVAL_MS / pace, statusMs: STATUS_INTERVAL_MS / pace },
    }),
    bacnet: { interface: "127.0.0.1", port: 0 },
    devices,
  };
  writeFileAtomically(file, `# Written by the simulator at each start.\n${stringify(settings)}`, 0o600);
  return file;
}
