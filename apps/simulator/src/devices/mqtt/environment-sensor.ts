import { randomUUID } from "node:crypto";

import { type EdgeLink, openEdgeLink } from "@verandah/field/edge-link.ts";
import type { ReadingsMessage } from "@verandah/field/payloads.ts";

import type { Values } from "../../physics/measured.ts";

export interface EnvironmentSensorOptions {
  ssid: string;
  password: string;
  url: string;
  intervalMs: number;
  /** Where in the interval it sends, 0 to 1, so that sensors do not all speak at once. */
  phase: number;
  measure: () => Values;
  now?: () => number;
  /** Messages kept while nobody acknowledges; the oldest go first. */
  memoryMessages?: number;
  backoffMs?: { first: number; longest: number };
}

export interface EnvironmentSensor {
  readonly isConnected: boolean;
  /** Messages not yet acknowledged. */
  readonly pending: number;
  /** Vanishes without a goodbye, as on a flat battery, and stays away until `revive`. */
  silence(): void;
  revive(): void;
  close(): Promise<void>;
}

const SOFTWARE = "environment sensor 1.0";
/** An hour of messages at one per 10 s: what a small device remembers. */
const MEMORY_MESSAGES = 360;
const IN_FLIGHT_MAX = 4;

/** An MQTT environment sensor that keeps its messages until they are acknowledged and then sends the oldest first. */
export function startEnvironmentSensor(options: EnvironmentSensorOptions): EnvironmentSensor {
  const now = options.now ?? Date.now;
  const epoch = randomUUID();
  const memory: { payload: string; isOnItsWay: boolean }[] = [];
  let seq = 0;
  let link: EdgeLink | undefined;
  let timer: NodeJS.Timeout | undefined;

  function open(): void {
    link = openEdgeLink({
      url: options.url,
      ssid: options.ssid,
      password: options.password,
      status: (state) => ({ state, at: now(), software: SOFTWARE }),
      onUp: send,
      ...(options.backoffMs && { backoffMs: options.backoffMs }),
    });
  }

  function measure(): void {
    const at = now();
    const message: ReadingsMessage = {
      epoch,
      seq: ++seq,
      sentAt: at,
      series: Object.entries(options.measure()).map(([point, value]) => ({
        device: options.ssid,
        point,
        values: [[at, value]],
      })),
    };
    memory.push({ payload: JSON.stringify(message), isOnItsWay: false });
    if (memory.length > (options.memoryMessages ?? MEMORY_MESSAGES)) memory.shift();
    send();
  }

  function send(): void {
    if (!link?.isConnected) return;
    for (const entry of memory.slice(0, IN_FLIGHT_MAX)) {
      if (entry.isOnItsWay) continue;
      entry.isOnItsWay = true;
      link.publish("readings", entry.payload).then(
        () => {
          const index = memory.indexOf(entry);
          if (index >= 0) memory.splice(index, 1);
          send();
        },
        () => {
          entry.isOnItsWay = false;
        },
      );
    }
  }

  /** Sends at the same place of every interval, by the clock. */
  function schedule(): void {
    const { intervalMs } = options;
    const offset = Math.floor(options.phase * intervalMs);
    const waitMs = intervalMs - ((((now() - offset) % intervalMs) + intervalMs) % intervalMs);
    timer = setTimeout(() => {
      measure();
      schedule();
    }, waitMs);
  }

  function start(): void {
    open();
    schedule();
  }

  start();
  return {
    get isConnected() {
      return link?.isConnected ?? false;
    },
    get pending() {
      return memory.length;
    },
    silence() {
      clearTimeout(timer);
      timer = undefined;
      link?.vanish();
      link = undefined;
    },
    revive() {
      if (!link) start();
    },
    async close() {
      clearTimeout(timer);
      await link?.close();
    },
  };
}
