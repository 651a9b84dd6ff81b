import type { DeviceHealth } from "@verandah/field/payloads.ts";

import type { OfflineReason } from "../drivers/driver.ts";

/** Polls without an answer after which a device is offline. */
const OFFLINE_AFTER_MISSED_POLLS = 3;

/** Reachability of one device. */
export class HealthRecord {
  readonly device: string;
  #state: DeviceHealth["state"] | undefined;
  #since = 0;
  #lastSeenAt: number | undefined;
  #latencyMs: number | undefined;
  #missedPolls = 0;
  #reason: DeviceHealth["reason"];

  constructor(device: string) {
    this.device = device;
  }

  get isOffline(): boolean {
    return this.#state === "offline";
  }

  get missedPolls(): number {
    return this.#missedPolls;
  }

  /** Records an answer. @returns true when the state has changed */
  seen(atMs: number, latencyMs: number): boolean {
    this.#lastSeenAt = atMs;
    this.#latencyMs = latencyMs;
    this.#missedPolls = 0;
    return this.#setState("online", atMs);
  }

  /** Records a poll without an answer, and the reason. @returns true when the state has changed */
  missed(atMs: number, reason: OfflineReason): boolean {
    this.#missedPolls++;
    this.#reason = reason;
    return this.#missedPolls >= OFFLINE_AFTER_MISSED_POLLS && this.#setState("offline", atMs);
  }

  #setState(state: DeviceHealth["state"], atMs: number): boolean {
    if (this.#state === state) return false;
    this.#state = state;
    this.#since = atMs;
    return true;
  }

  /** Undefined until the first answer or the first three missed polls. */
  report(): DeviceHealth | undefined {
    if (!this.#state) return undefined;
    return {
      device: this.device,
      state: this.#state,
      since: this.#since,
      missedPolls: this.#missedPolls,
      ...(this.isOffline && { reason: this.#reason }),
      ...(this.#lastSeenAt !== undefined && { lastSeenAt: this.#lastSeenAt }),
      ...(this.#latencyMs !== undefined && { latencyMs: this.#latencyMs }),
    };
  }
}
