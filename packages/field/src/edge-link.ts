import { X509Certificate } from "node:crypto";
import { checkServerIdentity, getCACertificates, type PeerCertificate } from "node:tls";

import mqtt, { type MqttClient } from "mqtt";
import { writeToStream } from "mqtt-packet";

import type { StatusMessage } from "./payloads.ts";
import { type DownTopic, topicOf, type UpTopic } from "./topics.ts";

// Else the library prepares 65,536 packet numbers, 10 MB.
writeToStream.cacheNumbers = false;

/** A publish that was not acknowledged; the sender stores the message and sends it again. */
export class LinkError extends Error {
  readonly failure: "not-connected" | "connection-lost" | "not-acknowledged";

  constructor(failure: LinkError["failure"], options?: ErrorOptions) {
    super(`MQTT link ${failure}`, options);
    this.name = "LinkError";
    this.failure = failure;
  }
}

export interface EdgeLinkOptions {
  /** `mqtt://host:port` or `mqtts://host:port`. */
  url: string;
  /** The edge's ssid, which is also its client id and user name. */
  ssid: string;
  password: string;
  /** The status that the edge sends after each connect; the last will is `offline`. None for an edge without a status. */
  status?: (state: StatusMessage["state"]) => StatusMessage;
  onUp?: () => void;
  /** Called when a connection ends, and with each new reason why no connection is possible. */
  onDown?: (reason: string) => void;
  /** Receivers of raw payloads; the link subscribes to their topics. */
  receive?: Partial<Record<DownTopic, (payload: Buffer) => void>>;
  /** Of `mqtts`, beside the authorities that Node trusts: certificates in PEM, whatever hosts they name. Read at each connect. */
  trusted?: () => readonly string[];
  /** A publish without an acknowledgement closes the connection after this time, so that everything is sent again, ms. */
  ackTimeoutMs?: number;
  /** First and longest delay before a reconnect, ms; each delay is random within its upper half. */
  backoffMs?: { first: number; longest: number };
}

/** The MQTT connection of an edge. It reconnects until `close`. */
export interface EdgeLink {
  readonly isConnected: boolean;
  /**
   * Sends and waits for the broker's acknowledgement, which means "stored".
   *
   * @throws LinkError
   */
  publish(kind: UpTopic, payload: string, options?: { retain: boolean }): Promise<void>;
  /** Publishes the retained status `offline` as planned, then disconnects. */
  close(): Promise<void>;
  /** Disconnects as after a power failure: the broker publishes the last will. */
  dropConnection(): void;
}

const ACK_TIMEOUT_MS = 20_000;
const CONNECT_TIMEOUT_MS = 10_000;
const KEEPALIVE_SECOND = 30;
const LAST_STATUS_MS = 1_000;

/** SHA-256 of a certificate, in lower-case hexadecimal digits. */
export const sha256Of = ({ fingerprint256 }: Pick<X509Certificate, "fingerprint256">): string =>
  fingerprint256.replaceAll(":", "").toLowerCase();

/** Options of a TLS connection that also accepts `certificates`. */
export function trustOf(certificates: readonly string[]) {
  const accepted = new Set(certificates.map((pem) => new X509Certificate(pem).fingerprint256));
  return {
    ca: [...getCACertificates(), ...certificates],
    allowPartialTrustChain: true,
    checkServerIdentity: (host: string, peer: PeerCertificate) =>
      accepted.has(peer.fingerprint256) ? undefined : checkServerIdentity(host, peer),
  };
}

/**
 * Opens the link. Each connection is a new client: it rejects unacknowledged messages of the old one, and the sender sends them again, so
 * that only the sender decides the order.
 */
