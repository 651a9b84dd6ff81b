import type { Protocol, DeviceProfile } from "@verandah/field/protocols/protocols.ts";

import { profileOf } from "../../device-profile.ts";
import type { GatewaySettings } from "../../settings.ts";
import { convertUnits } from "../convert-units.ts";
import { type Driver, DriverError, type PointReading, type PointSlots, type ReadBack } from "../driver.ts";
import { protocols } from "../protocols.ts";
import { DriverProcess, type DriverProcessReport } from "./driver-process.ts";
import type { CallResult } from "./messages.ts";

function isReadings(result: CallResult): result is PointReading[] {
  return Array.isArray(result) && result.every((one) => "takenAt" in one);
}

function isSlots(result: CallResult): result is PointSlots[] {
  return Array.isArray(result) && result.every((one) => "slots" in one);
}

function isReadBack(result: CallResult): result is ReadBack {
  return typeof result === "object" && !Array.isArray(result);
}

const invalidAnswer = () =>
  new DriverError("garbled", { detail: "the driver process sent an invalid answer" });

/** A driver of a device that forwards each call to the process of its protocol. */
export function createRemoteDriver(host: DriverProcess, device: string, profile: DeviceProfile): Driver {
  const { priorities, changeNotices } = protocols[profile.protocol].capabilities;
  return {
    points: profile.points,
    async read(pointIds, signal) {
      const result = await host.call(device, { op: "read", pointIds }, signal);
      if (!isReadings(result)) throw invalidAnswer();
      return result;
    },
    async write(pointId, value, priority, signal) {
      await host.call(device, { op: "write", pointId, value, priority }, signal);
    },
    async readBack(pointId, priority, signal) {
      const result = await host.call(device, { op: "readBack", pointId, priority }, signal);
      if (!isReadBack(result)) throw invalidAnswer();
      return { ...result, held: result.held };
    },
    ...(priorities && {
      async readSlots(signal: AbortSignal) {
        const result = await host.call(device, { op: "readSlots" }, signal);
        if (!isSlots(result)) throw invalidAnswer();
        return result;
      },
    }),
    ...(changeNotices && {
      subscribe: (onReading: (reading: PointReading) => void, signal: AbortSignal) =>
        host.subscribe(device, onReading, signal),
    }),
    async [Symbol.asyncDispose]() {},
  };
}

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
