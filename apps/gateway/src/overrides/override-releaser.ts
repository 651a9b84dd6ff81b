import type { CommandMessage, HeldOverride } from "@verandah/field/payloads.ts";

import type { CommandTarget } from "../commands/command-executor.ts";
import { DriverError, heldIn, isSameValue } from "../drivers/driver.ts";
import { candidatesOf, heldOverride, type Override, type OverrideStore } from "./override-store.ts";

export interface OverrideReleaserOptions {
  targets: ReadonlyMap<string, CommandTarget>;
  store: OverrideStore;
  now: () => number;
  onEnded: (override: Override) => void;
  /** The device holds the value of a command whose verification had failed. */
  onVerified: (override: Override) => void;
  /** Another system replaced the override. The value of the other system stays. */
  onLost: (override: Override, held: number) => void;
  onFailure: (override: Override, error: unknown) => void;
  /** Interval of the check for expired overrides and due retries, ms. */
  everyMs?: number;
}

const EVERY_MS = 1_000;
const RELEASE_DEADLINE_MS = 10_000;
/** The delay after a failed release doubles up to this, ms. */
const LONGEST_WAIT_MS = 60_000;

/** Whether the device has priority arrays. Without them a release writes the value before the override. */
const hasPriorities = ({ driver }: CommandTarget) => "readSlots" in driver;

/**
 * Some devices accept a release and ignore it.
 *
 * @throws DriverError when the device still holds the value after its release
 */
async function refuseIfHeld(released: Override, target: CommandTarget, signal: AbortSignal): Promise<void> {
  const { point, priority, value, before = null } = released;
  if (value === undefined || isSameValue(value, before)) return;
  const held = heldIn(await target.driver.readBack(point, priority, signal));
  if (isSameValue(held, value))
    throw new DriverError("unreachable", { detail: `${value} is still in force` });
}

/** Releases overrides when they expire, with or without the server. */
export class OverrideReleaser implements Disposable {
  readonly #options: OverrideReleaserOptions;
  readonly #timer: NodeJS.Timeout;
  readonly #running = new Set<string>();
  /** Time of the next attempt for a failed release, and the delay before it. */
  readonly #retries = new Map<string, { atMs: number; waitMs: number }>();

  constructor(options: OverrideReleaserOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#releaseExpired(), options.everyMs ?? EVERY_MS);
    this.#releaseExpired();
  }

  /**
   * Records an override before its write, because the gateway may crash after the write. The earlier one is kept beside it until the
   * device is known to hold the new value. Returns the value to write: for a release on a device without priorities, the earlier value.
   * Also returns a function that restores the earlier record when the device rejects the write.
   *
   * @throws DriverError when the earlier value cannot be read
   */
  async begin(
    command: CommandMessage,
    target: CommandTarget,
    signal: AbortSignal,
  ): Promise<{ value: number | null; undo: () => void }> {
    const { store } = this.#options;
    const { id: commandId, device, point, priority, value, until } = command;
    const recorded = store.at(command);
    const undo = () => (recorded ? store.put(recorded) : store.remove(command));
    if (value === null) {
      if (recorded) store.put({ ...recorded, isReleasing: true });
      return { value: hasPriorities(target) ? null : (recorded?.before ?? null), undo };
    }
    if (until === undefined) return { value, undo: () => {} };
    const before = hasPriorities(target)
      ? undefined
      : (recorded?.before ?? (await target.driver.readBack(point, priority, signal)).presentValue);
    store.put({
      device,
      point,
      priority,
      commandId,
      until,
      value,
      ...(before !== undefined && { before }),
      ...(recorded && { earlier: candidatesOf(recorded) }),
    });
    return { value, undo };
  }

  /**
   * Records overrides of a lost gateway, which end as its own. Without priorities and the value before, what a device would have to hold
   * afterwards is unknown: that override is left out, and the server gets no end of it.
   */
  takeOver(overrides: readonly HeldOverride[]): void {
    const { targets, store } = this.#options;
    for (const { before, ...written } of overrides) {
      const target = targets.get(written.device);
      if (!target || store.at(written) || (!hasPriorities(target) && before === undefined)) continue;
      store.put({
        ...written,
        isWritten: true,
        ...(before !== undefined && !hasPriorities(target) && { before }),
      });
    }
  }

