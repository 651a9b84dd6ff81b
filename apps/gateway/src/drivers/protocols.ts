import { z } from "zod";

import { bacnet } from "./bacnet/bacnet.ts";
import type { ProtocolDrivers } from "./driver.ts";
import { http } from "./http/http.ts";
import { modbus } from "./modbus/modbus.ts";
import { nut } from "./nut/nut.ts";
import { snmp } from "./snmp/snmp.ts";

/** Every protocol that the gateway supports, by its name in settings and profiles. */
export const protocols = { bacnet, modbus, snmp, nut, http };

type Protocols = typeof protocols;
export type Protocol = keyof Protocols;
export type SharedSettingsOf<P extends Protocol> = z.output<Protocols[P]["settings"]["shared"]>;
type DeviceSettingsOf<P extends Protocol> = z.output<Protocols[P]["settings"]["device"]>;
export type ProfileOf<P extends Protocol> = z.output<Protocols[P]["profile"]>;
export type DeviceProfile = ProfileOf<Protocol>;

/** A device with its profile, the input of its driver. */
export interface ProfiledDevice<P extends Protocol = Protocol> {
  settings: DeviceSettingsOf<P>;
  profile: ProfileOf<P>;
}

function nonEmpty<T>([first, ...others]: readonly T[]): [T, ...T[]] {
  if (first === undefined) throw new Error("No protocol is registered");
  return [first, ...others];
}

const modules = Object.values(protocols);
export const deviceProfile = z.discriminatedUnion("protocol", nonEmpty(modules.map((one) => one.profile)));
export const deviceSettings = z.discriminatedUnion(
  "driver",
  nonEmpty(modules.map((one) => one.settings.device)),
);

/** The section of each protocol in the gateway's settings. */
export function sharedSections(): { [P in Protocol]: Protocols[P]["settings"]["shared"] };
export function sharedSections(): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(protocols).map(([name, { settings }]) => [name, settings.shared]));
}

/** The `open` function of a protocol's driver module. @throws Error when a port is in use */
export type OpenDrivers<P extends Protocol> = (
  shared: SharedSettingsOf<P>,
  devices: readonly ProfiledDevice<P>[],
) => Promise<ProtocolDrivers>;
