import type { Protocol, DeviceProfile } from "@verandah/field/protocols/protocols.ts";

import { profileOf } from "../../device-profile.ts";
import type { GatewaySettings } from "../../settings.ts";
import { convertUnits } from "../convert-units.ts";
import {
  type Driver,
  DriverError,
  type PointReading,
  type PointSlots,
  type ReadBack,
  type ScanStep,
  type ScanTask,
} from "../driver.ts";
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

type Settings = Pick<GatewaySettings, "devices" | "profiles" | "types" | "driverProcesses" | Protocol>;

/** One process for each protocol that the site has. */
export class DriverProcesses implements AsyncDisposable {
  readonly #processes = new Map<Protocol, { host: DriverProcess; opened: string }>();
  #drivers = new Map<string, { driver: Driver; opened: string }>();
  readonly #onFailure: (protocol: Protocol, text: string) => void;

  constructor(onFailure: (protocol: Protocol, text: string) => void) {
    this.#onFailure = onFailure;
  }

  /**
   * Runs with other settings from now on. A process whose devices are the same goes on, and so does the driver of a device that is the same.
   * Settles when every new process has started, successfully or not.
   *
   * @throws SettingsError for a wrong profile; nothing has changed then
   */
  async apply(settings: Settings): Promise<void> {
    const devices = settings.devices.map((device) => ({
      settings: device,
      profile: profileOf(device.driver, device.profile, {
        own: settings.profiles,
        types: settings.types,
      }),
    }));
    const drivers = new Map<string, { driver: Driver; opened: string }>();
    const ended: Promise<void>[] = [];
    const byProtocol = Map.groupBy(devices, (one) => one.settings.driver);
    for (const [protocol, mine] of byProtocol) {
      const parts = { shared: settings[protocol], devices: mine };
      const opened = JSON.stringify(parts);
      const known = this.#processes.get(protocol);
      const host =
        known?.host ??
        new DriverProcess({
          protocol,
          ...parts,
          ...settings.driverProcesses,
          onFailure: (text) => this.#onFailure(protocol, text),
        });
      if (known && known.opened !== opened) host.reopen(parts);
      this.#processes.set(protocol, { host, opened });
      for (const device of mine) {
        const { ssid } = device.settings;
        const own = JSON.stringify(device);
        const before = this.#drivers.get(ssid);
        drivers.set(
          ssid,
          before && before.opened === own && known
            ? before
            : { driver: convertUnits(createRemoteDriver(host, ssid, device.profile)), opened: own },
        );
      }
    }
    for (const [protocol, { host }] of this.#processes) {
      if (byProtocol.has(protocol)) continue;
      this.#processes.delete(protocol);
      ended.push(host[Symbol.asyncDispose]());
    }
    this.#drivers = drivers;
    await Promise.all([...this.#processes.values()].map(({ host }) => host.started).concat(ended));
  }

  /**
   * Looks for devices with the process of the protocol, which has its port, or with one that ends with the scan.
   *
   * @throws DriverError
   */
  async *scan(
    protocol: Protocol,
    settings: Settings,
    task: ScanTask,
    signal: AbortSignal,
  ): AsyncGenerator<ScanStep> {
    const running = this.#processes.get(protocol)?.host;
    const host =
      running ??
      new DriverProcess({
        protocol,
        shared: settings[protocol],
        devices: [],
        ...settings.driverProcesses,
        onFailure: (text) => this.#onFailure(protocol, text),
      });
    const steps = new ReadableStream<ScanStep>({
      start: (controller) =>
        void host
          .scan(task, (step) => controller.enqueue(step), signal)
          .then(
            () => controller.close(),
            (error: unknown) => controller.error(error),
          ),
    });
    try {
      yield* steps;
    } finally {
      if (!running) await host[Symbol.asyncDispose]();
    }
  }

  driverOf(ssid: string): Driver {
    const known = this.#drivers.get(ssid);
    if (!known) throw new Error(`No driver for ${ssid}`);
    return known.driver;
  }

  reports(): (DriverProcessReport & { pid: number | undefined })[] {
    return [...this.#processes.values()].map(({ host }) => ({ ...host.report(), pid: host.pid }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#processes.values()].map(({ host }) => host[Symbol.asyncDispose]()));
  }
}
