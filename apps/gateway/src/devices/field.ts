import { HEALTH_LATENCY, HEALTH_MISSED_POLLS } from "@verandah/equipment/catalogue.ts";
import type { SentUnits } from "@verandah/field/payloads.ts";
import type { Logger } from "pino";

import type { CommandTarget } from "../commands/command-executor.ts";
import type { Driver } from "../drivers/driver.ts";
import { DriverProcesses } from "../drivers/process/driver-processes.ts";
import type { SlotWatch } from "../overrides/slot-watch.ts";
import type { GatewaySettings } from "../settings.ts";
import { DevicePoller } from "./device-poller.ts";
import type { ReadingsCollector } from "./readings-collector.ts";

type Target = CommandTarget & { poller: DevicePoller; intervalMs: number };

interface FieldParts {
  collector: ReadingsCollector;
  log: Logger;
  onStateChange: () => void;
}

/** The devices of a gateway: the process of each protocol, and the poller of each device. */
export class Field implements AsyncDisposable {
  readonly targets = new Map<string, Target>();
  readonly processes: DriverProcesses;
  /** Compares priority arrays after each answered poll. */
  slots: SlotWatch | undefined;
  readonly #parts: FieldParts;

  constructor(parts: FieldParts) {
    this.#parts = parts;
    this.processes = new DriverProcesses((protocol, text) =>
      parts.log.warn({ protocol }, `Drivers: ${text}`),
    );
  }

  /**
   * Polls the devices of these settings from now on; a device that is the same goes on. Settles when the drivers run.
   *
   * @throws SettingsError for a wrong profile; nothing has changed then
   */
  async apply(settings: GatewaySettings): Promise<void> {
    await this.processes.apply(settings);
    const ended: DevicePoller[] = [];
    const known = new Set(settings.devices.map(({ ssid }) => ssid));
    for (const [ssid, { poller }] of this.targets) {
      if (known.has(ssid)) continue;
      this.targets.delete(ssid);
      ended.push(poller);
    }
    for (const [at, { ssid, intervalMs = settings.polling.intervalMs }] of settings.devices.entries()) {
      const driver = this.processes.driverOf(ssid);
      const before = this.targets.get(ssid);
      if (before?.driver === driver && before.intervalMs === intervalMs) continue;
      const poller = this.#poll(ssid, driver, intervalMs, at / settings.devices.length);
      // Never without a target: an override of a device that is not there counts as ended.
      this.targets.set(ssid, { driver, poller, intervalMs });
      if (before) ended.push(before.poller);
    }
    await Promise.all(ended.map((poller) => poller[Symbol.asyncDispose]()));
  }

  /** Polls a device. Its readings and its health points go to the collector. `phase`: position of its polls in the interval, 0 to 1. */
  #poll(ssid: string, driver: Driver, intervalMs: number, phase: number): DevicePoller {
    const { collector, log, onStateChange } = this.#parts;
    const points = new Map(driver.points.map((point) => [point.id, point]));
    const poller = new DevicePoller({
      ssid,
      driver,
      intervalMs,
      phase,
      now: Date.now,
      onReadings: (readings) => collector.addAll(ssid, points, readings),
      onAnswered: async (readings, isAfterGap) => this.slots?.polled(ssid, readings, isAfterGap),
      onPolled(latencyMs, missedPolls) {
        const takenAt = Date.now();
        const add = (pointId: string, value: number) =>
          collector.add(ssid, { id: pointId }, { pointId, value, takenAt });
        if (latencyMs !== undefined) add(HEALTH_LATENCY, Math.round(latencyMs * 10) / 10_000);
        add(HEALTH_MISSED_POLLS, missedPolls);
      },
      onStateChange(isFirst) {
        const state = poller.health.isOffline ? "offline" : "online";
        // The first answer of a device is expected and not logged.
        if (!isFirst || state === "offline") log.info({ device: ssid, state }, "Device state");
        onStateChange();
      },
    });
    return poller;
  }

  /** The units of all points that have one, as a connection begins with them. */
  units(): SentUnits[] {
    const devices = [...this.targets].map(([ssid, { driver }]) => ({
      ssid,
      points: Object.fromEntries(
        // A profile has `none` also for a unit that the device does not name.
        driver.points.flatMap(({ id, unit = "none" }) => (unit === "none" ? [] : [[id, unit]])),
      ),
    }));
    return [...Map.groupBy(devices, ({ points }) => JSON.stringify(points)).values()].map((same) => ({
      devices: same.map(({ ssid }) => ssid),
      points: same[0]?.points ?? {},
    }));
  }

  /** Ends the polls. The processes go on until they are disposed of. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.targets.values()].map(({ poller }) => poller[Symbol.asyncDispose]()));
  }
}
