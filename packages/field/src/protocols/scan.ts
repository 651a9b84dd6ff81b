import { z } from "zod";

import { address } from "./fields.ts";
import type { Protocol } from "./protocols.ts";
import { snmpAccess } from "./snmp.ts";

/** Maximum hosts of one scan: sixteen networks of 256. */
const HOSTS_MAX = 4_096;

const numberOf = (host: string): number | undefined => {
  const octets = host.split(".").map((octet) => (/^\d{1,3}$/.test(octet) ? Number(octet) : 256));
  if (octets.length !== 4 || octets.some((octet) => octet > 255)) return undefined;
  return octets.reduce((sum, octet) => sum * 256 + octet, 0);
};
const hostOf = (number: number) => [24, 16, 8, 0].map((bits) => (number >>> bits) & 255).join(".");

/** The hosts of one part of a range; undefined when it is none. */
function partOf(part: string): [first: number, last: number] | undefined {
  const [, start = "", end, prefix] = /^([\d.]+)(?:-([\d.]+)|\/(\d{1,2}))?$/.exec(part) ?? [];
  const first = numberOf(start);
  if (first === undefined) return undefined;
  if (prefix !== undefined) {
    const size = 2 ** (32 - Number(prefix));
    if (Number(prefix) > 32) return undefined;
    const network = Math.floor(first / size) * size;
    // Without the addresses of the network and of its broadcast.
    return size > 2 ? [network + 1, network + size - 2] : [network, network + size - 1];
  }
  if (end === undefined) return [first, first];
  // `192.168.1.20-60` is `192.168.1.20-192.168.1.60`.
  const last = numberOf(end.includes(".") ? end : start.replace(/\d+$/, end));
  return last === undefined || last < first ? undefined : [first, last];
}

/** The hosts of ranges such as `192.168.1.20`, `192.168.1.20-60`, `192.168.1.0/24`, separated by commas. Undefined for anything else. */
export function hostsOf(ranges: string): string[] | undefined {
  const hosts = new Set<string>();
  for (const part of ranges.split(/[\s,;]+/).filter(Boolean)) {
    const found = partOf(part);
    if (!found || found[1] - found[0] >= HOSTS_MAX) return undefined;
    for (let number = found[0]; number <= found[1]; number += 1) hosts.add(hostOf(number));
  }
  return hosts.size > 0 && hosts.size <= HOSTS_MAX ? [...hosts] : undefined;
}

const hosts = z
  .string()
  .max(2_000)
  .refine(
    (ranges) => hostsOf(ranges) !== undefined,
    `Addresses such as 192.168.1.20-60 or 192.168.1.0/24, at most ${HOSTS_MAX}`,
  );
const port = (usual: number) => z.int().min(1).max(65_535).default(usual);

/** What a scan of each protocol needs to know. */
export const scanSettings = {
  /** Who-Is goes to the broadcast address of the gateway's network and to `addresses`, for devices behind a router. */
  bacnet: z.strictObject({
    addresses: z.array(address).max(100).default([]),
    /** Time in which devices answer, ms. */
    waitMs: z.int().min(10).max(60_000).default(4_000),
  }),
  modbus: z.strictObject({
    hosts,
    port: port(502),
    unitIds: z.array(z.int().min(0).max(255)).min(1).max(256).default([1]),
  }),
  snmp: z.strictObject({ hosts, port: port(161), access: snmpAccess }),
  nut: z.strictObject({ hosts, port: port(3_493) }),
  http: z.strictObject({ hosts, port: port(80) }),
  /** Devices announce themselves at the site's broker, which the gateway's settings name. */
  mqtt: z.strictObject({ waitMs: z.int().min(10).max(60_000).default(5_000) }),
} as const satisfies Record<Protocol, z.ZodType>;
export type ScanSettingsOf<P extends Protocol> = z.output<(typeof scanSettings)[P]>;
