import { type Driver, DriverError, type PointReading } from "../drivers/driver.ts";
import { type Deadline, deadlineOf } from "../drivers/until-aborted.ts";
import { HealthRecord } from "./device-health.ts";
import { WorkQueue } from "./work-queue.ts";

export interface DevicePollerOptions {
  ssid: string;
  driver: Driver;
  intervalMs: number;
  /** Position of the polls within the interval, 0 to 1. */
  phase: number;
  now: () => number;
  onReadings: (readings: readonly PointReading[]) => void;
  /** Runs after an answered poll. `isAfterGap`: polls were missed before, or this is the first answer. */
  onAnswered?: (readings: readonly PointReading[], isAfterGap: boolean) => Promise<void>;
  /** Runs after each poll. `latencyMs` is undefined without an answer. */
  onPolled: (latencyMs: number | undefined, missedPolls: number) => void;
  /** `isFirst` when the state was unknown before. */
  onStateChange: (isFirst: boolean) => void;
}

/** Maximum intervals between two polls of an offline device. */
const LONGEST_BACKOFF_INTERVALS = 3;
/** Timeout of one poll or of one renewal of subscriptions, in intervals. */
const DEADLINE_INTERVALS = 0.9;
const SHORTEST_DEADLINE_MS = 500;

/** Polls one device, renews its subscriptions and tracks its health. */
export class DevicePoller {
  readonly queue = new WorkQueue();
  readonly health: HealthRecord;
  readonly #options: DevicePollerOptions;
  readonly #ending = new AbortController();
  readonly #pointIds: string[];
  #timer: NodeJS.Timeout | undefined;
  #renewAtMs = 0;
  #backoff = 1;
  #isPolling = false;
  #isPollRequested = false;

  constructor(options: DevicePollerOptions) {
    this.#options = options;
    this.health = new HealthRecord(options.ssid);
    this.#pointIds = options.driver.points.map((point) => point.id);
    this.#timer = setTimeout(() => void this.#loop(), options.phase * options.intervalMs);
  }

  /** Polls at once, e.g. after a write. A running poll is repeated, because it may have read before the write. */
  pollSoon(): void {
    if (this.#ending.signal.aborted) return;
    this.#isPollRequested = true;
    if (this.#isPolling) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#loop(), 0);
  }

  /** Aborts after the time or with the poller or `interrupted`. */
  deadline(ms: number, ...interrupted: readonly AbortSignal[]): Deadline {
    return deadlineOf(ms, this.#ending.signal, ...interrupted);
  }

  async #loop(): Promise<void> {
    const { intervalMs } = this.#options;
    const began = performance.now();
    this.#isPolling = true;
    this.#isPollRequested = false;
    await this.#poll();
    this.#isPolling = false;
    if (this.#ending.signal.aborted) return;
    this.#backoff = this.health.isOffline ? Math.min(this.#backoff + 1, LONGEST_BACKOFF_INTERVALS) : 1;
    const restMs = Math.max(0, intervalMs * this.#backoff - (performance.now() - began));
    this.#timer = setTimeout(() => void this.#loop(), this.#isPollRequested ? 0 : restMs);
  }

  get #deadlineMs(): number {
    return Math.max(SHORTEST_DEADLINE_MS, this.#options.intervalMs * DEADLINE_INTERVALS);
  }

  async #poll(): Promise<void> {
    const { driver, now, onReadings, onStateChange, onPolled } = this.#options;
    let isInterrupted = false;
    let answer: { readings: PointReading[]; isAfterGap: boolean };
    try {
      const { readings, latencyMs } = await this.queue.run(async (interrupted) => {
        const began = performance.now();
        interrupted.addEventListener("abort", () => (isInterrupted = true));
        using deadline = this.deadline(this.#deadlineMs, interrupted);
        return {
          readings: await driver.read(this.#pointIds, deadline.signal),
          latencyMs: performance.now() - began,
        };
      });
      const isFirst = this.health.report() === undefined;
      const isAfterGap = this.health.missedPolls > 0 || isFirst;
      answer = { readings, isAfterGap };
      const hasChanged = this.health.seen(now(), Math.round(latencyMs * 10) / 10);
      if (readings.length > 0) onReadings(readings);
      onPolled(latencyMs, 0);
      // A device that was offline may have lost its subscriptions.
      if (isAfterGap) this.#renewAtMs = 0;
      if (hasChanged) onStateChange(isFirst);
    } catch (error) {
      if (this.#ending.signal.aborted) return;
      if (isInterrupted) {
        // An interruption is not a failure of the device.
        this.#isPollRequested = true;
        return;
      }
      if (error instanceof DriverError && error.failure === "not-yet") return;
      const isFirst = this.health.report() === undefined;
      const hasChanged = this.health.missed(now(), error instanceof DriverError ? error.reason : "no-answer");
      onPolled(undefined, this.health.missedPolls);
      if (hasChanged) onStateChange(isFirst);
      return;
    }
    await this.#renewSubscriptions();
    await this.#options.onAnswered?.(answer.readings, answer.isAfterGap);
  }

  async #renewSubscriptions(): Promise<void> {
    const { driver, now, onReadings } = this.#options;
    const subscribe = driver.subscribe?.bind(driver);
    if (!subscribe || now() < this.#renewAtMs) return;
    try {
      const lastsMs = await this.queue.run(async (interrupted) => {
        using deadline = this.deadline(this.#deadlineMs, interrupted);
        return await subscribe((reading) => onReadings([reading]), deadline.signal);
      });
      this.#renewAtMs = now() + lastsMs;
    } catch {
      // Without a subscription polling still works. The next poll tries again.
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ending.abort(new Error("The gateway is stopping"));
    clearTimeout(this.#timer);
    await this.#options.driver[Symbol.asyncDispose]();
  }
}
