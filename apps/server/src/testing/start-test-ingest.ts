import { type DownTopic, topicOf, type UpTopic } from "@verandah/field/topics.ts";
import mqtt from "mqtt";

import type { Listener } from "#core/mqtt/mqtt-listeners.ts";
import type { BrokerCertificate } from "#core/mqtt/public-address.ts";

import { openIngest } from "../ingest.ts";
import { addProcess } from "./benches/processes.ts";
import { passwordOf } from "./sites.ts";
import { quietLog, type startTestApp } from "./start-test-app.ts";

/** The last will of the gateway of the test site. */
export const gatewayWill = {
  topic: topicOf("T-GW", "status"),
  payload: Buffer.from('{"state":"offline","at":0}'),
  qos: 1,
  retain: true,
} as const;

/** The real broker and ingest of a test app on a free port, and MQTT clients for it. */
export async function startTestIngest(
  app: Awaited<ReturnType<typeof startTestApp>>,
  { listeners, certificates = [] }: { listeners?: Listener[]; certificates?: BrokerCertificate[] } = {},
) {
  const processId = await addProcess(app);
  const ingest = await openIngest(app.ctx, {
    subscribe: app.bus.subscribe,
    listeners: listeners ?? [{ host: "127.0.0.1", port: 0, mayUseNextPort: false }],
    keepDays: 400,
    certificates,
    running: Promise.resolve({ id: processId }),
    log: quietLog,
  });
  const clients: mqtt.MqttClient[] = [];

  return {
    ingest,
    processId,
    port: ingest.broker.ports[0] ?? 0,
    /** @throws the error when the broker rejects the login */
    async connect(ssid: string, options: Partial<mqtt.IClientOptions> = {}) {
      const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${ingest.broker.ports[0]}`, {
        clientId: ssid,
        username: ssid,
        password: passwordOf(ssid),
        protocolVersion: 4,
        reconnectPeriod: 0,
        ...options,
      });
      client.on("error", () => undefined);
      clients.push(client);
      const publish = (kind: UpTopic | DownTopic, payload: unknown, edge = ssid) =>
        client.publishAsync(
          topicOf(edge, kind),
          typeof payload === "string" ? payload : JSON.stringify(payload),
          {
            qos: 1,
          },
        );
      return { client, publish };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(clients.map((client) => client.endAsync(true)));
      await ingest[Symbol.asyncDispose]();
    },
  };
}

/** A readings message of one point. */
export function aReading(device: string, point: string, at: number, value: unknown, seq = 1) {
  return { epoch: "e", seq, sentAt: at, series: [{ device, point, values: [[at, value]] }] };
}
