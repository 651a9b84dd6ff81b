import { profileOf } from "../../device-profile.ts";
import type { GatewaySettings } from "../../settings.ts";
import { convertUnits } from "../convert-units.ts";
import type { Driver } from "../driver.ts";
import type { Protocol } from "../protocols.ts";
import { DriverProcess, type DriverProcessReport } from "./driver-process.ts";
import { createRemoteDriver } from "./remote-driver.ts";

/** One process for each protocol that the site has. */
export class DriverProcesses implements AsyncDisposable {
  readonly #processes = new Map<Protocol, DriverProcess>();
  readonly #drivers = new Map<string, Driver>();

  /** @throws SettingsError for a wrong profile */
  constructor(settings: GatewaySettings, onFailure: (protocol: Protocol, text: string) => void) {
    const devices = settings.devices.map((device) => ({
      settings: device,
      profile: profileOf(device.driver, device.profile, {
        own: settings.profiles,
        types: settings.types,
      }),
    }));
    for (const protocol of new Set(settings.devices.map(({ driver }) => driver))) {
      const mine = devices.filter((device) => device.settings.driver === protocol);
      const host = new DriverProcess({
        protocol,
        shared: settings[protocol],
        devices: mine,
        ...settings.driverProcesses,
        onFailure: (text) => onFailure(protocol, text),
      });
      this.#processes.set(protocol, host);
      for (const { settings: device, profile } of mine)
        this.#drivers.set(device.ssid, convertUnits(createRemoteDriver(host, device.ssid, profile)));
    }
  }

  /** Settles after the first start of every process, successful or not. */
  async started(): Promise<void> {
    await Promise.all([...this.#processes.values()].map((one) => one.started));
  }

  driverOf(ssid: string): Driver {
    const driver = this.#drivers.get(ssid);
    if (!driver) throw new Error(`No driver for ${ssid}`);
    return driver;
  }

  reports(): (DriverProcessReport & { pid: number | undefined })[] {
    return [...this.#processes.values()].map((one) => ({ ...one.report(), pid: one.pid }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#processes.values()].map((one) => one[Symbol.asyncDispose]()));
  }
}
