import type bacnet from "@bacnet-js/client";
import { PropertyIdentifier } from "@bacnet-js/client";

import { type BacnetObject, objectKey } from "./bacnet-objects.ts";
import { presentValueData, statusFlags } from "./bacnet-properties.ts";
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

  /** Notifies the subscribers whose last notified value differs. */
  notify(object: BacnetObject, value: number): void {
    const { subscriptions, now } = this.#options;
    const due = subscriptions.due(objectKey(object.type, object.instance), value, object.covIncrement, now());
    for (const subscription of due) this.#send(subscription, object, value);
  }

  #send(subscription: CovSubscription, object: BacnetObject, value: number): void {
    const { client, instance, now } = this.#options;
    subscription.notifiedValue = value;
    const objectId = { type: object.type, instance: object.instance };
    const left = Number.isFinite(subscription.expiresAtMs)
      ? Math.max(1, Math.round((subscription.expiresAtMs - now()) / 1_000))
      : 0;
    // No array index: the encoder would write one that means "all", which the standard does not allow here.
    const values = [
      { property: { id: PropertyIdentifier.PRESENT_VALUE }, value: [presentValueData(object, value)] },
      { property: { id: PropertyIdentifier.STATUS_FLAGS }, value: statusFlags() },
    ];
    const { subscriber, processId } = subscription;
    if (subscription.isConfirmed)
      client
        .confirmedCOVNotification(subscriber, objectId, processId, instance, left, values)
        // Without a confirmation, the next notification repeats the value.
        .catch(() => delete subscription.notifiedValue);
    else client.unconfirmedCOVNotification(subscriber, processId, instance, objectId, left, values);
  }
}
