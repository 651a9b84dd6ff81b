import { createHash } from "node:crypto";

import { isSsid, SSID_MAX_LENGTH } from "@verandah/field/identifiers.ts";
import { FRAME_MAX_BYTES } from "@verandah/field/payloads.ts";
import { isDownTopic, parseTopic, topicOf, type UpTopic } from "@verandah/field/topics.ts";
import { Aedes, type AedesOptions, type AuthenticateError, type Client } from "aedes";
import { writeToStream } from "mqtt-packet";

import { toError } from "../errors.ts";
import { histogram, type Histogram, LAG_BUCKETS_SECOND } from "../metrics.ts";
import { createLoginLimit, NAME_FAILURES_MAX, type WrongPasswords } from "./login-limit.ts";
import { type Listener, openMqttListeners } from "./mqtt-listeners.ts";
import { createRefusalLog } from "./refusal-log.ts";

// Else the library prepares 65,536 packet numbers, 10 MB.
writeToStream.cacheNumbers = false;

/** The broker disconnects a client that sends no CONNECT packet, or does not read its data, within this time, ms. */
const SILENCE_MAX_MS = 5_000;
/** MQTT 3.1.1 §3.2.2.3 */
const NOT_AUTHORISED = 5;
/** The password cannot be checked now. The client may retry. */
const SERVER_UNAVAILABLE = 3;

/** `S` is the session of an edge: one object for each login. */
export interface BrokerParts<S extends object> {
  /** Begins a session. @returns undefined for an unknown edge or a wrong password, and for every password of a name at its limit */
  login: (edge: string, passwordSha256: string, address: string) => Promise<S | undefined>;
  /** Counts a login without a session for all processes. */
  countWrongPassword: (name: string, address: string) => Promise<WrongPasswords>;
  /**
   * Handles a message of an edge. The broker acknowledges it when the promise resolves. When it rejects, the broker disconnects the edge,
   * which sends it again.
   */
  onMessage: (session: S, kind: UpTopic, payload: Buffer) => Promise<void>;
  /** Called when the connection of a session has ended. */
  onDisconnect?: (session: S) => void;
  /** Receives each topic to which an edge may not publish. */
  onForeignTopic?: (session: S, topic: string) => void;
  /** Receives the addresses when a client connects under the name of a connected one, which it replaces. */
  onReplaced?: (session: S, addresses: { old: string; new: string }) => void;
  /** Receives each message whose handling failed. */
  onFailure: (edge: string, kind: UpTopic, error: unknown) => void;
  /** Whether the broker may read more messages before it acknowledges the earlier ones. */
  canAccept: () => boolean;
  log: { warn: (data: object, text: string) => void };
}

export interface Broker extends AsyncDisposable {
  /** The port of each listener, in the order of the listeners. */
  readonly ports: readonly number[];
  /** Sends to an edge. @returns false when the edge is not connected, or has not subscribed yet */
  publish: (edge: string, kind: "commands", payload: unknown) => boolean;
  /** Ends the connection of an edge, if there is one. */
  disconnect: (edge: string) => void;
  readonly counts: {
    refusedConnections: number;
    refusedLogins: number;
    refusedTopics: number;
    oversizedFrames: number;
    brokenClients: number;
  };
  /** Number of connected clients. */
  readonly connections: number;
  /** Time from a publish to its acknowledgement, by kind of message. */
  readonly acknowledging: Histogram<"kind">;
}

/**
 * Reads the next packets of an edge while earlier ones are being stored. By default, aedes reads the next packet of a client only after it
 * has answered all earlier ones. A single gateway would then wait for each commit.
 */
function createReadAhead(canAccept: () => boolean): (client: Client) => void {
  const packetsRead = new Map<Client & { resume?: () => void }, number>();
  function resume(): void {
    // Packets that arrive during the loop count for the next run.
    const due = [...packetsRead];
    packetsRead.clear();
    // Each call decrements the counter of aedes, which continues to read at zero.
    for (const [client, packets] of due) for (let at = 0; at < packets; at += 1) client.resume?.();
  }
  return (client) => {
    if (!canAccept()) return;
    // Deferred, because this runs while aedes reads.
    if (packetsRead.size === 0) setImmediate(resume);
    packetsRead.set(client, (packetsRead.get(client) ?? 0) + 1);
  };
}

