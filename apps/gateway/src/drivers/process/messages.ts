import type { Protocol, SharedSettingsOf } from "@verandah/field/protocols/protocols.ts";

import type {
  DriverCounts,
  DriverFailure,
  OfflineReason,
  PointReading,
  PointSlots,
  ReadBack,
} from "../driver.ts";
import type { ProfiledDevice } from "../protocols.ts";

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
  /** The caller no longer waits for this call. */
  | { type: "abort"; id: number };

/** Result of a call: readings, a read-back, priority arrays, the lifetime of a subscription, or nothing. */
export type CallResult = PointReading[] | PointSlots[] | ReadBack | number | undefined;

/** Messages from a driver process to the gateway. */
export type FromHost =
  | { type: "ready" }
  /** The process cannot start, e.g. because its port is in use. */
  | { type: "start-failed"; reason: string }
  /** Sent every `HEARTBEAT_MS`. A process that sends no messages counts as hung. */
  | { type: "heartbeat"; counts: DriverCounts; rssBytes: number; cpuMs: number }
  | { type: "done"; id: number; result: CallResult }
  | { type: "failed"; id: number; failure: DriverFailure; detail: string; reason: OfflineReason }
  | { type: "reading"; device: string; reading: PointReading };

export const HEARTBEAT_MS = 500;
