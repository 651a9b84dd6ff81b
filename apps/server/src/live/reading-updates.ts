import type { DeviceReadings } from "@verandah/contract/telemetry/telemetry.ts";

import type { StoredValue } from "#core/bus.ts";
import type { Ctx } from "#core/ctx.ts";
import type { LiveHub } from "#core/live-hub.ts";
import { listStates, toStoredReading } from "#features/telemetry/telemetry.service.ts";

/** Sends new values of followed devices. */
export function createReadingUpdates(ctx: Ctx, hub: LiveHub) {
  const dirtyDevices = new Set<number>();

  /** Sends the values that this process stored. They are not read again. */
  function sendStored(stored: readonly StoredValue[]): void {
    const now = ctx.now();
    const byDevice = new Map<number, DeviceReadings>();
    for (const value of stored) {
      const { deviceId, ssid } = value.point;
      if (!hub.hasFollowers(deviceId)) continue;
      const device = byDevice.get(deviceId) ?? { ssid, values: [] };
      byDevice.set(deviceId, device);
      device.values.push(toStoredReading(value, now));
    }
    for (const [deviceId, data] of byDevice) hub.sendToFollowers(deviceId, { name: "readings", data });
  }

  /** Reads and sends values that another process stored. */
  async function sendDirty(): Promise<void> {
    const ids = [...dirtyDevices].filter((id) => hub.hasFollowers(id));
    dirtyDevices.clear();
    for (const [deviceId, data] of await listStates(ctx, ids))
      hub.sendToFollowers(deviceId, { name: "readings", data });
  }

  /** `values` are those that this process stored. */
  function onReadingsStored(deviceIds: readonly number[], values?: readonly StoredValue[]): void {
    if (values) sendStored(values);
    else for (const id of deviceIds) dirtyDevices.add(id);
  }

  return { sendDirty, onReadingsStored };
}