  /** Records that the device accepted a write. */
  written({ id, ...slot }: CommandMessage): void {
    const { store } = this.#options;
    const recorded = store.at(slot);
    if (recorded?.commandId === id) store.put({ ...recorded, isWritten: true });
  }

  /** Records that the device holds a command's value. A release, or a write without an end, removes the override of the slot. */
  verified({ id: commandId, device, point, priority, value, until }: CommandMessage): void {
    const { store } = this.#options;
    const slot = { device, point, priority };
    if (value === null || until === undefined) return store.remove(slot);
    const before = store.at(slot)?.before;
    store.put({ ...slot, commandId, until, value, isWritten: true, ...(before !== undefined && { before }) });
  }

  /** After a failed verification an earlier override that the device still holds stays in force, with its own end. */
  notVerified(command: CommandMessage, held: number | null): void {
    const { store } = this.#options;
    const recorded = store.at(command);
    const own = recorded && heldOverride(recorded, held);
    if (own && own.commandId !== command.id) store.put(own);
  }

  #releaseExpired(): void {
    const nowMs = this.#options.now();
    for (const override of this.#options.store.list()) {
      const key = JSON.stringify(override);
      const dueAtMs = Math.min(...candidatesOf(override).map(({ until }) => until));
      if (dueAtMs > nowMs || this.#running.has(key) || (this.#retries.get(key)?.atMs ?? 0) > nowMs) continue;
      this.#running.add(key);
      void this.#release(override, key).finally(() => this.#running.delete(key));
    }
  }

  async #release(override: Override, key: string): Promise<void> {
    const { targets, store, now, onEnded, onVerified, onLost, onFailure } = this.#options;
    const { device, point, priority } = override;
    const target = targets.get(device);
    // The gateway cannot reach a device that is no longer configured.
    if (!target) return store.remove(override);
    const isRecorded = () => JSON.stringify(store.at(override)) === key;
    let interruption: AbortSignal | undefined;
    try {
      const outcome = await target.poller.queue.run(async (interrupted) => {
        interruption = interrupted;
        // A newer command may have arrived while this release waited.
        if (!isRecorded()) return "changed";
        using deadline = target.poller.deadline(RELEASE_DEADLINE_MS, interrupted);
        const { signal } = deadline;
        const current = candidatesOf(override).at(-1) ?? override;
        if (override.earlier || (hasPriorities(target) && current.value !== undefined && current.isWritten)) {
          const held = heldIn(await target.driver.readBack(point, priority, signal));
          const own = heldOverride(override, held);
          if (own && override.earlier) {
            store.put({ ...own, isWritten: true });
            if (own.commandId === override.commandId) onVerified(own);
            return "changed";
          }
          if (!own && held !== null && hasPriorities(target)) {
            store.remove(override);
            return { current, foreign: held };
          }
        }
        const value = hasPriorities(target) ? null : (override.before ?? null);
        await target.driver.write(point, value, priority, signal);
        await refuseIfHeld(current, target, signal);
        // Before the next work of the device: a command that follows at once records an override of its own.
        store.remove(override);
        return { current };
      });
      this.#retries.delete(key);
      if (outcome === "changed") return;
      if (outcome.foreign === undefined) onEnded(outcome.current);
      else onLost(outcome.current, outcome.foreign);
      target.poller.pollSoon();
    } catch (error) {
      // An urgent command interrupted the release. This is not a failure of the device.
      if (interruption?.aborted) return;
      // A device that rejects a release still holds the value, for example while a switch at it decides.
      if (error instanceof DriverError && error.failure === "unknown-point" && isRecorded())
        store.remove(override);
      const waitMs = Math.min((this.#retries.get(key)?.waitMs ?? EVERY_MS) * 2, LONGEST_WAIT_MS);
      this.#retries.set(key, { atMs: now() + waitMs, waitMs });
      onFailure(override, error);
    }
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
