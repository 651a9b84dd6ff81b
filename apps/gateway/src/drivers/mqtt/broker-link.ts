import { randomUUID } from "node:crypto";

import mqtt from "mqtt";
import { writeToStream } from "mqtt-packet";

import { connectionReason } from "../connection-reason.ts";
import type { OfflineReason } from "../driver.ts";

// Else the library prepares 65,536 packet numbers, 10 MB.
writeToStream.cacheNumbers = false;

/** Maximum size of a message. The state of a device is a few kilobytes; a larger message is a picture, a map or firmware. */
export const MESSAGE_MAX_BYTES = 256 * 1_024;
/** A SUBSCRIBE with more filters would be too large for some brokers. */
const FILTERS_PER_REQUEST = 500;
const KEEPALIVE_SECOND = 30;
/** CONNACK codes of a wrong user, and of one without rights. Source: MQTT 3.1.1 §3.2.2.3. */
const DENIED: ReadonlySet<unknown> = new Set([4, 5]);
const REFUSED_FILTER = 128;

export interface BrokerCounts {
  /** Messages over the limit. */
  tooLarge: number;
  reconnects: number;
}

export interface BrokerLinkOptions {
  url: string;
  user?: string | undefined;
  password?: string | undefined;
  requestTimeoutMs: number;
  reconnectMs: number;
  filters: Iterable<string>;
  counts: BrokerCounts;
  /** `isRetained`: the broker has stored the message; when it was sent is unknown. */
  onMessage: (topic: string, payload: Buffer, isRetained: boolean) => void;
  onDown?: () => void;
}

/** A subscription to the site's broker. It reconnects until it is disposed. */
export interface BrokerLink extends AsyncDisposable {
  /** Why there is no connection; undefined while there is one. */
  readonly down: OfflineReason | undefined;
  /** Filters that the broker refuses to this user. */
  readonly refused: ReadonlySet<string>;
  subscribe(filters: Iterable<string>): void;
}

/** Removes packets over a limit from data that arrives in pieces, before they fill the memory. Source: MQTT 3.1.1 §2.2.3. */
export function createPacketFilter(maxBytes: number, onRemoved: () => void): (data: Buffer) => Buffer {
  let header: number[] = [];
  /** Bytes of the current packet that follow. */
  let rest = 0;
  let isRemoved = false;
  return (data) => {
    const kept: Buffer[] = [];
    for (let at = 0; at < data.length;) {
      if (rest > 0) {
        const end = Math.min(data.length, at + rest);
        if (!isRemoved) kept.push(data.subarray(at, end));
        rest -= end - at;
        at = end;
        continue;
      }
      const byte = data[at++] ?? 0;
      header.push(byte);
      if (header.length === 1 || (byte > 127 && header.length < 5)) continue;
      rest = header.slice(1).reduce((sum, part, place) => sum + (part & 127) * 128 ** place, 0);
      isRemoved = rest > maxBytes;
      if (isRemoved) onRemoved();
      else kept.push(Buffer.from(header));
      header = [];
    }
    return Buffer.concat(kept);
  };
}

export function openBrokerLink(options: BrokerLinkOptions): BrokerLink {
  const { counts, onMessage, onDown } = options;
  let down: OfflineReason | undefined = "no-answer";
  const filters = new Set(options.filters);
  const refused = new Set<string>();
  const client = mqtt.connect(options.url, {
    clientId: `verandah-${randomUUID().slice(0, 8)}`,
    ...(options.user !== undefined && { username: options.user }),
    ...(options.password !== undefined && { password: options.password }),
    protocolVersion: 4,
    clean: true,
    resubscribe: false,
    reconnectPeriod: options.reconnectMs,
    connectTimeout: options.requestTimeoutMs,
    keepalive: KEEPALIVE_SECOND,
  });

  /** QoS 0: a lost value is replaced by the next one, and a message that is not acknowledged cannot stop the others. */
  function subscribe(some: Iterable<string>): void {
    const list = [...some];
    for (const filter of list) filters.add(filter);
    if (down !== undefined) return;
    for (let at = 0; at < list.length; at += FILTERS_PER_REQUEST)
      client.subscribe(list.slice(at, at + FILTERS_PER_REQUEST), { qos: 0 }, (_error, sent = [], answer) => {
        for (const [index, code] of (answer?.granted ?? []).entries()) {
          const filter = sent[index]?.topic;
          if (code === REFUSED_FILTER && filter !== undefined) refused.add(filter);
        }
      });
  }

  client.on("connect", () => {
    const { stream } = client;
    const emit = stream.emit.bind(stream);
    const filter = createPacketFilter(MESSAGE_MAX_BYTES, () => counts.tooLarge++);
    stream.emit = (event: string | symbol, ...args: unknown[]) => {
      const [data] = args;
      return event === "data" && Buffer.isBuffer(data) ? emit(event, filter(data)) : emit(event, ...args);
    };
    down = undefined;
    refused.clear();
    subscribe(filters);
  });
  client.on("message", (topic, payload, packet) => onMessage(topic, payload, packet.retain));
  client.on("error", (error) => {
    const isDenied = "code" in error && DENIED.has(error.code);
    down = isDenied ? "wrong-credentials" : connectionReason(error);
    client.stream.destroy();
  });
  client.on("close", () => {
    if (down === undefined) {
      down = "connection-lost";
      counts.reconnects++;
    }
    onDown?.();
  });

  return {
    get down() {
      return down;
    },
    refused,
    subscribe,
    async [Symbol.asyncDispose]() {
      await client.endAsync(true);
    },
  };
}
