import { z } from "zod";

import { bacnet } from "./bacnet.ts";
import { http } from "./http.ts";
import { modbus } from "./modbus.ts";
import { nut } from "./nut.ts";
import { snmp } from "./snmp.ts";

/** The data of every protocol that the gateway supports, by its name in settings and profiles. */
export const protocolData = { bacnet, modbus, snmp, nut, http };

type Data = typeof protocolData;
export type Protocol = keyof Data;
export type SharedSettingsOf<P extends Protocol> = z.output<Data[P]["shared"]>;
export type DeviceSettingsOf<P extends Protocol> = z.output<Data[P]["device"]>;
export type ProfileOf<P extends Protocol> = z.output<Data[P]["profile"]>;
export type DeviceProfile = ProfileOf<Protocol>;

function nonEmpty<T>([first, ...others]: readonly T[]): [T, ...T[]] {
  if (first === undefined) throw new Error("No protocol is registered");
  return [first, ...others];
}

const all = Object.values(protocolData);
export const deviceProfile = z.discriminatedUnion("protocol", nonEmpty(all.map((one) => one.profile)));
export const deviceSettings = z.discriminatedUnion("driver", nonEmpty(all.map((one) => one.device)));

/** The section of each protocol in the gateway's settings. */
export function sharedSections(): { [P in Protocol]: Data[P]["shared"] };
export function sharedSections(): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(protocolData).map(([name, { shared }]) => [name, shared]));
}
