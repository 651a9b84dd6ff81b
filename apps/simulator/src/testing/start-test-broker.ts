import { createServer, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";

import { type ReadingsMessage, readingsMessage } from "@verandah/field/payloads.ts";
import { type DownTopic, topicOf } from "@verandah/field/topics.ts";
import { Aedes } from "aedes";

import { findLastingPort } from "./lasting-port.ts";

export interface Published {
  edge: string;
  kind: string;
  payload: string;
  isRetained: boolean;
}

/** A real MQTT broker in this process that stores the acknowledged messages. */
export interface TestBroker extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  /** Acknowledged publishes, oldest first, including wills. */
  readonly published: Published[];
  /** While false, the broker receives publishes and does not acknowledge them. */
  acknowledges: boolean;
  /** Topics to which the broker refuses a subscription. */
  readonly refused: Set<string>;
  readings(edge: string): ReadingsMessage[];
  /** Sends a message when the edge has subscribed to its topic. */
  send(edge: string, kind: DownTopic, payload: string): void;
  clients(): number;
  /** How many times a client has subscribed. */
  subscriptions(): number;
  /** Closes all connections and stops listening; `start` listens on the same port again. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** `tls`: key and certificate, both in PEM. */
export async function startTestBroker(tls?: { key: string; cert: string }): Promise<TestBroker> {
  const published: Published[] = [];
  const aedes = await Aedes.createBroker({ heartbeatInterval: 60_000 });
  const sockets = new Set<Socket>();
  const port = await findLastingPort();
  /** Topics with a subscriber, and messages for topics without one. */
  const subscribed = new Set<string>();
  const waiting = new Map<string, string[]>();
  let subscriptions = 0;

  function deliver(topic: string, payload: string): void {
    aedes.publish(
      { cmd: "publish", topic, payload: Buffer.from(payload), qos: 1, retain: false, dup: false },
      () => {},
    );
  }
  aedes.on("subscribe", (filters) => {
    subscriptions++;
    for (const { topic } of filters) {
      subscribed.add(topic);
      for (const payload of waiting.get(topic) ?? []) deliver(topic, payload);
      waiting.delete(topic);
    }
  });
  aedes.on("unsubscribe", (topics) => {
    for (const topic of topics) subscribed.delete(topic);
  });

  aedes.authorizeSubscribe = (_client, subscription, done) =>
    done(null, broker.refused.has(subscription.topic) ? null : subscription);
  aedes.authorizePublish = (client, packet, done) => {
    if (client && !broker.acknowledges) return;
    const [, edge = "", kind = ""] = packet.topic.split("/");
    published.push({ edge, kind, payload: packet.payload.toString(), isRetained: packet.retain });
    done(null);
  };
  const onSocket = (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    aedes.handle(socket);
  };
  const server = tls ? createTlsServer(tls, onSocket) : createServer(onSocket);
  server.on("tlsClientError", () => {});

  const broker: TestBroker = {
    port,
    url: `${tls ? "mqtts" : "mqtt"}://127.0.0.1:${port}`,
    published,
    acknowledges: true,
    refused: new Set(),
    readings: (edge) =>
      published
        .filter((one) => one.edge === edge && one.kind === "readings")
        .map((one) => readingsMessage.parse(JSON.parse(one.payload))),
    send(edge, kind, payload) {
      const topic = topicOf(edge, kind);
      if (subscribed.has(topic)) deliver(topic, payload);
      else waiting.set(topic, [...(waiting.get(topic) ?? []), payload]);
    },
    clients: () => aedes.connectedClients,
    subscriptions: () => subscriptions,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
    async start() {
      await new Promise<void>((done, fail) => {
        server.once("error", fail);
        server.listen(port, "127.0.0.1", done);
      });
    },
    async [Symbol.asyncDispose]() {
      await broker.stop();
      await new Promise<void>((done) => aedes.close(done));
    },
  };
  await broker.start();
  return broker;
}