function refusal(text: string, returnCode = NOT_AUTHORISED): AuthenticateError {
  return Object.assign(new Error(text), { returnCode });
}

/** Counts refusals, and logs refused connections with the address of the client. */
function createRefusals(log: BrokerParts<object>["log"]) {
  const counts = {
    refusedConnections: 0,
    refusedLogins: 0,
    refusedTopics: 0,
    oversizedFrames: 0,
    brokenClients: 0,
  };
  // Node removes the address from a closed socket.
  const addresses = new WeakMap<object, string>();
  const logRefusal = createRefusalLog(log);
  const refusals = {
    counts,
    storeAddress(connection: object, address = "unknown"): void {
      addresses.set(connection, address);
    },
    addressOf: (connection: object | undefined) => (connection && addresses.get(connection)) ?? "unknown",
    connection(connection: object | undefined, reason: string, edge?: string): void {
      counts.refusedConnections += 1;
      logRefusal({
        address: refusals.addressOf(connection),
        reason,
        ...(edge !== undefined && { edge }),
      });
    },
  };
  return refusals;
}

type Refusals = ReturnType<typeof createRefusals>;

/** Handles a message of an edge, then acknowledges it. */
function createReceiver<S extends object>(parts: BrokerParts<S>, acknowledging: Histogram<"kind">) {
  return (
    { edge, session, kind }: { edge: string; session: S; kind: UpTopic },
    payload: Buffer,
    done: (error?: Error | null) => void,
  ): void => {
    const beganMs = performance.now();
    function fail(error: unknown): void {
      parts.onFailure(edge, kind, error);
      done(toError(error));
    }
    try {
      parts.onMessage(session, kind, payload).then(() => {
        acknowledging.observe({ kind }, (performance.now() - beganMs) / 1_000);
        done(null);
      }, fail);
    } catch (error) {
      fail(error);
    }
  };
}

/** An edge logs in with its id and its secret, publishes to its own topics, and subscribes to its own commands. */
function createAccessRules<S extends object>(
  parts: BrokerParts<S>,
  refusals: Refusals,
  receive: ReturnType<typeof createReceiver<S>>,
  { clients, sessions }: Connected<S>,
): Required<Pick<AedesOptions, "authenticate" | "authorizePublish" | "authorizeSubscribe">> {
  const readAhead = createReadAhead(parts.canAccept);
  const limit = createLoginLimit();
  return {
    authenticate(client, username, password, done) {
      async function check(): Promise<void> {
        const address = refusals.addressOf(client.conn);
        // Names that no edge can have count as one. The database cannot store all of them.
        const name = isSsid(client.id) ? client.id : "";
        if (!limit.begin(address, name)) return refuseLogin(true);
        let wrong: WrongPasswords | undefined;
        let session: S | undefined;
        const connected = clients.get(client.id);
        try {
          if (name && username === name && password)
            session = await parts.login(name, createHash("sha256").update(password).digest("hex"), address);
          if (!session) wrong = await parts.countWrongPassword(name, address);
        } finally {
          limit.end(address, name, wrong);
        }
        if (session) {
          sessions.set(client, session);
          if (connected)
            parts.onReplaced?.(session, { old: refusals.addressOf(connected.conn), new: address });
          return done(null, true);
        }
        refuseLogin((wrong?.ofName ?? 0) > NAME_FAILURES_MAX);
      }
      function refuseLogin(isLimited: boolean): void {
        refusals.counts.refusedLogins += 1;
        if (isLimited) refuse("Too many wrong passwords", SERVER_UNAVAILABLE);
        else refuse("Unknown edge or wrong password");
      }
      function refuse(reason: string, returnCode?: number): void {
        refusals.connection(client.conn, reason, client.id);
        done(refusal(reason, returnCode), false);
      }
      check().catch((error: unknown) => refuse(toError(error).message, SERVER_UNAVAILABLE));
    },
    authorizePublish(client, packet, callback) {
      const topic = parseTopic(packet.topic);
      if (!client) return callback(null);
      const session = sessions.get(client);
      if (!session || !topic || topic.edge !== client.id || isDownTopic(topic.kind)) {
        refusals.counts.refusedTopics += 1;
        if (session) parts.onForeignTopic?.(session, packet.topic);
        return callback(new Error(`${client.id} may not publish to ${packet.topic}`));
      }
      // No client subscribes to these topics. The database stores their content.
      packet.retain = false;
      const payload = typeof packet.payload === "string" ? Buffer.from(packet.payload) : packet.payload;
      receive({ edge: topic.edge, session, kind: topic.kind }, payload, callback);
      readAhead(client);
    },
    authorizeSubscribe(client, subscription, callback) {
      if (subscription.topic === topicOf(client.id, "commands")) return callback(null, subscription);
      refusals.counts.refusedTopics += 1;
      return callback(null, null);
    },
  };
}

