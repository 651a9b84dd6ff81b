import type { BACNetAddress } from "@bacnet-js/client";

/** What a notification reports of an object. */
export interface CovState {
  value: number;
  flags: readonly number[];
}

export interface CovSubscription {
  subscriber: BACNetAddress;
  processId: number;
  objectKey: string;
  isConfirmed: boolean;
  /** Infinity for a subscription without an end. */
  expiresAtMs: number;
  /** Value and flags of the last notification; undefined before the first. */
  notified?: CovState | undefined;
}

/** Maximum subscriptions: a controller has little memory. */
export const SUBSCRIPTIONS_MAX = 200;

export class CovSubscriptions {
  readonly #byId = new Map<string, CovSubscription>();

  get count(): number {
    return this.#byId.size;
  }

  #idOf(of: Pick<CovSubscription, "subscriber" | "processId" | "objectKey">): string {
    return `${of.subscriber.address}/${of.processId}/${of.objectKey}`;
  }

  /** Adds or renews a subscription; false at the limit. */
  add(subscription: CovSubscription): boolean {
    const id = this.#idOf(subscription);
    if (!this.#byId.has(id) && this.#byId.size >= SUBSCRIPTIONS_MAX) return false;
    this.#byId.set(id, subscription);
    return true;
  }

  cancel(of: Pick<CovSubscription, "subscriber" | "processId" | "objectKey">): void {
    this.#byId.delete(this.#idOf(of));
  }

  clear(): void {
    this.#byId.clear();
  }

  /**
   * The object's subscriptions that need a notification: never notified, the value changed by at least `increment`, or its flags changed.
   * Drops expired ones.
   */
  due(objectKey: string, { value, flags }: CovState, increment: number, nowMs: number): CovSubscription[] {
    const due: CovSubscription[] = [];
    for (const [id, subscription] of this.#byId) {
      if (subscription.expiresAtMs <= nowMs) this.#byId.delete(id);
      else if (
        subscription.objectKey === objectKey &&
        (subscription.notified === undefined ||
          Math.abs(value - subscription.notified.value) >= increment ||
          String(flags) !== String(subscription.notified.flags))
      )
        due.push(subscription);
    }
    return due;
  }
}
