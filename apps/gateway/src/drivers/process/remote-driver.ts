import { type Driver, DriverError, type PointReading, type PointSlots, type ReadBack } from "../driver.ts";
import { type DeviceProfile, protocols } from "../protocols.ts";
import type { DriverProcess } from "./driver-process.ts";
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
