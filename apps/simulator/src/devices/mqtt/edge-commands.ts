import {
  type CommandFailure,
  type CommandMessage,
  commandMessage,
  type CommandResult,
} from "@verandah/field/payloads.ts";

import type { Write } from "../../kinds/device-kind.ts";
import type { CommandSlots } from "../command-slots.ts";
import type { EdgeDevice } from "./edge-reports.ts";

/** A device that an edge can write to. */
export type CommandedDevice = EdgeDevice & { slots: CommandSlots };

export interface EdgeCommandsOptions {
  device: (ssid: string) => CommandedDevice | undefined;
  report: (result: CommandResult) => void;
  /** Called after a write to the device. */
  onWritten: (ssid: string) => void;
  now: () => number;
  /** Maximum time until a value reads back, and the interval of the checks, ms. */
  verifyMs?: number;
  verifyEveryMs?: number;
}

const VERIFY_MS = 3_000;
const VERIFY_EVERY_MS = 250;
/** Node fires a timer with a longer delay at once. Source: nodejs.org, setTimeout. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** Stored ids, so that each command is executed once. */
const REMEMBERED_IDS = 1_000;

const slotOf = (device: CommandedDevice, paramId: string, priority: number) =>
  `${device.ssid}\n${paramId}\n${priority}`;

/** Executes an edge's commands like a gateway: once each, before the deadline, within the range, and with verification. */
export class EdgeCommands {
  readonly #options: EdgeCommandsOptions;
  readonly #seen = new Set<string>();
  readonly #timers = new Set<NodeJS.Timeout>();
  /** When the value of a slot is released. */
  readonly #ends = new Map<string, NodeJS.Timeout>();

  constructor(options: EdgeCommandsOptions) {
    this.#options = options;
  }

  /** Handles a command message; ignores any other message. */
  handle(payload: Buffer): void {
    let raw: unknown;
    try {
      raw = JSON.parse(payload.toString("utf8"));
    } catch {
      return;
    }
    const parsed = commandMessage.safeParse(raw);
    if (!parsed.success || this.#seen.has(parsed.data.id)) return;
    this.#remember(parsed.data.id);
    this.#execute(parsed.data);
  }

  /** Stops all checks and releases. */
  stop(): void {
    for (const timer of [...this.#timers, ...this.#ends.values()]) clearTimeout(timer);
    this.#timers.clear();
    this.#ends.clear();
  }

  #remember(id: string): void {
    this.#seen.add(id);
    const [oldest] = this.#seen;
    if (this.#seen.size > REMEMBERED_IDS && oldest !== undefined) this.#seen.delete(oldest);
  }

  #execute(command: CommandMessage): void {
    const { report, now } = this.#options;
    const device = this.#options.device(command.device);
    const failure = this.#refusal(command, device);
    if (!device || failure)
      return report({ id: command.id, state: "failed", at: now(), failure: failure ?? "unknown-point" });
    for (const { paramId, priority } of this.#write(device, { ...command, paramId: command.point }))
      this.#dropEnd(slotOf(device, paramId, priority));
    report({ id: command.id, state: "acknowledged", at: now() });
    this.#noteEnd(command, device);
    this.#verify(command, device, performance.now() + (this.#options.verifyMs ?? VERIFY_MS));
  }

  /** @returns the write, and those that follow from it */
  #write(device: CommandedDevice, write: Write): Write[] {
    if (device.ignoresWrites?.()) return [];
    const writes = [write, ...(device.onWrite?.(write) ?? [])];
    for (const { paramId, value, priority } of writes) device.slots.set(paramId, priority, value);
    this.#options.onWritten(device.ssid);
    return writes;
  }

  #dropEnd(slot: string): void {
    clearTimeout(this.#ends.get(slot));
    this.#ends.delete(slot);
  }

  /** The newest command of a slot decides its end. */
  #noteEnd(command: CommandMessage, device: CommandedDevice): void {
    const { id, point, priority, value, until } = command;
    const slot = slotOf(device, point, priority);
    this.#dropEnd(slot);
    if (value === null || until === undefined) return;
    const { report, now } = this.#options;
    const wait = () => setTimeout(look, Math.min(Math.max(0, until - now()), LONGEST_TIMER_MS));
    const look = () => {
      if (now() < until) {
        this.#ends.set(slot, wait());
        return;
      }
      this.#ends.delete(slot);
      this.#write(device, { paramId: point, value: null, priority });
      report({ id, state: "released", at: now() });
    };
    this.#ends.set(slot, wait());
  }

  #refusal(command: CommandMessage, device: CommandedDevice | undefined): CommandFailure | undefined {
    if (this.#options.now() >= command.expiresAt) return "expired";
    const point = device?.points.find((one) => one.paramId === command.point);
    if (!device || !point) return "unknown-point";
    if (!device.slots.has(command.point)) return "refused";
    if (device.isSilent?.()) return "unreachable";
    const { value } = command;
    const isOut = value !== null && (value < (point.min ?? value) || value > (point.max ?? value));
    return isOut ? "out-of-range" : undefined;
  }

  #verify(command: CommandMessage, device: CommandedDevice, until: number): void {
    const everyMs = this.#options.verifyEveryMs ?? VERIFY_EVERY_MS;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      const { report, now } = this.#options;
      const { point, value, priority } = command;
      const shown = device.values()[point] ?? 0;
      const isHeld = device.slots.at(point, priority) === value;
      const ended = { id: command.id, at: now(), value: shown };
      if (isHeld && (value === null || shown === value)) return report({ ...ended, state: "verified" });
      const winningPriority = device.slots.winnerAbove(point, priority);
      if (isHeld && winningPriority !== undefined)
        return report({ ...ended, state: "failed", failure: "overridden", winningPriority });
      if (performance.now() < until) return this.#verify(command, device, until);
      report({ ...ended, state: "failed", failure: "not-verified" });
    }, everyMs);
    this.#timers.add(timer);
  }
}
