import { openBacnetBus } from "../drivers/bacnet/bacnet-bus.ts";
import { scanBacnet } from "../drivers/bacnet/bacnet-scan.ts";
import type { GatewaySettings } from "../settings.ts";
import { profilesOf, withProfile } from "./known-profiles.ts";
import { listenForDevices } from "./mqtt/listen.ts";
import { type Proposal, propose } from "./proposal.ts";

/** Time for devices to answer a Who-Is. Source: ASHRAE 135 §16.10 sets no limit; slow routers need seconds. */
const WAIT_MS = 4_000;
const REQUESTS_PER_SECOND = 1_000;
/** Of a command that a person waits for, ms. */
const LONGEST_MS = 3_600_000;

/**
 * Finds BACnet devices, and devices that announce themselves at the site's broker, which the settings do not contain. Many BACnet devices
 * answer by broadcast to the standard port. While the gateway uses this port, only direct answers arrive here.
 */
export async function discover(settings: GatewaySettings, waitMs = WAIT_MS): Promise<Proposal> {
  const { interface: host, port, requestTimeoutMs, discoverAt } = settings.bacnet;
  const open = (at: number) => openBacnetBus({ host, port: at, requestTimeoutMs });
  await using bus = await open(port).catch(() => open(0));
  const task = { settings: { addresses: discoverAt, waitMs }, known: [], ratePerSecond: REQUESTS_PER_SECOND };
  const [steps, announced] = await Promise.all([
    Array.fromAsync(scanBacnet(bus, host, task, AbortSignal.timeout(LONGEST_MS))),
    listenForDevices(settings.mqtt, waitMs),
  ]);
  const profiles = profilesOf("bacnet", settings);
  const units = steps.flatMap(({ device }) => (device ? withProfile(device, profiles) : []));
  return propose([...units, ...announced.devices], settings, announced.remarks);
}
