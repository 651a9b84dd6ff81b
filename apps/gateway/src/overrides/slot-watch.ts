import type { ForeignOverride } from "@verandah/field/payloads.ts";

import type { CommandTarget } from "../commands/command-executor.ts";
import { isSameValue, type PointReading, type PointSlots, winningSlot } from "../drivers/driver.ts";
import { candidatesOf, heldOverride, type Override, type OverrideStore } from "./override-store.ts";

export interface SlotWatchOptions {
  targets: ReadonlyMap<string, CommandTarget>;
  store: OverrideStore;
  now: () => number;
  /** Interval of the comparison of a device's priority arrays, ms. */
  everyMs: number;
  /** Another system replaced an override, or released it (`held` null). */
  onLost: (override: Override, held: number | null) => void;
  /** The foreign overrides of a device have changed. */
  onForeignChange: () => void;
  onRewritten: (override: Override) => void;
  /** The device holds the value of a command whose verification had failed. */
  onVerified: (override: Override) => void;
  /** The slot is empty after a release whose verification had failed. */
  onEnded: (override: Override) => void;
  onFailure: (device: string, error: unknown) => void;
}

const DEADLINE_MS = 10_000;
/** An override that was written again, and whose slot is empty again within this time, was released by another system, ms. */
const REWRITE_AGAIN_MS = 3_600_000;
/** Manual operator: a value at this priority or above is always an override. Source: ASHRAE 135 §19.2. */
const MANUAL_OPERATOR = 8;
const SCHEDULE = 16;

interface DeviceState {
  dueAtMs: number;
  /** Present values of the points with a value in their array. */
  shown: Map<string, number>;
  foreign: ForeignOverride[];
}

/**
 * Compares the priority arrays of devices with the written values. Writes an override again after the device lost it, reports an override
 * that another system replaced, and lists the overrides of other systems.
 */
export class SlotWatch {
  readonly #options: SlotWatchOptions;
  readonly #states = new Map<string, DeviceState>();

  constructor(options: SlotWatchOptions) {
    this.#options = options;
  }

  /** Undefined before the first comparison of the device. */
  foreignOf(device: string): ForeignOverride[] | undefined {
    return this.#states.get(device)?.foreign;
  }

  /** Compares at the next answered poll. */
  compareSoon(device: string): void {
    const known = this.#states.get(device);
    if (known) known.dueAtMs = 0;
  }

  /** Compares after an answered poll if the interval has passed, polls were missed, or a point with a value in its array has changed. */
  async polled(device: string, readings: readonly PointReading[], isAfterGap: boolean): Promise<void> {
    const { targets, now, onFailure } = this.#options;
    const known = this.#states.get(device);
    const isMoved = readings.some(({ pointId, value }) => {
      const shown = known?.shown.get(pointId);
      return shown !== undefined && !isSameValue(value, shown);
    });
    if (known && known.dueAtMs > now() && !isAfterGap && !isMoved) return;
    const target = targets.get(device);
    if (!target?.driver.readSlots) return;
    try {
      await this.#compare(device, target, target.driver.readSlots.bind(target.driver));
    } catch (error) {
      // Retries after the next poll.
      this.compareSoon(device);
      onFailure(device, error);
    }
  }

  async #compare(
    device: string,
    target: CommandTarget,
    readSlots: (signal: AbortSignal) => Promise<PointSlots[]>,
  ): Promise<void> {
    const { now, everyMs, onForeignChange } = this.#options;
    let isRewritten = false;
    const points = await target.poller.queue.run(async (interrupted) => {
      using deadline = target.poller.deadline(DEADLINE_MS, interrupted);
      const { signal } = deadline;
      const arrays = await readSlots(signal);
      isRewritten = await this.#compareOverrides(device, arrays, target, signal);
      return arrays;
    });
    const foreign = points.flatMap(({ pointId, slots }) => this.#foreignOverride(device, pointId, slots));
    const before = JSON.stringify(this.#states.get(device)?.foreign ?? []);
    const held = points.filter(({ slots }) => winningSlot(slots));
    this.#states.set(device, {
      dueAtMs: now() + (isRewritten ? 0 : everyMs),
      shown: new Map(held.map(({ pointId, presentValue }) => [pointId, presentValue])),
      foreign,
    });
    if (JSON.stringify(foreign) !== before) onForeignChange();
    if (isRewritten) target.poller.pollSoon();
  }

  /** @returns true when an override was written again */
  async #compareOverrides(
    device: string,
    arrays: readonly PointSlots[],
    target: CommandTarget,
    signal: AbortSignal,
  ): Promise<boolean> {
    let isRewritten = false;
    for (const override of this.#options.store.list()) {
      const array = arrays.find(({ pointId }) => override.device === device && override.point === pointId);
      if (array && (await this.#compareOverride(override, array.slots, target, signal))) isRewritten = true;
    }
    return isRewritten;
  }

  /** @returns true when the override was written again */
  async #compareOverride(
    override: Override,
    slots: readonly (number | null)[],
    target: CommandTarget,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { store, now, onLost, onRewritten, onVerified, onEnded } = this.#options;
    const { point, priority, isReleasing } = override;
    const held = slots[priority - 1] ?? null;
    const candidates = candidatesOf(override);
    if (candidates.some(({ value, until }) => value === undefined || until <= now())) return false;
    const own = heldOverride(override, held);
    if (own) {
      const isNewest = own.commandId === override.commandId;
      if (override.earlier || isReleasing || !own.isWritten) store.put({ ...own, isWritten: true });
      if (isNewest && (override.earlier || !own.isWritten)) onVerified(own);
      return false;
    }
    if (isReleasing && held === null) {
      store.remove(override);
      onEnded(candidates.at(-1) ?? override);
      return false;
    }
    const current = candidates.at(-1) ?? override;
    // Without an answer to the write it is unknown whether the value reached the device.
    if (!current.isWritten || current.value === undefined) return false;
    const { rewrittenAt } = current;
    if (held === null && (rewrittenAt === undefined || now() - rewrittenAt > REWRITE_AGAIN_MS)) {
      await target.driver.write(point, current.value, priority, signal);
      store.put({ ...current, rewrittenAt: now() });
      onRewritten(current);
      return true;
    }
    store.remove(override);
    onLost(current, held);
    return false;
  }

  #foreignOverride(device: string, point: string, slots: readonly (number | null)[]): ForeignOverride[] {
    const winner = winningSlot(slots, SCHEDULE);
    if (!winner || this.#isOurs(device, point, winner)) return [];
    // Values of site programs below this priority are normal operation.
    const isOverride = winner.priority <= MANUAL_OPERATOR || slots[SCHEDULE - 1] !== null;
    return isOverride ? [{ point, ...winner }] : [];
  }

  #isOurs(device: string, point: string, { priority, value }: { priority: number; value: number }): boolean {
    const own = this.#options.store.at({ device, point, priority });
    if (!own) return false;
    return own.value === undefined || !own.isWritten || heldOverride(own, value) !== undefined;
  }
}
