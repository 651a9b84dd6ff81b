import { type EdgeLink, openEdgeLink } from "@verandah/field/edge-link.ts";
import { STATUS_INTERVAL_MS, type StatusMessage } from "@verandah/field/payloads.ts";
import type { UpTopic } from "@verandah/field/topics.ts";

import { EdgeCommands } from "./edge-commands.ts";
import { type EdgeDevice, EdgeReports } from "./edge-reports.ts";

const IN_FLIGHT_MAX = 4;

/**
 * Messages of a small device until they are acknowledged, the oldest first. When memory is full, the oldest is dropped, but not the result of a
 * command: commands arrive only while the device is connected, so their number is limited.
 */
class EdgeOutbox {
  readonly #memory: { kind: UpTopic; payload: string; isOnItsWay: boolean }[] = [];
  readonly #most: number;
  readonly #link: () => EdgeLink | undefined;

  constructor(most: number, link: () => EdgeLink | undefined) {
    this.#most = most;
    this.#link = link;
  }

  /** Messages not yet acknowledged. */
  get pending(): number {
    return this.#memory.length;
  }

  add(kind: UpTopic, payload: string): void {
    this.#memory.push({ kind, payload, isOnItsWay: false });
    if (this.#memory.length > this.#most) {
      const oldest = this.#memory.findIndex((entry) => entry.kind !== "results");
      if (oldest >= 0) this.#memory.splice(oldest, 1);
    }
    this.send();
  }

  send(): void {
    const link = this.#link();
    if (!link?.isConnected) return;
    for (const entry of this.#memory.slice(0, IN_FLIGHT_MAX)) {
      if (entry.isOnItsWay) continue;
      entry.isOnItsWay = true;
      link.publish(entry.kind, entry.payload).then(
        () => {
          const index = this.#memory.indexOf(entry);
          if (index >= 0) this.#memory.splice(index, 1);
          this.send();
        },
        () => {
          entry.isOnItsWay = false;
        },
      );
    }
  }
}

export interface MqttEdgeOptions {
  ssid: string;
  password: string;
  url: string;
  devices: readonly EdgeDevice[];
  intervalMs: number;
  /** Phase within the interval, 0 to 1, so that edges do not all send at the same time. */
  phase: number;
  software: string;
  /** It reports which of its devices are reachable. */
  isGateway?: boolean;
  /** It sends a changed value at once. */
  reportsChanges?: boolean;
  /** The error of the edge's clock, ms. */
  now?: () => number;
  onWritten?: (ssid: string) => void;
  /** Maximum messages that it stores without an acknowledgement; it drops the oldest. */
  memoryMessages?: number;
  backoffMs?: { first: number; longest: number };
  verifyMs?: number;
  statusIntervalMs?: number;
}

/** State of an edge: off, without a network, or running. */
export type EdgeCondition = "silent" | "cut-off" | "up";

export interface MqttEdge {
  readonly isConnected: boolean;
  /** Messages not yet acknowledged. */
  readonly pending: number;
  /**
   * A silent edge disconnects without a message, as with an empty battery, and measures nothing. An edge without a network measures and
   * stores values, and sends them when the network is back.
   */
  become(condition: EdgeCondition): void;
  /** Sends changes at once that do not wait for the next interval. */
  refresh(): void;
  close(): Promise<void>;
}

/** An hour of messages, one every 10 s: the memory of a small device. */
const MEMORY_MESSAGES = 360;
/** After a command the edge sends its effect this soon, not only at the next interval, ms. */
const AFTER_COMMAND_MS = [1_500, 4_000];
/** Devices of one readings message. A message of more would be larger than the broker accepts. */
const DEVICES_PER_MESSAGE = 100;