export function openEdgeLink(options: EdgeLinkOptions): EdgeLink {
  const backoff = options.backoffMs ?? { first: 500, longest: 15_000 };
  const receivers = new Map(
    Object.entries(options.receive ?? {}).map(([kind, receive]) => [`v1/${options.ssid}/${kind}`, receive]),
  );
  const inFlight = new Set<(error: LinkError) => void>();
  let client: MqttClient | undefined;
  let isUp = false;
  let isClosed = false;
  let waitMs = backoff.first;
  let timer: NodeJS.Timeout | undefined;
  let reportedReason: string | undefined;

  function connect(): void {
    const trusted = options.trusted?.() ?? [];
    const mine = mqtt.connect(options.url, {
      clientId: options.ssid,
      username: options.ssid,
      password: options.password,
      protocolVersion: 4,
      clean: true,
      reconnectPeriod: 0,
      resubscribe: false,
      connectTimeout: CONNECT_TIMEOUT_MS,
      keepalive: KEEPALIVE_SECOND,
      ...(trusted.length > 0 && trustOf(trusted)),
      ...(options.status && {
        will: {
          topic: topicOf(options.ssid, "status"),
          payload: Buffer.from(JSON.stringify(options.status("offline"))),
          qos: 1,
          retain: true,
        },
      }),
    });
    client = mine;
    let reason = "closed";
    mine.on("error", (error) => (reason = error.message || "no answer"));
    mine.on("connect", () => mine === client && up(mine));
    mine.on("message", (topic, payload) => receivers.get(topic)?.(payload));
    mine.on("close", () => mine === client && down(mine, reason));
  }

  function up(mine: MqttClient): void {
    isUp = true;
    reportedReason = undefined;
    waitMs = backoff.first;
    if (receivers.size > 0)
      mine.subscribe([...receivers.keys()], { qos: 1 }, (error) => error && mine.end(true));
    if (options.status) publishStatus("online").catch(() => {});
    options.onUp?.();
  }

  function down(mine: MqttClient, reason: string): void {
    client = undefined;
    mine.removeAllListeners();
    // A late error of a closed connection has no handler.
    mine.on("error", () => {});
    mine.end(true);
    const wasUp = isUp;
    isUp = false;
    for (const reject of inFlight) reject(new LinkError("connection-lost"));
    inFlight.clear();
    if (wasUp || (!isClosed && reason !== reportedReason)) options.onDown?.(reason);
    reportedReason = reason;
    if (isClosed) return;
    timer = setTimeout(connect, waitMs * (0.5 + Math.random() / 2));
    waitMs = Math.min(waitMs * 2, backoff.longest);
  }

  function publish(kind: UpTopic, payload: string, { retain } = { retain: false }): Promise<void> {
    const mine = client;
    if (!mine || !isUp) return Promise.reject(new LinkError("not-connected"));
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        settle(new LinkError("not-acknowledged"));
        mine.stream.destroy();
      }, options.ackTimeoutMs ?? ACK_TIMEOUT_MS);
      const settle = (error?: LinkError) => {
        clearTimeout(late);
        inFlight.delete(settle);
        if (error) reject(error);
        else resolve();
      };
      inFlight.add(settle);
      mine.publish(topicOf(options.ssid, kind), payload, { qos: 1, retain }, (error) =>
        settle(error ? new LinkError("connection-lost", { cause: error }) : undefined),
      );
    });
  }

  async function publishStatus(state: StatusMessage["state"]): Promise<void> {
    if (!options.status) return;
    const status = { ...options.status(state), ...(state === "offline" && { isPlanned: true }) };
    await publish("status", JSON.stringify(status), { retain: true });
  }

  function leave(): void {
    isClosed = true;
    clearTimeout(timer);
    if (client) down(client, "closed");
  }

  connect();
  return {
    get isConnected() {
      return isUp;
    },
    publish,
    async close() {
      if (isUp)
        await Promise.race([
          publishStatus("offline").catch(() => {}),
          new Promise((done) => setTimeout(done, LAST_STATUS_MS)),
        ]);
      const last = isUp ? client : undefined;
      isClosed = true;
      if (last)
        await Promise.race([last.endAsync(false), new Promise((done) => setTimeout(done, LAST_STATUS_MS))]);
      leave();
    },
    dropConnection() {
      const stream = client?.stream;
      leave();
      stream?.destroy();
    },
  };
}
