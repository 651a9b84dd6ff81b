import { join, resolve } from "node:path";

import { stringify } from "yaml";

import { writeFileAtomically } from "./atomic-file.ts";
import type { GatewayEntry } from "./devices/protocol-field.ts";

export interface GatewayFile {
  folder: string;
  ssid: string;
  password: string;
  uplinkUrl: string;
  devices: readonly GatewayEntry[];
}

/** Writes a gateway's settings like a commissioning engineer; only the owner can read the secret. Returns the file's path. */
export function writeGatewayFile({ folder, ssid, password, uplinkUrl, devices }: GatewayFile): string {
  const file = resolve(folder, `gateway-${ssid}.yaml`);
  const settings = {
    ssid,
    dataDir: resolve(join(folder, `gateway-${ssid}`)),
    uplink: { url: uplinkUrl, password },
    bacnet: { interface: "127.0.0.1", port: 0 },
    devices,
  };
  writeFileAtomically(file, `# Written by the simulator at each start.\n${stringify(settings)}`, 0o600);
  return file;
}
