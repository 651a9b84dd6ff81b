import { networkInterfaces } from "node:os";

import { openBacnetBus } from "../drivers/bacnet/bacnet-bus.ts";
import type { GatewaySettings } from "../settings.ts";
import { discoverBacnet } from "./discover-bacnet.ts";
import { listenForDevices } from "./mqtt/listen.ts";
import { proposeMqtt } from "./mqtt/propose-mqtt.ts";
import { type Proposal, propose } from "./proposal.ts";

const BACNET_PORT = 47_808;
/** Time for devices to answer a Who-Is. Source: ASHRAE 135 §16.10 sets no limit; slow routers need seconds. */
const WAIT_MS = 4_000;

/** The broadcast address of each network of the gateway's interface. */
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
 * Finds BACnet devices, and devices that announce themselves at the site's broker, which the settings do not contain. Many BACnet devices
 * answer by broadcast to the standard port. While the gateway uses this port, only direct answers arrive here.
 */
export async function discover(settings: GatewaySettings, waitMs = WAIT_MS): Promise<Proposal> {
  const [bacnet, announced] = await Promise.all([
    discoverInNetwork(settings, waitMs),
    listenForDevices(settings.mqtt, waitMs),
  ]);
  const mqtt = proposeMqtt(announced, settings);
  return {
    ...bacnet,
    profiles: { ...bacnet.profiles, ...mqtt.profiles },
    devices: [...bacnet.devices, ...mqtt.devices],
    remarks: [...bacnet.remarks, ...mqtt.remarks],
  };
}

async function discoverInNetwork(settings: GatewaySettings, waitMs: number): Promise<Proposal> {
  const { interface: host, port, requestTimeoutMs, discoverAt } = settings.bacnet;
  const open = (at: number) => openBacnetBus({ host, port: at, requestTimeoutMs });
  await using bus = await open(port).catch(() => open(0));
  const found = await discoverBacnet(bus, [...new Set([...broadcastAddresses(host), ...discoverAt])], waitMs);
  return propose(found, settings);
}
