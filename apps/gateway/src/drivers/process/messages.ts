import type {
  DriverCounts,
  DriverFailure,
  OfflineReason,
  PointReading,
  PointSlots,
  ReadBack,
} from "../driver.ts";
import type { ProfiledDevice, Protocol, SharedSettingsOf } from "../protocols.ts";

/** A call to a driver. */
export type DriverCall =
  | { op: "read"; pointIds: readonly string[] }
  | { op: "write"; pointId: string; value: number | null; priority: number }
  | { op: "readBack"; pointId: string; priority: number }
  | { op: "readSlots" }
  | { op: "subscribe" };

/** Messages from the gateway to a driver process. */
export type ToHost =
  | {
      type: "open";
      /** URL of the protocol's driver module. */
      module: string;
      shared: SharedSettingsOf<Protocol>;
      devices: readonly ProfiledDevice[];
    }
  | { type: "call"; id: number; device: string; call: DriverCall }
  /** The caller does not wait for this call any longer. */
  | { type: "abort"; id: number };

/** Result of a call: readings, a read-back, priority arrays, how long a subscription lasts, or nothing. */
export type CallResult = PointReading[] | PointSlots[] | ReadBack | number | undefined;

/** Messages from a driver process to the gateway. */
export type FromHost =
  | { type: "ready" }
  /** The process cannot start, e.g. because its port is in use. */
  | { type: "unable"; reason: string }
  /** Sent every `BEAT_MS`; a process that does not send it counts as hung. */
  | { type: "beat"; counts: DriverCounts; rssBytes: number; cpuMs: number }
  | { type: "done"; id: number; result: CallResult }
  | { type: "failed"; id: number; failure: DriverFailure; detail: string; reason: OfflineReason }
  | { type: "reading"; device: string; reading: PointReading };

export const BEAT_MS = 500;
