import type bacnet from "@bacnet-js/client";
import { PropertyIdentifier } from "@bacnet-js/client";

import { type BacnetObject, objectKey } from "./bacnet-objects.ts";
import { type ObjectStatus, presentValueData, statusFlags } from "./bacnet-properties.ts";
import type { CovSubscription, CovSubscriptions } from "./cov-subscriptions.ts";

export interface CovNotifierOptions {
  client: InstanceType<typeof bacnet.default>;
  /** The notifying device's instance. */
  instance: number;
  subscriptions: CovSubscriptions;
  now: () => number;
}

/** Notifies subscribers of changes, confirmed or unconfirmed as requested. Source: ASHRAE 135 §13.1. */
export class CovNotifier {
  readonly #options: CovNotifierOptions;

  constructor(options: CovNotifierOptions) {
    this.#options = options;
  }

  /** Notifies the subscribers whose last notified value or flags differ. */
  notify(object: BacnetObject, value: number, status: ObjectStatus): void {
    const { subscriptions, now } = this.#options;
    const { flags } = status;
    const key = objectKey(object.type, object.instance);
    for (const subscription of subscriptions.due(key, { value, flags }, object.covIncrement, now()))
      this.#send(subscription, object, value, status);
  }

  #send(subscription: CovSubscription, object: BacnetObject, value: number, status: ObjectStatus): void {
    const { client, instance, now } = this.#options;
    subscription.notified = { value, flags: status.flags };
    const objectId = { type: object.type, instance: object.instance };
    const left = Number.isFinite(subscription.expiresAtMs)
      ? Math.max(1, Math.round((subscription.expiresAtMs - now()) / 1_000))
      : 0;
    // No array index: the encoder would write one that means "all", which the standard does not allow here.
    const values = [
      { property: { id: PropertyIdentifier.PRESENT_VALUE }, value: [presentValueData(object, value)] },
      { property: { id: PropertyIdentifier.STATUS_FLAGS }, value: statusFlags(status) },
    ];
    const { subscriber, processId } = subscription;
    if (subscription.isConfirmed)
      client
        .confirmedCOVNotification(subscriber, objectId, processId, instance, left, values)
        // Without a confirmation, the next notification repeats the value.
        .catch(() => delete subscription.notified);
    else client.unconfirmedCOVNotification(subscriber, processId, instance, objectId, left, values);
  }
}