/** An MQTT edge that keeps its messages until they are acknowledged and then sends the oldest first. */
export function startMqttEdge(options: MqttEdgeOptions): MqttEdge {
  const now = options.now ?? Date.now;
  const statusIntervalMs = options.statusIntervalMs ?? STATUS_INTERVAL_MS;
  const devices = new Map(options.devices.map((device) => [device.ssid, device]));
  const isCommanded = options.devices.some((device) => device.slots);
  const reports = new EdgeReports(devices, now);
  let link: EdgeLink | undefined;
  let timer: NodeJS.Timeout | undefined;
  let statusAtMs = performance.now();
  const soon = new Set<NodeJS.Timeout>();
  /** Devices that were written to, until their effect is sent. */
  let written = new Set<string>();
  const outbox = new EdgeOutbox(options.memoryMessages ?? MEMORY_MESSAGES, () => link);
  const commands = new EdgeCommands({
    device(ssid) {
      const device = devices.get(ssid);
      return device?.slots && { ...device, slots: device.slots };
    },
    report: (result) => outbox.add("results", JSON.stringify(result)),
    onWritten(ssid) {
      options.onWritten?.(ssid);
      written.add(ssid);
      // The devices of one batch share their messages.
      if (written.size === 1) setImmediate(sendEffects);
    },
    now,
    ...(options.verifyMs !== undefined && { verifyMs: options.verifyMs }),
  });

  const status = (state: StatusMessage["state"]): StatusMessage => ({
    state,
    at: now(),
    software: options.software,
  });

  function open(): void {
    link = openEdgeLink({
      url: options.url,
      ssid: options.ssid,
      password: options.password,
      status,
      onUp: () => outbox.send(),
      ...(isCommanded && { receive: { commands: (payload: Buffer) => commands.handle(payload) } }),
      ...(options.backoffMs && { backoffMs: options.backoffMs }),
    });
  }

  function send(ssids: Iterable<string>, onlyChanges: boolean): void {
    const all = [...ssids];
    for (let from = 0; from < all.length; from += DEVICES_PER_MESSAGE) {
      const message = reports.readings(all.slice(from, from + DEVICES_PER_MESSAGE), onlyChanges);
      if (message) outbox.add("readings", JSON.stringify(message));
    }
  }

  function sendEffects(): void {
    const ssids = written;
    written = new Set();
    if (!timer) return;
    for (const waitMs of AFTER_COMMAND_MS) {
      const later = setTimeout(() => {
        soon.delete(later);
        send(ssids, true);
      }, waitMs);
      soon.add(later);
    }
  }

  /** Sends the status again after a change of the clock's error: a clock may become wrong or right while connected. */
  function repeatStatus(): void {
    if (!link?.isConnected || performance.now() - statusAtMs < statusIntervalMs) return;
    statusAtMs = performance.now();
    link.publish("status", JSON.stringify(status("online")), { retain: true }).catch(() => undefined);
  }

  /** Sends at the same phase of every interval of the clock. */
  function schedule(): void {
    const { intervalMs } = options;
    const offset = Math.floor(options.phase * intervalMs);
    const waitMs = intervalMs - ((((now() - offset) % intervalMs) + intervalMs) % intervalMs);
    timer = setTimeout(() => {
      repeatStatus();
      send(devices.keys(), false);
      schedule();
    }, waitMs);
  }

  function stopTimers(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const later of soon) clearTimeout(later);
    soon.clear();
    commands.stop();
  }

  open();
  schedule();
  return {
    get isConnected() {
      return link?.isConnected ?? false;
    },
    get pending() {
      return outbox.pending;
    },
    become(condition) {
      if (condition === "silent") stopTimers();
      else if (!timer) schedule();
      if (condition === "up") {
        if (!link) open();
      } else {
        link?.dropConnection();
        link = undefined;
      }
    },
    refresh() {
      if (!timer) return;
      const health = options.isGateway && reports.health(options.intervalMs);
      if (health) outbox.add("health", JSON.stringify(health));
      if (options.reportsChanges) send(devices.keys(), true);
      for (const event of reports.faults()) outbox.add("events", JSON.stringify(event));
    },
    async close() {
      stopTimers();
      await link?.close();
    },
  };
}
