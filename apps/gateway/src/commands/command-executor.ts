import {
  type CommandFailure,
  type CommandMessage,
  commandMessage,
  type CommandResult,
} from "@verandah/field/payloads.ts";

import type { DevicePoller } from "../devices/device-poller.ts";
import {
  type Driver,
  DriverError,
  type DriverFailure,
  type DriverPoint,
  type ReadBack,
} from "../drivers/driver.ts";

/** What remembers the commands seen, so that each is done once. */
export interface CommandJournal {
  noteCommand(id: string, atMs: number): boolean;
  endCommand(id: string): void;
  openCommands(): string[];
  forgetCommandsBefore(atMs: number): void;
}

export interface CommandTarget {
  driver: Driver;
  poller: Pick<DevicePoller, "queue" | "signal" | "pollSoon">;
}

/** What sees to it that a write with an end ends. */
interface OverrideEnds {
  begin(command: CommandMessage, target: CommandTarget, signal: AbortSignal): Promise<number | null>;
  written(command: CommandMessage): void;
  refused(command: CommandMessage): void;
}

export interface CommandExecutorOptions {
  targets: ReadonlyMap<string, CommandTarget>;
  journal: CommandJournal;
  overrides: OverrideEnds;
  report: (result: CommandResult) => void;
  now: () => number;
  /** How long a value may take to read back, and how often it is looked at, ms. */
  verifyMs: number;
  verifyEveryMs: number;
  onIgnored: (why: string) => void;
}

/** Ids are remembered this long after their command ended, ms: far longer than any command lives. */
const REMEMBER_MS = 24 * 3_600_000;
/** A REAL has seven digits, so equal means equal to a part in a million, and never closer than this. */
const TOLERANCE = 1e-3;

const failureFor: Record<DriverFailure, CommandFailure> = {
  unreachable: "unreachable",
  garbled: "unreachable",
  refused: "refused",
  "unknown-point": "unknown-point",
};

function isEqual(a: number | null, b: number | null): boolean {
  if (a === null || b === null) return a === b;
  return Math.abs(a - b) <= Math.max(TOLERANCE, 1e-6 * Math.abs(b));
}

/** Whether the device now does, or at its priority holds, what it was told. */
function isVerified(value: number | null, back: ReadBack): boolean {
  if (back.held === undefined) return value !== null && isEqual(back.presentValue, value);
  if (!isEqual(back.held, value)) return false;
  return value === null || back.isOverridden || isEqual(back.presentValue, value);
}

/** Carries out commands: once each, in time, within the point's range, and looked at afterwards. */
export class CommandExecutor {
  readonly #options: CommandExecutorOptions;
  /** The newest command of each slot; an older one stops looking. */
  readonly #newest = new Map<string, string>();

  constructor(options: CommandExecutorOptions) {
    this.#options = options;
    // What was under way when the gateway died was perhaps written, and nobody looked.
    for (const id of options.journal.openCommands()) this.#fail(id, "not-verified");
  }

  /** Takes an order as it came over the wire. */
  handle(payload: Buffer): void {
    const { journal, now, onIgnored } = this.#options;
    let raw: unknown;
    try {
      raw = JSON.parse(payload.toString("utf8"));
    } catch {
      return onIgnored("not JSON");
    }
    const parsed = commandMessage.safeParse(raw);
    if (!parsed.success)
      return onIgnored(
        `not a command: ${parsed.error.issues[0]?.path.join(".") ?? ""} ${parsed.error.issues[0]?.message ?? ""}`,
      );
    const command = parsed.data;
    if (!journal.noteCommand(command.id, now())) return;
    journal.forgetCommandsBefore(now() - REMEMBER_MS);
    this.#execute(command).catch((error: unknown) => {
      onIgnored(`command ${command.id}: ${String(error)}`);
      this.#fail(command.id, "unreachable");
    });
  }

  async #execute(command: CommandMessage): Promise<void> {
    const target = this.#options.targets.get(command.device);
    const point = target?.driver.points.find((known) => known.id === command.point);
    const refusal = this.#refusal(command, point);
    if (!target || !point || refusal) return this.#fail(command.id, refusal ?? "unknown-point");

    const slot = `${command.device}\n${command.point}\n${command.priority}`;
    this.#newest.set(slot, command.id);
    let written: number | null;
    try {
      written = await this.#write(command, target);
    } catch (error) {
      if (!(error instanceof DriverError)) throw error;
      // A write without an answer may have been done, and then has to end all the same.
      if (error.failure === "refused") this.#options.overrides.refused(command);
      return this.#fail(command.id, this.#isExpired(command) ? "expired" : failureFor[error.failure]);
    }
    this.#options.report({ id: command.id, state: "acknowledged", at: this.#options.now() });
    this.#options.overrides.written(command);
    await this.#verify({ ...command, value: written }, target, () => this.#newest.get(slot) === command.id);
    if (this.#newest.get(slot) === command.id) this.#newest.delete(slot);
  }

  #refusal(command: CommandMessage, point: DriverPoint | undefined): CommandFailure | undefined {
    if (this.#isExpired(command)) return "expired";
    if (command.until !== undefined && command.until <= this.#options.now()) return "expired";
    if (!point) return "unknown-point";
    if (!point.write) return "refused";
    const { value } = command;
    if (value !== null && (value < point.write[0] || value > point.write[1])) return "out-of-range";
    return undefined;
  }

  #isExpired(command: CommandMessage): boolean {
    return this.#options.now() >= command.expiresAt;
  }

  /** Answers what was written. */
  async #write(command: CommandMessage, target: CommandTarget): Promise<number | null> {
    const { driver, poller } = target;
    return poller.queue.run(
      async () => {
        // Time has passed in the queue; what is no longer wanted must not be written.
        const leftMs = command.expiresAt - this.#options.now();
        if (leftMs <= 0) throw new DriverError("unreachable", { detail: "expired while waiting" });
        const signal = poller.signal(leftMs);
        const value = await this.#options.overrides.begin(command, target, signal);
        await driver.write(command.point, value, command.priority, signal);
        return value;
      },
      { isUrgent: true },
    );
  }

  async #verify(
    command: CommandMessage,
    { driver, poller }: CommandTarget,
    isNewest: () => boolean,
  ): Promise<void> {
    const { verifyMs, verifyEveryMs, now, report, journal } = this.#options;
    const until = performance.now() + verifyMs;
    let last: number | undefined;
    for (;;) {
      try {
        const back = await poller.queue.run(
          () => driver.readBack(command.point, command.priority, poller.signal(verifyMs)),
          { isUrgent: true },
        );
        last = back.presentValue;
        if (isVerified(command.value, back)) {
          report({ id: command.id, state: "verified", at: now(), value: last });
          journal.endCommand(command.id);
          return poller.pollSoon();
        }
      } catch (error) {
        if (!(error instanceof DriverError)) throw error;
      }
      if (performance.now() + verifyEveryMs > until || !isNewest())
        return this.#fail(command.id, "not-verified", last);
      await new Promise((done) => setTimeout(done, verifyEveryMs));
    }
  }

  #fail(id: string, failure: CommandFailure, value?: number): void {
    const { report, now, journal } = this.#options;
    report({ id, state: "failed", at: now(), failure, ...(value !== undefined && { value }) });
    journal.endCommand(id);
  }
}