interface Connected<S extends object> {
  /** By id. */
  readonly clients: Map<string, Client>;
  /** Also of clients whose connection has ended: their last will comes after it. */
  readonly sessions: WeakMap<Client, S>;
}

/** Keeps the connected clients by id. */
function trackClients<S extends object>(
  aedes: Aedes,
  refusals: Refusals,
  { clients, sessions }: Connected<S>,
  onDisconnect: BrokerParts<S>["onDisconnect"],
): void {
  aedes.on("clientReady", (client: Client) => void clients.set(client.id, client));
  aedes.on("clientDisconnect", (client: Client) => {
    if (clients.get(client.id) === client) clients.delete(client.id);
    const session = sessions.get(client);
    if (session) onDisconnect?.(session);
  });
  aedes.on("clientError", () => void (refusals.counts.brokenClients += 1));
  aedes.on("connectionError", (client: Client, error: Error) => {
    refusals.counts.brokenClients += 1;
    refusals.connection(client.conn, error.message);
  });
}

/**
 * The MQTT broker inside the server, so that an acknowledgement means "committed". An edge logs in with its id as client id and as user
 * name. It may use its own topics only.
 *
 * @throws the listen error, e.g. EADDRINUSE, or the error of a certificate that cannot be read
 */
export async function openBroker<S extends object>(
  listeners: readonly Listener[],
  parts: BrokerParts<S>,
): Promise<Broker> {
  const acknowledging = histogram(
    "verandah_message_acknowledged_seconds",
    "From a publish to its acknowledgement, which means stored",
    LAG_BUCKETS_SECOND,
    ["kind"],
  );
  const refusals = createRefusals(parts.log);
  const clients = new Map<string, Client>();
  const connected: Connected<S> = { clients, sessions: new WeakMap() };
  const aedes = await Aedes.createBroker({
    connectTimeout: SILENCE_MAX_MS,
    drainTimeout: SILENCE_MAX_MS,
    maxClientsIdLength: SSID_MAX_LENGTH,
    ...createAccessRules(parts, refusals, createReceiver(parts, acknowledging), connected),
  });
  trackClients(aedes, refusals, connected, parts.onDisconnect);
  const opened = await openMqttListeners(listeners, {
    onSocket(socket, address) {
      refusals.storeAddress(socket, address);
      aedes.handle(socket);
    },
    onUnusable(socket, address, error) {
      if (address) refusals.storeAddress(socket, address);
      refusals.connection(socket, error.message);
    },
    onOversized(socket) {
      refusals.counts.oversizedFrames += 1;
      refusals.connection(socket, `A packet is larger than ${FRAME_MAX_BYTES} bytes`);
    },
  });

  return {
    ports: opened.ports,
    counts: refusals.counts,
    acknowledging,
    get connections() {
      return clients.size;
    },
    publish(edge, kind, payload) {
      const topic = topicOf(edge, kind);
      const client: (Client & { subscriptions?: object }) | undefined = clients.get(edge);
      if (!client?.subscriptions || client.closed || !(topic in client.subscriptions)) return false;
      aedes.publish(
        {
          cmd: "publish",
          topic,
          payload: Buffer.from(JSON.stringify(payload)),
          qos: 1,
          retain: false,
          dup: false,
        },
        (error) => {
          if (error) parts.log.warn({ err: error, edge }, "A command could not be sent");
        },
      );
      return true;
    },
    disconnect: (edge) => clients.get(edge)?.close(),
    async [Symbol.asyncDispose]() {
      const stopped = opened.stopAccepting();
      await new Promise<void>((resolve) => {
        aedes.close(() => resolve());
      });
      opened.destroySockets();
      await stopped;
    },
  };
}
