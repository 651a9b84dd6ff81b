import bacnet from "@bacnet-js/client";

import type { Values } from "../../physics/measured.ts";
import type { Commands } from "../../physics/surroundings/influence.ts";
import { answerPropertyServices, answerSubscriptions } from "./bacnet-services.ts";
import { CovNotifier } from "./cov-notifier.ts";
import { CovSubscriptions } from "./cov-subscriptions.ts";
import { ObjectDatabase, type ObjectDatabaseOptions } from "./object-database.ts";
import { bindUdp, portOf, UdpTransport } from "./udp-transport.ts";

export interface BacnetUnitOptions extends ObjectDatabaseOptions {
  host: string;
  /** The preferred UDP port. If it is in use, the unit takes another one. */
  preferredPort: number;
  isSilent?: () => boolean;
  now?: () => number;
}

export interface BacnetUnit extends AsyncDisposable {
  readonly address: string;
  readonly port: number;
  readonly instance: number;
  /** Values in the priority arrays, as the product's values. */
  commands(): Commands;
  /** Slots by `param_id`, as on the wire. */
  slots(): Record<string, (number | null)[]>;
  /** In the product's values. */
  presentValues(): Values;
  /** Notifies COV subscribers of changes. */
  notify(): void;
  /** Loses its priority arrays and subscriptions, like a controller without flash memory. */
  restart(): void;
  readonly malformed: number;
  readonly subscriptions: number;
}

/** Timeout for a subscriber's confirmation of a notification, ms. */
const APDU_TIMEOUT_MS = 1_500;

/** Starts a BACnet/IP unit on its own UDP socket. */
export async function startBacnetUnit(options: BacnetUnitOptions): Promise<BacnetUnit> {
  const { instance, now = Date.now } = options;
  const socket = await bindUdp(options.host, options.preferredPort);
  const transport = new UdpTransport(socket, options.isSilent ?? (() => false));
  const client = new bacnet.default({ transport, apduTimeout: APDU_TIMEOUT_MS });
  client.on("error", () => {});
  const database = new ObjectDatabase(options);
  const subscriptions = new CovSubscriptions();
  const notifier = new CovNotifier({ client, instance, subscriptions, now });
  answerPropertyServices(client, instance, database, notifier);
  answerSubscriptions(client, { database, notifier, subscriptions, now });

  return {
    address: `${options.host}:${portOf(socket)}`,
    port: portOf(socket),
    instance,
    commands: () => database.commands(),
    slots: () => database.slots(),
    presentValues: () => database.presentValues(),
    notify() {
      if (subscriptions.count === 0) return;
      const measured = options.measure();
      for (const object of options.objects)
        notifier.notify(object, database.presentValue(object, measured), database.status(object));
    },
    restart() {
      subscriptions.clear();
      database.releaseAll();
    },
    get malformed() {
      return transport.malformed;
    },
    get subscriptions() {
      return subscriptions.count;
    },
    async [Symbol.asyncDispose]() {
      client.close();
    },
  };
}
