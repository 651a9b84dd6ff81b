import { randomBytes } from "node:crypto";
import { connect } from "node:net";

import mqtt, { type MqttClient } from "mqtt";

import { passwordOf } from "./site.ts";

const CHUNK_BYTES = 1_024 * 1_024;

/**
 * Invalid data of several kinds: noise, headers with a wrong length, half a login, packets before any login. Each sends something: of
 * thousands of concurrent connections the system drops some before they reach the server, and an idle one would never detect this.
 */
const kinds: (() => Buffer)[] = [
  () => randomBytes(200),
  () => Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]),
  () => Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 0xff]),
  () => Buffer.from([0x10, 0x20, 0x00, 0x04, 0x4d, 0x51]),
  () =>
    Buffer.concat([
      Buffer.from([0x30, 0xc8, 0x01, 0x00, 0x0e]),
      Buffer.from("v1/S1/readings"),
      randomBytes(184),
    ]),
  () => Buffer.from("GET / HTTP/1.1\r\nHost: verandah\r\n\r\n"),
  () => Buffer.from([0x10]),
];

/** Connects, sends `bytes` and waits until the server closes the connection. Returns the duration, ms. */
function print(port: number, bytes: Buffer): Promise<number> {
  const beganMs = performance.now();
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => void socket.write(bytes));
    socket.resume();
    socket.on("error", () => socket.destroy());
    socket.on("close", () => resolve(performance.now() - beganMs));
  });
}

/** Opens `count` connections at once, each with invalid data, and waits until the server has closed all of them. */
export async function sendInvalidData(port: number, count: number): Promise<{ longestMs: number }> {
  const times = await Promise.all(
    Array.from({ length: count }, (_, at) => print(port, kinds[at % kinds.length]?.() ?? Buffer.alloc(0))),
  );
  return { longestMs: Math.max(...times) };
}

/** The header of an MQTT packet of `length` bytes. Source: MQTT 3.1.1 §2.2.3. */
function header(firstByte: number, length: number): Buffer {
  const bytes = [firstByte];
  for (let left = length; left > 0; left = Math.floor(left / 128))
    bytes.push((left % 128) + (left >= 128 ? 128 : 0));
  return Buffer.from(bytes);
}

/** Sends a packet of `length` bytes while it is accepted. @returns number of bytes that left the socket */
export function sendFrame(port: number, firstByte: number, length: number): Promise<number> {
  return new Promise((resolve) => {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(header(firstByte, length));
      pour();
    });
    let poured = 0;
    function pour(): void {
      while (poured < length && !socket.destroyed) {
        poured += chunk.length;
        if (!socket.write(chunk)) return;
      }
    }
    socket.on("drain", pour);
    socket.resume();
    socket.on("error", () => socket.destroy());
    socket.on("close", () => resolve(socket.bytesWritten - socket.writableLength));
  });
}

/** An edge that sends invalid messages. */
export interface LooseEdge extends AsyncDisposable {
  readonly client: MqttClient;
  /** Publishes to any topic, and waits for the acknowledgement. */
  publish: (topic: string, payload: string) => Promise<void>;
}

/** Connects as an edge of the site. @throws when the broker refuses the login */
export async function connectAs(port: number, ssid: string, password = passwordOf(ssid)): Promise<LooseEdge> {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, {
    clientId: ssid,
    username: ssid,
    password,
    protocolVersion: 4,
    reconnectPeriod: 0,
  });
  client.on("error", () => undefined);
  return {
    client,
    async publish(topic, payload) {
      await client.publishAsync(topic, payload, { qos: 1 });
    },
    [Symbol.asyncDispose]: () => client.endAsync(true),
  };
}
