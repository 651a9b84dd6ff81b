import { randomUUID } from "node:crypto";

import { type EdgeLink, openEdgeLink } from "@verandah/field/edge-link.ts";
import {
  type CommandMessage,
  commandMessage,
  type CommandResult,
  type ReadingsMessage,
} from "@verandah/field/payloads.ts";

import { passwordOf } from "./site.ts";

const GATEWAY = "GW";
/** Well within the time after which a device is offline. */
const READING_MS = 2_000;
const RETRY_MS = 200;
const BACKOFF_MS = { first: 50, longest: 400 };

/**
 * A gateway whose units follow every command. It executes each command once, also when it is repeated, refuses expired ones, and reports
 * until the broker has acknowledged. It records every executed command.
 */
export class SimulatedUnits {
  /** Executed commands, in their order. */
  readonly done: CommandMessage[] = [];
  readonly #ssids: readonly string[];
  readonly #lamps: readonly string[];
  readonly #link: EdgeLink;
  readonly #epoch = randomUUID();
  readonly #seen = new Set<string>();
  readonly #results: CommandResult[] = [];
  readonly #timers: NodeJS.Timeout[] = [];
  /** The value of a unit's on/off point, or of a lamp's level, after a command. */
  readonly #shown = new Map<string, number>();
  readonly #onDone: ((command: CommandMessage) => void) | undefined;
  #seq = 0;
  #storedAtMs = Number.NEGATIVE_INFINITY;

  /** @param options `isTls`: whether the broker has a certificate; `onDone` receives every executed command */
  constructor(
    mqttPort: number,
    ssids: readonly string[],
    lamps: readonly string[],
    options: { isTls?: boolean; onDone?: (command: CommandMessage) => void } = {},
  ) {
    this.#ssids = ssids;
    this.#lamps = lamps;
    this.#onDone = options.onDone;
    this.#link = openEdgeLink({
      url: `${options.isTls ? "mqtts" : "mqtt"}://127.0.0.1:${mqttPort}`,
      ssid: GATEWAY,
      password: passwordOf(GATEWAY),
      backoffMs: BACKOFF_MS,
      status: (state) => ({ state, at: Date.now() }),
      receive: {
        commands: (payload) => this.#obey(commandMessage.parse(JSON.parse(payload.toString("utf8")))),
      },
      onUp: () => void this.#measure(),
    });
    this.#timers.push(setInterval(() => void this.#measure(), READING_MS));
    this.#timers.push(setInterval(() => void this.#tell(), RETRY_MS));
  }

  /** When the broker acknowledged the newest readings, by `performance.now`. */
  get storedAtMs(): number {
    return this.#storedAtMs;
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#link.close();
  }

  /** The controllers restart and lose the written values: every on/off point shows `value`. */
  restart(value: number): void {
    for (const ssid of this.#ssids) this.#shown.set(ssid, value);
  }

  #obey(command: CommandMessage): void {
    if (this.#seen.has(command.id)) return;
    this.#seen.add(command.id);
    const at = Date.now();
    if (at >= command.expiresAt) {
      this.#results.push({ id: command.id, state: "failed", failure: "expired", at });
      return;
    }
    this.done.push(command);
    this.#onDone?.(command);
    if (command.value !== null) this.#shown.set(command.device, command.value);
    this.#results.push({ id: command.id, state: "acknowledged", at });
    this.#results.push({ id: command.id, state: "verified", value: command.value, at });
  }

  async #tell(): Promise<void> {
    while (this.#results[0] && this.#link.isConnected) {
      const [result] = this.#results;
      try {
        await this.#link.publish("results", JSON.stringify(result));
      } catch {
        // The next round reports it again.
        return;
      }
      if (this.#results[0] === result) this.#results.shift();
    }
  }

  #shownAt(device: string, point: string, at: number): ReadingsMessage["series"] {
    const shown = this.#shown.get(device);
    return shown === undefined ? [] : [{ device, point, values: [[at, shown]] }];
  }

  async #measure(): Promise<void> {
    if (!this.#link.isConnected) return;
    const at = Date.now();
    const message: ReadingsMessage = {
      epoch: this.#epoch,
      seq: (this.#seq += 1),
      sentAt: at,
      series: [
        ...this.#ssids.flatMap((device) => [
          { device, point: "Return Air Temperature", values: [[at, 24]] as [number, number][] },
          ...this.#shownAt(device, "ahu_on_off_sp", at),
        ]),
        ...this.#lamps.flatMap((device) => [
          // A command of a light is verified by its light.
          {
            device,
            point: "light_level",
            values: [[at, this.#shown.get(device) ?? 0]] as [number, number][],
          },
          ...this.#shownAt(device, "light_level_sp", at),
        ]),
      ],
    };
    try {
      await this.#link.publish("readings", JSON.stringify(message));
      this.#storedAtMs = performance.now();
    } catch {
      // A lost reading is measured again soon.
    }
  }
}
