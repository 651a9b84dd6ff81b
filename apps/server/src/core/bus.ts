import { EventEmitter } from "node:events";

import type { CommandState } from "@verandah/contract/commands/commands.ts";
import type { Topic } from "@verandah/contract/topics.ts";

/** A value as committed. */
export interface StoredValue {
  /** Shared by all values of the point. */
  readonly point: {
    readonly deviceId: number;
    readonly ssid: string;
    readonly paramId: string;
    readonly unit: string;
    /** Longest expected time between two values, ms. */
    readonly intervalMs: number;
  };
  atMs: number;
  value: number;
  /** 0 good; others as `storedQualityOf` returns them. */
  quality: number;
}

export interface Change {
  readonly topic: Topic;
  readonly campusId?: number | undefined;
  readonly ssid?: string | undefined;
}

/**
 * Events between the parts of a server. An event is a hint that data in the database changed. It is small, it may be lost, and its receiver
 * reads the data again. A bus between processes therefore transports ids, and a state, a code or a count, but no values.
 */
interface BusEvents {
  /** The newest value of each point; `values` only in the process that stored them. */
  "readings-stored": { deviceIds: number[]; values?: readonly StoredValue[] };
  /** Replies that depend on the topic are old: those of a campus, of a device, or all. */
  changed: Change;
  /** The sessions of an edge with a number below `before` are over. `address`: of the client that logged in at another process. */
  "edge-session-ended": { ssid: string; before: number; address?: string };
  /** `count` commands were accepted. */
  "commands-accepted": { count: number };
  "command-changed": { id: string; state: CommandState };
  /** The value that a command wrote is no longer in force. */
  "command-released": { id: string };
  /** A process could not send or receive for a time. */
  "events-lost": object;
  /** Cached sessions of a user are outdated. */
  "session-changed": { sessionId: string };
  /** An e-mail should be sent soon, because a person waits for it. */
  "mail-waiting": object;
  "session-ended": { sessionId: string; code: "session-closed" | "session-replaced" | "session-switched" };
}
export type BusEvent = { [K in keyof BusEvents]: { name: K; data: BusEvents[K] } }[keyof BusEvents];

export interface Bus {
  publish: (event: BusEvent) => void;
  /**
   * @param listener `isOwn`: this process has published the event
   * @returns a function that ends the subscription
   */
  subscribe: <K extends keyof BusEvents>(
    name: K,
    listener: (data: BusEvents[K], isOwn: boolean) => void,
  ) => () => void;
}

/** A bus within one process. `deliver` is for an event of another process. */
export function createLocalBus(): Bus & { deliver: (event: BusEvent) => void } {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  return {
    publish: ({ name, data }) => void emitter.emit(name, data, true),
    deliver: ({ name, data }) => void emitter.emit(name, data, false),
    subscribe(name, listener) {
      emitter.on(name, listener);
      return () => void emitter.off(name, listener);
    },
  };
}

/** Devices with new readings are named to other processes at this interval, ms. A commit can follow every few ms. */
const READINGS_MS = 100;
/**
 * Number of ids in one event. An id takes at most eleven bytes with its comma. PostgreSQL rejects a NOTIFY payload of 8000 bytes or more;
 * all other events are much smaller.
 */
const IDS_MAX = 700;

/** A bus between processes. */
export interface SharedBus extends Bus, AsyncDisposable {
  readonly isConnected: boolean;
}

/**
 * The local part of a bus between processes. It delivers an event to its own process before `publish` returns, so that a later answer shows
 * the change, and then sends it. Values of readings stay in their process.
 */
export function createSharedBus(send: (event: BusEvent) => void) {
  const local = createLocalBus();
  /** Devices with readings that other processes do not know of. */
  const measured = new Set<number>();
  let naming: NodeJS.Timeout | undefined;

  function nameMeasured(): void {
    naming = undefined;
    const ids = [...measured];
    measured.clear();
    for (let at = 0; at < ids.length; at += IDS_MAX)
      send({ name: "readings-stored", data: { deviceIds: ids.slice(at, at + IDS_MAX) } });
  }

  function publish(event: BusEvent): void {
    local.publish(event);
    if (event.name !== "readings-stored") return send(event);
    for (const id of event.data.deviceIds) measured.add(id);
    naming ??= setTimeout(nameMeasured, READINGS_MS);
  }

  return {
    publish,
    subscribe: local.subscribe,
    /** Delivers an event of another process. */
    deliver: local.deliver,
    close: () => clearTimeout(naming),
  };
}
