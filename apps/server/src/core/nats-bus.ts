import { setTimeout as sleep } from "node:timers/promises";
import { checkServerIdentity, type PeerCertificate } from "node:tls";

import type { NatsConnection } from "@nats-io/transport-node";

import { type BusEvent, createSharedBus, type SharedBus } from "./bus.ts";
import { toError } from "./errors.ts";

const SUBJECT = "verandah.bus";
/** Until the next attempt after a failed first connection, ms. */
const FIRST_WAIT_MS = 1_000;
/** Source: trials with three servers, of which one is killed. */
const RECONNECT_WAIT_MS = 200;
/** A server that accepts a connection and does not answer is left after this time, ms. The library waits for 20 s by default. */
const ANSWER_MAX_MS = 3_000;
const PING_MS = 5_000;
const PINGS_OUT_MAX = 2;

export interface NatsOptions {
  /** `nats://user:password@host:port`, or `tls://…`; all with the same user. */
  urls: readonly string[];
  /** The PEM file of the authority that signed the servers' certificates; without it those that the system knows. */
  caFile?: string | undefined;
}

function connectionOptions({ urls, caFile }: NatsOptions) {
  const servers = urls.map((url) => new URL(url));
  const [first] = servers;
  /** The library passes on names only, no addresses: the certificate must be that of one of the servers. */
  function checkIdentity(_name: string, certificate: PeerCertificate): Error | undefined {
    const errors = servers.map(({ hostname }) => checkServerIdentity(hostname, certificate));
    return errors.includes(undefined) ? undefined : errors[0];
  }
  const tls = { checkServerIdentity: checkIdentity, ...(caFile && { caFile }) };
  return {
    servers: servers.map(({ host }) => host),
    ...(first?.username && {
      user: decodeURIComponent(first.username),
      pass: decodeURIComponent(first.password),
    }),
    ...(first?.protocol === "tls:" && { tls }),
  };
}

/**
 * A bus over core NATS between all processes of a server. It delivers an event to its own process before `publish` returns. Events are lost
 * while the connection is down; all receivers poll as well.
 */
export function createNatsBus(options: NatsOptions, onError: (error: Error) => void): SharedBus {
  let connection: NatsConnection | undefined;
  let isConnected = false;
  let isClosed = false;
  const shared = createSharedBus((event) => {
    if (isConnected) connection?.publish(SUBJECT, JSON.stringify(event));
  });

  /** Opens the first connection. The library opens those after an outage. */
  async function open(): Promise<NatsConnection> {
    // Only where it is used: each library costs memory.
    const { connect } = await import("@nats-io/transport-node");
    let reported = "";
    for (;;)
      try {
        return await connect({
          ...connectionOptions(options),
          name: "verandah",
          // This process has already delivered its own events.
          noEcho: true,
          maxReconnectAttempts: -1,
          reconnectTimeWait: RECONNECT_WAIT_MS,
          timeout: ANSWER_MAX_MS,
          pingInterval: PING_MS,
          maxPingOut: PINGS_OUT_MAX,
          ignoreAuthErrorAbort: true,
        });
      } catch (error) {
        if (isClosed) throw error;
        const failure = toError(error);
        if (failure.message !== reported) onError(failure);
        reported = failure.message;
        await sleep(FIRST_WAIT_MS, undefined, { ref: false });
      }
  }

  async function watch(opened: NatsConnection): Promise<void> {
    for await (const { type } of opened.status()) {
      if (type === "disconnect") {
        isConnected = false;
        onError(new Error("The connection to NATS is lost"));
      } else if (type === "reconnect") {
        isConnected = true;
        shared.publish({ name: "events-lost", data: {} });
      }
    }
  }

  async function run(): Promise<void> {
    const opened = await open();
    if (isClosed) return opened.close();
    connection = opened;
    isConnected = true;
    const messages = opened.subscribe(SUBJECT);
    void watch(opened);
    for await (const message of messages)
      try {
        const event: BusEvent = message.json();
        shared.deliver(event);
      } catch (error) {
        // A message of another program must not end the subscription.
        onError(toError(error));
      }
  }

  run().catch((error: unknown) => {
    if (!isClosed) onError(toError(error));
  });

  return {
    get isConnected() {
      return isConnected;
    },
    publish: shared.publish,
    subscribe: shared.subscribe,
    async [Symbol.asyncDispose]() {
      isClosed = true;
      isConnected = false;
      shared.close();
      await connection?.close();
    },
  };
}
