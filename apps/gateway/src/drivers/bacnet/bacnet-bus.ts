import bacnet, { ConfirmedServiceChoice, type PropertyIdentifier } from "@bacnet-js/client";

import { DriverError, type OfflineReason } from "../driver.ts";
import { untilAborted } from "../until-aborted.ts";
import { bindUdp, type GuardCounts, GuardedTransport, withPort } from "./guarded-transport.ts";

/** Maximum concurrent requests. Source: field trial: of 400 concurrent requests, 145 promises never settled. */
const IN_FLIGHT_MAX = 64;
/** Request numbers: one octet. For the stack 0 means "choose one". Source: ASHRAE 135 §20.1.2.6. */
const INVOKE_IDS = 255;

/** Allows 64 concurrent requests and gives each a number that no other open request has. */
export class RequestGate {
  readonly #free = Array.from({ length: INVOKE_IDS }, (_, index) => index + 1);
  readonly #waiting: (() => void)[] = [];
  #inFlight = 0;

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Runs `send` when a number is free. The number is free again after `send` has settled. */
  async run<T>(send: (invokeId: number) => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#enter(signal);
    // Uses the number that has been free for longest, so that a late reply matches no open request.
    const invokeId = this.#free.shift() ?? 1;
    const sent = Promise.try(send, invokeId).finally(() => {
      this.#free.push(invokeId);
      this.#inFlight--;
      this.#waiting.shift()?.();
    });
    return untilAborted(sent, signal);
  }

  async #enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    while (this.#inFlight >= IN_FLIGHT_MAX) {
      const turn = Promise.withResolvers<void>();
      this.#waiting.push(turn.resolve);
      try {
        await untilAborted(turn.promise, signal);
      } catch (error) {
        const index = this.#waiting.indexOf(turn.resolve);
        // The request was cancelled when its turn came, so the next request in the queue gets the turn.
        if (index >= 0) this.#waiting.splice(index, 1);
        else this.#waiting.shift()?.();
        throw error;
      }
    }
    this.#inFlight++;
  }
}

type BacnetClient = InstanceType<typeof bacnet.default>;

/** A change that a device reported. */
interface CovNotice {
  objectKey: string;
  values: readonly { property: { id: PropertyIdentifier }; value: readonly { value: unknown }[] }[];
}

export interface BacnetBusOptions {
  /** Local address to bind. */
  host: string;
  /** Local UDP port; 0 chooses a free port. */
  port: number;
  /** Timeout of one attempt, ms. */
  requestTimeoutMs: number;
  /** Maximum devices that `whoIs` returns. */
  devicesMax?: number;
}

/** A device that answered Who-Is. */
export interface IAm {
  /** `host:port`. */
  address: string;
  instance: number;
}

/** The BACnet/IP socket that all devices share. */
export interface BacnetBus extends AsyncDisposable {
  readonly counts: GuardCounts;
  /**
   * Sends a request, and sends it again if there is no answer.
   *
   * @throws DriverError
   */
  request<T>(send: (client: BacnetClient, invokeId: number) => Promise<T>, signal: AbortSignal): Promise<T>;
  /**
   * Receives the notifications of `address` for a subscription's process id.
   *
   * @returns a function that ends the subscription
   */
  listen(address: string, processId: number, onNotice: (notice: CovNotice) => void): () => void;
  /** Sends Who-Is to each address, which may be a broadcast address. @returns the answers within `waitMs` */
  whoIs(addresses: readonly string[], waitMs: number): Promise<IAm[]>;
}

const ATTEMPTS = 2;
const DEVICES_MAX = 5_000;

const refusals: Readonly<Record<string, OfflineReason>> = { Abort: "aborted", Reject: "rejected" };

/** Undefined after a timeout: the attempt may be repeated. */
function failureOf(error: unknown): DriverError | undefined {
  const text = error instanceof Error ? error.message : String(error);
  if (text === "ERR_TIMEOUT") return undefined;
  const [, kind] = /^Bacnet(Error|Abort|Reject)/.exec(text) ?? [];
  if (kind !== undefined)
    return new DriverError("refused", {
      cause: error,
      detail: text,
      reason: refusals[kind] ?? "error-reply",
    });
  return new DriverError("garbled", { cause: error, detail: text });
}

/** Opens the socket. @throws Error when the port is in use */
export async function openBacnetBus(options: BacnetBusOptions): Promise<BacnetBus> {
  const socket = await bindUdp(options.host, options.port);
  const transport = new GuardedTransport(socket);
  const client = new bacnet.default({ transport, apduTimeout: options.requestTimeoutMs });
  client.on("error", () => {});
  const gate = new RequestGate();
  const listeners = new Map<string, (notice: CovNotice) => void>();

  type NoticeContent = {
    header?: { sender: { address?: string } };
    invokeId?: number;
    payload: {
      subscriberProcessId: number;
      monitoredObjectId: { type: number; instance: number };
      values: CovNotice["values"];
    };
  };
  /** @returns false for a notification without a subscription */
  function deliver({ header, payload }: NoticeContent): boolean {
    const { type, instance } = payload.monitoredObjectId;
    const listener = listeners.get(`${header?.sender.address}/${payload.subscriberProcessId}`);
    listener?.({ objectKey: `${type}:${instance}`, values: payload.values });
    return listener !== undefined;
  }
  client.on("covNotify", (content) => {
    if (!content.header || content.invokeId === undefined) return;
    const { sender } = content.header;
    if (!deliver(content)) transport.counts.foreign += 1;
    else
      client.simpleAckResponse(sender, ConfirmedServiceChoice.CONFIRMED_COV_NOTIFICATION, content.invokeId);
  });
  client.on("covNotifyUnconfirmed", (content) => {
    if (!deliver(content)) transport.counts.foreign += 1;
  });

  return {
    counts: transport.counts,
    async request(send, signal) {
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        try {
          return await gate.run((invokeId) => send(client, invokeId), signal);
        } catch (error) {
          if (signal.aborted) throw new DriverError("unreachable", { cause: error, detail: "deadline" });
          const failure = failureOf(error);
          if (failure) throw failure;
        }
      }
      throw new DriverError("unreachable", { detail: `no answer to ${ATTEMPTS} requests` });
    },
    listen(address, processId, onNotice) {
      const key = `${address}/${processId}`;
      listeners.set(key, onNotice);
      return () => listeners.delete(key);
    },
    async whoIs(addresses, waitMs) {
      const found = new Map<string, IAm>();
      const onIAm = ({
        header,
        payload,
      }: {
        header?: { sender: { address?: string } };
        payload: { deviceId: number };
      }) => {
        const address = header?.sender.address;
        // No site has so many devices: the answers are a flood.
        if (!address || found.size >= (options.devicesMax ?? DEVICES_MAX)) return;
        found.set(`${address} ${payload.deviceId}`, {
          address: withPort(address),
          instance: payload.deviceId,
        });
      };
      client.on("iAm", onIAm);
      socket.setBroadcast(true);
      for (const address of addresses) client.whoIs({ address });
      await new Promise((done) => setTimeout(done, waitMs));
      client.off("iAm", onIAm);
      return [...found.values()].toSorted(
        (a, b) => a.instance - b.instance || a.address.localeCompare(b.address),
      );
    },
    async [Symbol.asyncDispose]() {
      client.close();
    },
  };
}
