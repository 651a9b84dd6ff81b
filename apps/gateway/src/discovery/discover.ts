import { broadcastAddresses } from "../drivers/bacnet/bacnet-addresses.ts";
import { openBacnetBus } from "../drivers/bacnet/bacnet-bus.ts";
import type { GatewaySettings } from "../settings.ts";
import { discoverBacnet } from "./discover-bacnet.ts";
import { type Proposal, propose } from "./proposal.ts";

/** Time for devices to answer a Who-Is. Source: ASHRAE 135 §16.10 sets no limit; slow routers need seconds. */
const WAIT_MS = 4_000;

/**
 * Finds BACnet devices that the settings do not contain. Many devices answer by broadcast to the standard port. While the gateway uses this
 * port, only direct answers arrive here.
 */
export async function discover(settings: GatewaySettings, waitMs = WAIT_MS): Promise<Proposal> {
  const { interface: host, port, requestTimeoutMs, discoverAt } = settings.bacnet;
  const open = (at: number) => openBacnetBus({ host, port: at, requestTimeoutMs });
  await using bus = await open(port).catch(() => open(0));
  const found = await discoverBacnet(bus, [...new Set([...broadcastAddresses(host), ...discoverAt])], waitMs);
  return propose(found, settings);
}
