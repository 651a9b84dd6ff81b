import { networkInterfaces } from "node:os";

import { openBacnetBus } from "../drivers/bacnet/bacnet-bus.ts";
import type { GatewaySettings } from "../settings.ts";
import { discoverBacnet } from "./discover-bacnet.ts";
import { type Proposal, propose } from "./proposal.ts";

const BACNET_PORT = 47_808;
/** How long devices may take to say that they are there. Source: ASHRAE 135 §16.10 leaves it open; slow routers need seconds. */
const WAIT_MS = 4_000;

/** The broadcast address of each network that the gateway's interface is in. */
function broadcastAddresses(host: string): string[] {
  const mine = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(
      ({ family, address, internal }) =>
        family === "IPv4" && (host === "0.0.0.0" ? !internal : address === host),
    );
  return mine.map(({ address, netmask }) => {
    const mask = netmask.split(".").map(Number);
    const octets = address.split(".").map((octet, index) => Number(octet) | (~(mask[index] ?? 255) & 0xff));
    return `${octets.join(".")}:${BACNET_PORT}`;
  });
}

/**
 * Looks for BACnet devices that the settings do not have. Many answer by broadcast to BACnet's own port: when the gateway holds it at
 * the moment, only those that answer directly are heard.
 */
export async function discover(settings: GatewaySettings, waitMs = WAIT_MS): Promise<Proposal> {
  const { interface: host, port, requestTimeoutMs, discoverAt } = settings.bacnet;
  const open = (at: number) => openBacnetBus({ host, port: at, requestTimeoutMs });
  await using bus = await open(port).catch(() => open(0));
  const found = await discoverBacnet(bus, [...new Set([...broadcastAddresses(host), ...discoverAt])], waitMs);
  return propose(found, settings);
}
