import { refuseValue } from "@verandah/equipment/write-check.ts";
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
  heldIn,
  isSameValue,
  type ReadBack,
} from "../drivers/driver.ts";

/** Records received commands, so that the gateway executes each of them once. */
export interface CommandJournal {
  recordCommand(id: string, atMs: number): boolean;
  endCommand(id: string): void;
  openCommands(): string[];
  deleteCommandsBefore(atMs: number): void;
}

export interface CommandTarget {
  driver: Driver;
  poller: Pick<DevicePoller, "queue" | "deadline" | "pollSoon">;
}

/** Records overrides before their write. */
interface OverrideRecords {
  begin(
    command: CommandMessage,
    target: CommandTarget,
    signal: AbortSignal,
  ): Promise<{ value: number | null; undo: () => void }>;
  written(command: CommandMessage): void;
  verified(command: CommandMessage): void;
  notVerified(command: CommandMessage, held: number | null): void;
}

export interface CommandExecutorOptions {
  targets: ReadonlyMap<string, CommandTarget>;
  journal: CommandJournal;
  overrides: OverrideRecords;
  report: (result: CommandResult) => void;
  /** The device has the written value. Later readings show whether another system changes it. */
  onHeld: (device: string) => void;
  now: () => number;
  /** Maximum time until a value reads back, and the interval of the checks, ms. */
  verifyMs: number;
  verifyEveryMs: number;
  onIgnored: (why: string) => void;
}

/** Ids of ended commands are stored for this time after their arrival, ms. It is much longer than the deadline of a command. */
const STORED_MS = 24 * 3_600_000;

const failureFor: Record<DriverFailure, CommandFailure> = {
  unreachable: "unreachable",
  garbled: "unreachable",
  refused: "refused",
  "unknown-point": "unknown-point",
  "not-yet": "unreachable",
};

const isHeld = (value: number | null, { held }: ReadBack) => held !== undefined && isSameValue(held, value);

/** Whether the present value is the written value; for a release, whether the slot is empty. */
function isVerified(value: number | null, back: ReadBack): boolean {
  if (back.held !== undefined && !isHeld(value, back)) return false;
  return value === null ? back.held === null : isSameValue(back.presentValue, value);
}

/** Executes commands: once each, before the deadline, within the point's range, and with verification. */
export class CommandExecutor {
  readonly #options: CommandExecutorOptions;
  /** The newest command of each slot. Verification of an older one stops. */
  readonly #newest = new Map<string, string>();

  constructor(options: CommandExecutorOptions) {
    this.#options = options;
    // Commands that were open when the gateway crashed may have been written, but were not verified.
    for (const id of options.journal.openCommands()) this.#fail(id, "not-verified");
  }

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
    if (!journal.recordCommand(command.id, now())) return;
    journal.deleteCommandsBefore(now() - STORED_MS);
    this.#execute(command).catch((error: unknown) => {
      onIgnored(`command ${command.id}: ${String(error)}`);
      this.#fail(command.id, "unreachable");
    });
  }

  async #execute(command: CommandMessage): Promise<void> {
    const target = this.#options.targets.get(command.device);
    const point = target?.driver.points.find((candidate) => candidate.id === command.point);
    const refusal = this.#refusal(command, point);
    if (!target || !point || refusal) return this.#fail(command.id, refusal ?? "unknown-point");

    const slot = `${command.device}\n${command.point}\n${command.priority}`;
    this.#newest.set(slot, command.id);
    let written: number | null;
    try {
      written = await this.#write(command, target);
    } catch (error) {
      if (!(error instanceof DriverError)) throw error;
      return this.#fail(command.id, this.#isExpired(command) ? "expired" : failureFor[error.failure]);
    }
    this.#options.report({ id: command.id, state: "acknowledged", at: this.#options.now() });
    this.#options.overrides.written(command);
    const isNewest = () => this.#newest.get(slot) === command.id;
    const outcome = await this.#verify({ ...command, value: written }, target, isNewest);
    if (!isNewest()) return;
    if (outcome.isHeld) this.#options.overrides.verified(command);
    else if (outcome.held !== undefined) this.#options.overrides.notVerified(command, outcome.held);
    this.#newest.delete(slot);
  }

  #refusal(command: CommandMessage, point: DriverPoint | undefined): CommandFailure | undefined {
    if (this.#isExpired(command)) return "expired";
    if (command.until !== undefined && command.until <= this.#options.now()) return "expired";
    if (!point) return "unknown-point";
    if (!point.write) return "refused";
    const { value } = command;
    if (value !== null && refuseValue(point.write, value)) return "out-of-range";
    return undefined;
  }

  #isExpired(command: CommandMessage): boolean {
    return this.#options.now() >= command.expiresAt;
  }

  /** Returns the written value. */
  async #write(command: CommandMessage, target: CommandTarget): Promise<number | null> {
    const { driver, poller } = target;
    return poller.queue.run(
      async () => {
        // The command may have expired in the queue.
        const leftMs = command.expiresAt - this.#options.now();
        if (leftMs <= 0) throw new DriverError("unreachable", { detail: "expired in the queue" });
        using deadline = poller.deadline(leftMs);
        const { signal } = deadline;
        const { value, undo } = await this.#options.overrides.begin(command, target, signal);
        try {
          await driver.write(command.point, value, command.priority, signal);
        } catch (error) {
          // A write without an answer may have reached the device, so the override stays recorded.
          if (error instanceof DriverError && error.failure === "refused") undo();
          throw error;
        }
        return value;
      },
      { isUrgent: true },
    );
  }

  async #verify(
    command: CommandMessage,
    { driver, poller }: CommandTarget,
    isNewest: () => boolean,
  ): Promise<{ isHeld: boolean; held?: number | null }> {
    const { verifyMs, verifyEveryMs, now, report, journal, onHeld } = this.#options;
    const until = performance.now() + verifyMs;
    let last: number | undefined;
    let held: number | null | undefined;
    for (;;) {
      try {
        const back = await poller.queue.run(
          async () => {
            using deadline = poller.deadline(verifyMs);
            return await driver.readBack(command.point, command.priority, deadline.signal);
          },
          { isUrgent: true },
        );
        last = back.presentValue;
        held = heldIn(back);
        if (isVerified(command.value, back)) {
          report({ id: command.id, state: "verified", at: now(), value: last });
          onHeld(command.device);
          journal.endCommand(command.id);
          poller.pollSoon();
          return { isHeld: true };
        }
        if (back.overriddenBy && isHeld(command.value, back)) {
          const { priority: winningPriority, value } = back.overriddenBy;
          this.#fail(command.id, "overridden", { value, winningPriority });
          onHeld(command.device);
          poller.pollSoon();
          return { isHeld: true };
        }
      } catch (error) {
        if (!(error instanceof DriverError)) throw error;
      }
      if (performance.now() + verifyEveryMs > until || !isNewest()) {
        this.#fail(command.id, "not-verified", last === undefined ? {} : { value: last });
        return { isHeld: false, ...(held !== undefined && { held }) };
      }
      await new Promise((done) => setTimeout(done, verifyEveryMs));
    }
  }

  #fail(
    id: string,
    failure: CommandFailure,
    back: Pick<CommandResult, "value" | "winningPriority"> = {},
  ): void {
    const { report, now, journal } = this.#options;
    report({ id, state: "failed", at: now(), failure, ...back });
    journal.endCommand(id);
  }
}
