import type {
  DeviceSettingsOf,
  ProfileOf,
  Protocol,
  SharedSettingsOf,
} from "@verandah/field/protocols/protocols.ts";

import type { ProtocolDrivers } from "./driver.ts";

/** Capabilities of a protocol's drivers. The driver contract tests each that is true, and the absence of most others. */
export interface Capabilities {
  writes: boolean;
  /** Writes and releases at a priority, and reads priority arrays (`readSlots`). */
  priorities: boolean;
  /** The device sends changes without a poll (`subscribe`). */
  changeNotices: boolean;
  /** Detects another device at the configured address. */
  identity: boolean;
}

/**
 * The drivers of every protocol. `open`: URL of the module whose `open` opens them. Only the process of the protocol loads this module and its
 * library.
 */
export const protocols = {
  bacnet: {
    capabilities: { writes: true, priorities: true, changeNotices: true, identity: true },
    open: new URL("./bacnet/bacnet-driver.ts", import.meta.url).href,
  },
  modbus: {
    capabilities: { writes: true, priorities: false, changeNotices: false, identity: false },
    open: new URL("./modbus/modbus-driver.ts", import.meta.url).href,
  },
  snmp: {
    capabilities: { writes: true, priorities: false, changeNotices: false, identity: false },
    open: new URL("./snmp/snmp-driver.ts", import.meta.url).href,
  },
  nut: {
    capabilities: { writes: true, priorities: false, changeNotices: false, identity: true },
    open: new URL("./nut/nut-driver.ts", import.meta.url).href,
  },
  http: {
    capabilities: { writes: false, priorities: false, changeNotices: false, identity: false },
    open: new URL("./http/http-driver.ts", import.meta.url).href,
  },
} satisfies Record<Protocol, { capabilities: Capabilities; open: string }>;

/** A device with its profile, the input of its driver. */
export interface ProfiledDevice<P extends Protocol = Protocol> {
  settings: DeviceSettingsOf<P>;
  profile: ProfileOf<P>;
}

/** The `open` function of a protocol's driver module. @throws Error when a port is in use */
export type OpenDrivers<P extends Protocol> = (
  shared: SharedSettingsOf<P>,
  devices: readonly ProfiledDevice<P>[],
) => Promise<ProtocolDrivers>;
