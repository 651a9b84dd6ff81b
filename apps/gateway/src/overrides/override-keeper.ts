import type { CommandMessage } from "@verandah/field/payloads.ts";

import type { CommandTarget } from "../commands/command-executor.ts";
import { DriverError, isSameValue } from "../drivers/driver.ts";
import type { Override, OverrideBook } from "./override-book.ts";

export interface OverrideKeeperOptions {
  targets: ReadonlyMap<string, CommandTarget>;
  book: OverrideBook;
  now: () => number;
  onEnded: (override: Override) => void;
  /** Another system has replaced the override; its value stays. */
  onLost: (override: Override, held: number) => void;
  onTrouble: (override: Override, error: unknown) => void;
  /** How often it looks what has ended, and tries again what could not be released, ms. */
  everyMs?: number;
}

const EVERY_MS = 1_000;
const RELEASE_DEADLINE_MS = 10_000;
/** A release that failed is tried again after a wait that doubles up to this, ms. */
const LONGEST_WAIT_MS = 60_000;

/** Without priority arrays an override ends by writing the value from before it. */
const keepsPriorities = ({ driver }: CommandTarget) => "readSlots" in driver;

/** What another system has put in the slot of an override; undefined when the slot holds the override or nothing. */
async function foreignValue(
  { point, priority, value, isWritten }: Override,
  target: CommandTarget,
  signal: AbortSignal,
): Promise<number | undefined> {
  if (!keepsPriorities(target) || value === undefined || !isWritten) return undefined;
  const { held } = await target.driver.readBack(point, priority, signal);
  return typeof held === "number" && !isSameValue(held, value) ? held : undefined;
}

/** Ends overrides when their time has come, whether the server is there or not. */
export class OverrideKeeper implements Disposable {
  readonly #options: OverrideKeeperOptions;
  readonly #timer: NodeJS.Timeout;
  readonly #underWay = new Set<string>();
  /** When a failed release is tried again, and how long was waited for it. */
  readonly #later = new Map<string, { atMs: number; waitMs: number }>();

  constructor(options: OverrideKeeperOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#look(), options.everyMs ?? EVERY_MS);
    this.#look();
  }

  /**
   * Notes a write before it is done, since nobody may live to note it afterwards. Answers what has to be written: for null and a device
   * that keeps no priorities, what it had before; and how to undo the note when the device refuses the write.
   *
   * @throws DriverError when the device cannot be asked what it has
   */
  async begin(
    command: CommandMessage,
    target: CommandTarget,
    signal: AbortSignal,
  ): Promise<{ value: number | null; undo: () => void }> {
    const { book } = this.#options;
    const { id: commandId, device, point, priority, value, until } = command;
    const known = book.at(command);
    const undo = () => (known ? book.put(known) : book.remove(command));
    if (value === null)
      return { value: keepsPriorities(target) ? null : (known?.before ?? null), undo: () => {} };
    if (until === undefined) return { value, undo: () => {} };
    const before = keepsPriorities(target)
      ? undefined
      : (known?.before ?? (await target.driver.readBack(point, priority, signal)).presentValue);
    book.put({ device, point, priority, commandId, until, value, ...(before !== undefined && { before }) });
    return { value, undo };
  }

  /** Notes that a write was taken: what has no end, or is a release, stands in no book. */
  written(command: CommandMessage): void {
    const { book } = this.#options;
    const known = book.at(command);
    if (command.value === null || command.until === undefined) book.remove(command);
    else if (known?.commandId === command.id) book.put({ ...known, isWritten: true });
  }

  #look(): void {
    const nowMs = this.#options.now();
    for (const override of this.#options.book.list()) {
      const key = JSON.stringify(override);
      if (override.until > nowMs || this.#underWay.has(key) || (this.#later.get(key)?.atMs ?? 0) > nowMs)
        continue;
      this.#underWay.add(key);
      void this.#release(override, key).finally(() => this.#underWay.delete(key));
    }
  }

  async #release(override: Override, key: string): Promise<void> {
    const { targets, book, now, onEnded, onLost, onTrouble } = this.#options;
    const { device, point, priority } = override;
    const target = targets.get(device);
    // A device that is no longer configured cannot be reached by anybody here.
    if (!target) return book.remove(override);
    let interruption: AbortSignal | undefined;
    try {
      const outcome = await target.poller.queue.run(async (interrupted) => {
        interruption = interrupted;
        // Somebody may have given another order while this waited.
        if (JSON.stringify(book.at(override)) !== key) return "changed";
        const signal = AbortSignal.any([target.poller.signal(RELEASE_DEADLINE_MS), interrupted]);
        const foreign = await foreignValue(override, target, signal);
        if (foreign !== undefined) return { foreign };
        const value = keepsPriorities(target) ? null : (override.before ?? null);
        await target.driver.write(point, value, priority, signal);
        return "released";
      });
      this.#later.delete(key);
      if (outcome === "changed") return;
      book.remove(override);
      if (outcome === "released") onEnded(override);
      else onLost(override, outcome.foreign);
      target.poller.pollSoon();
    } catch (error) {
      // A person's order goes first; that says nothing of the device.
      if (interruption?.aborted) return;
      // What a device does not know, or refuses, it will not take later either.
      if (error instanceof DriverError && (error.failure === "refused" || error.failure === "unknown-point"))
        book.remove(override);
      const waitMs = Math.min((this.#later.get(key)?.waitMs ?? EVERY_MS) * 2, LONGEST_WAIT_MS);
      this.#later.set(key, { atMs: now() + waitMs, waitMs });
      onTrouble(override, error);
    }
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
