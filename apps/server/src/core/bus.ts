import { EventEmitter } from "node:events";

import type { CommandState } from "@verandah/contract/commands.ts";

/** A value as it was committed. */
export interface StoredValue {
  /** Shared by all its values. */
  readonly point: {
    readonly deviceId: number;
    readonly ssid: string;
    readonly paramId: string;
    readonly unit: string;
    /** Longest time between two values while all is well, ms. */
    readonly intervalMs: number;
  };
  atMs: number;
  value: number;
  /** 0 good, 1 suspect. */
  quality: number;
}

/**
 * What the parts of a server tell each other. Events are hints that something in the database changed: small, safe to lose, and
 * followed by a read. So a bus between several processes needs to carry no more than ids.
 */
interface BusEvents {
  /** The newest value of each point, where the listener is in the process that stored them. */
  "readings-stored": { deviceIds: number[]; values?: readonly StoredValue[] };
  "alarms-changed": { buildingIds: number[]; raisedIds: number[] };
  "health-changed": { campusIds: number[] };
  "limits-changed": { campusId: number };
  "sites-imported": Record<string, never>;
  "schedules-changed": Record<string, never>;
  /** So many commands were ordered. */
  "commands-accepted": { count: number };
  "command-changed": { id: string; state: CommandState };
  /** What a command wrote is no longer in force. */
  "command-released": { id: string };
  "session-ended": { sessionId: string; code: "session-closed" | "session-replaced" };
}
export type BusEvent = { [K in keyof BusEvents]: { name: K; data: BusEvents[K] } }[keyof BusEvents];

export interface Bus {
  publish: (event: BusEvent) => void;
  /** @returns the function that ends the subscription. */
  subscribe: <K extends keyof BusEvents>(name: K, listener: (data: BusEvents[K]) => void) => () => void;
}

/** A bus within one process. */
export function createLocalBus(): Bus {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  return {
    publish: ({ name, data }) => void emitter.emit(name, data),
    subscribe(name, listener) {
      emitter.on(name, listener);
      return () => void emitter.off(name, listener);
    },
  };
}
